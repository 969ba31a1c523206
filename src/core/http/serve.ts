import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HeaderList, type HeaderPair } from './headers.js';
import { isOfAnotherUser, tellsUsersApart } from './other-user.js';

/** What has been read of a request before its body: enough to decide on an answer to a body that is too large. */
export interface RequestHead {
  readonly method: string;
  /** The request target exactly as received: path and query, nothing decoded. */
  readonly path: string;
  readonly headers: HeaderList;
  /** The IP address at the other end of the connection. */
  readonly remoteAddress?: string | undefined;
}

export interface ServedRequest extends RequestHead {
  /** The raw bytes of the body, never decoded; empty when it is streamed. */
  readonly body: Buffer;
  /** The body as it arrives, of a request that `streams` chose. What is left of it is not read. */
  readonly stream?: Readable;
  /** Aborted when the other side goes away before the answer is complete, or when the server closes. */
  readonly signal: () => AbortSignal;
}

export interface ServedReply {
  readonly status: number;
  readonly headers?: readonly HeaderPair[];
  readonly body?: Buffer | string | Readable;
  /** Ends the connection in place of all of the above. */
  readonly hangUp?: HangUp;
}

/** By a reset, or in good order: the other side has no answer either way. */
export type HangUp = 'reset' | 'end';

export type Handler = (request: ServedRequest) => Promise<ServedReply> | ServedReply;

export interface ServeOptions {
  readonly handler: Handler;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Hangs up on other users of this machine, where the system tells whose a connection is. */
  readonly ownUserOnly?: boolean;
  /** Bytes, of every body or by the head of the request; default: 10 MiB. */
  readonly maxBody?: number | ((head: RequestHead) => number);
  /** Whether the handler gets the body as a stream, of any size, with as long between two bytes as any body has to arrive. */
  readonly streams?: (head: RequestHead) => boolean;
  /** Bytes of all bodies that are being read at one time; default: no limit. What goes over it is answered with 503. */
  readonly maxBodies?: number;
  /** Connections at one time; default: 1,024. */
  readonly maxConnections?: number;
  /** An answer before anything of the body is read; null reads it. */
  readonly checkHead?: (head: RequestHead) => Promise<ServedReply> | ServedReply | null;
  /** The answer to a request that cannot be read, or whose head is too large (431); default: no body. */
  readonly unreadable?: (status: 400 | 408 | 431) => ServedReply;
  /** The answer to a body over `maxBody` (default: a bare 413). */
  readonly tooLarge?: (head: RequestHead) => ServedReply;
  /** The answer when the handler throws (default: a bare 500 that says nothing). */
  readonly failed?: (error: unknown, head: RequestHead) => ServedReply;
  /** Milliseconds for an idle connection to be kept. */
  readonly idleTimeout?: number;
  /** Milliseconds that `close()` leaves to answers under way (default: 2,000). */
  readonly closeGrace?: number;
}

export interface HttpServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Whether it is for the own user only, on a system that tells whose a connection is. */
  readonly refusesOthers: boolean;
  /** Takes no more requests, lets answers under way finish, ends idle connections. May be called again. */
  close(): Promise<void>;
}

const tooLargeBody = Symbol('too large');
const noRoom = Symbol('no room');
const defaultConnections = 1_024;
/** Milliseconds for a whole request to arrive. */
const requestTimeout = 60_000;
const lingerMs = 500;
const empty = Buffer.alloc(0);

/** Serves raw bytes over HTTP on loopback: the request exactly as received, the answer exactly as given. */
export async function serve(options: ServeOptions): Promise<HttpServer> {
  const host = options.host ?? '127.0.0.1';
  const underWay = new Set<Gone>();
  const server = createServer({
    keepAliveTimeout: options.idleTimeout ?? 5_000,
    headersTimeout: 10_000,
    // Node's own limit holds for every request alike, so a server that streams counts by itself.
    requestTimeout: options.streams === undefined ? requestTimeout : 0,
    connectionsCheckingInterval: 1_000,
    noDelay: true,
  });
  server.maxConnections = options.maxConnections ?? defaultConnections;
  if (options.ownUserOnly === true) {
    server.on('connection', (socket: Socket) => isOfAnotherUser(socket) && socket.destroy());
  }
  const room: Room = { free: options.maxBodies ?? Infinity };
  server.on('request', (message, response) => {
    void answer(message, response, options, underWay, room);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket, options));
  await listen(server, options.port ?? 0, host);
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    refusesOthers: options.ownUserOnly === true && tellsUsersApart(),
    close: () => (closed ??= closeGracefully(server, underWay, options.closeGrace ?? 2_000)),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeGracefully(server: Server, underWay: ReadonlySet<Gone>, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const hurry = setTimeout(() => {
      for (const request of underWay) request.abort('the server is closing');
      server.closeAllConnections();
    }, grace);
    // An answer that ends now must not leave its connection open until the idle limit.
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(hurry);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function answer(
  message: IncomingMessage,
  response: ServerResponse,
  options: ServeOptions,
  underWay: Set<Gone>,
  room: Room,
): Promise<void> {
  const gone = new Gone();
  const head: RequestHead = {
    method: message.method ?? 'GET',
    path: message.url ?? '/',
    headers: HeaderList.fromRaw(message.rawHeaders),
    remoteAddress: message.socket.remoteAddress,
  };
  underWay.add(gone);
  response.on('close', () => {
    underWay.delete(gone);
    if (!response.writableFinished) gone.abort('the other side went away');
  });
  try {
    const refusal = await headRefusal(options, head);
    const isBare = !hasBody(message);
    const isStreamed = !isBare && refusal === null && options.streams?.(head) === true;
    if (!isBare && options.streams !== undefined) {
      const late = Object.assign(new Error('the request is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      limitArrival(message, isStreamed, () => refuse(late, message.socket, options));
    }
    if (isStreamed) {
      const request = { ...head, body: empty, stream: message, signal: gone.signal };
      return await handle(message, response, request, options);
    }
    const body = refusal !== null ? null : isBare ? empty : await readBody(message, maxBodyOf(options, head), room);
    if (body === null || typeof body === 'symbol') {
      const unread = !isBare;
      const reply = refusal ?? refusalOf(body, head, options);
      if (reply.hangUp !== undefined) return hangUp(message.socket, reply.hangUp);
      await write(response, head, reply, unread);
      if (unread) linger(message);
      return;
    }
    // Written out: a copy by spreading takes as long as the rest of this function.
    const { method, path, headers, remoteAddress } = head;
    const request = { method, path, headers, remoteAddress, body, signal: gone.signal };
    await handle(message, response, request, options);
  } catch {
    // The connection broke, or an answer failed after its head was out: only closing tells the other side.
    response.destroy();
  }
}

/** Whether the other side is there. A signal costs more than the rest of a request's book-keeping, and few ask for it. */
class Gone {
  #controller: AbortController | undefined;
  #why: Error | undefined;

  readonly signal = (): AbortSignal => {
    this.#controller ??= new AbortController();
    if (this.#why !== undefined) this.#controller.abort(this.#why);
    return this.#controller.signal;
  };

  abort(why: string): void {
    this.#why ??= new Error(why);
    this.#controller?.abort(this.#why);
  }
}

async function handle(
  message: IncomingMessage,
  response: ServerResponse,
  request: ServedRequest,
  { handler, failed }: ServeOptions,
): Promise<void> {
  // What is left of a streamed body would be taken for the next request.
  const isUnread = (): boolean => request.stream !== undefined && !message.readableEnded;
  try {
    const reply = await handler(request);
    if (reply.hangUp === undefined) await write(response, request, reply, isUnread());
    else hangUp(message.socket, reply.hangUp);
  } catch (error) {
    // Once the head is out, only a broken connection can tell the other side that the answer is not whole.
    if (response.headersSent || response.destroyed) throw error;
    await write(response, request, failed?.(error, request) ?? { status: 500 }, isUnread());
  }
  if (isUnread()) linger(message);
}

async function headRefusal({ checkHead, failed }: ServeOptions, head: RequestHead): Promise<ServedReply | null> {
  try {
    return (await checkHead?.(head)) ?? null;
  } catch (error) {
    return failed?.(error, head) ?? { status: 500 };
  }
}

function hangUp(socket: Socket, how: HangUp): void {
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

const maxBodyOf = ({ maxBody = 10 * 1024 * 1024 }: ServeOptions, head: RequestHead): number =>
  typeof maxBody === 'number' ? maxBody : maxBody(head);

/** Bytes that the bodies of all requests may still take. */
interface Room {
  free: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function refusalOf(body: symbol | null, head: RequestHead, options: ServeOptions): ServedReply {
  if (body === noRoom) return { status: 503, headers: [['Retry-After', '1']] };
  return options.tooLarge?.(head) ?? { status: 413 };
}

/** What arrives counts against the room of all bodies until the request has ended. */
async function readBody(message: IncomingMessage, limit: number, room: Room): Promise<Buffer | symbol> {
  if (Number(message.headers['content-length']) > limit) return tooLargeBody;
  const chunks: Buffer[] = [];
  let size = 0;
  message.once('close', () => (room.free += size));
  return await new Promise((resolve, reject) => {
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      room.free -= chunk.length;
      if (size <= limit && room.free >= 0) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      message.pause();
      message.removeAllListeners('data');
      resolve(size > limit ? tooLargeBody : noRoom);
    });
    message.on('end', () => resolve(Buffer.concat(chunks)));
    message.on('error', reject);
    message.on('close', () => {
      if (!message.readableEnded) reject(new Error('the request broke off'));
    });
  });
}

/** Answers what cannot be read as a request, in place of Node, and ends the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Socket, { unreadable }: ServeOptions): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const reply = unreadable?.(status) ?? { status };
  const { headers = [], body = '' } = reply;
  const text = body instanceof Readable ? '' : body.toString();
  const lines = [...headers, ['Content-Length', String(Buffer.byteLength(text))], ['Connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${head}\r\n${text}`);
}

/** Reads on for a moment after the refusal, since a reset sent now could overtake it, and then hangs up. */
function linger(message: IncomingMessage): void {
  const socket: Socket = message.socket;
  message.on('error', () => undefined);
  message.resume();
  const end = setTimeout(() => socket.destroy(), lingerMs);
  end.unref();
  socket.once('close', () => clearTimeout(end));
}

async function write(response: ServerResponse, head: RequestHead, reply: ServedReply, last: boolean): Promise<void> {
  if (response.destroyed) throw new Error('the other side went away');
  const { status, body } = reply;
  const isWithoutBody = status === 204 || status === 304;
  const flat: string[] = [];
  const given = new Set<string>();
  for (const [name, value] of reply.headers ?? []) {
    flat.push(name, value);
    given.add(name.toLowerCase());
  }
  if (
    !(body instanceof Readable) &&
    !given.has('content-length') &&
    !given.has('transfer-encoding') &&
    !isWithoutBody
  ) {
    flat.push('Content-Length', String(Buffer.byteLength(body ?? '')));
  }
  if (last && !given.has('connection')) flat.push('Connection', 'close');
  response.writeHead(status, flat);
  const bare = head.method === 'HEAD' || isWithoutBody || body === undefined;
  if (body instanceof Readable) {
    if (!bare) return await pipeline(body, response);
    body.destroy();
  }
  if (bare || body instanceof Readable) response.end();
  else if (typeof body === 'string') response.end(body, 'utf8');
  else response.end(body);
  if (last) await finished(response);
}

/** What is left of a request is read until its answer is out. */
async function finished(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    response.once('finish', resolve);
    response.once('close', () => reject(new Error('the other side went away')));
  });
}

/**
 * The time in which a body has to arrive: all of it, counted from its head as Node's own limit does, or of a streamed
 * one each byte after the last.
 */
function limitArrival(message: IncomingMessage, isStreamed: boolean, late: () => void): void {
  const { socket } = message;
  const timer = isStreamed ? undefined : setTimeout(late, requestTimeout);
  if (isStreamed) socket.setTimeout(requestTimeout, late);
  const arrived = (): void => {
    clearTimeout(timer);
    if (isStreamed) socket.setTimeout(0).off('timeout', late);
  };
  message.once('end', arrived).once('close', arrived);
}
