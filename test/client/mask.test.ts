import { describe, expect, it } from 'vitest';
import { createMask, maskKey } from '../../src/client/mask.js';
import { traceLines } from '../../src/client/trace.js';

const key = `abc_live_${'k3y'.repeat(14)}`;

describe('masking secrets', () => {
  it.each([
    ['an API key', key, `using ${key} now`],
    ['a bearer header', 'sometoken99', 'Authorization: Bearer sometoken99'],
    ['a webhook secret', 'whsec_abcDEF123', 'secret is whsec_abcDEF123.'],
    ['a signing address', 'eyJhbGciOi.tok-en_1', 'open https://sign.example.test/sign/eyJhbGciOi.tok-en_1?x=y'],
    ['a secret in JSON', 'p"q\\', JSON.stringify({ secret: 'p"q\\' })],
    ['credentials in an address', 'user:pass', 'http://user:pass@proxy.test'],
    ['a token in an address', 'tok_12345', 'https://tok_12345@host.test'],
    ['the password of an ssh address', 'user:pass', 'ssh://user:pass@host.test'],
  ])('hides %s in text', (_what, secret, text) => {
    const shown = createMask().text(text);
    expect(shown).not.toContain(secret);
    expect(shown).toContain('***');
  });

  it('takes texts of any length, also where a secret has no end', () => {
    const long = '\\\\'.repeat(6_000_000);
    expect(createMask().text(`{"secret":"${long}","note":"x"}`)).toBe('{"secret":"***","note":"x"}');
    expect(createMask().text(`{"token" : "a\\"b", "secret": "${long}`)).toBe('{"token" : "***", "secret": "***');
    const colons = `ssh://${':'.repeat(200_000)}`;
    expect(createMask().text(colons)).toBe(colons);
  });

  it('keeps the user of an ssh address', () => {
    expect(createMask().text('Use ssh://user@host?remote=9100')).toBe('Use ssh://user@host?remote=9100');
  });

  it('keeps what is not a secret', () => {
    const text =
      'Basic plan, bearer token: POST https://x.test/api/v1/envelopes/1/recipients/2/signing-url is in test_mode for live_in tenants';
    expect(createMask().text(text)).toBe(text);
  });

  it('masks a given secret anywhere, the longer one first', () => {
    const mask = createMask(['opaque-secret', 'opaque-secret-and-more']);
    expect(mask.text('a opaque-secret-and-more b opaque-secret c')).toBe('a *** b *** c');
    mask.add('short');
    expect(mask.text('short words stay')).toBe('short words stay');
  });

  it('hides secrets in JSON by their name and by their shape, and shortens files', () => {
    const shown = JSON.stringify(
      createMask().json(
        { secret: 'x', nested: [{ token: 'y', note: `use ${key}` }], url: 'https://a.test/s', file: 'A'.repeat(5_000) },
        ['url'],
      ),
    );
    expect(shown).toBe(
      `{"secret":"***","nested":[{"token":"***","note":"use abc_live_***"}],"url":"***","file":"${'A'.repeat(40)}… (5000 characters)"}`,
    );
  });

  it('survives JSON of any depth', () => {
    let deep: unknown = 'bottom';
    for (let at = 0; at < 100_000; at += 1) deep = [deep];
    expect(JSON.stringify(createMask().json(deep))).toContain('…');
  });

  it('leaves the prefix of a key, which says whether it is live, and nothing else of it', () => {
    expect(maskKey(key)).toBe('abc_live_***');
    expect(maskKey('no-shape-at-all')).toBe('***');
  });
});

describe('the trace', () => {
  it('tells method, address, attempt and key, without the credential and the secrets of the body', () => {
    const lines = traceLines(
      {
        kind: 'sent',
        method: 'POST',
        url: 'https://x.test/api/v1/webhooks',
        attempt: 2,
        headers: [
          ['Authorization', `Bearer ${key}`],
          ['Idempotency-Key', 'k1'],
          ['User-Agent', 'esign'],
        ],
        body: { secret: 'hidden-in-body', url: 'https://me.test' },
      },
      createMask(),
      true,
    );
    expect(lines).toEqual([
      '> POST https://x.test/api/v1/webhooks (attempt 2)',
      '> Authorization: Bearer abc_live_***',
      '> Idempotency-Key: k1',
      '> {"secret":"***","url":"https://me.test"}',
    ]);
  });

  it('shows the status, the time and the remaining rate budget', () => {
    const lines = traceLines(
      {
        kind: 'answered',
        status: 200,
        milliseconds: 35.4,
        rate: { limit: 60, remaining: 12, resetsAt: 31_000 },
        now: 500,
        body: { url: 'https://x.test/sign/token' },
        hidden: ['url'],
      },
      createMask(),
      true,
    );
    expect(lines).toEqual(['< 200 in 35 ms; 12 of 60 requests left for 31 s', '< {"url":"***"}']);
  });

  it('tells only the size of a body unless bodies are asked for, since they name people', () => {
    const body = { recipients: [{ name: 'Thandi', email: 'thandi@example.test' }] };
    const sent = { kind: 'sent', method: 'POST', url: 'https://x.test/a', attempt: 1, headers: [], body } as const;
    const answered = {
      kind: 'answered',
      status: 200,
      milliseconds: 1,
      rate: undefined,
      now: 0,
      body,
      hidden: [],
    } as const;
    expect([...traceLines(sent, createMask(), false), ...traceLines(answered, createMask(), false)]).toEqual([
      '> POST https://x.test/a (attempt 1)',
      '> (body of 64 characters; --debug-bodies shows it)',
      '< 200 in 1 ms',
      '< (body of 64 characters; --debug-bodies shows it)',
    ]);
  });

  it('tells breaks and waits, and cuts a long body short', () => {
    const mask = createMask();
    expect(traceLines({ kind: 'broke', message: 'reset', milliseconds: 5 }, mask, false)).toEqual([
      '< no response after 5 ms: reset',
    ]);
    expect(traceLines({ kind: 'waiting', milliseconds: 1_234, why: 'busy' }, mask, false)).toEqual([
      '- waiting 1.2 s: busy',
    ]);
    const body = Array.from({ length: 1_000 }, () => 'word');
    const [, line] = traceLines(
      { kind: 'answered', status: 200, milliseconds: 1, rate: undefined, now: 0, body, hidden: [] },
      mask,
      true,
    );
    expect(line?.length).toBeLessThan(2_100);
  });
});
