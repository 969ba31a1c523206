import { mkdtempSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificates } from '../../support/network/certificates.js';
import { doctorDesk, emptyDescription as description } from '../../support/program/doctor.js';
import { testProxy } from '../../support/network/proxy.js';

describe('the way to the service', () => {
  const desk = doctorDesk();
  const { doctor } = desk;

  it('an unknown host name, an invalid proxy and unreadable authorities have different codes', async () => {
    const unknown = await doctor({ ESIGN_BASE_URL: 'https://nothing-is-called-so.invalid' });
    expect([unknown.code, unknown.of('dns').state, unknown.of('service').state]).toEqual([8, 'failed', 'failed']);
    expect(unknown.checks.filter(({ check }) => check === 'tls')).toEqual([]);
    const proxy = await doctor({ ESIGN_BASE_URL: 'https://api.example.test', HTTPS_PROXY: 'ftp://nonsense' });
    expect(proxy.of('proxy')).toMatchObject({
      state: 'failed',
      exit_code: 8,
      found: 'HTTPS_PROXY is not a valid proxy URL.',
    });
    const ca = await doctor({
      ESIGN_BASE_URL: 'https://127.0.0.1:1',
      ESIGN_CA_FILE: join(desk.machine.folder, 'none.pem'),
    });
    expect([ca.code, ca.of('tls').exit_code]).toEqual([2, 2]);
    const unchecked = await doctor({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect([unchecked.code, unchecked.of('environment').state]).toEqual([9, 'failed']);
  });

  it('goes through a real proxy, whose password it does not tell', async () => {
    const proxy = await testProxy(Number(new URL(desk.service.url).port));
    const address = proxy.url.replace('://', '://me:hush-hush@');
    try {
      const { of, ran } = await doctor({ ESIGN_BASE_URL: 'https://api.example.test', HTTPS_PROXY: address });
      expect(of('proxy')).toMatchObject({ state: 'ok', facts: { variable: 'HTTPS_PROXY', address: proxy.url } });
      expect(proxy.log).toContain('CONNECT api.example.test:443');
      expect(ran.stdout + ran.stderr).not.toContain('hush-hush');
    } finally {
      await proxy.close();
    }
  });

  it('a certificate: trusted and soon to end, and one of an authority that is not known here', async () => {
    const folder = mkdtempSync(join(desk.machine.folder, 'tls-'));
    const { key: tlsKey, cert, caFile } = makeCertificates(folder, ['127.0.0.1']);
    const server = createTlsServer({ key: tlsKey, cert }, (_, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(description));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const ESIGN_BASE_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const trusted = await doctor({ ESIGN_BASE_URL, ESIGN_CA_FILE: caFile });
      expect(trusted.of('tls')).toMatchObject({ state: 'warning', facts: { issuer: 'Test CA', problem: null } });
      expect(trusted.of('tls').found).toMatch(/^TLSv1\.3, issued by Test CA, valid for [12] more days\.$/);
      expect(trusted.of('service').state).toBe('ok');
      const unknown = await doctor({ ESIGN_BASE_URL });
      expect([unknown.code, unknown.of('tls').exit_code, unknown.of('service').state]).toEqual([8, 8, 'failed']);
      expect(unknown.of('tls').hint).toContain('ESIGN_CA_FILE');
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
