import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { RecipientRequest } from '../../contract/operations/envelopes.js';
import { listOf } from '../envelope/create-options.js';
import { personLine } from '../envelope/view.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import { maySign, type PlacedRow, type UnclearRow } from './compare.js';
import type { SentRow } from './sent-rows.js';
import { type ChangeFlags, type Compared, listed } from './report-changes.js';
import { asNewRun } from './rows-options.js';
import { sentEnvelopes, type SentEnvelope } from './sent-envelopes.js';

/** A changed row with the envelopes that were created for it. */
export interface ReplacedRow {
  readonly placed: PlacedRow;
  readonly envelopes: readonly SentEnvelope[];
}

/** What happens to rows that were sent with other content or recipients. Sets hold the slots of rows. */
export interface Decision {
  /** Rows that are sent although they have an envelope. */
  readonly again: ReadonlySet<string>;
  /** New rows that are not sent, since they may be corrections. */
  readonly held: ReadonlySet<string>;
  /** Rows whose envelopes are voided before they are sent. */
  readonly replaces: ReadonlySet<string>;
  /** The rows of `replaces` whose envelopes somebody could still sign, to be named before they are voided. */
  readonly rows: readonly ReplacedRow[];
  /** Whether the user has to be asked, because no flag decided. */
  readonly asks: boolean;
}

const maxShown = 20;
const maxDetailed = 100;
const noSlots: ReadonlySet<string> = new Set();

/**
 * Decides about rows that were sent with other content or other recipients: by a flag, or by the user on a terminal.
 * Reads their envelopes, so that no signature is voided unseen. Throws CommandFailure (6) where nothing decides.
 */
export async function decideChanged(
  context: Context,
  { run, isPlan, comparison }: Pick<Compared, 'run' | 'isPlan' | 'comparison'>,
  { flags, mayAsk }: { readonly flags: ChangeFlags; readonly mayAsk: boolean },
): Promise<Decision> {
  const { resend, replace, skip = [] } = flags;
  const sent = comparison.changed.filter(({ entry }) => entry !== undefined && maySign(entry));
  const none = { again: slotsOf(sent), held: noSlots, replaces: noSlots, rows: [], asks: false };
  if (resend === 'changed' || sent.length + comparison.unclear.length === 0) return none;
  const keeps = skip.includes('changed');
  const rows = await replacedRows(context, keeps ? sent.filter(({ isCorrected }) => isCorrected === true) : sent);
  // A corrected row whose envelope was voided, declined or expired is sent like a new one.
  const isOver = ({ placed, envelopes }: ReplacedRow): boolean =>
    placed.isCorrected === true && envelopes.every(({ standing }) => standing === 'over');
  const over = slotsOf(rows.filter(isOver).map(({ placed }) => placed));
  const unclear = await unclearRows(context, comparison.unclear);
  if (keeps) {
    return { again: over, held: slotsOf(unclear.map(({ row }) => row)), replaces: over, rows: [], asks: false };
  }
  const isNewList = comparison.same.length === 0;
  const renewal = isNewList
    ? `No row is as it was sent, so the file may be a new list. ${asNewRun(isPlan)}`
    : asNewRun(isPlan);
  requireClear(run, unclear, isNewList ? renewal : null);
  const open = rows.filter((row) => !isOver(row));
  if (open.length === 0) return { ...none, again: over, replaces: over };
  const mustAsk = replace !== 'changed';
  const asked = {
    run,
    rows: open,
    isNewList,
    renewal,
    canAsk: mayAsk && context.prompt.available && context.flags().yes !== true,
  };
  if (mustAsk) requireAnswer(asked);
  else requireVoidable(asked);
  const isSigned = open.some(({ envelopes }) => envelopes.some(({ standing }) => standing === 'signed'));
  const all = slotsOf(sent);
  return { again: all, held: noSlots, replaces: all, rows: open, asks: mustAsk || isSigned };
}

const slotsOf = (rows: readonly PlacedRow[]): ReadonlySet<string> => new Set(rows.map(({ slot }) => slot));

async function replacedRows(context: Context, rows: readonly PlacedRow[]): Promise<readonly ReplacedRow[]> {
  if (rows.length === 0) return [];
  const entries = rows.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  const envelopes = await sentEnvelopes(await context.api(), entries);
  return rows.map((placed, index) => ({ placed, envelopes: envelopes[index] ?? [] }));
}

/** Rows for which an envelope that they may replace can still be signed, or was. */
async function unclearRows(context: Context, rows: readonly UnclearRow[]): Promise<readonly UnclearRow[]> {
  const entries = [...new Set(rows.flatMap((each) => each.entries))];
  // With this many it is another list, which need not be read.
  if (rows.length === 0 || entries.length > maxShown) return rows;
  const envelopes = await sentEnvelopes(await context.api(), entries);
  const over = new Set(entries.filter((_, index) => envelopes[index]?.every(({ standing }) => standing === 'over')));
  return rows.filter((row) => row.entries.some((entry) => !over.has(entry)));
}

const linesOf = (rows: readonly PlacedRow[]): readonly number[] =>
  rows.slice(0, maxDetailed).map(({ row }) => row.line);

/** `renewal`: how to send the rows as a new run, where the file may be the list of another day. */
function requireClear(run: string, rows: readonly UnclearRow[], renewal: string | null): void {
  if (rows.length === 0) return;
  const lines = rows.slice(0, maxShown).map(({ row, entries }) => {
    const some = entries.slice(0, 3).map((entry) => `${envelopeOf(entry)} (was line ${entry.line})`);
    const more = entries.length > some.length ? `, or one of ${entries.length - some.length} more` : '';
    return `  line ${row.row.line}: may correct ${some.join(' or ')}${more}`;
  });
  const may = rows.length === 1 ? 'new row differs' : 'new rows differ';
  const message =
    `${rows.length} ${may} only in the recipients from rows that were removed, and it is unclear which row ` +
    `each was${listed(linesOf(rows.map(({ row }) => row)), rows.length)}. Nothing was sent.`;
  throw new CommandFailure(6, 'rows_unclear', [message, ...lines].join('\n'), {
    hint:
      (renewal === null ? '' : `${renewal}\n`) +
      'If they are corrections, void the envelopes that they replace with `esign envelope void ID --reason REASON`.\n' +
      'Then, or if they are new rows, add --resend changed to send them. To leave them out, add --skip changed.',
    details: {
      run,
      rows: rows.slice(0, maxDetailed).map(({ row, entries }) => ({
        line: row.row.line,
        envelopes: entries.slice(0, maxShown).map((entry) => entry.made.at(-1)?.envelope ?? null),
      })),
    },
  });
}

const envelopeOf = ({ made }: SentRow): string => `envelope ${made.at(-1)?.envelope ?? 'of unknown ID'}`;

interface Asked {
  readonly run: string;
  readonly rows: readonly ReplacedRow[];
  readonly isNewList: boolean;
  /** How to send the rows as a new run. */
  readonly renewal: string;
  readonly canAsk: boolean;
}

const cannotVoid = ({ envelopes }: ReplacedRow): boolean =>
  envelopes.some(({ standing }) => standing === 'completed' || standing === 'unknown');

/** Without a flag, the user decides on a terminal. Throws CommandFailure (6). */
function requireAnswer({ run, rows, isNewList, renewal, canAsk }: Asked): void {
  const isBlocked = rows.some(cannotVoid);
  if (canAsk && !isBlocked) return;
  const placed = rows.map((row) => row.placed);
  const isCorrected = placed.some((each) => each.isCorrected === true);
  const count = pluralize(rows.length, 'row');
  const what = placed.every((each) => each.isCorrected === true)
    ? `The recipients of ${count} changed after ${rows.length === 1 ? 'it was' : 'they were'} sent`
    : `${count} ${rows.length === 1 ? 'was' : 'were'} already sent with other content`;
  const message = `${what}${listed(linesOf(placed), rows.length)}. Nothing was sent.`;
  throw new CommandFailure(6, 'rows_changed', [message, ...replacedLines(rows)].join('\n'), {
    hint: [
      ...(isNewList ? [renewal] : []),
      ...(isBlocked ? [] : ['To void their envelopes and send the new ones, add --replace changed.']),
      'To keep their envelopes and send only the other rows, add --skip changed.',
      'To send a second envelope with the new content, add --resend changed.',
      ...(isCorrected && !isNewList ? [renewal] : []),
    ].join('\n'),
    details: detailsOf(run, rows),
  });
}

/** With --replace, only envelopes that can be voided, and signed ones only after a question. Throws CommandFailure (6). */
function requireVoidable({ run, rows, canAsk }: Asked): void {
  const blocked = rows.filter(cannotVoid);
  const signed = rows.filter(({ envelopes }) => envelopes.some(({ standing }) => standing === 'signed'));
  const [code, some, why, hint] =
    blocked.length > 0
      ? ([
          'envelope_not_voidable',
          blocked,
          'cannot be voided',
          'Restore these rows as they were sent. Or use --skip changed or --resend changed instead of --replace changed.',
        ] as const)
      : ([
          'envelope_signed',
          canAsk ? [] : signed,
          'was already signed by a recipient',
          'To void it nevertheless, use `esign envelope void ID --reason REASON`, and run the same command again.',
        ] as const);
  if (some.length === 0) return;
  const lines = linesOf(some.map(({ placed }) => placed));
  const of = some.length === 1 ? 'The envelope of 1 row' : `An envelope of each of ${pluralize(some.length, 'row')}`;
  const message = `${of} ${why}${listed(lines, some.length)}. Nothing was sent.`;
  throw new CommandFailure(6, code, [message, ...replacedLines(some)].join('\n'), {
    hint,
    details: detailsOf(run, some),
  });
}

const detailsOf = (run: string, rows: readonly ReplacedRow[]): Readonly<Record<string, unknown>> => {
  const some = rows.slice(0, maxDetailed);
  return {
    run,
    changed: rows.length,
    lines: linesOf(rows.map(({ placed }) => placed)),
    envelopes: some.map(({ placed }) => placed.entry?.made.at(-1)?.envelope ?? null),
    rows: some.map((each) => ({
      line: each.placed.row.line,
      envelopes: each.envelopes.map(({ id, envelope }) => ({ id, status: envelope?.status ?? null })),
      recipients: { before: peopleChanged(each).before, now: peopleChanged(each).now },
    })),
  };
};

/** The envelopes that are voided before a row is sent. */
export const voidedFor = ({ envelopes }: ReplacedRow): readonly string[] =>
  envelopes.flatMap(({ id, standing }) => (id !== null && (standing === 'live' || standing === 'signed') ? [id] : []));

/** Each row with its envelopes and the recipients that changed. */
export function replacedLines(rows: readonly ReplacedRow[]): readonly string[] {
  const lines = rows.slice(0, maxShown).flatMap((each) => {
    const { before, now } = peopleChanged(each);
    return [
      `  line ${each.placed.row.line}: ${each.envelopes.map(envelopeWords).join('; ')}`,
      ...before.map((person) => `    was: ${person}`),
      ...now.map((person) => `    now: ${person}`),
      ...(before.length + now.length === 0 ? ['    the same recipients, with other content'] : []),
    ];
  });
  return rows.length > maxShown ? [...lines, `  … and ${rows.length - maxShown} more`] : lines;
}

function envelopeWords({ id, envelope, standing }: SentEnvelope): string {
  if (standing === 'unsettled') return 'an earlier request without a response, which may have created an envelope';
  if (id === null) return 'an envelope whose ID is not known';
  if (envelope === null) return `envelope ${id} no longer exists`;
  const signers = envelope.recipients.filter(({ status }) => status === 'signed').map(({ name }) => name);
  const is = standing === 'draft' ? 'a draft' : envelope.status.replaceAll('_', ' ');
  const more = {
    live: '',
    over: '',
    signed: signers.length === 0 ? '' : ` by ${visibleLine(signers.join(', '))}`,
    draft: ', and cannot be voided: do not send it',
    completed: ', and cannot be voided',
  }[standing === 'unknown' ? 'live' : standing];
  return `envelope ${id} “${visibleLine(envelope.title)}” is ${standing === 'signed' ? 'signed' : is}${more}`;
}

const personWords = (person: Parameters<typeof personLine>[0]): string => visibleLine(personLine(person));

/** The recipients of the latest envelope that the row no longer has, and those that are new. */
function peopleChanged({ placed, envelopes }: ReplacedRow): Readonly<Record<'before' | 'now', readonly string[]>> {
  const latest = envelopes.findLast(({ envelope }) => envelope !== null)?.envelope ?? null;
  const now = (listOf(placed.row.body, 'recipients') as readonly RecipientRequest[]).map(personWords);
  if (latest === null) return { before: [], now };
  // A recipient who delegated is followed by the one who took their place.
  const before = latest.recipients.filter(({ status }) => status !== 'delegated').map(personWords);
  return { before: before.filter((each) => !now.includes(each)), now: now.filter((each) => !before.includes(each)) };
}
