import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { HeaderList } from './headers.js';
import { readSendFailure, SendFailure } from './send-failure.js';
import type { SendAnswer, SendRequest } from './send.js';

/** One request on its way: knows whether a byte left, and ends the answer's body at the first limit that it meets. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: SendRequest;
  readonly #proxy: string | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #body: Readable | undefined;
  #received = 0;
  #failure: SendFailure | undefined;
  #socket: Socket | undefined;
  /** Bytes that a kept connection had brought before this request; undefined on a new one. */
  #readBefore: number | undefined;
  #resolve: (answer: SendAnswer) => void = () => undefined;
  #reject: (failure: SendFailure) => void = () => undefined;
  #release: () => void = () => undefined;

  /** `proxy` is the way that it takes, for messages. */
  constructor(request: SendRequest, proxy?: string) {
    this.#request = request;
    this.#proxy = proxy;
  }

  run(dispatcher: Dispatcher): Promise<SendAnswer> {
    const { url, target, method, headers, body, idleTimeout, timeout, fresh = false } = this.#request;
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#watch();
      const idle = idleTimeout ?? timeout;
      const flat: string[] = [];
      for (const [name, value] of headers) flat.push(name, value);
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: target ?? url.pathname + url.search,
          method: method as Dispatcher.HttpMethod,
          headers: flat,
          body: body ?? null,
          headersTimeout: idle,
          bodyTimeout: idle,
          // undici ends the connection after the answer.
          reset: fresh,
        },
        this,
      );
    });
  }

  /** The caller's signal and the overall limit, for as long as the exchange lasts. */
  #watch(): void {
    const { signal, timeout } = this.#request;
    const onAbort = (): void => this.#stop('aborted', 'the request was stopped');
    const limit = setTimeout(
      () => this.#stop('timeout', `${this.#request.url.host}: the time limit of ${timeout / 1000} s passed`),
      timeout,
    );
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#release = () => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', onAbort);
    };
    if (signal?.aborted === true) onAbort();
  }

  #stop(reason: SendFailure['reason'], message: string): void {
    const failure = new SendFailure(reason, this.#controller !== undefined, message);
    this.#fail(failure);
    this.#controller?.abort(failure);
  }

  #fail(failure: SendFailure): void {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    this.#release();
    if (this.#body === undefined) this.#reject(failure);
    else this.#body.destroy(failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection: undici calls this before it writes, so nothing leaves.
    if (this.#failure !== undefined) controller.abort(this.#failure);
    else this.#controller = controller;
    takeConnection = (socket, isKept) => {
      this.#socket = socket;
      if (isKept) this.#readBefore = socket.bytesRead;
    };
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.#failure !== undefined) return;
    const body = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!this.#body?.readableEnded) {
          this.#release();
          controller.abort(error ?? new SendFailure('aborted', true, 'the answer was not read to its end'));
        }
        done(error);
      },
    });
    // It may fail before its reader is there, who is told all the same.
    body.on('error', () => undefined);
    this.#body = body;
    this.#resolve({ status, headers: HeaderList.fromRaw(readRaw(controller.rawHeaders)), body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#received > this.#request.maxBody) {
      const { url, maxBody } = this.#request;
      this.#stop('too_large', `the answer from ${url.host} is longer than ${maxBody} bytes`);
      return;
    }
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#release();
    // undici gives the connection free one turn later; ended now, a next request would open a second connection.
    setImmediate(() => setImmediate(() => this.#body?.push(null)));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const failure = readSendFailure(error, this.#controller !== undefined, this.#request.url.host, this.#proxy);
    const before = this.#readBefore;
    const isStale = failure.reason === 'reset' && before !== undefined && before === this.#socket?.bytesRead;
    this.#fail(isStale ? new SendFailure('reset', true, failure.message, failure.cause, isStale) : failure);
  }
}

/** Of the exchange that started last: called between its start and its first byte. */
let takeConnection: ((socket: Socket, isKept: boolean) => void) | undefined;
let isWatching = false;

/** Tells each exchange its connection, and whether an earlier one used it: undici does so only in this channel. */
export function watchConnections(): void {
  if (isWatching) return;
  isWatching = true;
  const used = new WeakSet<Socket>();
  subscribe('undici:client:sendHeaders', (message) => {
    const { socket } = message as { readonly socket: Socket };
    takeConnection?.(socket, used.has(socket));
    takeConnection = undefined;
    used.add(socket);
  });
}

function readRaw(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [];
  return list.map((part) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part)));
}
