import { Option } from 'commander';
import { isObject } from '../../core/platform/json.js';
import type { KeyReuse } from '../../contract/recorded-write.js';
import type { CallInput, CallResult, Preview, ResultOf } from '../../client/call.js';
import type { JsonOperationId } from '../../client/client.js';
import { limits } from '../../contract/limits.js';
import type { OperationId } from '../../contract/operations.js';
import type { EsignCommand } from '../flags/command.js';
import { type Act, confirmAct, type LookedUp, noteLive } from './confirm.js';
import type { Context } from '../context/context.js';
import { printPreviews } from './dry-run.js';
import { CommandFailure, UsageFailure } from '../failure/failure.js';
import { strictOption } from '../flags/global-flags.js';

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
