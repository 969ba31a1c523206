import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readContract } from '../../../src/contract/overlay/read-contract.js';
import type { Contract } from '../../../src/contract/overlay/contract.js';
import { createSender } from '../../../src/core/http/send.js';
import { openServiceProxy } from '../../../src/listen/endpoint/service-proxy.js';
import { makeCertificates } from '../../support/network/certificates.js';
import { bearer, http } from '../../support/http.js';

const id = '0191b4c2-0000-7000-8000-000000000001';
const other = '0191b4c2-0000-7000-8000-000000000002';
const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Came {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: readonly string[];
  readonly body: string;
}
interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** The answer comes after it. */
  readonly after?: Promise<void>;
}

async function open(given: Given = {}, path = '', contract?: Contract) {
  const came: Came[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const { method = '', url = '', headers, rawHeaders: raw } = request;
      came.push({ line: `${method} ${url}`, headers, raw, body: Buffer.concat(parts).toString('latin1') });
      await given.after;
      response.writeHead(given.status ?? 201, { 'Content-Type': 'application/json', ...given.headers });
      response.end(given.body ?? JSON.stringify({ id }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const noted: string[] = [];
  const failures: string[] = [];
  const network = { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined };
  const sender = createSender({ network });
  const proxy = await openServiceProxy({
    baseUrl: `http://127.0.0.1:${port}${path}`,
    send: sender.send,
    contract,
    noted: (ids) => noted.push(...ids),
    failed: (words) => failures.push(words),
  });
  const stopServer = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  closing.push(
    stopServer,
    () => sender.close(),
    () => proxy.close(),
  );
  const key = bearer('esk_live_key');
  const send = (method: string, target: string, body?: unknown, headers: Record<string, string> = key) =>
    http(proxy.url, method, target, { body, headers });
  return { proxy, came, noted, failures, port, send, stopServer };
}

describe('the address in front of the service', () => {
  it('passes a request and its answer on as they are', async () => {
    const answer = { headers: { 'Set-Cookie': ['a=1', 'b=2'], 'X-Kept': 'yes' }, body: '{ "id" : 1 }' };
    const { came, send, port } = await open(answer);
    const headers = { ...bearer('esk_live_key'), 'X-Odd-Case': 'Yes', Connection: 'authorization' };
    const target = '/api/v1/../v1//envelopes/%2e%2E/x?a=%zz&b=[1]';
    const got = await send('POST', target, Buffer.from('\u0000raw ÿ', 'latin1'), headers);
    expect(got).toMatchObject({ status: 201, headers: { 'x-kept': 'yes', 'set-cookie': 'a=1,b=2' } });
    expect(got.bytes.toString()).toBe('{ "id" : 1 }');
    expect(came[0]).toMatchObject({ line: `POST ${target}`, body: '\u0000raw ÿ' });
    expect(came[0]?.headers).toMatchObject({ host: `127.0.0.1:${port}`, authorization: 'Bearer esk_live_key' });
    expect(came[0]?.raw).toContain('X-Odd-Case');
  });

  it.each([
    ['POST', '/api/v1/envelopes'],
    ['POST', '/api/v1/envelopes?x=1'],
    ['POST', '/api/v1/envelopes/one-off'],
    ['POST', `/api/v1/envelopes/${id}/send`],
    ['POST', `/api/v1/envelopes/${id}/void`],
  ])('notes the envelope of %s %s', async (method, target) => {
    const { noted, send } = await open();
    await send(method, target, {});
    expect(noted).toEqual([id]);
  });

  it('notes the rows of a batch that were created', async () => {
    const rows = [
      { index: 0, envelope: { id } },
      { index: 1, error: { code: 'x' } },
      { index: 2, envelope: { id: other } },
    ];
    const { noted, send } = await open({ status: 200, body: JSON.stringify({ rows }) });
    await send('POST', '/api/v1/envelopes/batches', {});
    expect(noted).toEqual([id, other]);
  });

  it('notes nothing of reads, of other writes, and of refusals', async () => {
    const { noted, send } = await open();
    await send('GET', `/api/v1/envelopes/${id}`);
    await send('POST', `/api/v1/envelopes/${id}/recipients/${other}/signing-url`, {});
    await send('POST', '/api/v1/templates', {});
    expect(noted).toEqual([]);
    const refusing = await open({ status: 422, body: JSON.stringify({ id, error: { code: 'x' } }) });
    await refusing.send('POST', '/api/v1/envelopes', {});
    expect(refusing.noted).toEqual([]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('reads an answer in %s, and passes on its very bytes', async (encoding, encode) => {
    const body = encode(JSON.stringify({ id }));
    const headers = { 'Content-Encoding': encoding, 'Content-Type': 'application/octet-stream' };
    const { noted, send } = await open({ headers, body });
    expect((await send('POST', '/api/v1/envelopes', {})).bytes).toEqual(body);
    expect(noted).toEqual([id]);
  });

  it('keeps the path of the base address, and knows a corrected operation', async () => {
    const contract = readContract({ 'sendEnvelope.path': '/api/v1/envelopes/{envelopeId}/dispatch' });
    const { proxy, came, noted, send } = await open({}, '/esign', contract);
    expect(new URL(proxy.url).pathname).toBe('/esign');
    await send('POST', `/esign/api/v1/envelopes/${id}/dispatch`, {});
    expect([came[0]?.line, noted]).toEqual([`POST /esign/api/v1/envelopes/${id}/dispatch`, [id]]);
  });

  it('takes reports of esign itself under its secret path alone', async () => {
    const { proxy, came, noted } = await open();
    const { pathname } = new URL(proxy.notesUrl);
    expect(pathname).toMatch(/^\/_listen\/[a-z2-7]{32}$/);
    expect((await http(proxy.url, 'POST', pathname, { body: { envelopes: [id, 7] } })).status).toBe(204);
    expect((await http(proxy.url, 'POST', pathname, { body: 'nonsense' })).status).toBe(400);
    const guessed = `/_listen/${'a'.repeat(32)}`;
    expect((await http(proxy.url, 'POST', guessed, { body: { envelopes: [other] } })).status).toBe(401);
    expect([noted, came]).toEqual([[id], []]);
  });

  it('is closed to other host names, to requests without a key and to other targets', async () => {
    const { proxy, came, send } = await open();
    const rebound = { ...bearer('esk_live_key'), Host: 'evil.example.test' };
    expect((await send('GET', '/api/v1/templates', undefined, rebound)).status).toBe(403);
    expect((await send('GET', '/api/v1/templates', undefined, {})).status).toBe(401);
    expect((await send('OPTIONS', '/api/v1/envelopes', undefined, { Origin: 'http://127.0.0.1:1' })).status).toBe(401);
    expect(await firstLine(proxy.url, 'GET http://evil.example.test/ HTTP/1.1')).toContain(' 400 ');
    expect(came).toEqual([]);
    expect((await send('GET', '/api/v1/openapi.json', undefined, {})).status).toBe(201);
    expect((await send('GET', '/_emulator/proof?nonce=1', undefined, {})).status).toBe(201);
    // A target that looks like another host stays a path of the service.
    await send('GET', '//evil.example.test/x');
    expect(came.at(-1)?.line).toBe('GET //evil.example.test/x');
  });

  it('is busy until an answer is noted, whether or not the caller waits for it', async () => {
    let release: () => void = () => undefined;
    const { proxy, came, noted } = await open({ after: new Promise((resolve) => (release = resolve)) });
    const { hostname, port } = new URL(proxy.url);
    const socket = connect(Number(port), hostname);
    socket.write('POST /api/v1/envelopes HTTP/1.1\r\nHost: 127.0.0.1:' + port);
    socket.write('\r\nAuthorization: Bearer esk_live_key\r\nContent-Length: 2\r\n\r\n{}');
    await expect.poll(() => came.length).toBe(1);
    expect(proxy.isBusy()).toBe(true);
    socket.destroy();
    release();
    await expect.poll(() => proxy.isBusy()).toBe(false);
    expect(noted).toEqual([id]);
  });

  it('breaks the connection when the service gives no answer, and says why', async () => {
    const { send, failures, noted, stopServer } = await open();
    await stopServer();
    await expect(send('POST', '/api/v1/envelopes', {})).rejects.toThrow(/ECONNRESET|socket hang up/);
    expect(failures).toHaveLength(1);
    expect(failures[0]).not.toContain('esk_live_key');
    expect(noted).toEqual([]);
  });

  it('trusts no certificate that the machine does not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'esign-proxy-'));
    closing.push(() => rmSync(folder, { recursive: true }));
    const { key, cert, caFile } = makeCertificates(folder, ['127.0.0.1']);
    let requests = 0;
    const server = createTlsServer({ key, cert }, (_request, response) => {
      requests += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const trusted of [false, true]) {
      const network = { httpProxy: '', httpsProxy: '', noProxy: '', nodeCaFile: undefined };
      const sender = createSender({ network: { ...network, caFile: trusted ? caFile : undefined } });
      const tell = { noted: () => undefined, failed: () => undefined };
      const proxy = await openServiceProxy({ baseUrl, send: sender.send, contract: undefined, ...tell });
      const got = http(proxy.url, 'GET', '/api/v1/templates', { headers: bearer('esk_live_key') });
      if (trusted) expect((await got).status).toBe(200);
      else await expect(got).rejects.toThrow();
      expect(requests).toBe(trusted ? 1 : 0);
      await proxy.close();
      await sender.close();
    }
  });
});

function firstLine(url: string, line: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${line}\r\nHost: ${hostname}:${port}\r\n\r\n`));
    socket.once('data', (data) => {
      resolve(data.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
