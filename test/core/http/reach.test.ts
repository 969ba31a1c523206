import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { readNetwork } from '../../../src/core/http/network.js';
import { lookUp, tlsFacts } from '../../../src/core/http/reach.js';
import { type Certificates, makeCertificates } from '../../support/network/certificates.js';
import { shared } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = shared(newFolder);
let certificates: Certificates;
const open: { close(): unknown }[] = [];
beforeAll(() => {
  certificates = makeCertificates(folder.path, ['127.0.0.1']);
});
afterEach(() => open.splice(0).forEach((server) => server.close()));

async function listening(server: Server): Promise<URL> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
const tlsServer = (given = certificates): Promise<URL> =>
  listening(createTlsServer({ key: given.key, cert: given.cert }));

it('tells the protocol, who signed the certificate and until when it holds', async () => {
  const facts = await tlsFacts(await tlsServer(), readNetwork({ ESIGN_CA_FILE: certificates.caFile }), 5000);
  expect(facts).toMatchObject({ protocol: 'TLSv1.3', problem: null, issuer: 'Test CA' });
  expect((facts.validUntil ?? 0) - Date.now()).toBeLessThan(2 * 86_400_000 + 5000);
  expect((facts.validUntil ?? 0) - Date.now()).toBeGreaterThan(86_400_000);
});

it('tells what is wrong with a certificate, and sends nothing to find out', async () => {
  expect(await tlsFacts(await tlsServer(), readNetwork({}), 5000)).toMatchObject({
    problem: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  });
  const inner = mkdtempSync(join(folder.path, 'other-'));
  const other = makeCertificates(inner, ['other.test']);
  const trusting = readNetwork({ ESIGN_CA_FILE: other.caFile });
  expect(await tlsFacts(await tlsServer(other), trusting, 5000)).toMatchObject({
    problem: 'ERR_TLS_CERT_ALTNAME_INVALID',
    issuer: 'Test CA',
  });
});

it('gives up on a server that speaks no TLS, that is silent, and that is not there', async () => {
  const rude = await listening(createServer((socket) => socket.end('hello\r\n')));
  expect((await tlsFacts(rude, readNetwork({}), 5000)).problem).not.toBeNull();
  const silent = await listening(createServer(() => undefined));
  expect((await tlsFacts(silent, readNetwork({}), 50)).problem).toBe('ETIMEDOUT');
  const server = createServer();
  const gone = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  expect((await tlsFacts(gone, readNetwork({}), 5000)).problem).toBe('ECONNREFUSED');
});

it('refuses authorities that cannot be read', () => {
  writeFileSync(join(folder.path, 'empty.pem'), 'nothing');
  const network = readNetwork({ ESIGN_CA_FILE: join(folder.path, 'empty.pem') });
  expect(() => tlsFacts(new URL('https://127.0.0.1:1'), network, 50)).toThrow(/certificate authorities/);
});

it('looks names up, and leaves addresses alone', async () => {
  expect(await lookUp(new URL('http://127.0.0.1:1'), 5000)).toEqual({ is: 'literal' });
  expect(await lookUp(new URL('http://[::1]:1'), 5000)).toEqual({ is: 'literal' });
  const found = await lookUp(new URL('http://localhost:1'), 5000);
  expect(found.is === 'found' && found.addresses.some((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
  const missing = await lookUp(new URL('http://nothing-is-called-so.invalid'), 5000);
  expect(missing.is).toBe('failed');
});
