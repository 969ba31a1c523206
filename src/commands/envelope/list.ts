import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { nearest } from '../../platform/nearest.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { pluralize } from '../../cli/counted.js';
import { UsageFailure } from '../../cli/failure.js';
import { collect } from '../../cli/recipient.js';
import { envelopeStates } from '../../contract/states.js';
import type { SeenEnvelope } from '../../journal/envelope-states.js';
import type { KnownEnvelope } from '../../journal/known-envelopes.js';
import type { Table } from '../../terminal/table.js';
import { openRecord } from '../../event/record.js';
import { serviceTime } from '../../emulator-client/service-time.js';
import { ListReader, type Row } from '../../envelope/list-reader.js';
import { openMemory } from '../../envelope/known-status.js';
import { spanWords } from '../../envelope/status-words.js';
import { plainWords } from '../../cli/completion-hint.js';

const statuses = [...envelopeStates, 'sealed'] as const;
type ListStatus = (typeof statuses)[number];

interface EnvelopeListOptions {
  readonly status?: readonly ListStatus[];
  readonly limit?: number;
  readonly all?: boolean;
  readonly cached?: boolean;
  readonly run?: string;
}

/** Concurrent reads, once the first response said how much of the rate limit is left. */
const concurrency = 8;
const usual = 20;
const maxLimit = 10_000;
/** Envelopes between two progress updates. */
const progressEvery = 100;

/** `esign envelope list`: the envelopes that this machine knows. */
export function envelopeListCommand(context: Context): EsignCommand {
  const readStatus = (text: string): ListStatus => {
    const found = statuses.find((status) => status === text);
    if (found !== undefined) return found;
    const close = nearest(text, statuses);
    throw new UsageFailure(`Invalid --status value "${text}".`, {
      code: 'invalid_value',
      hint: `${close === null ? '' : `Did you mean "${close}"? `}Use one of: ${statuses.join(', ')}.`,
    });
  };
  return new EsignCommand('list')
    .summary('List the envelopes that this machine knows')
    .description(
      'List the envelopes that this machine created, changed or received deliveries for, newest first. The ' +
        'service has no list of its own. Envelopes that can still change are read again, with at most a fifth of ' +
        'the rate limit of the key; the others are shown as last seen. An envelope that the service no longer has ' +
        'is shown as not found and not read again, except by `esign envelope show`.',
    )
    .addOption(
      new Option('--status <state>', `show this state only: ${statuses.join(', ')}; repeatable`).argParser(
        collect(readStatus),
      ),
    )
    .addOption(new Option('--limit <n>', `how many to show (default: ${usual})`).argParser(readLimit))
    .addOption(
      new Option('--all', 'show all, also those that this key cannot read; may use more of the rate limit').conflicts(
        'limit',
      ),
    )
    .option('--run <name>', 'show one bulk run only; see `esign envelope runs`')
    .option('--cached', 'show what was last seen, without a request')
    .offers('--status', { words: plainWords(statuses) })
    .example('esign envelope list', 'List the latest envelopes.')
    .example(
      'esign envelope list --status sent --status partially_signed -q',
      'List the IDs of envelopes that are not finished.',
    )
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .prints(knownList)
    .exits(serviceExitCodes)
    .action((options: EnvelopeListOptions) => runEnvelopeList(context, options));
}

/** `known`: how many this machine knows; null with `more`. `unread`: how many could not be read. */
const knownList = (s: ShapeBlocks) =>
  s.object({
    data: s.list(
      s.object({
        id: s.text,
        status: s.nullable(s.text),
        sealed: s.nullable(s.flag),
        title: s.nullable(s.text),
        turn: s.list(s.object({ role: s.text, name: s.text })),
        created_at: s.nullable(s.instant),
        sent_at: s.nullable(s.instant),
        expires_at: s.nullable(s.instant),
        known_since: s.instant,
        read_at: s.nullable(s.instant),
        current: s.flag,
      }),
    ),
    known: s.nullable(s.count),
    more: s.flag,
    unread: s.count,
  });

async function runEnvelopeList(context: Context, options: EnvelopeListOptions): Promise<void> {
  const memory = await openMemory(context);
  const known = new Pages((await knownTo(context, memory.host, options))[Symbol.iterator]());
  const limit = options.all === true ? Infinity : (options.limit ?? usual);
  const client = options.cached === true ? null : await context.api();
  const reader = new ListReader(context, memory, client, { all: options.all === true });
  const rows: Row[] = [];
  // Only --all takes long enough for a progress line.
  const progress = options.all === true && client !== null ? context.output.progress('Reading envelopes') : undefined;
  try {
    let toldAt = 0;
    while (!known.isOver && rows.length < limit) {
      const part = known.next(Math.min(concurrency, limit - rows.length));
      const seen = await Promise.all(part.map(({ id }) => memory.read(id)));
      const read = await Promise.all(part.map((each, index) => reader.read(each, seen[index])));
      rows.push(...read.filter((row) => isWanted(row, options)));
      await reader.keep();
      if (known.count - toldAt < progressEvery) continue;
      toldAt = known.count;
      progress?.update(`Reading envelopes: ${known.count} seen, ${pluralize(reader.requests, 'request')}`);
    }
  } finally {
    progress?.stop();
  }
  await show(context, rows, known, { filtered: options.status !== undefined, unread: reader.unread });
  if (reader.unread > 0) context.output.warn(unreadWords(reader, rows, context.clock.now()));
  if (!known.isOver) context.output.note(`There are more. Show them with --limit or --all.`);
}

/** How many envelopes were not read, why, and how old their shown state is. */
function unreadWords({ unread, reason, resetsAt }: ListReader, rows: readonly Row[], now: number): string {
  const shown = rows.filter(({ current }) => !current);
  const oldest = Math.min(...shown.map(({ seen }) => (seen === undefined ? now : Date.parse(seen.readAt))));
  const never = shown.filter(({ seen }) => seen === undefined).length;
  const parts = [
    ...(never < shown.length ? [`${shown.length - never} as last seen, up to ${spanWords(now - oldest)} ago`] : []),
    ...(never > 0 ? [`${never} as not read yet`] : []),
  ];
  const result = parts.length === 0 ? '' : ` The list shows ${parts.join(' and ')}.`;
  const read = `${pluralize(unread, 'envelope')} ${unread === 1 ? 'was' : 'were'} not read`;
  if (reason === 'share') {
    return `${read}: a list uses at most a fifth of the rate limit.${result} Read all with --all.`;
  }
  const wait = resetsAt === undefined ? 0 : Math.ceil((resetsAt - now) / 1000);
  const next = wait > 0 ? ` The rate limit resets in ${wait} s.` : '';
  return `${read}: most of the rate limit is used.${result}${next}`;
}

/** The envelopes that this machine knows, or those of one run; the newest first. */
async function knownTo(context: Context, host: string, { run }: EnvelopeListOptions): Promise<Iterable<KnownEnvelope>> {
  if (run !== undefined) {
    const { envelopesOfRun } = await import('./runs.js');
    return await envelopesOfRun(context, run, host);
  }
  const journal = await context.journal();
  await journal.hearOf(openRecord(context).newest());
  return await journal.envelopes(host);
}

/** Reads the known envelopes in parts; their number is known only at the end. */
class Pages {
  readonly #from: Iterator<KnownEnvelope>;
  #ahead: KnownEnvelope | undefined;
  count = 0;

  constructor(from: Iterator<KnownEnvelope>) {
    this.#from = from;
    this.#pull();
  }

  get isOver(): boolean {
    return this.#ahead === undefined;
  }

  next(max: number): readonly KnownEnvelope[] {
    const part: KnownEnvelope[] = [];
    while (this.#ahead !== undefined && part.length < max) {
      part.push(this.#ahead);
      this.#pull();
    }
    this.count += part.length;
    return part;
  }

  #pull(): void {
    const next = this.#from.next();
    this.#ahead = next.done === true ? undefined : next.value;
  }
}

function isWanted({ seen }: Row, { status, all }: EnvelopeListOptions): boolean {
  if (seen?.status === null && all !== true) return false;
  if (status === undefined) return true;
  return status.some((wanted) => (wanted === 'sealed' ? seen?.sealed === true : seen?.status === wanted));
}

async function show(
  context: Context,
  rows: readonly Row[],
  known: Pages,
  { filtered, unread }: { readonly filtered: boolean; readonly unread: number },
): Promise<void> {
  const now = await serviceTime(context);
  const data: Shaped<typeof knownList>['data'] = rows.map(({ id, firstAt, seen, current }) => ({
    id,
    status: seen?.status ?? null,
    sealed: seen?.sealed ?? null,
    title: seen?.title ?? null,
    turn: seen?.turn ?? [],
    created_at: seen?.createdAt ?? null,
    sent_at: seen?.sentAt ?? null,
    expires_at: seen?.expiresAt ?? null,
    known_since: firstAt,
    read_at: seen?.readAt ?? null,
    current,
  }));
  const more = !known.isOver;
  await context.output.result(
    { data, known: more ? null : known.count, more, unread },
    { table: tableOf(rows, { now, readNow: context.clock.now() }, filtered) },
  );
}

/** `now` is the service's; `readNow` this machine's, whose clock dates what was read. */
function tableOf(
  rows: readonly Row[],
  { now, readNow }: { readonly now: number; readonly readNow: number },
  filtered: boolean,
): Table {
  // Only a list that is not all fresh says when each was read.
  const tellsRead = rows.some(({ current }) => !current);
  return {
    columns: ['ENVELOPE', 'STATUS', 'TITLE', 'AGE', 'TURN', 'DEADLINE', ...(tellsRead ? ['READ'] : [])],
    rows: rows.map(({ id, seen, current }) => {
      const isOpen = seen?.status === 'sent' || seen?.status === 'partially_signed';
      return [
        { id },
        { state: stateOf(seen, current) },
        seen?.title ?? null,
        seen?.createdAt === undefined || seen.createdAt === null ? null : spanWords(now - Date.parse(seen.createdAt)),
        seen?.turn.map(({ role, name }) => `${name} (${role})`).join(', ') || null,
        isOpen && seen.expiresAt !== null ? deadline(Date.parse(seen.expiresAt) - now) : null,
        ...(tellsRead ? [readWords(seen, current, readNow)] : []),
      ];
    }),
    empty: `${filtered ? 'No matching envelopes on this machine.' : 'No envelopes of this service on this machine yet.'} The list has those that it created, sent or received deliveries for.`,
  };
}

function readWords(seen: SeenEnvelope | undefined, current: boolean, now: number): string | null {
  if (seen === undefined) return 'never';
  return current ? null : `${spanWords(now - Date.parse(seen.readAt))} ago`;
}

function stateOf(seen: SeenEnvelope | undefined, current: boolean): string {
  if (seen === undefined) return 'not read';
  const state = seen.status === null ? 'not found' : seen.sealed === true ? 'sealed' : seen.status;
  return current ? state : `${state}?`;
}

const deadline = (left: number): string => (left > 0 ? `in ${spanWords(left)}` : `${spanWords(left)} ago`);

function readLimit(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= maxLimit) return Number(text);
  throw new UsageFailure(`Invalid --limit value "${text}". Use a number from 1 to ${maxLimit}.`, {
    code: 'invalid_value',
    hint: 'Show all with --all.',
  });
}
