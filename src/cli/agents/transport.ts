import type { Readable, Writable } from 'node:stream';
import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { isObject, parseJson } from '../../core/platform/json.js';

/** The largest message in bytes, enough for an upload of a few megabytes in base64. */
const maxMessageBytes = 16 * 1024 * 1024;

/** Why a session is over. */
export type End = 'input ended' | 'input broke' | 'message too large' | 'closed';

/**
 * JSON-RPC messages, one per line, over two streams. After the end of the input, open requests still get responses, so
 * that a script may pipe its questions in.
 */
export class LineTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #ended: (end: End) => void;
  /** The start of an incomplete line. */
  #begun: Buffer = Buffer.alloc(0);
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
    this.#begun = Buffer.concat([this.#begun, Buffer.from(chunk)]);
    if (this.#begun.length > maxMessageBytes) return this.#finish('message too large');
    for (let end = this.#begun.indexOf('\n'); end !== -1; end = this.#begun.indexOf('\n')) {
      const line = this.#begun.toString('utf8', 0, end);
      this.#begun = this.#begun.subarray(end + 1);
      this.#read(line);
    }
  };

  #read(line: string): void {
    const value = parseJson(line);
    // Other programs of a wrapper may write between the messages.
    if (value === undefined) return;
    try {
      const message = parseJSONRPCMessage(value);
      this.#note(message);
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      for (const id of idsIn(value, 'request')) void this.#refuse(id);
      // A question of this side would wait for its answer otherwise.
      const invalid = { code: INVALID_REQUEST, message: 'This is not a JSON-RPC 2.0 response.' };
      for (const id of idsIn(value, 'response')) this.onmessage?.({ jsonrpc: '2.0', id, error: invalid });
    }
  }

  /** An invalid request gets a response too (JSON-RPC 2.0, section 5). */
  async #refuse(id: string | number): Promise<void> {
    this.#unanswered.add(id);
    const error = { code: INVALID_REQUEST, message: 'This is not a JSON-RPC 2.0 request.' };
    await this.send({ jsonrpc: '2.0', id, error });
  }

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#unanswered.add(message.id);
    // A cancelled request gets no response.
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
    // Later failures cannot be reported to anyone.
    this.#input.on('error', () => undefined).pause();
    this.#begun = Buffer.alloc(0);
    this.#ended(end);
    this.onclose?.();
  }
}

/** The IDs of requests or of responses in an invalid message: a single one, or a list. */
function idsIn(value: unknown, kind: 'request' | 'response'): readonly (string | number)[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
    if (!isObject(one) || ('result' in one || 'error' in one) !== (kind === 'response')) return [];
    const { id } = one;
    return typeof id === 'string' || typeof id === 'number' ? [id] : [];
  });
}
