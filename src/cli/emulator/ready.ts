import type { Context } from '../context/context.js';
import { sharedProfile } from '../../core/config/profiles.js';
import { profileFlag, spokenProfile, startedEmulator } from './running.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';

/**
 * The facts about a ready emulator, for programs. `webhook_secret`: the one that stays. `missed_port`: the last port, if
 * another program uses it now.
 */
export const readyLine = (s: ShapeBlocks) =>
  s.object({
    type: s.literal('ready'),
    url: s.url,
    live_key: s.text,
    test_key: s.text,
    webhook_secret: s.text,
    pid: s.count,
    profile: s.text,
    data: s.text,
    missed_port: s.optional(s.count),
  });
export type Ready = Omit<Shaped<typeof readyLine>, 'type'>;

/** Reports that the emulator is ready, for programs as one line of JSON. For a person the keys are in the profile. */
export async function showReady(context: Context, ready: Ready): Promise<void> {
  const { url, profile, data, missed_port: missed } = ready;
  const { project } = startedEmulator(context, {});
  const isOwn = project !== null && spokenProfile(context, profile) === sharedProfile;
  if (context.output.form === 'ids') return context.output.text('url', url);
  await context.output.event({ type: 'ready', ...ready }, (colour, clean) =>
    [
      `${colour.good('Ready')} at ${colour.bold(url)}`,
      ...(isOwn
        ? [`${colour.dim('Project')}  ${clean(project)}: within it, commands use this emulator as \`local\``]
        : []),
      `${colour.dim('Profile')}  ${clean(profile)}, with a live and a test key, in a file that only you can read`,
      `${colour.dim('Data')}     ${clean(data)}`,
      ...(missed === undefined
        ? []
        : [
            `${colour.warn('Port')}     The last port, ${missed}, is in use by another program. Programs that have its URL need this one.`,
          ]),
      '',
      `${colour.dim('Next:')}`,
      `  esign template create FILE --profile ${clean(spokenProfile(context, profile))}`,
      `  esign emulator status${clean(profileFlag(context, profile))}`,
    ].join('\n'),
  );
}
