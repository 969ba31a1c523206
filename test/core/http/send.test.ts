import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readNetwork } from '../../../src/core/http/network.js';
import { createSender, type Sender, type SendRequest } from '../../../src/core/http/send.js';
import { SendFailure } from '../../../src/core/http/send-failure.js';
import {
  flood,
  hostileServer,
  json,
  raw,
  reset,
  resetInBody,
  stall,
  stallInBody,
  text,
  type Behaviour,
  type HostileServer,
} from '../../support/network/hostile-server.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function meet(...behaviours: Behaviour[]): Promise<{ server: HostileServer; sender: Sender }> {
  const server = await hostileServer(behaviours);
  const sender = createSender({ network: readNetwork({}), connectTimeout: 2_000 });
  ends.push(
    () => server.close(),
    () => sender.close(),
  );
  return { server, sender };
}

const request = (url: string, given: Partial<SendRequest> = {}): SendRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: [['Accept', 'application/json']],
  timeout: 5_000,
  maxBody: 1024 * 1024,
  ...given,
});

async function readText(sender: Sender, wanted: SendRequest): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await sender.send(wanted)).body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The failure of a request, be it before the answer or in its body. */
async function failureOf(sender: Sender, wanted: SendRequest): Promise<SendFailure> {
  try {
    await readText(sender, wanted);
  } catch (error) {
    if (error instanceof SendFailure) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('sending one request', () => {
  it('sends method, target, headers and body as given, and gives back status, headers and body', async () => {
    const { server, sender } = await meet(text(201, 'made', { ETag: '"x"', 'Set-Cookie': 'a=1' }));
    const answer = await sender.send(
      request(`${server.url}/a/b?c=d%20e`, {
        method: 'POST',
        headers: [
          ['Content-Type', 'application/json'],
          ['X-Own', 'yes'],
        ],
        body: '{"n":"ü"}',
      }),
    );
    expect(answer.status).toBe(201);
    expect(answer.headers.get('etag')).toBe('"x"');
    expect(server.seen[0]).toMatchObject({ method: 'POST', target: '/a/b?c=d%20e', body: '{"n":"ü"}' });
    expect(server.seen[0]?.headers.get('x-own')).toBe('yes');
    answer.body.destroy();
  });

  it('keeps its connection for the next request', async () => {
    const { server, sender } = await meet(json(200, {}));
    const sockets = new Set<unknown>();
    const watched = await hostileServer([
      (response, socket) => {
        sockets.add(socket);
        response.end('{}');
      },
    ]);
    ends.push(() => watched.close());
    for (let at = 0; at < 3; at += 1) await readText(sender, request(watched.url));
    expect(sockets.size).toBe(1);
    expect(server.seen).toHaveLength(0);
  });

  it('does not follow a redirect', async () => {
    const { server, sender } = await meet(text(302, '', { Location: 'http://127.0.0.1:1/elsewhere' }));
    const answer = await sender.send(request(server.url));
    expect(answer.status).toBe(302);
    expect(server.seen).toHaveLength(1);
    answer.body.destroy();
  });

  it('says that nothing was sent when nothing listens', async () => {
    const { server, sender } = await meet(json(200, {}));
    await server.close();
    const failure = await failureOf(sender, request(server.url));
    expect(failure).toMatchObject({ reason: 'unreachable', sent: false });
    expect(failure.message).toContain('nothing is listening there');
  });

  it('says that a host name is not known', async () => {
    const { sender } = await meet(json(200, {}));
    const failure = await failureOf(sender, request('http://no-such-host.invalid/'));
    expect(failure).toMatchObject({ reason: 'unreachable', sent: false });
  });

  it('says that a request may have arrived when the connection is reset instead of an answer', async () => {
    const { server, sender } = await meet(reset);
    expect(await failureOf(sender, request(server.url))).toMatchObject({ reason: 'reset', sent: true });
    expect(server.seen).toHaveLength(1);
  });

  it('fails the body when the answer is reset half way', async () => {
    const { server, sender } = await meet(resetInBody(200, 100, 'half'));
    expect(await failureOf(sender, request(server.url))).toMatchObject({ reason: 'reset', sent: true });
  });

  it('fails the body when it is shorter than announced', async () => {
    const { server, sender } = await meet(raw('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort'));
    expect(await failureOf(sender, request(server.url))).toMatchObject({ reason: 'reset', sent: true });
  });

  it('fails the body when the last chunk never comes', async () => {
    const { server, sender } = await meet(raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'));
    expect(await failureOf(sender, request(server.url))).toMatchObject({ reason: 'reset', sent: true });
  });

  it.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 with headers, twice', 'HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
    ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['103', 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'],
    ['103 and 100', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
    ['199', 'HTTP/1.1 199 Other\r\n\r\n'],
  ])('skips an interim %s, and takes the answer after it', async (_name, interim) => {
    const answer = 'HTTP/1.1 201 Created\r\nETag: "x"\r\nContent-Length: 4\r\n\r\nbody';
    const { server, sender } = await meet(raw(interim + answer));
    for (const method of ['POST', 'GET']) {
      const got = await sender.send(request(server.url, { method, ...(method === 'GET' ? {} : { body: '{}' }) }));
      expect([got.status, got.headers.pairs]).toEqual([
        201,
        [
          ['ETag', '"x"'],
          ['Content-Length', '4'],
        ],
      ]);
      expect(String(Buffer.concat(await got.body.toArray()))).toBe('body');
    }
    expect(server.seen).toHaveLength(2);
  });

  it('keeps the connection of an answer after 100 Continue', async () => {
    const sockets = new Set<unknown>();
    const server = await hostileServer([
      (response, socket) => {
        sockets.add(socket);
        response.writeContinue();
        response.end('{}');
      },
    ]);
    const sender = createSender({ network: readNetwork({}) });
    ends.push(
      () => server.close(),
      () => sender.close(),
    );
    for (let at = 0; at < 3; at += 1) expect(await readText(sender, request(server.url))).toBe('{}');
    expect(sockets.size).toBe(1);
  });

  it('waits for the answer after 100 Continue no longer than the limit, and knows that the request left', async () => {
    const { server, sender } = await meet((response) => response.writeContinue());
    const failure = await failureOf(sender, request(server.url, { timeout: 400 }));
    expect(failure).toMatchObject({ reason: 'timeout', sent: true });
  });

  it('says that the connection broke when nothing follows 100 Continue', async () => {
    const { server, sender } = await meet(raw('HTTP/1.1 100 Continue\r\n\r\n'));
    expect(await failureOf(sender, request(server.url))).toMatchObject({ reason: 'reset', sent: true });
  });

  it.each([
    'SSH-2.0-OpenSSH_9.2\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  ])('says when the other side speaks no HTTP that was asked for: %j', async (words) => {
    const { server, sender } = await meet(raw(words));
    expect(await failureOf(sender, request(server.url))).toMatchObject({ reason: 'protocol' });
  });
});

describe('limits of one request', () => {
  it('gives up when no answer comes within the overall limit', async () => {
    const { server, sender } = await meet(stall);
    const failure = await failureOf(sender, request(server.url, { timeout: 400 }));
    expect(failure).toMatchObject({ reason: 'timeout', sent: true });
  });

  it('covers the body with the overall limit', async () => {
    const { server, sender } = await meet(stallInBody(200, 'some'));
    const answer = await sender.send(request(server.url, { timeout: 400 }));
    expect(answer.status).toBe(200);
    await expect(
      (async () => {
        for await (const chunk of answer.body as AsyncIterable<Buffer>) expect(chunk.toString()).toBe('some');
      })(),
    ).rejects.toMatchObject({ reason: 'timeout', sent: true });
  });

  it('covers the connection with the connect limit, and knows that nothing was sent', async () => {
    // It accepts and never answers the TLS greeting.
    const sockets: Socket[] = [];
    const mute = createTcpServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const sender = createSender({ network: readNetwork({}), connectTimeout: 50 });
    ends.push(
      () =>
        new Promise((resolve) => {
          sockets.forEach((socket) => socket.destroy());
          mute.close(resolve);
        }),
      () => sender.close(),
    );
    const { port } = mute.address() as AddressInfo;
    const failure = await failureOf(sender, request(`https://127.0.0.1:${port}/`, { timeout: 10_000 }));
    expect(failure).toMatchObject({ reason: 'timeout', sent: false });
  });

  it('stops reading an endless body early, and tells the server so', async () => {
    const { server, sender } = await meet(flood(200, 1024 ** 3));
    const failure = await failureOf(sender, request(server.url, { maxBody: 1024 * 1024 }));
    expect(failure).toMatchObject({ reason: 'too_large' });
    expect(server.flooded()).toBeLessThan(64 * 1024 * 1024);
  });

  it('reports a too long body at once to a later reader', async () => {
    const { server, sender } = await meet(text(200, 'x'.repeat(64_000)));
    const answer = await sender.send(request(server.url, { maxBody: 10 }));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(answer.body[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('holds the server back without a reader', async () => {
    const { server, sender } = await meet(flood(200, 1024 ** 3));
    const answer = await sender.send(request(server.url, { maxBody: 1024 ** 3 + 1 }));
    const first = await answer.body[Symbol.asyncIterator]().next();
    expect(first.done).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.flooded()).toBeLessThan(64 * 1024 * 1024);
    answer.body.destroy();
  });

  it('refuses headers over their limit', async () => {
    const { server, sender } = await meet(text(200, '', { 'X-Long': 'x'.repeat(12_000) }));
    const strict = createSender({ network: readNetwork({}), maxHeaders: 8 * 1024 });
    ends.push(() => strict.close());
    expect(await failureOf(strict, request(server.url))).toMatchObject({ reason: 'too_large' });
    expect((await sender.send(request(server.url))).status).toBe(200);
  });

  it('stops at once when the caller says so, before and after the request left', async () => {
    const { server, sender } = await meet(stall);
    const gone = AbortSignal.abort();
    expect(await failureOf(sender, request(server.url, { signal: gone }))).toMatchObject({
      reason: 'aborted',
      sent: false,
    });
    const stop = new AbortController();
    const failing = failureOf(sender, request(server.url, { signal: stop.signal }));
    while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    expect(await failing).toMatchObject({ reason: 'aborted', sent: true });
  });

  it('sends nothing once it is closed', async () => {
    const { server, sender } = await meet(json(200, {}));
    await sender.close();
    expect(await failureOf(sender, request(server.url))).toMatchObject({ reason: 'closed', sent: false });
    expect(server.seen).toHaveLength(0);
  });
});
