import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { serve, type HttpServer, type ServedRequest, type ServeOptions } from '../../../src/core/http/serve.js';
import { deferred } from '../../support/network/deferred.js';

const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: ServeOptions): Promise<HttpServer> {
  const server = await serve(options);
  servers.push(server);
  return server;
}

/** Sends bytes as they are and collects everything that comes back until the connection ends. */
function exchange(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

describe('serving raw bytes over HTTP', () => {
  it.each([
    ['end', []],
    ['reset', ['ECONNRESET']],
  ] as const)('hangs up by %s in place of an answer', async (hangUp, errors) => {
    const server = await start({ handler: () => ({ status: 200, body: 'never seen', hangUp }) });
    const seen: string[] = [];
    const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    socket.on('data', (data) => seen.push(data.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => seen.push(error.code ?? ''));
    await new Promise((resolve) => socket.on('close', resolve));
    expect(seen).toEqual(errors);
  });

  it('answers by the head alone, where that is enough, and reads nothing of the body', async () => {
    const handled: string[] = [];
    const server = await start({
      handler: ({ path }) => {
        handled.push(path);
        return { status: 200 };
      },
      checkHead: ({ path }) => (path === '/secret' ? null : { status: 404 }),
    });
    const head = 'Host: h\r\nContent-Length: 1000000\r\n\r\n';
    const answer = await exchange(server.port, `POST /guess HTTP/1.1\r\n${head}`, 'only the beginning');
    expect(answer).toMatch(/^HTTP\/1\.1 404 [^]*Connection: close/);
    expect(handled).toEqual([]);
  });

  it('takes no more bodies at one time than there is room for', async () => {
    const server = await start({ handler: () => ({ status: 200 }), maxBodies: 1000 });
    const post = (length: number): string => `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n`;
    const waiting = connect(server.port, '127.0.0.1', () => waiting.write(`${post(900)}${'x'.repeat(800)}`));
    const answered = (body: string): Promise<string> => exchange(server.port, `${post(300)}${body}`);
    await expect.poll(() => answered('y'.repeat(300)), { interval: 20 }).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 1/);
    waiting.destroy();
    const close = 'POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 300\r\n\r\n';
    await expect.poll(() => exchange(server.port, `${close}${'y'.repeat(300)}`), { interval: 20 }).toMatch(/ 200 OK/);
  });

  it.each([
    ['what is not HTTP', 'nonsense\r\n\r\n', 400],
    ['a head that is too large', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: h\r\n\r\n`, 431],
  ])('answers %s in words of the caller', async (_what, sent, status) => {
    const unreadable = (seen: number) => ({ status: 400, headers: [['X-Seen', String(seen)] as const], body: '{}' });
    const server = await start({ handler: () => ({ status: 200 }), unreadable });
    const answer = await exchange(server.port, sent);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain(`X-Seen: ${status}\r\n`);
    expect(answer).toMatch(/\r\n\r\n\{\}$/);
  });

  it('hands over the target, repeated headers and body exactly as received', async () => {
    const seen: ServedRequest[] = [];
    const server = await start({
      handler: (request) => {
        seen.push(request);
        return { status: 200, headers: [['Connection', 'close']], body: 'ok' };
      },
    });
    const body = Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0xc3, 0x28]);
    const answer = await exchange(
      server.port,
      'POST /a%2Fb/../c?x=%41&x= HTTP/1.1\r\nHost: h\r\nX-Thing: one\r\nx-thing: two\r\nContent-Length: 6\r\n\r\n',
      body,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\nContent-Length: 2\r\n/);
    expect(seen[0]?.path).toBe('/a%2Fb/../c?x=%41&x=');
    expect(seen[0]?.headers.all('X-THING')).toEqual(['one', 'two']);
    expect(seen[0]?.headers.get('x-Thing')).toBe('one');
    expect(seen[0]?.headers.pairs.map(([name]) => name)).toEqual(['Host', 'X-Thing', 'x-thing', 'Content-Length']);
    expect(seen[0]?.body).toEqual(body);
  });

  it('answers a body that says it is too large before reading any of it, in the words of the caller', async () => {
    let reached = 0;
    const server = await start({
      maxBody: 4,
      tooLarge: (head) => ({ status: 400, headers: [['X-For', head.path]], body: '{"error":{}}' }),
      handler: () => {
        reached += 1;
        return { status: 200 };
      },
    });
    const answer = await exchange(server.port, 'POST /big HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/X-For: \/big/);
    expect(answer).toMatch(/Connection: close/);
    expect(answer).toMatch(/\{"error":\{\}\}$/);
    expect(reached).toBe(0);
  });

  it('answers 413 to a chunked body that grows over the limit', async () => {
    const server = await start({ maxBody: 4, handler: () => ({ status: 200 }) });
    const answer = await exchange(
      server.port,
      'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('answers 500 without a word of the reason when the handler throws', async () => {
    const server = await start({
      handler: () => {
        throw new Error('whsec_hidden');
      },
    });
    const answer = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer).not.toContain('whsec_hidden');
  });

  it('lets the caller word the answer to a handler that throws, also when its headers cannot be sent', async () => {
    const server = await start({
      failed: () => ({ status: 500, body: 'worded' }),
      handler: () => ({ status: 200, headers: [['X-Title', 'Lease \u2013 draft']] }),
    });
    const answer = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 500 [\s\S]*worded$/);
  });

  it('breaks the connection when a streamed body fails half way, so that it cannot pass for a whole one', async () => {
    const server = await start({
      handler: () => ({
        status: 200,
        headers: [['Content-Length', '100']],
        body: Readable.from(
          (async function* () {
            yield Buffer.from('half');
            await wait(5);
            throw new Error('broken');
          })(),
        ),
      }),
    });
    const answer = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    expect(answer).toMatch(/half$/);
  });

  it('tells the handler when the other side goes away', async () => {
    const gone = deferred<string>();
    const arrived = deferred<void>();
    const server = await start({
      handler: async ({ signal }) => {
        signal().addEventListener('abort', () => gone.resolve('aborted'));
        arrived.resolve();
        await gone.promise;
        return { status: 200 };
      },
    });
    const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n'));
    await arrived.promise;
    socket.destroy();
    expect(await gone.promise).toBe('aborted');
  });

  it('sends no body to HEAD and none with 204', async () => {
    const server = await start({
      handler: ({ method }) => ({ status: method === 'HEAD' ? 200 : 204, body: method === 'HEAD' ? 'four' : '' }),
    });
    const head = await exchange(server.port, 'HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    expect(head).toMatch(/Content-Length: 4\r\n[\s\S]*\r\n\r\n$/);
    const none = await exchange(server.port, 'GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    expect(none).toMatch(/^HTTP\/1\.1 204 /);
    expect(none).not.toMatch(/Content-Length/i);
  });

  it('completes an answer in progress on close, and ends an idle connection at once', async () => {
    const arrived = deferred<void>();
    const release = deferred<void>();
    const server = await start({
      idleTimeout: 60_000,
      handler: async ({ path }) => {
        if (path === '/slow') {
          arrived.resolve();
          await release.promise;
        }
        return { status: 200, body: 'whole' };
      },
    });
    const kept = exchange(server.port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    const slow = exchange(server.port, 'GET /slow HTTP/1.1\r\nHost: h\r\n\r\n');
    await arrived.promise;
    const closing = server.close();
    expect(await kept).toMatch(/whole$/);
    release.resolve();
    expect(await slow).toMatch(/whole$/);
    await closing;
    await server.close();
    expect(await exchange(server.port, 'GET / HTTP/1.1\r\n\r\n')).toBe('');
  });

  it('cuts off a handler that does not finish within the grace of close', async () => {
    const arrived = deferred<void>();
    const aborted = deferred<string>();
    const server = await start({
      closeGrace: 20,
      handler: ({ signal }) => {
        arrived.resolve();
        return new Promise((resolve) => {
          signal().addEventListener('abort', () => {
            aborted.resolve(String(signal().reason));
            resolve({ status: 200 });
          });
        });
      },
    });
    const answer = exchange(server.port, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    await arrived.promise;
    await server.close();
    expect(await aborted.promise).toMatch(/closing/);
    expect(await answer).toBe('');
  });

  it('refuses a port that is taken with the reason of the system', async () => {
    const server = await start({ handler: () => ({ status: 200 }) });
    await expect(serve({ port: server.port, handler: () => ({ status: 200 }) })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
