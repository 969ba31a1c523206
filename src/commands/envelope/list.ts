import { Option } from 'commander';
import { EsignCommand, type Runner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { UsageFailure } from '../../cli/failure.js';
import { collect } from '../../cli/recipient.js';
import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import { envelopeStates } from '../../contract/states.js';
import { canChange, type SeenEnvelope } from '../../journal/envelope-states.js';
import type { KnownEnvelope } from '../../journal/known-envelopes.js';
import { isLow } from '../../listen/ledger.js';
import type { Table } from '../../terminal/table.js';
import { openRecord } from '../event/record.js';
import { serviceTime } from '../service-time.js';
import { type EnvelopeMemory, type Look, lookAt, openMemory, seenOf } from './look.js';
import { spanWords } from './standing.js';
import { plainWords } from '../../cli/offer.js';

const statuses = [...envelopeStates, 'sealed'] as const;
type ListStatus = (typeof statuses)[number];

export interface EnvelopeListOptions {
  readonly status?: readonly ListStatus[];
  readonly limit?: number;
  readonly all?: boolean;
  readonly cached?: boolean;
  readonly run?: string;
}

/** So many are read at a time. */
const atOnce = 8;
const usual = 20;
const most = 10_000;

/** `esign envelope list`: the envelopes that this machine knows. */
export function envelopeListCommand(
  context: Context,
  run: Runner<EnvelopeListOptions> = runEnvelopeList,
): EsignCommand {
  const readStatus = (text: string): ListStatus => {
    const found = statuses.find((status) => status === text);
    if (found !== undefined) return found;
    throw new UsageFailure(`--status \`${text}\` is no state of an envelope.`, {
      code: 'invalid_value',
      hint: `Choose from: ${statuses.join(', ')}.`,
    });
  };
  return new EsignCommand('list')
    .summary('List the envelopes that this machine knows')
    .description(
      'List the envelopes that this machine knows, the newest first: those that its writes made or named, and those ' +
        'that deliveries received here told of. The service has no list of its own. Only what can still change is read ' +
        'again, and only while most of the minute is left; the rest is shown as it was last seen.',
    )
    .addOption(
      new Option(
        '--status <state>',
        `only those in this state: ${statuses.join(', ')}; repeat it for several`,
      ).argParser(collect(readStatus)),
    )
    .addOption(new Option('--limit <number>', `at most so many; ${usual} otherwise`).argParser(readLimit))
    .addOption(
      new Option('--all', 'every one, also those that the service does not show to this key').conflicts('limit'),
    )
    .option('--run <name>', 'only those of one bulk run; see `esign envelope runs`')
    .option('--cached', 'ask the service nothing: show them as they were last seen')
    .offers('--status', { words: plainWords(statuses) })
    .example('esign envelope list', 'The latest, as they stand now.')
    .example('esign envelope list --status sent --status partially_signed -q', 'Ids of those that wait for somebody.')
    .calls('getEnvelope', 'listEnvelopeDocuments')
    .exits(serviceExitCodes)
    .action((options: EnvelopeListOptions) => run(context, options));
}

interface Row {
  readonly id: string;
  readonly firstAt: string;
  /** Undefined: it was never read. */
  readonly seen: SeenEnvelope | undefined;
  /** It stands like this now: read just now, or it cannot change any more. */
  readonly current: boolean;
}

export async function runEnvelopeList(context: Context, options: EnvelopeListOptions): Promise<void> {
  const memory = await openMemory(context);
  const known = new Pages((await knownTo(context, memory.host, options))[Symbol.iterator]());
  const limit = options.all === true ? Infinity : (options.limit ?? usual);
  const reader = new Reader(context, memory, options.cached === true ? null : await context.api());
  const rows: Row[] = [];
  while (!known.isOver && rows.length < limit) {
    const part = known.next(Math.min(atOnce, limit - rows.length));
    // All of a part are asked about at once: the first answer may say that the rest has to wait.
    const seen = await Promise.all(part.map(({ id }) => memory.read(id)));
    const read = await Promise.all(part.map((each, index) => reader.read(each, seen[index])));
    rows.push(...read.filter((row) => isWanted(row, options)));
    await reader.keep();
  }
  await show(context, rows, known, options.status !== undefined);
  if (reader.unread > 0) {
    context.output.warn(`Most of the minute is spent: ${reader.unread} are shown as they were last seen.`);
  }
  if (!known.isOver) context.output.note(`There are more: ask for them with --limit, or see all with --all.`);
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

/** Takes what is known a part at a time: how much there is, is known at the end. */
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

  next(most: number): readonly KnownEnvelope[] {
    const part: KnownEnvelope[] = [];
    while (this.#ahead !== undefined && part.length < most) {
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

/** Reads what can still change, until most of the minute is spent. */
class Reader {
  readonly #context: Context;
  readonly #memory: EnvelopeMemory;
  readonly #client: Client | null;
  #fresh: (Look | { readonly gone: string })[] = [];
  #low = false;
  unread = 0;

  constructor(context: Context, memory: EnvelopeMemory, client: Client | null) {
    this.#context = context;
    this.#memory = memory;
    this.#client = client;
  }

  async read({ id, firstAt }: Pick<Row, 'id' | 'firstAt'>, seen: SeenEnvelope | undefined): Promise<Row> {
    if (seen !== undefined && !canChange(seen)) return { id, firstAt, seen, current: true };
    const old = { id, firstAt, seen, current: false };
    if (this.#client === null) return old;
    if (this.#low) {
      this.unread += 1;
      return old;
    }
    try {
      const look = await lookAt(this.#client, id, { signal: this.#context.signal, maxWait: 0 });
      if (isLow(look.rate)) this.#low = true;
      return this.#current(id, firstAt, look);
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      if (error.status === 404) return this.#current(id, firstAt, { gone: id });
      if (error.status !== 429) throw error;
      this.#low = true;
      this.unread += 1;
      return old;
    }
  }

  async keep(): Promise<void> {
    const fresh = this.#fresh;
    this.#fresh = [];
    await this.#memory.keep(fresh);
  }

  #current(id: string, firstAt: string, look: Look | { readonly gone: string }): Row {
    this.#fresh.push(look);
    const readAt = new Date(this.#context.clock.now()).toISOString();
    return { id, firstAt, seen: seenOf(look, { host: this.#memory.host, account: '', readAt }), current: true };
  }
}

function isWanted({ seen }: Row, { status, all }: EnvelopeListOptions): boolean {
  if (seen?.status === null && all !== true) return false;
  if (status === undefined) return true;
  return status.some((wanted) => (wanted === 'sealed' ? seen?.sealed === true : seen?.status === wanted));
}

async function show(context: Context, rows: readonly Row[], known: Pages, filtered: boolean): Promise<void> {
  const now = await serviceTime(context);
  const data = rows.map(({ id, firstAt, seen, current }) => ({
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
    { data, known: more ? null : known.count, more },
    { table: tableOf(rows, now, filtered) },
  );
}

function tableOf(rows: readonly Row[], now: number, filtered: boolean): Table {
  return {
    columns: ['ENVELOPE', 'STATUS', 'TITLE', 'AGE', 'TURN', 'DEADLINE'],
    rows: rows.map(({ id, seen, current }) => {
      const isOpen = seen?.status === 'sent' || seen?.status === 'partially_signed';
      return [
        { id },
        { state: stateOf(seen, current) },
        seen?.title ?? null,
        seen?.createdAt === undefined || seen.createdAt === null ? null : spanWords(now - Date.parse(seen.createdAt)),
        seen?.turn.map(({ role, name }) => `${name} (${role})`).join(', ') || null,
        isOpen && seen.expiresAt !== null ? deadline(Date.parse(seen.expiresAt) - now) : null,
      ];
    }),
    empty: `${filtered ? 'This machine knows no such envelope.' : 'This machine knows no envelope of this service yet.'} It learns of those that it creates, sends and hears of by \`esign listen\`.`,
  };
}

function stateOf(seen: SeenEnvelope | undefined, current: boolean): string {
  if (seen === undefined) return 'not read';
  const state = seen.status === null ? 'not shown' : seen.sealed === true ? 'sealed' : seen.status;
  return current ? state : `${state}?`;
}

const deadline = (left: number): string => (left > 0 ? `in ${spanWords(left)}` : `${spanWords(left)} ago`);

function readLimit(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageFailure(`--limit takes a number from 1 to ${most}, and \`${text}\` is none.`, {
    code: 'invalid_value',
    hint: 'See every one with --all.',
  });
}
