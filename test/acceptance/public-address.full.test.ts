import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificates } from '../support/network/certificates.js';
import { canMakeNetwork, inOwnNetwork, privateAddresses, publicAddresses } from '../support/network/public-network.js';

interface Told {
  readonly registered: readonly {
    readonly url: string;
    readonly status: number;
    readonly id: string | null;
    readonly secret: string | null;
    readonly error: { readonly code: string; readonly message: string } | null;
  }[];
  readonly moved: { readonly status: number; readonly body: { readonly error?: { readonly code: string } } };
  readonly arrived: readonly { at: string; path: string; signature: string; body: string }[];
  readonly log: readonly { webhook_id: string; status: number | null; error: string | null }[];
}

const can = canMakeNetwork();
const about = 'the rule about public addresses, in a network of its own with real addresses';

describe.skipIf(!can)(can ? about : `${about} (skipped: there are no user namespaces here)`, () => {
  let folder: string;
  let told: Told;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'esign-public-'));
    const { caFile } = makeCertificates(folder, [...publicAddresses, 'hooks.example.test', 'rebound.example.test']);
    const bundle = await rolldown({
      input: fileURLToPath(new URL('../support/network/public-network-child.ts', import.meta.url)),
      platform: 'node',
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    });
    const script = join(folder, 'child.mjs');
    await bundle.write({ file: script, format: 'esm' });
    await bundle.close();
    told = await inOwnNetwork<Told>(folder, script, {
      hosts: { 'hooks.example.test': '203.0.113.10', 'rebound.example.test': '10.1.2.3' },
      env: {
        PATH: process.env['PATH'],
        NODE_EXTRA_CA_CERTS: caFile,
        ESIGN_CONFIG_DIR: join(folder, 'config'),
        ESIGN_STATE_DIR: join(folder, 'state'),
      },
    });
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const endpoint = (url: string): Told['registered'][number] => told.registered.find((each) => each.url === url)!;
  const attempt = (url: string): Told['log'][number] | undefined =>
    told.log.find(({ webhook_id: id }) => id === endpoint(url).id);

  it.each(['https://203.0.113.10/hook', 'https://[2001:db8::10]/hook', 'https://hooks.example.test/hook'])(
    '%s is registered, and gets deliveries over TLS with a valid signature',
    (url) => {
      const { status, secret } = endpoint(url);
      expect([status, attempt(url)?.status]).toEqual([201, 204]);
      const at = url.includes('2001') ? '2001:db8::10' : '203.0.113.10';
      const signed = told.arrived.filter(({ at: where, signature, body }) => {
        const t = /^t=(\d+)/.exec(signature)?.[1] ?? '';
        return where === at && signature.includes(createHmac('sha256', secret!).update(`${t}.${body}`).digest('hex'));
      });
      expect(signed).toHaveLength(1);
    },
  );

  it.each([
    ...privateAddresses.map((address) => `https://${address.includes(':') ? `[${address}]` : address}/hook`),
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://localhost/hook',
    'http://203.0.113.10/hook',
  ])('%s is refused, although somebody listens there', (url) => {
    const { status, error } = endpoint(url);
    expect([status, error?.code]).toEqual([400, 'invalid_request']);
    expect(error?.message).toMatch(/^url must (not be a private or loopback address|start with https:\/\/)/);
  });

  it('an endpoint cannot be moved to a private address', () => {
    expect([told.moved.status, told.moved.body.error?.code]).toEqual([400, 'invalid_request']);
  });

  it('a name that leads to a private address is not reached, and the log says why', () => {
    expect(endpoint('https://rebound.example.test/hook').status).toBe(201);
    expect(attempt('https://rebound.example.test/hook')).toMatchObject({
      status: null,
      error: expect.stringContaining('it resolves to 10.1.2.3, a private or loopback address'),
    });
  });

  it('a redirect to a private address is a failure and is not followed', () => {
    expect(attempt('https://203.0.113.10/redirect')?.status).toBe(307);
  });

  it('nothing whatever arrived at a private or loopback address', () => {
    const there = new Set(told.arrived.map(({ at }) => at));
    expect([...there].toSorted()).toEqual([...publicAddresses].toSorted());
  });
});
