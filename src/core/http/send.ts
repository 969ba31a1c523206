import { subscribe } from 'node:diagnostics_channel';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Dispatcher } from 'undici';
import { Exchange, watchConnections } from './exchange.js';
import type { HeaderList, HeaderPair } from './headers.js';
import { readAuthorities, type Network } from './network.js';
import { type ChosenProxy, proxyFor } from './proxy-choice.js';
import { SendFailure } from './send-failure.js';
import { kParser } from 'undici/lib/core/symbols.js';

export interface SendRequest {
  readonly method: string;
  readonly url: URL;
  /** Sent in place of the URL's path and query, byte for byte; it begins with a slash. */
  readonly target?: string | undefined;
  readonly headers: readonly HeaderPair[];
  /** A stream is sent as it comes; it fails the exchange when it fails. */
  readonly body?: Buffer | string | Readable | undefined;
  /** Over a connection of its own, that the other side cannot have ended meanwhile. */
  readonly fresh?: boolean;
  /** Milliseconds for the whole exchange, the answer's body included. */
  readonly timeout: number;
  /** Milliseconds without a byte of the answer (default: the overall limit alone). */
  readonly idleTimeout?: number | undefined;
  /** Bytes of the answer's body; a longer one is cut off with `too_large`. */
  readonly maxBody: number;
  readonly signal?: AbortSignal | undefined;
}

export interface SendAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** The body as it comes. It fails with a `SendFailure`, and must be read to its end or destroyed. */
  readonly body: Readable;
}

export type Send = (request: SendRequest) => Promise<SendAnswer>;

export interface Sender {
  /**
   * One request, one answer: no retry, no redirect followed. Throws `SendFailure`, or `CaFileUnreadable` when the
   * authorities that the network names cannot be read.
   */
  readonly send: Send;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

export interface SenderOptions {
  readonly network: Network;
  /** Milliseconds for a connection, TLS included (default: 10,000). */
  readonly connectTimeout?: number;
  /** Bytes of the answer's headers (default: 32 KiB). */
  readonly maxHeaders?: number;
  /** Milliseconds that an unused connection is kept, whatever the host proposes (default: 4,000, or as it proposes). */
  readonly idle?: number;
  /** Connections kept to one host at most. */
  readonly connections?: number;
  /** Takes any certificate: for an app of the user's own that has a self-made one. */
  readonly insecure?: boolean;
  /** Turns host names into addresses (default: the system's own). Not asked where the URL names an address. */
  readonly lookup?: LookupFunction;
}

/** Sends single requests over kept-alive connections, directly or through the proxy that the network names. */
export function createSender(options: SenderOptions): Sender {
  const pools = new Map<string, Dispatcher>();
  let closed = false;
  skipContinue();
  watchConnections();

  const settings = () => {
    const ca = readAuthorities(options.network);
    return {
      connections: options.connections ?? 8,
      ...(options.idle === undefined ? {} : { keepAliveTimeout: options.idle, keepAliveMaxTimeout: options.idle }),
      maxHeaderSize: options.maxHeaders ?? 32 * 1024,
      connect: {
        timeout: options.connectTimeout ?? 10_000,
        ...(ca === undefined ? {} : { ca }),
        ...(options.insecure === true ? { rejectUnauthorized: false } : {}),
        ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
      },
    };
  };

  const dispatcherFor = async (url: URL, proxy: ChosenProxy | null, fresh: boolean): Promise<Dispatcher> => {
    // A pool of its own, in which no connection is kept.
    const key = `${fresh ? 'fresh ' : ''}${proxy?.variable ?? url.origin}`;
    const known = pools.get(key);
    if (known !== undefined) return known;
    const made = proxy === null ? new Pool(url.origin, settings()) : await openProxy(proxy, settings());
    const meanwhile = pools.get(key);
    if (meanwhile !== undefined) return meanwhile;
    pools.set(key, made);
    return made;
  };

  return {
    async send(request) {
      if (request.signal?.aborted === true) throw new SendFailure('aborted', false, 'the request was stopped');
      if (closed) throw new SendFailure('closed', false, 'the connection was closed here');
      const proxy = proxyFor(options.network, request.url);
      const way = proxy === null ? undefined : `${proxy.address} (${proxy.variable})`;
      return await new Exchange(request, way).run(await dispatcherFor(request.url, proxy, request.fresh === true));
    },
    async close() {
      closed = true;
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

async function openProxy(
  { url, variable }: ChosenProxy,
  settings: { readonly connect: { readonly timeout: number; readonly ca?: string[] } } & Pool.Options,
): Promise<Dispatcher> {
  // The address may hold a password, so the message does not repeat it.
  if (url === null) throw new SendFailure('proxy', false, `${variable} is not a usable address`);
  // The whole package, since only it gives a dispatcher the CONNECT that a proxy needs.
  const { ProxyAgent } = await import('undici');
  try {
    return new ProxyAgent({
      ...settings,
      uri: url.href,
      // A plain forward proxy often refuses CONNECT to port 80, and plain HTTP has nothing to hide from it.
      proxyTunnel: false,
      requestTls: settings.connect,
      proxyTls: settings.connect,
    });
  } catch {
    throw new SendFailure('proxy', false, `${variable} is not a usable address`);
  }
}

interface Parser {
  onHeadersComplete(status: number, upgrade: boolean, keepAlive: boolean): number;
}

const isParser = (value: unknown): value is Parser =>
  typeof value === 'object' && value !== null && 'onHeadersComplete' in value;

let isSubscribed = false;

/**
 * Makes every connection skip a `100 Continue` that nobody asked for, as a client must (RFC 9110, 15.2). undici skips
 * all other interim answers, and ends the connection at this one: in each of its versions, without an option. So its
 * parser is told of another interim status.
 */
function skipContinue(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  subscribe('undici:client:connected', (message) => {
    const socket = (message as { readonly socket: object }).socket;
    const parser: unknown = Reflect.get(socket, kParser);
    if (!isParser(parser)) return;
    const read = parser.onHeadersComplete.bind(parser);
    parser.onHeadersComplete = (status, ...rest) => read(status === 100 ? 102 : status, ...rest);
  });
}
