import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { explainDelivery } from '../../../src/domain/webhook/explain.js';
import { signDelivery, verifyDelivery } from '../../../src/domain/webhook/verifier.js';
import { DeliveryRefused, verify } from '../../../src/domain/webhook/web-verifier.js';

const [secret, now] = ['whsec_test', 1_790_000_000_000];
const text = JSON.stringify({ id: 'e1', event: 'envelope.sent', created_at: '2026-01-01T00:00:00Z', retry_count: 0 });
const signature = signDelivery({ body: text, secret, now });
const bytes = Buffer.from(text);
const buffer = (): ArrayBuffer => Uint8Array.from(bytes).buffer;
const shared = (): SharedArrayBuffer => {
  const made = new SharedArrayBuffer(bytes.length);
  new Uint8Array(made).set(bytes);
  return made;
};
/** As under Jest with jsdom: the globals of the test are of another realm. */
const foreign = <T>(code: string): T => runInContext(code, createContext({ numbers: [...bytes] })) as T;

const bodies: readonly (readonly [string, ArrayBufferLike | ArrayBufferView | string])[] = [
  ['a text', text],
  ['a Buffer', bytes],
  ['an ArrayBuffer', buffer()],
  ['a SharedArrayBuffer', shared()],
  ['a part of a buffer', new Uint8Array(Uint8Array.from([0, 0, ...bytes, 0]).buffer, 2, bytes.length)],
  ['a DataView', new DataView(buffer())],
  ['bytes of another realm', foreign('Uint8Array.from(numbers)')],
  ['an ArrayBuffer of another realm', foreign('Uint8Array.from(numbers).buffer')],
];

describe.each(bodies)('%s', (_name, body) => {
  it('is verified with Node and with WebCrypto', async () => {
    expect(verifyDelivery({ signature, body, secret, now }).id).toBe('e1');
    expect((await verify({ signature, body, secret, now })).id).toBe('e1');
    expect(explainDelivery({ signature, body, secret, now })).toBeNull();
  });
});

it.each([
  ['another secret', { secret: 'whsec_other' }, 'mismatch'],
  ['another body', { body: text.replace('e1', 'e2') }, 'mismatch'],
  ['an old signature', { now: now + 301_000 }, 'too_old'],
  ['a signature of the future', { now: now - 301_000 }, 'too_new'],
  ['no header', { signature: undefined }, 'no_header'],
  ['what Headers.get() says of none', { signature: new Headers().get('service-signature') }, 'no_header'],
  ['two headers', { signature: [signature, signature] }, 'several_headers'],
  ['a header without v1', { signature: 't=1' }, 'malformed'],
])('refuses %s as verifyDelivery does', async (_name, changed, reason) => {
  const delivery = { signature, body: text, secret, now, ...changed };
  const refusal = await verify(delivery).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DeliveryRefused);
  expect(refusal).toMatchObject({ reason });
  expect(() => verifyDelivery(delivery)).toThrow((refusal as Error).message);
});

it('accepts v0 under the secret before a rotation', async () => {
  const rotated = signDelivery({ body: text, secret: 'whsec_new', previousSecret: secret, now });
  expect((await verify({ signature: rotated, body: text, secret, now })).id).toBe('e1');
});

it('refuses a parsed object and a missing secret', async () => {
  const body = JSON.parse(text) as never;
  await expect(verify({ signature, body, secret, now })).rejects.toThrow('must be the raw bytes');
  await expect(verify({ signature, body: text, now })).rejects.toThrow('Missing secret');
});

it('refuses a signed body that is not an event', async () => {
  for (const other of ['[]', 'no JSON', Uint8Array.of(0xff)]) {
    const delivery = { signature: signDelivery({ body: other, secret, now }), body: other, secret, now };
    await expect(verify(delivery)).rejects.toMatchObject({ reason: 'unreadable' });
  }
});

it('is built without anything of Node, and runs without its globals', () => {
  const built = readFileSync(new URL('../../../dist/webhook-web.mjs', import.meta.url), 'utf8');
  expect(built).not.toMatch(/\bnode:|require\(|\bBuffer\b|\bprocess\b|^import /m);
  expect(built).toMatch(/export\{.*as verify/);
});

describe('a request', () => {
  const request = (body: string, headers: HeadersInit = { 'service-signature': signature }) =>
    new Request('http://127.0.0.1/hooks', { method: 'POST', body, headers });

  it('is read and verified', async () => {
    expect((await verify({ request: request(text), secret, now })).id).toBe('e1');
    await expect(verify({ request: request(`${text} `), secret, now })).rejects.toMatchObject({ reason: 'mismatch' });
    await expect(verify({ request: request(text, {}), secret, now })).rejects.toMatchObject({ reason: 'no_header' });
    const bare = new Request('http://127.0.0.1/hooks', { method: 'POST', headers: { 'service-signature': signature } });
    await expect(verify({ request: bare, secret, now })).rejects.toMatchObject({ reason: 'mismatch' });
  });

  it('that a parser has read is a mistake of the app', async () => {
    const parsed = request(text);
    await parsed.json();
    const refusal = verify({ request: parsed, secret, now });
    await expect(refusal).rejects.toThrow(TypeError);
    await expect(refusal).rejects.toThrow('was read before');
  });

  it('is not read to the end when it is larger than any delivery', async () => {
    const block = new Uint8Array(65_536);
    let given = 0;
    const body = new ReadableStream({
      pull(controller) {
        given += block.length;
        controller.enqueue(block);
      },
    });
    const headers = { 'service-signature': signature };
    const init = { method: 'POST', body, duplex: 'half', headers };
    const endless = new Request('http://127.0.0.1/hooks', init);
    await expect(verify({ request: endless, secret, now })).rejects.toMatchObject({ reason: 'unreadable' });
    expect(given).toBeLessThan(2_000_000);
  });
});
