import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { HeaderList } from '../../../src/core/http/headers.js';

/** One request as the server saw it. */
interface Seen {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderList;
  readonly body: string;
  /** By the injected clock, so that waits can be asserted from this side. */
  readonly at: number;
}

/** What the server does with one request. */
export type Behaviour = (response: ServerResponse, socket: Socket) => void;

export interface HostileServer {
  readonly url: string;
  readonly port: number;
  readonly seen: readonly Seen[];
  /** Bytes that `flood` got rid of. */
  readonly flooded: () => number;
  close(): Promise<void>;
}

/**
 * A server that misbehaves as told: the first request meets the first behaviour, and the last one is repeated.
 * `seen` holds every request that arrived whole, but for those that ask whether it is an emulator.
 */
export async function hostileServer(
  behaviours: readonly Behaviour[],
  clock: { now(): number } = { now: () => 0 },
): Promise<HostileServer> {
  const seen: Seen[] = [];
  let flooded = 0;
  const server = createServer((request, response) => {
    response.on('flooded', (bytes: number) => (flooded += bytes));
    void readAll(request).then((body) => {
      const { method = '', url = '' } = request;
      // Before a write to this machine: it is not an emulator.
      if (url.startsWith('/_emulator/proof')) return void response.writeHead(404).end();
      seen.push({ method, target: url, headers: HeaderList.fromRaw(request.rawHeaders), body, at: clock.now() });
      const behaviour = behaviours[Math.min(seen.length, behaviours.length) - 1];
      if (behaviour === undefined) response.destroy();
      else behaviour(response, request.socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    flooded: () => flooded,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

type Headers = Readonly<Record<string, string>>;

export const json =
  (status: number, body: unknown, headers: Headers = {}): Behaviour =>
  (response) => {
    const text = JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(text);
  };

export const refusal = (status: number, code: string, headers: Headers = {}): Behaviour =>
  json(status, { error: { code, message: `about ${code}` } }, headers);

export const text =
  (status: number, body: string | Buffer, headers: Headers = {}): Behaviour =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

/** Bytes as they are, HTTP or not, and then the end of the connection. */
export const raw =
  (bytes: string): Behaviour =>
  (_response, socket) => {
    socket.end(bytes);
  };

/** The request is received whole, and the connection is reset instead of an answer. */
export const reset: Behaviour = (_response, socket) => {
  socket.resetAndDestroy();
};

/** The head and a part of the body, and then a reset. */
export const resetInBody =
  (status: number, announced: number, part: string | Buffer, headers: Headers = {}): Behaviour =>
  (response, socket) => {
    response.writeHead(status, { 'Content-Length': String(announced), ...headers });
    response.write(part, () => setImmediate(() => socket.resetAndDestroy()));
  };

/** Takes the request and never answers. */
export const stall: Behaviour = () => undefined;

/** The head and a part of the body, and then nothing more. */
export const stallInBody =
  (status: number, part: string | Buffer, headers: Headers = {}): Behaviour =>
  (response) => {
    response.writeHead(status, headers);
    response.write(part);
  };

/** A body of so many bytes, as fast as the other side takes it. */
export const flood =
  (status: number, bytes: number, headers: Headers = {}, first = ''): Behaviour =>
  (response) => {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    let left = bytes;
    const go = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        response.emit('flooded', chunk.length);
        if (!response.write(chunk)) {
          response.once('drain', go);
          return;
        }
      }
      response.end();
    };
    response.writeHead(status, headers);
    response.write(first);
    go();
  };
