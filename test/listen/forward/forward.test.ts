import { afterEach, describe, expect, it } from 'vitest';
import { HeaderList } from '../../../src/core/http/headers.js';
import { createSender } from '../../../src/core/http/send.js';
import { forward, headersForApp, withSignature } from '../../../src/listen/forward/forward.js';
import { type App, startApp } from '../../support/listening/listening.js';
import { type Behaviour, hostileServer, json, raw, reset } from '../../support/network/hostile-server.js';

const network = { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined };
let app: App | undefined;
afterEach(() => app?.close());

describe('the headers for the app', () => {
  it('are those that came, in their order and spelling, without what belongs to the connection', () => {
    const came = new HeaderList([
      ['Host', 'hooks.example.test'],
      ['X-MiXeD-Case', 'a'],
      ['Connection', 'keep-alive'],
      ['Keep-Alive', 'timeout=5'],
      ['Transfer-Encoding', 'chunked'],
      ['Expect', '100-continue'],
      ['Service-Signature', 't=1, v1=ab'],
      ['X-MiXeD-Case', 'b'],
      ['Content-Length', '2'],
    ]);
    expect(headersForApp(came, [])).toEqual([
      ['X-MiXeD-Case', 'a'],
      ['Service-Signature', 't=1, v1=ab'],
      ['X-MiXeD-Case', 'b'],
    ]);
  });

  it('are all there, whatever the sender’s Connection names', () => {
    const sent = [
      ['Service-Signature', 't=1, v1=ab'],
      ['Content-Type', 'application/json'],
      ['X-Event-Attempt', '2'],
    ] as const;
    const names = ' service-signature,CONTENT-TYPE ,, x-event-attempt';
    const came = new HeaderList([['Connection', `close${names}`], ...sent, ['connection', names]]);
    expect(headersForApp(came, [])).toEqual(sent);
  });

  it('end with those of one’s own, which take the place of the others', () => {
    const came = new HeaderList([
      ['x-tenant', 'theirs'],
      ['Accept', '*/*'],
    ]);
    const own = [
      ['X-Tenant', 'mine'],
      ['Host', 'app.test'],
    ] as const;
    expect(headersForApp(came, own)).toEqual([
      ['Accept', '*/*'],
      ['X-Tenant', 'mine'],
      ['Host', 'app.test'],
    ]);
  });

  it('have one signature after signing again', () => {
    expect(
      withSignature(
        [
          ['service-signature', 'old'],
          ['A', 'b'],
        ],
        'Service-Signature',
        'new',
      ),
    ).toEqual([
      ['A', 'b'],
      ['Service-Signature', 'new'],
    ]);
  });
});

describe('forwarding', () => {
  const post = async (target: string, timeout = 5_000) => {
    const sender = createSender({ network });
    try {
      const body = Buffer.from([0xff, 0x00, 0x0d, 0x0a]);
      const headers = [['X-MiXeD-Case', 'a']] as const;
      return await forward(sender.send, () => Date.now(), { target: new URL(target), headers, body, timeout });
    } finally {
      await sender.close();
    }
  };

  it('posts the same bytes and passes on the response of an app that refuses', async () => {
    app = await startApp();
    app.answer(422, 'no such envelope');
    expect(await post(app.url)).toMatchObject({ is: 'answered', status: 422, said: 'no such envelope' });
    expect(app.took[0]?.body).toEqual(Buffer.from([0xff, 0x00, 0x0d, 0x0a]));
    expect(app.took[0]?.rawHeaders).toContain('X-MiXeD-Case');
  });

  it('counts an answer that is longer than anybody reads by its status', async () => {
    app = await startApp();
    app.answer(200, 'x'.repeat(200_000));
    const answer = await post(app.url);
    expect(answer).toMatchObject({ is: 'answered', status: 200 });
    expect(answer.is === 'answered' && answer.said.length).toBe(200);
  });

  it('tells an app that is not there from one that says nothing', async () => {
    app = await startApp();
    const { port } = app;
    await app.close();
    app = undefined;
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ is: 'silent', sent: false, timedOut: false });
    const { createServer } = await import('node:net');
    const mute = createServer(() => undefined);
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const at = mute.address();
    const bound = typeof at === 'object' && at !== null ? at.port : 0;
    expect(await post(`http://127.0.0.1:${bound}/`, 100)).toMatchObject({
      is: 'silent',
      sent: true,
      timedOut: true,
      words: 'the app did not respond within 0.1 s; the service gives up after 10 s',
    });
    mute.close();
  });

  const closing: Behaviour = (_response, socket) => void socket.end();
  it.each<[string, readonly Behaviour[], object, number]>([
    ['closed', [json(200, {}), closing, json(202, {})], { is: 'answered', status: 202 }, 3],
    ['reset', [json(200, {}), reset, json(202, {})], { is: 'answered', status: 202 }, 3],
    ['closed twice', [json(200, {}), closing, closing], { is: 'silent', sent: true }, 3],
    ['cut within the answer', [json(200, {}), raw('HTTP/1.1 2'), json(202, {})], { is: 'silent', sent: true }, 2],
  ])('tries once more on a new connection when a kept one was %s', async (_, behaviours, last, requests) => {
    const server = await hostileServer(behaviours);
    const sender = createSender({ network });
    const deliver = () => {
      const request = { target: new URL(server.url), headers: [], body: Buffer.from('{}'), timeout: 5_000 };
      return forward(sender.send, () => Date.now(), request);
    };
    try {
      expect(await deliver()).toMatchObject({ is: 'answered', status: 200 });
      expect(await deliver()).toMatchObject(last);
      expect(server.seen).toHaveLength(requests);
    } finally {
      await sender.close();
      await server.close();
    }
  });

  it('counts what it sent on a kept connection as sent when the app is gone afterwards', async () => {
    const server = await hostileServer([
      json(200, {}),
      (_response, socket) => {
        void server.close();
        socket.end();
      },
    ]);
    const sender = createSender({ network });
    const request = { target: new URL(server.url), headers: [], body: Buffer.from('{}'), timeout: 5_000 };
    await forward(sender.send, () => Date.now(), request);
    expect(await forward(sender.send, () => Date.now(), request)).toMatchObject({ is: 'silent', sent: true });
    await sender.close();
  });

  it('sends nothing twice when the first connection to the app breaks', async () => {
    const server = await hostileServer([closing]);
    expect(await post(server.url)).toMatchObject({ is: 'silent', sent: true });
    expect(server.seen).toHaveLength(1);
    await server.close();
  });
});
