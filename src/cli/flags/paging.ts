import { Option } from 'commander';
import { limits } from '../../contract/limits.js';
import { maxSaid } from '../../contract/overlay/contract.js';
import { durationOf } from '../../core/platform/duration.js';
import { contractInUse } from '../context/contract.js';
import type { EsignCommand } from './command.js';
import type { Context } from '../context/context.js';
import { parseDuration, parseInstant } from './duration.js';
import { CommandFailure, UsageFailure } from '../failure/failure.js';
import { shellWord } from './reach-flags.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import type { Human, OutputEvent } from '../../core/terminal/output.js';

/** The flags of every list. */
export interface ListOptions extends EmptyOptions {
  readonly since?: Since;
  readonly limit?: number;
  readonly all?: boolean;
}

interface EmptyOptions {
  readonly failEmpty?: boolean;
}

/** Milliseconds before now, or since 1970. */
type Since = { readonly ago: number } | { readonly at: number };

/** The flags of a list that the service answers in pages (A6). */
export interface PagingOptions extends ListOptions {
  readonly cursor?: string;
}

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
}

const maxLimit = 100_000;

/** Adds `--since`, `--limit`, `--all` and `--fail-empty`. `usual`: the number of results without a limit. */
export function addListOptions(command: EsignCommand, usual: number): EsignCommand {
  command
    .addOption(
      new Option(
        '--since <time>',
        'show only results since this time: a duration such as 3d, or a time with a zone',
      ).argParser(readSince),
    )
    .addOption(
      new Option('--limit <n>', `maximum number of results (default: ${usual})`).argParser(
        limitReader(maxLimit, 'Show all results with --all.'),
      ),
    )
    .addOption(new Option('--all', 'show all results').conflicts('limit'));
  return addFailEmpty(command);
}

export const addFailEmpty = (command: EsignCommand, when = 'there is nothing to show'): EsignCommand =>
  command.addOption(new Option('--fail-empty', `exit with 4 if ${when}`));

/** The same for a list of the service, with `--cursor`: the service's own value, whatever it looks like. */
export function addPagingOptions(command: EsignCommand): EsignCommand {
  return addListOptions(command, limits.page.default).addOption(
    new Option('--cursor <cursor>', 'start after this page, by the cursor that it names').conflicts('all'),
  );
}

function readSince(text: string): Since {
  if (durationOf(text) !== undefined) return { ago: parseDuration(text, '--since') };
  if (/^\d{4}-/.test(text)) return { at: Date.parse(parseInstant(text, '--since')) };
  throw new UsageFailure(`Invalid --since value "${text}".`, {
    code: 'invalid_value',
    hint: 'Use a duration or a time with a zone, for example: --since 3d, or --since 2026-12-01T17:00:00+02:00',
  });
}

/** The number of results to show at most. */
export const limitOf = ({ limit, all }: ListOptions, usual: number): number =>
  all === true ? Infinity : (limit ?? usual);

/** Since when results are shown, in milliseconds since 1970. `now` is that of the clock that dates them. */
export const sinceOf = ({ since }: ListOptions, now: number): number =>
  since === undefined ? -Infinity : 'ago' in since ? now - since.ago : since.at;

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

/** The service's answer, cut as the flags say. `more`: results are missing. */
type Cut<Body> = Body & { readonly more: boolean };

/**
 * Reads as many pages as the flags need into one body, newest first. `now` is the service's time, in milliseconds.
 * Throws CommandFailure for a service that answers with the same page twice.
 */
export async function readPages<Body extends Page<unknown>>(
  context: Context,
  options: PagingOptions,
  operation: PagedOperation,
  fetch: (query: PageQuery) => Promise<Body>,
  created: { readonly now: number; readonly of: (item: Body['data'][number]) => string } | null = null,
): Promise<Cut<Body>> {
  const { cursor: start, limit } = options;
  const max = (await maxPageSize(context, operation)) ?? limits.page.max;
  const most = limitOf(options, max);
  const from = created === null ? -Infinity : sinceOf(options, created.now);
  const isOld = (item: Body['data'][number]): boolean => created !== null && Date.parse(created.of(item)) < from;
  const data: Body['data'][number][] = [];
  const seen = new Set<string>();
  const isOnePage = options.all !== true && limit === undefined;
  for (let cursor = start; ;) {
    const asked = isOnePage ? {} : { limit: Math.min(max, most - data.length) };
    const page = await fetch({ ...asked, ...(cursor === undefined ? {} : { cursor }) });
    const fresh = page.data.filter((item) => !isOld(item));
    data.push(...fresh);
    const next = nextCursor(page);
    if (next === null || fresh.length < page.data.length) return { ...page, data, next_cursor: null, more: false };
    if (isOnePage || data.length >= most) return { ...page, data, more: true };
    cursor = next;
    if (seen.has(cursor)) throw new CommandFailure(8, 'unexpected_answer', 'The service returned the same page twice.');
    seen.add(cursor);
  }
}

/**
 * Ends a list that was printed: says that it is cut, and how to see the rest. Throws CommandFailure (4) with --fail-empty
 * when it is empty.
 */
export function endList(
  context: Pick<Context, 'output'>,
  options: ListOptions,
  {
    data,
    more,
    next_cursor: cursor,
  }: { readonly data: readonly unknown[]; readonly more: boolean } & Partial<Page<unknown>>,
): void {
  const next = nextCursor({ data, next_cursor: cursor ?? null });
  const further = next === null ? 'Show' : `Continue with --cursor ${shellWord(next)}, or show`;
  if (more) sayMore(context, `${further} more with --limit or --all.`);
  failIfEmpty(options, data.length);
}

/** Throws CommandFailure (4) with --fail-empty when there is nothing to show. */
export function failIfEmpty({ failEmpty }: EmptyOptions, count: number, message = 'Nothing found.'): void {
  if (failEmpty === true && count === 0) throw new CommandFailure(4, 'nothing_found', message);
}

/** Says that a list was cut, and how to see the rest: also under --quiet. With --json, the list itself says so. */
function sayMore({ output }: Pick<Context, 'output'>, how: string): void {
  const text = `There are more results. ${how}`;
  if (output.form === 'ids') output.warn(text);
  else output.note(text);
}

/** The first `limit` of a list, and whether there are more. */
export const cutList = <T>(
  all: readonly T[],
  limit: number,
): { readonly data: readonly T[]; readonly more: boolean } => ({
  data: all.slice(0, limit),
  more: all.length > limit,
});

/** The last `limit` of a list in order of time, and whether there are more. */
export const newestOf = <T>(
  all: readonly T[],
  limit: number,
): { readonly data: readonly T[]; readonly more: boolean } => ({
  data: all.slice(Math.max(0, all.length - limit)),
  more: all.length > limit,
});

/** Reads a `--limit` of 1 to `max`. Throws UsageFailure. */
const limitReader =
  (max: number, hint = 'Example: --limit 200') =>
  (text: string): number => {
    if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= max) return Number(text);
    throw new UsageFailure(`Invalid --limit value "${text}". Use a number from 1 to ${max}.`, {
      code: 'invalid_value',
      hint,
    });
  };

/** What a list that is followed prints of one result. */
export interface Followed {
  readonly id: string;
  readonly value: object;
  readonly human: Human;
}

/** Milliseconds between two reads without new results. */
const lookAgain = 250;

export const followOption = (): Option =>
  new Option('--follow', 'keep showing new results until Ctrl-C, as NDJSON with --json');

/** The first line of a list that is followed. */
export const followReady = (s: ShapeBlocks) => s.object({ type: s.literal('ready') });

/** Prints what `read` returns, again and again until Ctrl-C: the first time what is there, then what is new. */
export async function followList(
  { output, clock, signal }: Pick<Context, 'output' | 'clock' | 'signal'>,
  head: Human | null,
  read: () => Promise<readonly Followed[]>,
): Promise<void> {
  for (let first = true; !signal.aborted; first = false) {
    const found = await read();
    if (output.form === 'ids') for (const { id } of found) await output.text('id', id);
    else await output.events([...(first ? ready(output, head) : []), ...found]);
    await clock.sleep(lookAgain, signal).catch(() => undefined);
  }
}

const ready = ({ form }: Pick<Context['output'], 'form'>, head: Human | null): readonly OutputEvent[] =>
  form === 'human' && head === null ? [] : [{ value: { type: 'ready' }, human: head ?? '' }];
