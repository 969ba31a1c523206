import type { Context } from '../cli/context.js';

/** What a program needs to know of an emulator that is ready. */
export interface Ready {
  readonly url: string;
  readonly live_key: string;
  readonly test_key: string;
  readonly pid: number;
  readonly profile: string;
  readonly data: string;
  /** The port of the last time, where another program has it now. */
  readonly missed_port?: number;
}

/** The names of the properties of the one line. */
export const readyFields = ['type', 'url', 'live_key', 'test_key', 'pid', 'profile', 'data'] as const;

/** Says that the emulator is ready: one line of JSON for programs; a person finds the keys in the profile. */
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
