import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { makeEventBody, writeEventBody } from '../../../src/domain/webhook/event-body.js';
import { explainDelivery } from '../../../src/domain/webhook/explain.js';
import {
  DeliveryRefused,
  inspectDelivery,
  type ReceivedDelivery,
  signatureHeader,
  signDelivery,
  verifyDelivery,
} from '../../../src/domain/webhook/verifier.js';

const now = Date.parse('2026-12-01T08:00:00Z');
const event = makeEventBody('recipient.completed', { now, uuid: () => crypto.randomUUID() });
const body = writeEventBody(event);
const secret = 'whsec_current';
const previousSecret = 'whsec_previous';
const received = (changes: Partial<ReceivedDelivery> = {}): ReceivedDelivery => ({
  signature: signDelivery({ body, secret, now }),
  body,
  secret,
  now,
  ...changes,
});
const reason = (changes: Partial<ReceivedDelivery>): string => {
  try {
    verifyDelivery(received(changes));
  } catch (error) {
    if (error instanceof DeliveryRefused) return error.reason;
    throw error;
  }
  return 'accepted';
};

describe('verifying inside an app', () => {
  it('answers the event in the description’s own names', () => {
    expect(verifyDelivery(received())).toEqual(event);
    expect(verifyDelivery(received({ body: body.toString() }))).toEqual(event);
    expect(signatureHeader).toBe('Service-Signature');
  });

  it('accepts v0 under the previous secret; an empty one counts as none', () => {
    const signature = signDelivery({ body, secret: 'the new one', previousSecret, now });
    expect(reason({ signature, previousSecret })).toBe('accepted');
    expect(reason({ signature })).toBe('mismatch');
    expect(
      reason({ signature: signDelivery({ body, secret: 'x', previousSecret: '', now }), previousSecret: '' }),
    ).toBe('mismatch');
  });

  it('accepts either part of the header under matches any secret, and says which', () => {
    const rotated = signDelivery({ body, secret: 'the new one', previousSecret: secret, now });
    // A receiver that nobody told of the rotation yet.
    expect(reason({ signature: rotated })).toBe('accepted');
    expect(inspectDelivery(received({ signature: rotated }))).toEqual({ event, scheme: 'v0', secret: 'secret' });
    const inspect = (changes: Partial<ReceivedDelivery>) => {
      const { scheme, secret: which } = inspectDelivery({ signature: rotated, body, now, ...changes });
      return [scheme, which];
    };
    expect(inspect({ secrets: ['x', '', secret] })).toEqual(['v0', 2]);
    expect(inspect({ secrets: [undefined, 'the new one', secret] })).toEqual(['v1', 1]);
    expect(inspect({ secret: 'x', secrets: ['y', 'z', 'the new one'] })).toEqual(['v1', 2]);
    expect(inspect({ secret: 'x', previousSecret: 'the new one' })).toEqual(['v1', 'previousSecret']);
    expect(reason({ signature: rotated, secret: 'x', secrets: ['y', 'z'] })).toBe('mismatch');
    expect(explainDelivery(received({ signature: rotated, secret: 'x', secrets: ['y'] }))).toContain(
      'matches any secret',
    );
    expect(inspect({ previousSecret: 'x', secrets: ['the new one'] })).toEqual(['v1', 0]);
    expect(() => inspect({ secrets: ['', undefined] })).toThrow(TypeError);
    expect(() => inspect({ previousSecret: secret })).toThrow(TypeError);
  });

  it.each<[string, () => Partial<ReceivedDelivery>]>([
    ['no_header', () => ({ signature: undefined })],
    ['no_header', () => ({ signature: [] })],
    ['several_headers', () => ({ signature: ['t=1, v1=2', 't=1, v1=2'] })],
    [
      'malformed',
      () => ({ signature: `${signDelivery({ body, secret, now })}, ${signDelivery({ body, secret, now })}` }),
    ],
    ['malformed', () => ({ signature: '' })],
    ['too_old', () => ({ now: now + 301_000 })],
    ['too_new', () => ({ now: now - 301_000 })],
    ['mismatch', () => ({ secret: 'another' })],
    ['mismatch', () => ({ body: Buffer.from(JSON.stringify(event, null, 2)) })],
  ])('refuses with %s, in words that tell a forger nothing', (wanted, make) => {
    const changes = make();
    expect(reason(changes)).toBe(wanted);
    expect(() => verifyDelivery(received(changes))).toThrow(/^(There is|The signature)[^:]{0,60}\.$/);
  });

  it('refuses a genuine body that is not an event', () => {
    const odd = Buffer.from('{"id":"1"}');
    expect(reason({ body: odd, signature: signDelivery({ body: odd, secret, now }) })).toBe('unreadable');
  });

  it.each([
    '{"event":"envelope.sent"}',
    '{"id":"1"}',
    '{"id":1,"event":"envelope.sent"}',
    '[]',
    'null',
    '7',
    '{"id":',
    '',
  ])('refuses the genuine body %j, which tells no event or not which one, so that nothing is done twice', (text) => {
    const odd = Buffer.from(text);
    const signature = signDelivery({ body: odd, secret, now });
    expect(reason({ body: odd, signature })).toBe('unreadable');
    // A forged one is told from it.
    expect(reason({ body: odd, signature, secret: 'another' })).toBe('mismatch');
  });

  it('takes the bytes from any platform, and a part of a larger buffer for what it is', () => {
    const larger = new Uint8Array(body.length + 20).fill(32);
    larger.set(body, 10);
    const part = larger.subarray(10, 10 + body.length);
    expect(verifyDelivery(received({ body: part }))).toEqual(event);
    expect(verifyDelivery(received({ body: new Uint8Array(body) }))).toEqual(event);
    expect(reason({ body: larger })).toBe('mismatch');
  });

  it('takes nothing but text for a secret', () => {
    const odd = [null, 0, true, {}, ['whsec_current']] as never[];
    for (const each of odd) {
      expect(() => verifyDelivery(received({ secret: each }))).toThrow(TypeError);
      expect(() => verifyDelivery(received({ secret: undefined, secrets: [each] }))).toThrow(TypeError);
      expect(inspectDelivery(received({ secret: undefined, secrets: [each, secret] })).secret).toBe(1);
    }
  });

  it('holds to 300 seconds on both sides, to the second', () => {
    const signature = signDelivery({ body, secret, now });
    const at = (seconds: number): string => reason({ signature, now: now + seconds * 1000 });
    expect([at(300), at(-300), at(301), at(-301)]).toEqual(['accepted', 'accepted', 'too_old', 'too_new']);
  });

  it('takes an event that it does not know, and leaves out what is of the wrong type', () => {
    const later = Buffer.from('{"id":"1","event":"envelope.renamed","retry_count":"2","envelope_id":7}');
    expect(verifyDelivery(received({ body: later, signature: signDelivery({ body: later, secret, now }) }))).toEqual({
      id: '1',
      event: 'envelope.renamed',
      created_at: null,
      retry_count: 0,
      envelope_id: null,
      recipient_id: null,
      uri: null,
    });
  });

  it('refuses a time that is not a number, which would make every delivery a recent one', () => {
    expect(() => verifyDelivery(received({ now: Number.NaN }))).toThrow(TypeError);
    expect(() => verifyDelivery(received({ now: Date.parse('yesterday') }))).toThrow(TypeError);
  });

  it('throws TypeError for the mistakes of a programmer: a parsed body, a missing secret', () => {
    const parsed = JSON.parse(body.toString()) as never;
    expect(() => verifyDelivery(received({ body: parsed }))).toThrow(/not a parsed object/);
    expect(() => verifyDelivery(received({ secret: '' }))).toThrow(TypeError);
    expect(() => verifyDelivery(received({ secret: undefined as never }))).toThrow(/Missing secret of the endpoint/);
    expect(() => signDelivery({ body, secret: '' })).toThrow(TypeError);
  });

  it('uses the machine’s clock by default', () => {
    const signature = signDelivery({ body, secret });
    expect(verifyDelivery({ signature, body, secret })).toEqual(event);
  });

  it('explains a refusal for the log alone', () => {
    expect(explainDelivery(received())).toBeNull();
    expect(explainDelivery(received({ now: now + 725_000 }))).toContain('12 min 5 s');
    expect(explainDelivery(received({ body: Buffer.from(JSON.stringify(event, null, 2)) }))).toContain('re-serialised');
  });
});

describe('a third party’s verifier for the same scheme', () => {
  const { webhooks } = new Stripe('sk_test_unused');
  /** The one difference in form: that package reads no blank after a comma, and no v0. */
  const mapped = (header: string): string => header.replaceAll(', ', ',');
  const verifyThere = (bytes: Buffer, header: string, key: string): unknown =>
    webhooks.constructEvent(bytes, mapped(header), key, 300, undefined, now);

  it('accepts what is signed here, with and without a rotation', () => {
    expect(verifyThere(body, signDelivery({ body, secret, now }), secret)).toMatchObject({ id: event.id });
    const rotated = signDelivery({ body, secret, previousSecret, now });
    expect(verifyThere(body, rotated, secret)).toMatchObject({ id: event.id });
  });

  it('refuses what is refused here', () => {
    const header = signDelivery({ body, secret, now });
    expect(() => verifyThere(body, header, 'another')).toThrow(/signature/i);
    expect(() => verifyThere(Buffer.from(`${body.toString()}\n`), header, secret)).toThrow(/signature/i);
    const old = signDelivery({ body, secret, now: now - 301_000 });
    expect(() => verifyThere(body, old, secret)).toThrow(/tolerance/i);
  });

  it('signs what is accepted here', () => {
    const signature = webhooks.generateTestHeaderString({
      payload: body.toString(),
      secret,
      timestamp: Math.floor(now / 1000),
    });
    expect(verifyDelivery(received({ signature }))).toEqual(event);
    expect(reason({ signature, secret: 'another' })).toBe('mismatch');
  });
});
