import { afterEach, describe, expect, it } from 'vitest';
import { readNetwork } from '../../../src/core/http/network.js';
import { createSender } from '../../../src/core/http/send.js';
import { SendFailure } from '../../../src/core/http/send-failure.js';
import { serve, type Handler, type HttpServer } from '../../../src/core/http/serve.js';
import { createProber, type Prober } from '../../../src/listen/tunnel/probe.js';
import { freePort } from '../../support/listening/sshd.js';
import { realClock } from '../../support/listening/tunnel.js';

const open: HttpServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const sender = createSender({ network: readNetwork({}) });

function prober(send = sender.send, timeout = 20_000): Prober {
  let count = 0;
  return createProber({
    send,
    clock: realClock,
    path: '/esl/secret',
    token: () => `word${(count += 1)}`,
    timeout,
  });
}

async function serving(handler: Handler): Promise<URL> {
  const server = await serve({ handler, closeGrace: 10 });
  open.push(server);
  return new URL(server.url);
}

describe('a probe', () => {
  it('succeeds where it comes back to this very process', async () => {
    const ours = prober();
    const url = await serving(({ path }) => ({ status: 200, body: ours.answer(path) ?? 'no' }));
    expect(await ours.probe(url)).toMatchObject({ ok: true });
  });

  it('goes behind the path of the public address', async () => {
    const ours = prober();
    const url = await serving(({ path }) => ({ status: 200, body: ours.answer(path.replace('/p/9100', '')) ?? 'no' }));
    expect(await ours.probe(new URL('/p/9100/', url))).toMatchObject({ ok: true });
  });

  it('is answered for no other path, and for the current word only', async () => {
    const ours = prober();
    const asked: string[] = [];
    const url = await serving(({ path }) => {
      asked.push(path);
      expect(ours.answer('/esl/secret/probe/guess')).toBeUndefined();
      expect(ours.answer(path.replace('/esl/secret', '/esl/other'))).toBeUndefined();
      expect(ours.answer(`${path}/`)).toBeUndefined();
      return { status: 200, body: ours.answer(path) ?? 'no' };
    });
    expect(await ours.probe(url)).toMatchObject({ ok: true });
    expect(asked).toEqual(['/esl/secret/probe/word1']);
    // Once it is over, the same question is not answered again.
    expect(ours.answer('/esl/secret/probe/word1')).toBeUndefined();
  });

  it('is not fooled by a server that echoes what it is asked', async () => {
    const url = await serving(({ path }) => ({ status: 200, body: path.split('/').at(-1) ?? '' }));
    expect(await prober().probe(url)).toEqual({
      ok: false,
      fault: 'there',
      words: `another server responds at ${url.host} (HTTP 200)`,
    });
  });

  it('is not fooled by the same program in another process', async () => {
    const other = prober();
    const url = await serving(({ path }) => ({ status: 200, body: other.answer(path) ?? 'no' }));
    expect(await prober().probe(url)).toMatchObject({ ok: false, fault: 'there' });
  });

  it.each([
    [502, 'responds with HTTP 502: the tunnel is up but does not lead to this listener'],
    [404, 'another server responds at'],
    [302, 'redirects (HTTP 302)'],
  ])('says HTTP %i in words', async (status, words) => {
    const url = await serving(() => ({ status }));
    const outcome = await prober().probe(url);
    expect(outcome).toMatchObject({ ok: false, fault: 'there' });
    expect(outcome.ok ? '' : outcome.words.replace("'", '’')).toContain(words);
  });

  it('ends after its time, and says so', async () => {
    const url = await serving(() => new Promise(() => undefined));
    expect(await prober(sender.send, 500).probe(url)).toMatchObject({ ok: false, fault: 'there' });
  });

  it('says that nothing listens', async () => {
    const url = new URL(`http://127.0.0.1:${await freePort()}`);
    expect(await prober().probe(url)).toMatchObject({
      ok: false,
      fault: 'there',
      words: expect.stringContaining('nothing is listening there'),
    });
  });

  it.each(['ENETUNREACH', 'EAI_AGAIN'])('knows %s for a fault of this machine, not of the tunnel', async (code) => {
    const cause = Object.assign(new Error(code), { code });
    const lost = prober(async () => {
      throw new SendFailure('unreachable', false, 'no connection', new Error('wrapped', { cause }));
    });
    expect(await lost.probe(new URL('https://h.test'))).toMatchObject({ ok: false, fault: 'here' });
  });

  it('takes an unknown name for a fault of the tunnel: it may be gone', async () => {
    const cause = Object.assign(new Error('x'), { code: 'ENOTFOUND' });
    const lost = prober(async () => {
      throw new SendFailure('unreachable', false, 'the host name is not known', cause);
    });
    expect(await lost.probe(new URL('https://h.test'))).toMatchObject({ ok: false, fault: 'there' });
  });

  it('takes an answer without end for somebody else’s', async () => {
    const url = await serving(() => ({ status: 200, body: 'x'.repeat(200_000) }));
    expect(await prober().probe(url)).toMatchObject({ ok: false, words: `another server responds at ${url.host}` });
  });

  it('rejects only when it is stopped', async () => {
    const stop = new AbortController();
    const url = await serving(() => {
      stop.abort(new Error('stopped'));
      return new Promise(() => undefined);
    });
    await expect(prober().probe(url, stop.signal)).rejects.toThrow();
  });
});
