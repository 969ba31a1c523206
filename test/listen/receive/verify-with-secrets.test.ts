import { describe, expect, it } from 'vitest';
import { verifyWithSecrets, signingSecrets } from '../../../src/listen/receive/verify-with-secrets.js';
import type { HeldEndpoint } from '../../../src/listen/endpoint/state.js';
import { writeSignature } from '../../../src/domain/webhook/signature.js';

const now = Date.parse('2026-12-01T08:00:00Z');
const t = now / 1000;
const body = Buffer.from('{"id":"a"}');
const later = new Date(now + 3_600_000).toISOString();
const held = (id: string, current: string, previous?: string, until = later): HeldEndpoint => ({
  id,
  url: `https://hooks.example.test/${id}`,
  secrets: [{ value: current, until: null }, ...(previous === undefined ? [] : [{ value: previous, until }])],
});
const of = (endpoints: readonly HeldEndpoint[], header: string | readonly string[]) =>
  verifyWithSecrets(endpoints, { header: typeof header === 'string' ? [header] : header, body, now });

describe('a delivery verified with the known secrets', () => {
  it('verifies by v1 under the current one', () => {
    expect(of([held('w', 'one')], writeSignature({ current: 'one' }, body, t))).toEqual({
      ok: true,
      by: 'current',
      endpoint: 'w',
      rotatedElsewhere: false,
      t,
    });
  });

  it('verifies by v0 under the previous one within its grace, and not after it', () => {
    const signed = writeSignature({ current: 'lost', previous: 'old' }, body, t);
    expect(of([held('w', 'new', 'old')], signed)).toMatchObject({ ok: true, by: 'previous', rotatedElsewhere: false });
    const past = new Date(now - 1).toISOString();
    expect(of([held('w', 'new', 'old', past)], signed)).toMatchObject({ ok: false });
    const alone = writeSignature({ current: 'old' }, body, t);
    expect(of([held('w', 'new', 'old')], alone)).toMatchObject({ ok: true, by: 'current', rotatedElsewhere: false });
    expect(of([held('w', 'new', 'old', past)], alone)).toMatchObject({ ok: false });
  });

  it('verifies by v0 under the one that was current until somebody else rotated it', () => {
    const signed = writeSignature({ current: 'unknown', previous: 'ours' }, body, t);
    expect(of([held('w', 'ours')], signed)).toMatchObject({ ok: true, by: 'previous', rotatedElsewhere: true });
  });

  it('verifies for the endpoint before this one too, while its deliveries are on their way', () => {
    const signed = writeSignature({ current: 'old' }, body, t);
    expect(of([held('w2', 'new'), held('w1', 'old')], signed)).toMatchObject({ ok: true, endpoint: 'w1' });
  });

  it('says why it does not', () => {
    const signed = writeSignature({ current: 'one' }, body, t);
    const reason = (endpoints: readonly HeldEndpoint[], header: string | readonly string[]) => {
      const judged = of(endpoints, header);
      return judged.ok ? 'ok' : judged.verification.reason;
    };
    expect(reason([held('w', 'two')], signed)).toBe('mismatch');
    expect(reason([held('w', 'one')], [])).toBe('no_header');
    expect(reason([held('w', 'one')], [signed, signed])).toBe('several_headers');
    expect(reason([held('w', 'one')], writeSignature({ current: 'one' }, body, t - 301))).toBe('too_old');
    expect(reason([held('w', 'one')], writeSignature({ current: 'one' }, body, t + 301))).toBe('too_new');
    expect(reason([], signed)).toBe('mismatch');
  });
});

describe('the secret to sign with', () => {
  it('is the newest endpoint’s, with the one before it while that is in its grace', () => {
    expect(signingSecrets([held('w', 'new', 'old')], now)).toEqual({ current: 'new', previous: 'old' });
    expect(signingSecrets([held('w', 'new', 'old', new Date(now - 1).toISOString())], now)).toEqual({ current: 'new' });
    expect(signingSecrets([{ id: null, url: 'x', secrets: [] }, held('w', 'old')], now)).toEqual({ current: 'old' });
    expect(signingSecrets([], now)).toBeUndefined();
  });
});
