import { Option } from 'commander';
import type { CallInput, ResultOf } from '../client/call.js';
import type { JsonOperationId } from '../client/client.js';
import { limits } from '../contract/limits.js';
import type { EsignCommand } from './command.js';
import { type Act, confirmAct, noteLive } from './confirm.js';
import type { Context } from './context.js';
import { printPreview } from './dry-run.js';
import { UsageFailure } from './failure.js';

/** The flags that every write has. */
export interface WriteOptions {
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

/** Adds `--dry-run`, and `--idempotency-key` where the operation takes one. */
export function addWriteOptions(command: EsignCommand, takesKey: 'takes key' | 'takes no key'): EsignCommand {
  command.addOption(new Option('--dry-run', 'print the request, key masked, and send nothing'));
  if (takesKey === 'takes key') {
    command.addOption(
      new Option('--idempotency-key <key>', 'repeat an earlier request with its key; one is made otherwise').argParser(
        readIdempotencyKey,
      ),
    );
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
  /** For an act that cannot be taken back: asked about with a live key. */
  readonly act?: Act | (() => Promise<Act>);
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
  const input: CallInput<Id> = { ...request.input, idempotencyKey: options.idempotencyKey };
  const client = await context.api();
  if (options.dryRun === true) {
    await printPreview(context, await client.preview(operation, input));
    return null;
  }
  await noteLive(context);
  if (act !== undefined) await confirmAct(context, act);
  return client.call(operation, input);
}
