import type { Context } from '../context/context.js';
import { sharedProfile } from '../../core/config/profiles.js';
import { profileFlag, spokenProfile, startedEmulator } from './running.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';

/**
 * The facts about a ready emulator, for programs. `webhook_secret`: the one that stays. `missed_port`: the last port, if
 * another program uses it now. `seeded`: the IDs of what the seed file made, by their names there. `seed_cut_off`:
 * an earlier load of a seed file was cut off, and what it had made was deleted.
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
    seed_cut_off: s.optional(s.flag),
    seeded: s.optional(
      s.object({ templates: s.record(s.text), envelopes: s.record(s.text), endpoints: s.list(s.text) }),
    ),
  });
export type Ready = Omit<Shaped<typeof readyLine>, 'type'>;

/** Reports that the emulator is ready, for programs as one line of JSON. For a person the keys are in the profile. */
export async function showReady(context: Context, ready: Ready): Promise<void> {
  const { url, profile, data, missed_port: missed, seed_cut_off: cutOff, seeded } = ready;
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
      ...(cutOff === true
        ? [
            `${colour.warn('Seed')}     An earlier load of a seed file was cut off; the part that it had made was deleted.`,
          ]
        : []),
      ...seededLines(seeded).map((line) => `${colour.dim('Seeded')}   ${clean(line)}`),
      '',
      `${colour.dim('Next:')}`,
      `  esign template create FILE --profile ${clean(spokenProfile(context, profile))}`,
      `  esign emulator status${clean(profileFlag(context, profile))}`,
    ].join('\n'),
  );
}

/** Lines that a person is shown; a program gets all. */
const maxShown = 20;

function seededLines(seeded: Ready['seeded']): readonly string[] {
  if (seeded === undefined) return [];
  const named = (kind: string, ids: Readonly<Record<string, string>>): readonly string[] =>
    Object.entries(ids).map(([name, id]) => `${kind} ${name}: ${id}`);
  const lines = [
    ...named('template', seeded.templates),
    ...named('envelope', seeded.envelopes),
    ...seeded.endpoints.map((id) => `endpoint ${id}`),
  ];
  return lines.length <= maxShown
    ? lines
    : [...lines.slice(0, maxShown - 1), `and ${lines.length - maxShown + 1} more: --json lists all`];
}
