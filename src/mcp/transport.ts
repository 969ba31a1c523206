import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/server';

/** The largest message in bytes: an upload of a few megabytes in base64 fits. */
const largestMessage = 16 * 1024 * 1024;

/** Why a session is over. */
export type End = 'input ended' | 'input broke' | 'message too large' | 'closed';

/**
 * JSON-RPC messages, one a line, over two streams. When the input ends, what was asked before is still answered, so
 * that a script may pipe its questions in.
 */
export class LineTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #ended: (end: End) => void;
  readonly #buffer = new ReadBuffer({ maxBufferSize: largestMessage });
  readonly #unanswered = new Set<string | number>();
  #inputEnded = false;
  #closed = false;

  constructor(input: Readable, output: Writable, ended: (end: End) => void) {
    this.#input = input;
    this.#output = output;
    this.#ended = ended;
  }

  start(): Promise<void> {
    this.#input.on('data', this.#take).on('end', this.#end).on('error', this.#broken);
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    await new Promise<void>((resolve) => {
      this.#output.write(serializeMessage(message), () => resolve());
    });
    if ('id' in message && message.id !== undefined && !('method' in message)) this.#settle(message.id);
  }

  close(): Promise<void> {
    this.#finish('closed');
    return Promise.resolve();
  }

  readonly #take = (chunk: Buffer | string): void => {
    try {
      this.#buffer.append(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    } catch {
      return this.#finish('message too large');
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.#note(message);
        this.onmessage?.(message);
      } catch (error) {
        // A line that is no message of the protocol names no request that could be answered.
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  };

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#unanswered.add(message.id);
    // A cancelled request gets no answer.
    else if (message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId'];
      if (typeof id === 'string' || typeof id === 'number') this.#settle(id);
    }
  }

  #settle(id: string | number): void {
    this.#unanswered.delete(id);
    if (this.#inputEnded && this.#unanswered.size === 0) this.#finish('input ended');
  }

  readonly #end = (): void => {
    this.#inputEnded = true;
    if (this.#unanswered.size === 0) this.#finish('input ended');
  };

  readonly #broken = (): void => this.#finish('input broke');

  #finish(end: End): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off('data', this.#take).off('end', this.#end).off('error', this.#broken);
    // Whatever fails from now on, nobody is there to be told.
    this.#input.on('error', () => undefined).pause();
    this.#buffer.clear();
    this.#ended(end);
    this.onclose?.();
  }
}
