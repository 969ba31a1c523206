import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPoster, type Poster, publicLookup } from '../../../src/emulator/delivery/post.js';
import { deferred } from '../../support/network/deferred.js';

const servers: Server[] = [];
const posters: Poster[] = [];
afterEach(async () => {
  for (const poster of posters.splice(0)) await poster.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`;
}
const poster = (): Poster => {
  const made = createPoster();
  posters.push(made);
  return made;
};
const body = Buffer.from('{"id":"é"}', 'utf8');

describe('one attempt', () => {
  it('is a POST of exactly these bytes, with its type and its signature', async () => {
    const seen: unknown[] = [];
    const url = await receiver((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { 'content-type': type, 'service-signature': signature } = request.headers;
        seen.push([request.method, request.url, Buffer.concat(parts), type, signature]);
        response.writeHead(204).end();
      });
    });
    expect(await poster().post(url, body, 't=1, v1=ab')).toEqual({ status: 204, error: null });
    expect(seen).toEqual([['POST', '/hook?a=b', body, 'application/json', 't=1, v1=ab']]);
  });

  it('returns the beginning of what it was answered', async () => {
    const url = await receiver((_, response) => response.writeHead(401).end(`bad signature ${'x'.repeat(5000)}`));
    const { status, text } = await poster().post(url, body, '');
    expect([status, text?.slice(0, 13), text?.length]).toEqual([401, 'bad signature', 2048]);
  });

  it('uses the connection of the one before it, and a new one when the receiver was restarted', async () => {
    const ports: unknown[] = [];
    const listener: RequestListener = (request, response) => {
      ports.push(request.socket.remotePort);
      response.writeHead(204).end();
    };
    const url = await receiver(listener);
    const { post } = poster();
    for (let round = 0; round < 3; round += 1) expect((await post(url, body, '')).status).toBe(204);
    expect(new Set(ports).size).toBe(1);
    const [former] = servers.splice(0);
    former?.closeAllConnections();
    await new Promise((resolve) => former?.close(resolve));
    const next = createServer(listener);
    servers.push(next);
    await new Promise<void>((resolve) => next.listen(Number(new URL(url).port), '127.0.0.1', resolve));
    expect(await post(url, body, '')).toEqual({ status: 204, error: null });
    expect(new Set(ports).size).toBe(2);
  });

  it('does not follow a redirect', async () => {
    let asked = 0;
    const url = await receiver((_request, response) => {
      asked += 1;
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect(await poster().post(url, body, '')).toEqual({ status: 302, error: null, location: '/elsewhere' });
    expect(asked).toBe(1);
  });

  it('counts by its status also when the answer is longer than anybody reads', async () => {
    const url = await receiver((_request, response) => {
      response.writeHead(200);
      response.end(Buffer.alloc(10 * 1024 * 1024));
    });
    expect(await poster().post(url, body, '')).toMatchObject({ status: 200, error: null });
  });

  it.each([100, 103])('takes the status after an interim %i', async (interim) => {
    const url = await receiver((_request, response) => {
      if (interim === 100) response.writeContinue();
      else response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(204).end();
    });
    expect(await poster().post(url, body, '')).toEqual({ status: 204, error: null });
  });

  it('has no status without a response, and gives the reason', async () => {
    const url = await receiver((request) => request.destroy());
    const { status, error } = await poster().post(url, body, '');
    expect([status, error]).toEqual([null, expect.stringMatching(/\S/)]);
    const gone = await poster().post('http://127.0.0.1:1/', body, '');
    expect([gone.status, gone.error]).toEqual([null, expect.stringMatching(/\S/)]);
  });

  it('rejects when the emulator is closed meanwhile, so that it counts for nothing', async () => {
    const asked = deferred();
    const url = await receiver(() => asked.resolve());
    const closing = createPoster();
    const attempt = closing.post(url, body, '');
    await asked.promise;
    await Promise.all([expect(attempt).rejects.toThrow(), closing.close()]);
  });
});

describe('public lookup', () => {
  const looked = (hostname: string, all: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      publicLookup(hostname, { all }, (error, address, family) => (error ? reject(error) : resolve([address, family])));
    });

  it.each(['localhost', '127.0.0.1', '::1', '10.1.2.3', '169.254.169.254'])('%s leads nowhere', async (host) => {
    await expect(looked(host, true)).rejects.toThrow('a private or loopback address');
    await expect(looked(host, false)).rejects.toThrow('a private or loopback address');
  });

  it('an address of the public internet is given back, as one or as a list', async () => {
    expect(await looked('203.0.113.10', false)).toEqual(['203.0.113.10', 4]);
    expect(await looked('203.0.113.10', true)).toEqual([[{ address: '203.0.113.10', family: 4 }], undefined]);
  });

  it('a strict poster reaches no address that could not be registered, however it came to have it', async () => {
    const poster = createPoster({ strict: true });
    for (const url of ['http://127.0.0.1:9/', 'https://10.1.2.3/', 'http://203.0.113.10/', 'https://localhost/']) {
      const { status, error } = await poster.post(url, Buffer.from('{}'), 't=1, v1=0');
      expect([url, status, error]).toEqual([url, null, expect.stringMatching(/^the address must/)]);
    }
    await poster.close();
  });
});
