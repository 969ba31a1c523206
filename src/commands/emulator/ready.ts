import type { Context } from '../../cli/context.js';

/** What a program needs to know of an emulator that is ready. */
export interface Ready {
  readonly url: string;
  readonly live_key: string;
  readonly test_key: string;
  readonly pid: number;
  readonly profile: string;
  readonly data: string;
}

/** Says that the emulator is ready: one line of JSON for programs; a person finds the keys in the profile. */
export async function showReady(context: Context, ready: Ready): Promise<void> {
  const { url, live_key, test_key, pid, profile, data } = ready;
  if (context.output.form === 'ids') return context.output.text('url', url);
  await context.output.event({ type: 'ready', url, live_key, test_key, pid, profile, data }, (colour, clean) =>
    [
      `${colour.good('Ready')} at ${colour.bold(url)}`,
      `${colour.dim('Profile')}  ${clean(profile)}, with a live and a test key, in a file only you can read`,
      `${colour.dim('Data')}     ${clean(data)}`,
      '',
      `${colour.dim('Next:')}`,
      `  esign template create FILE --profile ${clean(profile)}`,
      `  esign emulator status`,
    ].join('\n'),
  );
}
