import { Option } from 'commander';
import type { Context } from './context.js';
import { parseDuration } from './duration.js';

/** `--max-wait`: how long the command waits at most. `--timeout` is the time limit of one request. */
export const maxWaitOption = (text: string): Option =>
  new Option('--max-wait <duration>', text).argParser((value) => parseDuration(value, '--max-wait'));

/**
 * Milliseconds to wait at most; undefined without a limit. `--timeout` was the name of this limit too, and still is
 * where `--max-wait` is not given.
 */
export const waitLimit = (
  context: Pick<Context, 'flags'>,
  { maxWait }: { readonly maxWait?: number | undefined },
): number | undefined => maxWait ?? context.flags().timeout;
