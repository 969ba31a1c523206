import type { Context } from '../cli/context.js';

/** The facts about a ready emulator, for programs. */
export interface Ready {
  readonly url: string;
  readonly live_key: string;
  readonly test_key: string;
  /** The one that stays. */
  readonly webhook_secret: string;
  readonly pid: number;
  readonly profile: string;
  readonly data: string;
  /** The last port, if another program uses it now. */
  readonly missed_port?: number;
}

/** Property names of the JSON line. */
export const readyFields = ['type', 'url', 'live_key', 'test_key', 'webhook_secret', 'pid', 'profile', 'data'] as const;

/** Reports that the emulator is ready, for programs as one line of JSON. For a person the keys are in the profile. */
export async function showReady(context: Context, ready: Ready): Promise<void> {
  const { url, profile, data, missed_port: missed } = ready;
  if (context.output.form === 'ids') return context.output.text('url', url);
  await context.output.event({ type: 'ready', ...ready }, (colour, clean) =>
    [
      `${colour.good('Ready')} at ${colour.bold(url)}`,
      `${colour.dim('Profile')}  ${clean(profile)}, with a live and a test key, in a file that only you can read`,
      `${colour.dim('Data')}     ${clean(data)}`,
      ...(missed === undefined
        ? []
        : [
            `${colour.warn('Port')}     The last port, ${missed}, is in use by another program. What this machine stores about`,
            `         the emulator depends on its URL: it is available again at the next start on ${missed}.`,
          ]),
      '',
      `${colour.dim('Next:')}`,
      `  esign template create FILE --profile ${clean(profile)}`,
      `  esign emulator status${profile === 'local' ? '' : ` --profile ${clean(profile)}`}`,
    ].join('\n'),
  );
}
