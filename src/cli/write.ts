import { Option } from 'commander';
import type { CallInput, CallResult, KeyReuse, Preview, ResultOf } from '../client/call.js';
import type { JsonOperationId } from '../client/client.js';
import { limits } from '../contract/limits.js';
import type { OperationId } from '../contract/operations.js';
import type { EsignCommand } from './command.js';
import { type Act, confirmAct, type LookedUp, noteLive } from './confirm.js';
import type { Context } from './context.js';
import { printPreview } from './dry-run.js';
import { CommandFailure, UsageFailure } from './failure.js';

/** The flags that every write has. */
export interface WriteOptions {
  readonly dryRun?: boolean;
  /** `auto`: derived from the content and the CI job. */
  readonly idempotencyKey?: string;
  readonly requireNew?: boolean;
}

/** Adds `--dry-run`, and `--idempotency-key` and `--require-new` where the operation takes one. */
export function addWriteOptions(command: EsignCommand, takesKey: 'takes key' | 'takes no key'): EsignCommand {
  command.addOption(new Option('--dry-run', 'print the request, key masked, and send nothing'));
  if (takesKey === 'takes key') {
    command.addOption(
      new Option(
        '--idempotency-key <key>',
        'repeat an earlier request with its key, for 24 hours; `auto` derives one from the content and the CI job; a fresh one otherwise',
      ).argParser(readIdempotencyKey),
    );
    command.addOption(
      new Option(
        '--require-new',
        'fail (6) if the key was used before, as this machine or the service still knows, instead of showing its answer',
      ),
    );
    command.rarely('--require-new');
  }
  return command;
}

function readIdempotencyKey(text: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && text.length <= limits.idempotencyKeyLength) return text;
  throw new UsageFailure(`--idempotency-key takes 1 to ${limits.idempotencyKeyLength} plain characters.`, {
    code: 'invalid_value',
    hint: 'Use a uuid, or leave it out.',
  });
}

export interface Write<Id extends JsonOperationId> {
  readonly operation: Id;
  readonly input: CallInput<Id>;
  readonly options: WriteOptions;
  /**
   * Says more about what the request does than its row. A request that emails people or cannot be taken back is asked
   * about without it, too.
   */
  readonly act?: Act | LookedUp | undefined;
}

/**
 * Carries out one write: prints the request under `--dry-run` and answers null; otherwise shows the mode, asks where it
 * must, and calls. The one way in which commands change something.
 */
export async function write<Id extends JsonOperationId>(
  context: Context,
  request: Write<Id>,
): Promise<ResultOf<Id> | null> {
  const { operation, options, act } = request;
  const client = await context.api();
  const idempotencyKey = await chooseKey(context, options, () => client.preview(operation, request.input), operation);
  const input: CallInput<Id> = { ...request.input, idempotencyKey };
  if (options.dryRun === true) {
    await printPreview(context, await client.preview(operation, input));
    return null;
  }
  await noteLive(context);
  await confirmAct(context, { operation, body: request.input.body }, act);
  const done = await client.call(operation, input, { reuse: keyReuse(options) });
  requireNew(options, done);
  return done;
}

/** The key that was asked for; undefined for a fresh one. */
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

/** What the record of this machine may let through: it remembers a key for longer than the service does. */
export const keyReuse = ({ requireNew: isNew }: WriteOptions): KeyReuse => (isNew === true ? 'never' : 'while_kept');

/** Under `--require-new`, an answer that an earlier request got is a failure: nothing was made by this one. */
export function requireNew(options: WriteOptions, done: CallResult<unknown>): void {
  const { replayed, idempotencyKey, body } = done;
  // A key that was made for this call can only replay its own first attempt, whose answer was lost.
  const isOlder = options.idempotencyKey !== undefined || done.settled !== undefined;
  if (options.requireNew !== true || !isOlder || replayed !== true) return;
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null;
  throw keyReplayed(idempotencyKey, id);
}

/** `id` of what the key made, as far as it is known. */
export const keyReplayed = (key: string | undefined, id: unknown): CommandFailure =>
  new CommandFailure(6, 'replayed', 'This Idempotency-Key was used before: nothing new was made.', {
    hint: 'Look at what it made with the id, or use another key.',
    details: { idempotency_key: key ?? null, id },
  });
