import { Option } from 'commander';
import { isObject } from '../../core/platform/json.js';
import type { KeyReuse } from '../../contract/recorded-write.js';
import type { CallInput, CallResult, Preview, ResultOf } from '../../client/call.js';
import type { JsonOperationId } from '../../client/client.js';
import { limits } from '../../contract/limits.js';
import { type OperationId, operations } from '../../contract/operations.js';
import type { EsignCommand } from '../flags/command.js';
import type { Context } from '../context/context.js';
import { printPreviews } from './dry-run.js';
import { Cancelled, CommandFailure, UsageFailure } from '../failure/failure.js';
import { strictOption } from '../flags/global-flags.js';
import { effectsOf, type KeyKind, sentencesOf, testKeyReason } from '../../contract/effects.js';
import type { Operation } from '../../contract/operation.js';

/** The flags of every write. */
export interface WriteOptions {
  readonly dryRun?: boolean;
  /** `auto`: derived from the content and the CI job. */
  readonly idempotencyKey?: string;
  readonly requireNew?: boolean;
}

/** Adds `--dry-run`, and `--idempotency-key` and `--require-new` if the operation takes a key. */
export function addWriteOptions(command: EsignCommand, takesKey: 'takes key' | 'takes no key'): EsignCommand {
  command.addOption(new Option('--dry-run', 'print the request without sending it'));
  command.addOption(strictOption()).rarely('--strict');
  if (takesKey === 'takes key') {
    command.addOption(
      new Option(
        '--idempotency-key <key>',
        'retry an earlier request with its key, within 24 hours; `auto` derives the key from the content and the CI job (default: a new key)',
      ).argParser(readIdempotencyKey),
    );
    command.addOption(
      new Option('--require-new', 'exit with 6 if the key was used before, instead of showing the earlier result'),
    );
    command.rarely('--require-new');
  }
  return command;
}

function readIdempotencyKey(text: string): string {
  // How long it may be is checked with the request, when it is known whose service it is.
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  throw new UsageFailure(`Invalid --idempotency-key value. Use 1 to ${limits.idempotencyKeyLength} ASCII characters.`, {
    code: 'invalid_value',
    hint: 'Use a UUID, or omit the flag.',
  });
}

export interface Write<Id extends JsonOperationId> {
  readonly operation: Id;
  readonly input: CallInput<Id>;
  readonly options: WriteOptions;
  /**
   * Describes the effect of the request better than its row. Requests that email people or cannot be undone need a
   * confirmation without it too.
   */
  readonly act?: Act | LookedUp | undefined;
  /** Milliseconds of waiting between attempts, for somebody who is asked what to do then (default: as the client does). */
  readonly maxWait?: number | undefined;
}

/**
 * Sends one write: the only way in which commands change something. Under `--dry-run`, it prints the request and returns
 * null. Otherwise it shows the mode, asks for confirmation where needed, and calls the service.
 */
export async function write<Id extends JsonOperationId>(
  context: Context,
  request: Write<Id>,
): Promise<ResultOf<Id> | null> {
  const { operation, options, act, maxWait } = request;
  const client = await context.api();
  const idempotencyKey = await chooseKey(context, options, () => client.preview(operation, request.input), operation);
  const input: CallInput<Id> = { ...request.input, idempotencyKey };
  if (options.dryRun === true) {
    await printPreviews(context, [await client.preview(operation, input)]);
    return null;
  }
  await noteLive(context);
  await confirmAct(context, { operation, body: request.input.body }, act);
  const done = await client.call(operation, input, { reuse: keyReuse(options), maxWait });
  requireNew(options, done);
  return done;
}

/** The key of the flag; undefined for a new one. */
export async function chooseKey(
  context: Context,
  { idempotencyKey }: WriteOptions,
  preview: () => Promise<Preview>,
  operation: OperationId,
): Promise<string | undefined> {
  if (idempotencyKey !== 'auto') return idempotencyKey;
  const { automaticKey, legIdentity } = await import('./automatic-key.js');
  return automaticKey(operation, (await preview()).meant, legIdentity(context.machine.env));
}

/** Whether a key that the journal knows can be used again. The journal keeps keys longer than the service does. */
export const keyReuse = ({ requireNew: isNew }: WriteOptions): KeyReuse => (isNew === true ? 'never' : 'while_kept');

/** Under `--require-new`, throws for the result of an earlier request. */
export function requireNew(options: WriteOptions, done: CallResult<unknown>): void {
  const { replayed, idempotencyKey, body } = done;
  // A new key can only replay its own first attempt, whose response was lost.
  const isOlder = options.idempotencyKey !== undefined || done.settled !== undefined;
  if (options.requireNew !== true || !isOlder || replayed !== true) return;
  const id = isObject(body) ? (body['id'] ?? null) : null;
  throw keyReplayed(idempotencyKey, id);
}

/** `id`: of what the key created, if known. */
export const keyReplayed = (key: string | undefined, id: unknown): CommandFailure =>
  new CommandFailure(6, 'replayed', 'This Idempotency-Key was used before, so nothing new was created.', {
    hint: 'Show the earlier result by its ID, or use another key.',
    details: { idempotency_key: key ?? null, id },
  });

/** What a confirmation says about an operation. */
export interface Act {
  /** What will happen, a sentence without the full stop: `This voids the envelope “Lease” for everybody`. */
  readonly what: string;
  /** Who is affected, one per line: `Thandi Mokoena <thandi@example.test> (Tenant)`. */
  readonly toWhom?: readonly string[];
  /** Default: `Continue?`. */
  readonly question?: string;
}

/** Looks up the words first; null: no confirmation is needed. */
export type LookedUp = () => Promise<Act | null>;

/** The request that is about to leave. */
export interface PlannedRequest {
  readonly operation: OperationId;
  readonly body?: unknown;
}

/**
 * Live safety: says what will happen to whom and asks, if the request emails people, cannot be undone, or changes what a
 * webhook endpoint receives. The row of the operation decides, and the kind of key where the service separates test and
 * live. An `act` replaces the words of the row, and always needs a confirmation with a live key. An emulator that proves
 * its identity needs none, unless it was started with `--ask`. `--yes` confirms; without a terminal it is required.
 * Throws Cancelled and UsageFailure.
 */
export async function confirmAct(
  context: Context,
  planned: PlannedRequest | readonly PlannedRequest[],
  act?: Act | LookedUp,
): Promise<void> {
  if (context.flags().yes === true) return;
  const key = await context.settings().key();
  if (key === null) return;
  const requests = [planned].flat();
  if (act === undefined && askedAbout(requests, 'live').length === 0) return;
  const kind = await confirmedAs(context, key.value.mode);
  if (kind === 'none') return;
  const isTest = kind === 'test';
  const asked = askedAbout(requests, kind);
  const sentences = [...new Set(asked.map(({ sentence }) => sentence))];
  if (sentences.length === 0 && (isTest || act === undefined)) return;
  const known = typeof act === 'function' ? await act() : (act ?? { what: sentences.join('. ') });
  if (known === null) return;
  const reasons = isTest ? [...new Set(asked.map(({ reason }) => reason))] : [];
  await ask(context, known, [...reasons, ...(await emulatorReasons(context))]);
}

/** The kind of key by which a write is confirmed; `none`: an emulator needs no confirmation. */
export async function confirmedAs(
  context: Pick<Context, 'confirmation'>,
  key: KeyKind,
  again = false,
): Promise<KeyKind | 'none'> {
  const confirmation = await context.confirmation(again);
  if (confirmation === 'none') return 'none';
  return confirmation === 'as_live' ? 'live' : key;
}

function askedAbout(requests: readonly PlannedRequest[], key: KeyKind) {
  return requests.flatMap(({ operation, body }) => {
    const row: Operation = operations[operation];
    return sentencesOf(effectsOf(row, body, key)).map((sentence) => ({ sentence, reason: testKeyReason(row) }));
  });
}

/** Why a confirmation is needed at what a profile says is an emulator. */
export async function emulatorReasons(context: Context): Promise<readonly string[]> {
  const { emulator, baseUrl } = context.settings();
  if (!emulator || baseUrl === null) return [];
  if ((await context.confirmation()) === 'as_live') {
    return [`The emulator at ${baseUrl.value} was started with --ask, so commands ask as with a live key.`];
  }
  return [`${baseUrl.value} does not prove that it is an emulator, so it is treated as a real service.`];
}

/** What will happen to whom, for a person. */
export const actText = ({ what, toWhom = [] }: Act, reasons: readonly string[] = []): string =>
  [`${what}.`, ...toWhom.map((person) => `  ${person}`), ...reasons].join('\n');

async function ask(context: Context, act: Act, reasons: readonly string[]): Promise<void> {
  const { question = 'Continue?' } = act;
  const text = actText(act, reasons);
  if (!context.prompt.available) {
    throw new UsageFailure(`${text}\nThis needs a confirmation, but esign cannot ask without a terminal.`, {
      code: 'confirmation_needed',
      hint: 'Add --yes to confirm.',
    });
  }
  // Also under --json and --quiet, which silence notes: the question needs its context.
  context.prompt.say(text);
  if (!(await context.prompt.confirm(question))) throw new Cancelled();
}

const told = new WeakSet<Context['output']>();

/** Shows the mode of a command that writes, once: `LIVE` on stderr, not under --json and --quiet. */
export async function noteLive(context: Context): Promise<void> {
  const { output } = context;
  if (output.form === 'json' || context.flags().quiet === true || told.has(output)) return;
  told.add(output);
  const settings = context.settings();
  const key = await settings.key();
  if (key === null || key.value.mode === 'test') return;
  output.note((await context.isEmulator()) ? 'LIVE (emulator)' : `LIVE ${settings.baseUrl?.value ?? ''}`.trimEnd());
}
