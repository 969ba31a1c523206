import { writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readNetwork, usesProxy } from '../../../src/core/http/network.js';
import { createSender, type Sender, type SendRequest } from '../../../src/core/http/send.js';
import { makeCertificates, type Certificates } from '../../support/network/certificates.js';
import { hostileServer, json } from '../../support/network/hostile-server.js';
import { testProxy } from '../../support/network/proxy.js';
import { shared } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = shared(newFolder);
let certificates: Certificates;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(() => {
  certificates = makeCertificates(folder.path, ['127.0.0.1', 'service.test']);
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function senderFor(environment: Readonly<Record<string, string>>): Sender {
  const sender = createSender({ network: readNetwork(environment), connectTimeout: 2_000 });
  ends.push(() => sender.close());
  return sender;
}

const get = (url: string): SendRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: [['Authorization', 'Bearer key']],
  timeout: 5_000,
  maxBody: 10_000,
});

async function statusOf(sender: Sender, url: string): Promise<number> {
  const answer = await sender.send(get(url));
  answer.body.destroy();
  return answer.status;
}

async function tlsServer(): Promise<{ port: number; hosts: string[] }> {
  const hosts: string[] = [];
  const server = createTlsServer({ key: certificates.key, cert: certificates.cert }, (request, response) => {
    hosts.push(`${request.headers.host} ${request.headers.authorization}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return { port: (server.address() as AddressInfo).port, hosts };
}

describe('certificate authorities', () => {
  it('does not trust a server whose authority is unknown, and sends it nothing', async () => {
    const { port, hosts } = await tlsServer();
    await expect(senderFor({}).send(get(`https://127.0.0.1:${port}/`))).rejects.toMatchObject({
      reason: 'untrusted',
      sent: false,
    });
    expect(hosts).toEqual([]);
  });

  it('trusts it once ESIGN_CA_FILE names its authority', async () => {
    const { port } = await tlsServer();
    const sender = senderFor({ ESIGN_CA_FILE: certificates.caFile });
    expect(await statusOf(sender, `https://127.0.0.1:${port}/`)).toBe(200);
  });

  it('still checks the name in the certificate', async () => {
    const { port } = await tlsServer();
    const sender = senderFor({ ESIGN_CA_FILE: certificates.caFile });
    await expect(sender.send(get(`https://localhost:${port}/`))).rejects.toMatchObject({ reason: 'untrusted' });
  });

  it.each([
    ['is missing', 'missing.pem', undefined],
    ['holds no certificate', 'empty.pem', 'nothing here'],
  ])('refuses to go on when the file %s, rather than to go on without it', async (_what, name, content) => {
    const path = join(folder.path, name);
    if (content !== undefined) writeFileSync(path, content);
    await expect(senderFor({ ESIGN_CA_FILE: path }).send(get('https://127.0.0.1:1/'))).rejects.toMatchObject({
      code: 'ca_file_unreadable',
      path,
    });
  });
});

describe('proxies', () => {
  it('goes through HTTPS_PROXY with CONNECT, so that the proxy never sees the key', async () => {
    const { port, hosts } = await tlsServer();
    const proxy = await testProxy(port);
    ends.push(() => proxy.close());
    const sender = senderFor({ HTTPS_PROXY: proxy.url, ESIGN_CA_FILE: certificates.caFile });
    expect(await statusOf(sender, 'https://service.test/api')).toBe(200);
    expect(proxy.log).toEqual(['CONNECT service.test:443']);
    expect(hosts).toEqual(['service.test Bearer key']);
  });

  it('checks the certificate of the service behind the proxy', async () => {
    const { port } = await tlsServer();
    const proxy = await testProxy(port);
    ends.push(() => proxy.close());
    const sender = senderFor({ https_proxy: proxy.url, ESIGN_CA_FILE: certificates.caFile });
    await expect(sender.send(get('https://other.test/'))).rejects.toMatchObject({ reason: 'untrusted' });
  });

  it('sends plain http to HTTP_PROXY as a forward proxy expects it', async () => {
    const server = await hostileServer([json(200, {})]);
    const proxy = await testProxy(server.port);
    ends.push(
      () => server.close(),
      () => proxy.close(),
    );
    expect(await statusOf(senderFor({ http_proxy: proxy.url }), 'http://service.test/a?b=c')).toBe(200);
    expect(proxy.log).toEqual(['GET http://service.test/a?b=c']);
    expect(server.seen[0]?.headers.get('host')).toBe('service.test');
  });

  it('says that the proxy refused, and that nothing was sent', async () => {
    const proxy = await testProxy(1, 407);
    ends.push(() => proxy.close());
    await expect(senderFor({ HTTPS_PROXY: proxy.url }).send(get('https://service.test/'))).rejects.toMatchObject({
      reason: 'proxy',
      sent: false,
      message: `the proxy ${proxy.url} (HTTPS_PROXY) refused the connection to service.test (status 407)`,
    });
  });

  it.each(['https://service.test/', 'http://service.test/'])('names a proxy that is not there, for %s', async (url) => {
    const proxy = await testProxy(1);
    await proxy.close();
    const variables = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url.replace('//', '//me:secret@') };
    const variable = url.startsWith('https') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
    await expect(senderFor(variables).send(get(url))).rejects.toMatchObject({
      reason: 'proxy_unreachable',
      sent: false,
      message: `no connection to the proxy ${proxy.url} (${variable}): nothing is listening there`,
    });
  });

  it('says that the host name of a proxy is not known, even where it says proxy itself', async () => {
    const sender = senderFor({ HTTPS_PROXY: 'proxy.invalid:3128' });
    await expect(sender.send(get('https://service.test/'))).rejects.toMatchObject({
      reason: 'proxy_unreachable',
      message: expect.stringContaining('no connection to the proxy http://proxy.invalid:3128 (HTTPS_PROXY): the host'),
    });
  });

  it('takes a proxy without a scheme for one that speaks http', async () => {
    const { port } = await tlsServer();
    const proxy = await testProxy(port);
    ends.push(() => proxy.close());
    const bare = proxy.url.replace('http://', '');
    const sender = senderFor({ HTTPS_PROXY: bare, ESIGN_CA_FILE: certificates.caFile });
    expect(await statusOf(sender, 'https://service.test/api')).toBe(200);
    expect(proxy.log).toEqual(['CONNECT service.test:443']);
  });

  it('reaches an IPv6 address of NO_PROXY without the proxy', async () => {
    const { port, hosts } = await tlsServer();
    const proxy = await testProxy(port);
    ends.push(() => proxy.close());
    const sender = senderFor({ HTTPS_PROXY: proxy.url, NO_PROXY: '::ffff:7f00:0/104' });
    // The certificate names another address: this one was reached, without anything being sent.
    await expect(sender.send(get(`https://[::ffff:127.0.0.1]:${port}/`))).rejects.toMatchObject({
      reason: 'untrusted',
    });
    expect([proxy.log, hosts]).toEqual([[], []]);
  });

  it('does not repeat the address of a proxy that cannot be used, since it may hold a password', async () => {
    const sender = senderFor({ HTTPS_PROXY: 'http://user:pass word@[bad' });
    const failure = await sender.send(get('https://service.test/')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'proxy', sent: false });
    expect(String(failure)).not.toContain('pass');
  });

  it('leaves the hosts of NO_PROXY alone', async () => {
    const proxy = await testProxy(1);
    ends.push(() => proxy.close());
    const sender = senderFor({ HTTP_PROXY: proxy.url, NO_PROXY: 'example.org,.invalid' });
    await expect(sender.send(get('http://service.invalid/'))).rejects.toMatchObject({ reason: 'unreachable' });
    expect(proxy.log).toEqual([]);
  });

  it('speaks to this machine directly, whatever the variables say', () => {
    const network = readNetwork({ HTTP_PROXY: 'http://proxy:1', HTTPS_PROXY: 'http://proxy:1' });
    const goes = (url: string): boolean => usesProxy(network, new URL(url));
    expect(['http://127.0.0.1:9/', 'http://localhost/', 'https://[::1]/', 'http://127.8.8.8/'].some(goes)).toBe(false);
    expect(['http://127.0.0.1.example.org/', 'https://service.test/'].every(goes)).toBe(true);
  });

  it('takes the lower-case variable where both are set', () => {
    expect(readNetwork({ HTTPS_PROXY: 'upper', https_proxy: 'lower' }).httpsProxy).toBe('lower');
  });
});
