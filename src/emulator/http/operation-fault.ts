import type { ErrorCode } from '../../contract/error-codes.js';
import type { OperationId } from '../../contract/operations.js';
import type { HangUp } from '../../core/http/serve.js';
import type { OperationFaultName, OperationFaults } from '../operation-faults.js';
import type { Reply } from './exchange.js';
import { errorReply } from './reply.js';

/** Marks an injected response, to distinguish it from a real one. */
const askedFor = { 'Esign-Fault': 'answer' } as const;

/** The connection ends without a response. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
  readonly code = 'answer_lost';
  readonly by: OperationFaultName;
  readonly hangUp: HangUp;
  /** The lost response; null without one. */
  readonly reply: Reply | null;

  constructor(by: OperationFaultName, hangUp: HangUp, reply: Reply | null) {
    super(`the response is lost by ${by}`);
    this.by = by;
    this.hangUp = hangUp;
    this.reply = reply;
  }
}

/** An injected response in place of the service's. */
export class AskedAnswer extends Error {
  override readonly name = 'AskedAnswer';
  readonly code: ErrorCode | null;
  readonly reply: Reply;

  constructor(code: ErrorCode | null, status: number | null, headers: Readonly<Record<string, string>>) {
    super('a requested response');
    this.code = code;
    const refusal =
      code === null ? { headers } : errorReply(code, 'This error is an injected fault of the emulator.', headers);
    this.reply = { status: 500, ...refusal, ...(status === null ? {} : { status }) };
  }
}

export interface FaultParts {
  readonly faults: OperationFaults;
  readonly operation: OperationId;
  /** The headers of a request that the rate limit refuses. */
  readonly overLimit: () => Readonly<Record<string, string>>;
  /** Takes over a request that continues after its connection has ended. */
  readonly behind: (work: Promise<unknown>) => void;
}

type Arrival = ReturnType<OperationFaults['arrive']>;

/** Handles the request; `hold` must be awaited right before its handler, after its Idempotency-Key is reserved. */
export type Run = (hold: () => Promise<void>) => Promise<Reply>;

/**
 * Applies the operation faults to a request. Throws what `run` throws, AskedAnswer, and AnswerLost when the connection
 * must end.
 */
export async function meetOperationFaults(parts: FaultParts, run: Run): Promise<Reply> {
  const { faults, operation } = parts;
  const arrival = faults.arrive(operation);
  const atHandler = (): Promise<void> => meetAtHandler(parts, arrival);
  const hit = arrival.before();
  if (hit === null) return await answered(parts, arrival, await run(atHandler), null);
  const { delay_seconds: delay, effect } = hit.plan;
  if (delay > 0 && !(await faults.wait(delay))) throw new AnswerLost(effect.kind, 'reset', null);
  switch (effect.kind) {
    case 'delay':
    case 'drop_after_commit':
    case 'hold':
      return await answered(parts, arrival, await run(atHandler), 'delay');
    case 'reset':
      throw new AnswerLost('reset', 'reset', null);
    case 'stuck':
      return await stick(
        parts,
        (hold) => run(async () => (await hold(), await atHandler())),
        effect.seconds,
        hit.spare,
      );
    case 'answer':
      throw askedAnswer(parts, effect.code, effect.status);
  }
}

/** Right before the handler: holds the request until released, or throws AskedAnswer. */
async function meetAtHandler(parts: FaultParts, arrival: Arrival): Promise<void> {
  const effect = arrival.handled()?.plan.effect;
  if (effect?.kind === 'answer') throw askedAnswer(parts, effect.code, effect.status);
  // A closing emulator responds to held requests.
  if (effect?.kind === 'hold') await parts.faults.wait(null);
}

function askedAnswer({ overLimit }: FaultParts, code: ErrorCode | null, status: number | null): AskedAnswer {
  const isOver = code === 'rate_limited' || status === 429;
  return new AskedAnswer(code, status, { ...(isOver ? overLimit() : {}), ...askedFor });
}

/** The response, unless a fault drops it. */
async function answered(
  { faults }: FaultParts,
  arrival: Arrival,
  reply: Reply,
  by: OperationFaultName | null,
): Promise<Reply> {
  const hit = arrival.after();
  if (hit === null) return by === null ? reply : { ...reply, headers: { ...reply.headers, ...mark(by) } };
  const { delay_seconds: delay } = hit.plan;
  if (delay > 0) await faults.wait(delay);
  throw new AnswerLost('drop_after_commit', 'end', reply);
}

/** Closes the connection when the request has reserved its Idempotency-Key, and continues it later. */
async function stick(
  { faults, behind }: FaultParts,
  run: Run,
  seconds: number | null,
  spare: () => void,
): Promise<Reply> {
  let tell = (): void => undefined;
  const held = new Promise<null>((resolve) => (tell = () => resolve(null)));
  const work = run(async () => {
    tell();
    if (!(await faults.wait(seconds))) throw new AnswerLost('stuck', 'reset', null);
  });
  const first = await Promise.race([work, held]).catch((error: unknown) => {
    spare();
    throw error;
  });
  if (first === null) {
    behind(work);
    throw new AnswerLost('stuck', 'reset', null);
  }
  spare();
  return first;
}

/** The log shows the applied faults. */
const mark = (by: OperationFaultName): Readonly<Record<string, string>> => ({ 'Esign-Fault': by });
