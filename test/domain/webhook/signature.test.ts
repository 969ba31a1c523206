import { describe, expect, it } from 'vitest';
import { parseSignature } from '../../../src/domain/webhook/signature-header.js';
import { sign, verify, writeSignature } from '../../../src/domain/webhook/signature.js';

// Every digest here was computed with `openssl dgst -sha256 -hmac`, not by this program.
const t = 1764576000;
const now = t * 1000;
const body = Buffer.from('{"id":"evt_1","event":"envelope.sent","retry_count":0}');
const current = 'whsec_current_0001';
const previous = 'whsec_previous_0001';
const v1 = 'b738457a09cde4ff1ea3aa9423cc75b4f59a6849d64a5487be59cc9d534449c8';
const v0 = 'ae3dc2d22d201e586cf8c90b1244f0fb9828c5b7186f589eace9d48f08203705';
const zeros = '0'.repeat(64);

describe('signing a delivery', () => {
  it('makes the digest that openssl makes of t, a dot and the body', () => {
    expect(sign(current, body, t)).toBe(v1);
  });

  it('signs bytes that are not text, and empty bodies', () => {
    const bytes = Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0xc3, 0x28]);
    expect(sign(current, bytes, t)).toBe('b773160fd8aae0db39151bf2da196bb06c8e71b4367616cde010fb8116b71488');
    expect(sign(current, Buffer.alloc(0), t)).toBe('b2e728148707d461340b54ab58b2d88f28c573d89df7731a2f0b9e47c4fb7d12');
  });

  it('reads a secret as UTF-8', () => {
    const digest = 'cddcd2f23bcbd2a09ad727775de8ede1c45e8841e0de61af634325f1bf477ee9';
    expect(sign('schl\u00fcssel', body, t)).toBe(digest);
  });

  it('writes the header as the description shows it, with v0 only while there is a previous secret', () => {
    expect(writeSignature({ current }, body, t)).toBe(`t=${t}, v1=${v1}`);
    expect(writeSignature({ current, previous }, body, t)).toBe(`t=${t}, v1=${v1}, v0=${v0}`);
  });
});

describe('reading a signature header', () => {
  it('takes the parts in any order, with or without spaces, and passes over names it does not know', () => {
    expect(parseSignature(`v1=${v1},v9=new,  t=${t} , v0=${v0}`)).toEqual({ t, v1, v0 });
  });

  it.each([
    ['', 'it is not a list of name=value'],
    ['nonsense', 'it is not a list of name=value'],
    [`v1=${v1}`, 'it has no t'],
    [`t=${t}`, 'it has no v1'],
    [`t=${t}, t=${t}, v1=${v1}`, 'it has t twice'],
    [`t=${t}, v1=${v1}, v1=${v0}`, 'it has v1 twice'],
    [`t=${t}, v1=${v1}, v0=${v0}, v0=${v0}`, 'it has v0 twice'],
    [`t=0x10, v1=${v1}`, 't is not a number of seconds'],
    [`t=-5, v1=${v1}`, 't is not a number of seconds'],
    [`t=1e9, v1=${v1}`, 't is not a number of seconds'],
    [`t=00${t}, v1=${v1}`, 't is not a number of seconds'],
    [`t=${t}, v1=${v1.slice(1)}`, 'v1 is not 64 hex digits'],
    [`t=${t}, v1=${v1}00`, 'v1 is not 64 hex digits'],
    [`t=${t}, v1=${'g'.repeat(64)}`, 'v1 is not 64 hex digits'],
    [`t=${t}, v1=${v1}, v0=`, 'v0 is not 64 hex digits'],
    [`t=${t}, v1=${v1}, x=${'y'.repeat(1100)}`, 'it is longer than 1024 characters'],
  ])('says what is wrong with %j', (header, problem) => {
    expect(parseSignature(header)).toEqual({ problem });
  });
});

describe('verifying a delivery', () => {
  const header = `t=${t}, v1=${v1}, v0=${v0}`;

  it('accepts v1 under the current secret', () => {
    expect(verify({ header: `t=${t}, v1=${v1}`, body, current, now })).toEqual({
      ok: true,
      by: 'current',
      secret: 0,
      t,
    });
  });

  it('accepts v0 under the previous secret, for a receiver that does not have the new one yet or no longer', () => {
    const stale = `t=${t}, v1=${zeros}, v0=${v0}`;
    expect(verify({ header: stale, body, current, previous, now })).toMatchObject({ by: 'previous', secret: 1 });
    // A receiver that nobody told of the rotation holds the old secret alone.
    expect(verify({ header: stale, body, current: previous, now })).toMatchObject({ by: 'previous', secret: 0 });
  });

  it('accepts either part under any of the secrets, v1 first, and says which secret it was', () => {
    const others = ['whsec_other', previous];
    const by = (header: string, secrets: Partial<Parameters<typeof verify>[0]>) => {
      const verdict = verify({ header, body, current: 'whsec_foreign', now, ...secrets });
      return verdict.ok ? [verdict.by, verdict.secret] : verdict.reason;
    };
    expect(by(`t=${t}, v1=${v1}`, { previous: current })).toEqual(['current', 1]);
    expect(by(`t=${t}, v1=${v1}`, { others: ['whsec_other', current] })).toEqual(['current', 2]);
    expect(by(`t=${t}, v1=${zeros}, v0=${v0}`, { others })).toEqual(['previous', 2]);
    expect(by(`t=${t}, v1=${zeros}, v0=${v0}`, { previous: 'x', others })).toEqual(['previous', 3]);
    expect(by(`t=${t}, v1=${v1}, v0=${v0}`, { others: [previous, current] })).toEqual(['current', 2]);
  });

  it('does not accept a part under none of the secrets', () => {
    const stale = `t=${t}, v1=${zeros}, v0=${v0}`;
    expect(verify({ header: stale, body, current, now })).toEqual({ ok: false, reason: 'mismatch' });
    expect(verify({ header: stale, body, current, previous: 'x', others: ['y'], now }).ok).toBe(false);
  });

  it('takes digests in upper-case hex', () => {
    const upper = `t=${t}, v1=${v1.toUpperCase()}`;
    expect(verify({ header: upper, body, current, now }).ok).toBe(true);
  });

  it('refuses when a byte of the body or a second of the time differs', () => {
    const changed = Buffer.from(body.toString().replace('evt_1', 'evt_2'));
    expect(verify({ header, body: changed, current, previous, now })).toEqual({ ok: false, reason: 'mismatch' });
    const shifted = `t=${t + 1}, v1=${v1}`;
    expect(verify({ header: shifted, body, current, now })).toEqual({ ok: false, reason: 'mismatch' });
  });

  it('accepts exactly 300 seconds either way, and refuses 301', () => {
    const at = (seconds: number) => verify({ header, body, current, now: now + seconds * 1000 });
    expect(at(300).ok).toBe(true);
    expect(at(-300).ok).toBe(true);
    expect(at(301)).toEqual({ ok: false, reason: 'too_old', t, seconds: 301 });
    expect(at(-301)).toEqual({ ok: false, reason: 'too_new', t, seconds: 301 });
  });

  it('checks the time before the digest, so that an old forgery is old and not a mismatch', () => {
    const forged = `t=${t}, v1=${zeros}`;
    expect(verify({ header: forged, body, current, now: now + 400_000 })).toMatchObject({ reason: 'too_old' });
  });

  it('tells a missing header, several headers and a malformed one apart', () => {
    expect(verify({ header: undefined, body, current, now })).toEqual({ ok: false, reason: 'no_header' });
    expect(verify({ header: [], body, current, now })).toEqual({ ok: false, reason: 'no_header' });
    expect(verify({ header: [header, header], body, current, now })).toEqual({ ok: false, reason: 'several_headers' });
    expect(verify({ header: 't=1', body, current, now })).toMatchObject({ ok: false, reason: 'malformed' });
  });
});
