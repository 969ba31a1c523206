import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { nearest } from '../../core/platform/nearest.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { addListOptions, endList, limitOf, type ListOptions, sinceOf } from '../../cli/flags/paging.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { pluralize } from '../../cli/context/counted.js';
import { parseDuration } from '../../cli/flags/duration.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { collect } from '../../cli/flags/option.js';
import type { KnownEnvelope } from '../../store/known-envelopes.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { fits, type ListChoice, waitingFirst } from '../../sending/envelope/list-choice.js';
import { ListReader, type ListedEnvelope } from '../../sending/envelope/list-reader.js';
import { listTable } from '../../sending/envelope/list-view.js';
import { type EnvelopeMemory, openMemory, sealedTimes } from '../../sending/envelope/known-status.js';
import { type ListState, listStates } from '../../sending/reconcile/list-states.js';
import { spanWords } from '../../sending/envelope/status-words.js';
import { plainWords } from '../../cli/flags/completion-hint.js';

interface EnvelopeListOptions extends ListChoice, ListOptions {
  readonly status?: readonly ListState[];
  readonly cached?: boolean;
  readonly run?: string;
  readonly sort?: 'newest' | 'waiting';
}

/** Concurrent reads, once the first response said how much of the rate limit is left. */
const concurrency = 8;
const usual = 20;
/** Envelopes between two progress updates. */
const progressEvery = 100;

/** `esign envelope list`: the envelopes that this machine knows. */
export function envelopeListCommand(context: Context): EsignCommand {
  const readStatus = (text: string): ListState => {
    const found = listStates.find((status) => status === text);
    if (found !== undefined) return found;
    const close = nearest(text, listStates);
    throw new UsageFailure(`Invalid --status value "${text}".`, {
      code: 'invalid_value',
      hint: `${close === null ? '' : `Did you mean "${close}"? `}Use one of: ${listStates.join(', ')}.`,
    });
  };
  const command = new EsignCommand('list')
    .summary('List the envelopes that this machine knows')
    .description(
      'List the envelopes that this machine created, changed or received deliveries for, newest first. The ' +
        'service has no list of its own. Envelopes that can still change are read again, with at most a fifth of ' +
        'the rate limit of the key; the others are shown as last seen. An envelope that the service no longer has ' +
        'is shown as not found and not read again, except by `esign envelope show`. --all shows those that this key ' +
        'cannot read too, and may use more of the rate limit; --since goes by when this machine first knew of them. ' +
        '`sealed_at` is known only if `esign listen` received the event on this machine. `→` marks who has to act now, ' +
        'and `+` that they have been waiting at least this long, because no delivery tells since when.',
    )
    .addOption(
      new Option('--status <status>', `show this state only: ${listStates.join(', ')}; repeatable`).argParser(
        collect(readStatus),
      ),
    )
    .addOption(
      new Option('--waiting-for <name>', 'show those that wait for this person, address or role').argParser(
        someText('--waiting-for'),
      ),
    )
    .addOption(
      new Option(
        '--late [duration]',
        'show those that wait at least this long (default: 3d), or have less than a day until the deadline',
      )
        .preset('3d')
        .argParser((text) => parseDuration(text, '--late')),
    )
    .addOption(
      new Option('--search <text>', 'show those with this text in the title or a name').argParser(someText('--search')),
    )
    .addOption(new Option('--sort <order>', 'order of the list (default: newest)').choices(['newest', 'waiting']))
    .option('--run <name>', 'show one bulk run only; see `esign envelope runs`')
    .option('--cached', 'show what was last seen, without a request')
    .offers('--status', { words: plainWords(listStates) })
    .example('esign envelope list', 'List the latest envelopes.')
    .example('esign envelope list --late --sort waiting', 'List who keeps you waiting, the longest first.')
    .example('esign envelope list --waiting-for thandi', 'List the envelopes that wait for a person.')
    .example(
      'esign envelope list --status sent --status partially_signed -q',
      'List the IDs of envelopes that are not finished.',
    )
    .usesOperations('getEnvelope', 'listEnvelopeDocuments')
    .prints(knownList)
    .exits(serviceExitCodes)
    .action((options: EnvelopeListOptions) => runEnvelopeList(context, options));
  return addListOptions(command, usual);
}

/**
 * `waiting_since` is a lower bound unless `waiting_since_exact`. `known`: how many this machine knows; null with `more`. `unread`: how many could not be read.
 */
const knownList = (s: ShapeBlocks) =>
  s.object({
    data: s.list(
      s.object({
        id: s.text,
        status: s.nullable(s.text),
        sealed: s.nullable(s.flag),
        title: s.nullable(s.text),
        sealed_at: s.nullable(s.instant),
        recipients: s.list(s.object({ role: s.nullable(s.text), name: s.text, email: s.nullable(s.text) })),
        turn: s.list(s.object({ role: s.text, name: s.text })),
        waiting_since: s.nullable(s.instant),
        waiting_since_exact: s.nullable(s.flag),
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
    warnings: s.list(s.text),
  });

async function runEnvelopeList(context: Context, options: EnvelopeListOptions): Promise<void> {
  const memory = await openMemory(context);
  const isSorted = options.sort === 'waiting';
  const from = sinceOf(options, context.clock.now());
  const everything = await knownTo(context, memory.host, options);
  const recent = from === -Infinity ? null : [...everything];
  const all = recent?.filter(({ firstAt }) => !(Date.parse(firstAt) < from)) ?? everything;
  const known = new Pages((isSorted ? await longestFirst(all, memory) : all)[Symbol.iterator]());
  const limit = limitOf(options, usual);
  const now = await serviceTime(context);
  const client = options.cached === true ? null : await context.api();
  const reader = new ListReader(context, memory, client, { all: options.all === true });
  const rows: ListedEnvelope[] = [];
  // Only --all takes long enough for a progress line.
  const progress = options.all === true && client !== null ? context.output.progress('Reading envelopes') : undefined;
  try {
    let toldAt = 0;
    // The order is known only when all were read.
    while (!known.isOver && (isSorted || rows.length < limit)) {
      const part = known.next(isSorted ? concurrency : Math.min(concurrency, limit - rows.length));
      const seen = await Promise.all(part.map(({ id }) => memory.read(id)));
      const read = await Promise.all(part.map((each, index) => reader.read(each, seen[index])));
      rows.push(...read.filter((row) => isWanted(row, options) && fits(row, options, now)));
      await reader.keep();
      if (known.count - toldAt < progressEvery) continue;
      toldAt = known.count;
      progress?.update(`Reading envelopes: ${known.count} seen, ${pluralize(reader.requests, 'request')}`);
    }
  } finally {
    progress?.stop();
  }
  const { status, search, waitingFor, late, run, since } = options;
  const filtered = [status, search, waitingFor, late, run, since].some((filter) => filter !== undefined);
  const shown = isSorted ? waitingFirst(rows).slice(0, limit) : rows;
  const more = !known.isOver || shown.length < rows.length;
  const isUntold = shown.some(({ seen }) => seen?.sealed === true && seen.sealedAt == null);
  const sealedAt = isUntold ? await sealedTimes(context, memory.host) : new Map<string, string>();
  const warnings = run === undefined && (recent?.length ?? known.count) === 0 ? [knowsNothing] : [];
  // The table says it to a person.
  if (context.output.form !== 'human') for (const warning of warnings) context.output.warn(warning);
  await show(context, shown, {
    known: more ? null : known.count,
    filtered,
    unread: reader.unread,
    now,
    warnings,
    sealedAt,
  });
  if (reader.unread > 0) context.output.warn(unreadWords(reader, shown, context.clock.now()));
  endList(context, options, { data: shown, more });
}

const knowsNothing =
  'This machine knows no envelopes of this service. It knows those that it created, sent or received deliveries for.';

/** How many envelopes were not read, why, and how old their shown state is. */
function unreadWords({ unread, reason, resetsAt }: ListReader, rows: readonly ListedEnvelope[], now: number): string {
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
  return await journal.envelopes(host);
}

/** Those that were last seen waiting longest come first, so that the requests of a list are used for them. */
async function longestFirst(known: Iterable<KnownEnvelope>, memory: EnvelopeMemory): Promise<readonly KnownEnvelope[]> {
  const seen = await Promise.all([...known].map(async (each) => ({ each, seen: await memory.read(each.id) })));
  return waitingFirst(seen).map(({ each }) => each);
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

function isWanted({ seen }: ListedEnvelope, { status, all }: EnvelopeListOptions): boolean {
  if (seen?.status === null && all !== true) return false;
  if (status === undefined) return true;
  return status.some((wanted) => (wanted === 'sealed' ? seen?.sealed === true : seen?.status === wanted));
}

interface Shown {
  /** Null: there are more. */
  readonly known: number | null;
  readonly filtered: boolean;
  readonly unread: number;
  readonly warnings: readonly string[];
  /** When sealing was told, by the IDs of envelopes. */
  readonly sealedAt: ReadonlyMap<string, string>;
  /** The service's time. */
  readonly now: number;
}

async function show(
  context: Context,
  rows: readonly ListedEnvelope[],
  { known, filtered, unread, now, warnings, sealedAt }: Shown,
): Promise<void> {
  const data: Shaped<typeof knownList>['data'] = rows.map(({ id, firstAt, seen, current }) => ({
    id,
    status: seen?.status ?? null,
    sealed: seen?.sealed ?? null,
    title: seen?.title ?? null,
    sealed_at: seen?.sealedAt ?? sealedAt.get(id) ?? null,
    recipients: seen?.recipients ?? [],
    turn: seen?.turn ?? [],
    waiting_since: seen?.since?.at ?? null,
    waiting_since_exact: seen?.since?.exact ?? null,
    created_at: seen?.createdAt ?? null,
    sent_at: seen?.sentAt ?? null,
    expires_at: seen?.expiresAt ?? null,
    known_since: firstAt,
    read_at: seen?.readAt ?? null,
    current,
  }));
  await context.output.result(
    { data, known, more: known === null, unread, warnings },
    { table: listTable(rows, { now, readNow: context.clock.now() }, filtered) },
  );
}

const someText =
  (flag: string) =>
  (text: string): string => {
    const trimmed = text.trim();
    if (trimmed !== '') return trimmed;
    throw new UsageFailure(`Invalid ${flag} value "${text}". Use a text that is not empty.`, { code: 'invalid_value' });
  };
