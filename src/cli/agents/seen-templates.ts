import type { CallResult } from '../../client/call.js';
import type { AnyInput } from '../../client/request.js';
import { type OperationId, operations } from '../../contract/operations.js';

/**
 * The templates as the agent last saw them. A write without an ETag is based on that version, so that a concurrent
 * change leads to an error with its details instead of being overwritten.
 */
export class SeenTemplates {
  readonly #seen = new Map<string, Pick<AnyInput, 'ifMatch' | 'readBefore'>>();
  #before: Promise<unknown> = Promise.resolve();

  /** Calls through `send`; writes based on the last seen version run one after the other. */
  async call(
    id: OperationId,
    input: AnyInput,
    send: (input: AnyInput) => Promise<CallResult<unknown>>,
  ): Promise<CallResult<unknown>> {
    const template = input.parameters?.['templateId']?.toLowerCase();
    if (template === undefined) return await send(input);
    const call = async (): Promise<CallResult<unknown>> => {
      const isWrite = operations[id].ifMatch !== 'none';
      const done = await send(
        isWrite && input.ifMatch === undefined ? { ...input, ...this.#seen.get(template) } : input,
      );
      // Only templates have an ETag.
      if (done.etag !== undefined) this.#seen.set(template, { ifMatch: done.etag, readBefore: done.body });
      return done;
    };
    if (operations[id].method === 'GET') return await call();
    const turn = this.#before.then(call);
    this.#before = turn.catch(() => undefined);
    return await turn;
  }
}
