import type { Context } from '../context/context.js';
import { endList, type Followed, followList, limitOf, type ListOptions, newestOf, sinceOf } from '../flags/paging.js';
import { serviceTime } from './service-time.js';

export interface LogOptions extends ListOptions {
  readonly follow?: boolean;
}

/** Entries of a log that are shown without a limit. */
export const usualEntries = 1000;

interface Log<Entry> {
  /** The entries after a position, in order of time. */
  readonly read: (after: number) => Promise<{ readonly data: readonly Entry[]; readonly last: number }>;
  readonly at: (entry: Entry) => string;
  readonly view: (data: readonly Entry[]) => Parameters<Context['output']['result']>[1];
  readonly head: Followed['human'] | null;
  readonly line: (entry: Entry) => Followed;
}

/** Prints a log of the emulator, the newest entry last; with --follow, new entries as they come. */
export async function printLog<Entry>(context: Context, options: LogOptions, log: Log<Entry>): Promise<void> {
  const from = options.since === undefined ? -Infinity : sinceOf(options, await serviceTime(context));
  const limit = limitOf(options, usualEntries);
  const newest = ({ data }: { readonly data: readonly Entry[] }): ReturnType<typeof newestOf<Entry>> =>
    newestOf(
      data.filter((entry) => !(Date.parse(log.at(entry)) < from)),
      limit,
    );
  if (options.follow !== true) {
    const shown = newest(await log.read(0));
    await context.output.result(shown, log.view(shown.data));
    return endList(context, options, shown);
  }
  let after: number | undefined;
  await followList(context, log.head, async () => {
    const page = await log.read(after ?? 0);
    const fresh = after === undefined ? newest(page).data : page.data;
    after = page.last;
    return fresh.map(log.line);
  });
}
