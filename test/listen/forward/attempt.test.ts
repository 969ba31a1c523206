import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSender } from '../../../src/core/http/send.js';
import { type Attempter, createAttempter } from '../../../src/listen/forward/attempt.js';

const network = { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined };
const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
let server: Server;
let url: URL;
let attempter: Attempter;
let answer: (response: ServerResponse) => void;
let got: { headers: readonly string[]; body: Buffer } | undefined;

beforeEach(async () => {
  got = undefined;
  answer = (response) => response.writeHead(204).end();
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got = { headers: request.rawHeaders, body: Buffer.concat(parts) };
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=%20b`);
  attempter = patient(20_000);
});

const patient = (timeout: number): Attempter =>
  createAttempter({
    sender: createSender({ network }),
    now: () => performance.now(),
    userAgent: 'esign/test',
    timeout,
  });
afterEach(async () => {
  await attempter.close();
  server.closeAllConnections();
  server.close();
});

const make = (headers: readonly (readonly [string, string])[] = []) => attempter.make({ url, body, headers });

describe('an attempt at a delivery', () => {
  it('posts the very bytes as JSON, with every header given, as often as given', async () => {
    const outcome = await make([
      ['Service-Signature', 'one'],
      ['Service-Signature', 'two'],
    ]);
    expect(outcome).toMatchObject({ status: 204, words: null, sent: true, excerpt: '' });
    expect(got?.body).toEqual(body);
    expect(got?.headers.join('|')).toContain('Service-Signature|one|Service-Signature|two');
    expect(got?.headers).toContain('application/json');
  });

  it('follows no redirect, and says where it points', async () => {
    answer = (response) => response.writeHead(302, { Location: '/there' }).end('moved');
    expect(await make()).toMatchObject({ status: 302, location: '/there', excerpt: 'moved' });
  });

  it('counts an answer without end by its status, and keeps its start alone', async () => {
    answer = (response) => response.writeHead(500).end('x'.repeat(1_000_000));
    const { status, excerpt } = await make();
    expect(status).toBe(500);
    expect(excerpt).toBe('x'.repeat(200));
  });

  it('gives up on silence, and says that it was sent', async () => {
    answer = () => undefined;
    await attempter.close();
    attempter = patient(300);
    const outcome = await make();
    expect(outcome).toMatchObject({ status: null, sent: true });
    expect(outcome.words).toContain('time limit');
  });

  it('says when nothing listens there, and that nothing was sent', async () => {
    const nobody = await attempter.make({ url: new URL('http://127.0.0.1:9/'), body, headers: [] });
    expect(nobody).toMatchObject({ status: null, sent: false, words: expect.stringContaining('nothing is listening') });
  });

  it('rejects when it is stopped, since that says nothing about the receiver', async () => {
    answer = () => undefined;
    const stop = new AbortController();
    const made = attempter.make({ url, body, headers: [] }, stop.signal);
    stop.abort();
    await expect(made).rejects.toMatchObject({ reason: 'aborted' });
  });
});
