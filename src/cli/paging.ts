import { Option } from 'commander';
import { limits } from '../contract/limits.js';
import { maxSaid } from '../contract/overlay/max-said.js';
import { contractInUse } from './contract.js';
import type { EsignCommand } from './command.js';
import type { Context } from './context.js';
import { CommandFailure, UsageFailure } from './failure.js';
import { strictOption } from './global-flags.js';
import { shellWord } from './shell-word.js';

/** The flags of a paged list (A6). */
export interface PagingOptions {
  readonly limit?: number;
  readonly cursor?: string;
  readonly all?: boolean;
}

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

/** Adds `--limit`, `--cursor` and `--all`. A cursor is the service's own value, whatever it looks like. */
export function addPagingOptions(command: EsignCommand): EsignCommand {
  return command
    .addOption(new Option('--limit <n>', `maximum number of results (1 to ${limits.page.max})`).argParser(readLimit))
    .addOption(new Option('--cursor <cursor>', 'start after this page, by the cursor that it names'))
    .addOption(new Option('--all', 'list all results').conflicts('cursor'))
    .addOption(strictOption())
    .rarely('--strict');
}

/** How many may be asked for is known when it is known whose service it is. */
function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw limitInvalid(text, limits.page.max);
}

const limitInvalid = (text: string, max: number): UsageFailure =>
  new UsageFailure(`Invalid --limit value "${text}". Use a number from ${limits.page.min} to ${max}.`, {
    code: 'invalid_value',
    hint: 'List all results with --all.',
  });

/** The operations whose answers are pages. */
export type PagedOperation = 'listTemplates' | 'listAuthorisations';

/** The most items that the service puts on one page, if its contract file says so. */
async function maxPageSize(context: Pick<Context, 'settings'>, operation: PagedOperation): Promise<number | null> {
  const inUse = await contractInUse(context.settings());
  return maxSaid(inUse?.contract, operation, 'query.limit');
}

/** Where the next page begins; null after the last. Throws CommandFailure for what cannot be sent back. */
function nextCursor({ next_cursor: cursor }: Page<unknown>): string | null {
  const given: unknown = cursor;
  if (given === null || given === undefined || given === '') return null;
  if (typeof given === 'string' || typeof given === 'number') return String(given);
  throw new CommandFailure(8, 'unexpected_answer', 'The service returned a cursor that is not a text.');
}

/**
 * Reads one page, or all of them with `--all`, into one body. After a page that is not the last one, a note says how to
 * continue. Throws UsageFailure for a `--limit` above that of a contract file.
 */
export async function readPages<Item, Body extends Page<Item>>(
  context: Context,
  options: PagingOptions,
  operation: PagedOperation,
  fetch: (query: PageQuery) => Promise<Body>,
): Promise<Body> {
  const max = await maxPageSize(context, operation);
  if (options.limit !== undefined && max !== null && options.limit > max) throw limitInvalid(`${options.limit}`, max);
  if (options.all !== true) {
    const page = await fetch({
      ...(options.limit === undefined ? {} : { limit: options.limit }),
      ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
    });
    const next = nextCursor(page);
    if (next !== null) sayMore(context, `Continue with --cursor ${shellWord(next)}, or list all with --all.`);
    return page;
  }
  const limit = options.limit ?? max ?? limits.page.max;
  const data: Item[] = [];
  const seen = new Set<string>();
  let page = await fetch({ limit });
  for (;;) {
    data.push(...page.data);
    const cursor = nextCursor(page);
    if (cursor === null) return { ...page, data, next_cursor: null };
    if (seen.has(cursor)) throw new CommandFailure(8, 'unexpected_answer', 'The service returned the same page twice.');
    seen.add(cursor);
    page = await fetch({ limit, cursor });
  }
}

/** Says that a list was cut, and how to see the rest: also under --quiet. With --json, the list itself says so. */
export function sayMore({ output }: Pick<Context, 'output'>, how: string): void {
  const text = `There are more results. ${how}`;
  if (output.form === 'ids') output.warn(text);
  else output.note(text);
}
