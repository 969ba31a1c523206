import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { diagnose, type Secrets, spell, type Suspect } from '../../../src/domain/webhook/diagnose.js';
import { sign, verify, writeSignature } from '../../../src/domain/webhook/signature.js';

const t = 1_764_576_000;
const now = t * 1000;
const current = 'whsec_VGhlIGN1cnJlbnQgc2VjcmV0IG9mIGl0';
const previous = 'whsec_VGhlIHNlY3JldCBiZWZvcmUgdGhhdA';
const compact =
  '{"id":"5f8c2f3e-0c57-4c54-9d2e-0f9a1b2c3d4e","event":"envelope.sent","created_at":"2025-12-01T08:00:00.000Z",' +
  '"retry_count":0,"envelope_id":"7a8b9c0d-1e2f-4a3b-8c4d-5e6f7a8b9c0d","recipient_id":null,' +
  '"uri":"/api/v1/envelopes/7a8b9c0d-1e2f-4a3b-8c4d-5e6f7a8b9c0d"}';
const body = Buffer.from(compact);
const signed = (bytes: Uint8Array = body, secrets: Secrets = { current }): string => writeSignature(secrets, bytes, t);

const suspect = (changes: Partial<Suspect>): Suspect => ({
  header: signed(),
  body,
  secrets: { current },
  now,
  ...changes,
});
const found = (changes: Partial<Suspect>) => diagnose(suspect(changes));

describe('a delivery that verifies', () => {
  it('has no diagnosis', () => {
    expect(found({})).toBeUndefined();
    expect(
      found({ header: `t=${t}, v1=${'0'.repeat(64)}, v0=${sign(previous, body, t)}`, secrets: { current, previous } }),
    ).toBeUndefined();
  });
});

describe('the time', () => {
  it.each([
    [725, 'too_old', '12 min 5 s ago'],
    [301, 'too_old', '5 min 1 s ago'],
    [-400, 'too_new', '6 min 40 s in the future'],
  ])('%i seconds off: %s, by how much and in which direction', (seconds, cause, words) => {
    const diagnosis = found({ now: now + seconds * 1000 });
    expect(diagnosis).toMatchObject({ cause });
    expect(diagnosis?.sentence).toContain(words);
    expect(diagnosis?.sentence).toContain('the limit is 300 s');
    expect(diagnosis?.sentence).toContain('It verifies at its own time');
  });

  it('says when more than the time is wrong', () => {
    const diagnosis = found({ now: now + 900_000, secrets: { current: 'another' } });
    expect(diagnosis).toMatchObject({ cause: 'too_old' });
    expect(diagnosis?.sentence).toContain('does not verify at its own time either');
  });

  it('points at time zones when clocks are half hours apart', () => {
    expect(found({ now: now + 7_205_000 })?.sentence).toContain('time zones');
    expect(found({ now: now + 7_000_000 })?.sentence).not.toContain('time zones');
  });

  it('knows milliseconds', () => {
    expect(found({ header: `t=${t}000, v1=${sign(current, body, t * 1000)}` })).toMatchObject({
      cause: 'milliseconds',
    });
  });

  it('finds a time that was altered after signing, when there is time to search', () => {
    const header = `t=${t + 7}, v1=${sign(current, body, t)}`;
    expect(found({ header, effort: 'thorough' })).toMatchObject({
      cause: 'time_altered',
      sentence: expect.stringContaining(`matches t=${t},`),
    });
  });
});

describe('the header', () => {
  it('is missing, or there are two', () => {
    expect(found({ header: undefined })?.cause).toBe('no_header');
    expect(found({ header: [] })?.cause).toBe('no_header');
    expect(found({ header: [signed(), signed()] })?.cause).toBe('several_headers');
  });

  it('is two headers that something joined into one', () => {
    expect(found({ header: `${signed()}, ${signed()}` })?.cause).toBe('several_headers');
  });

  it('has v0 alone', () => {
    expect(found({ header: `t=${t}, v0=${sign(current, body, t)}` })?.cause).toBe('only_v0');
  });

  it('has its digest in base64, and says whether that is right', () => {
    const base64 = (secret: string): string => Buffer.from(sign(secret, body, t), 'hex').toString('base64');
    expect(found({ header: `t=${t}, v1=${base64(current)}` })).toEqual({
      cause: 'digest_base64',
      sentence: 'The digest is base64, but the service uses hex. Decoded from base64, it is correct.',
      hint: 'Encode the digest as 64 hex digits.',
    });
    expect(found({ header: `t=${t}, v1=${base64('wrong')}` })?.sentence).toBe(
      'The digest is base64, but the service uses hex.',
    );
  });

  it('accepts upper-case hex, so that it is nothing to diagnose', () => {
    expect(found({ header: signed().replace(/[0-9a-f]{64}/, (digest) => digest.toUpperCase()) })).toBeUndefined();
  });

  it.each([
    ['', 'empty'],
    [`"t=${t}, v1=${'0'.repeat(64)}"`, 'quotation marks'],
    [`t=${t}; v1=${'0'.repeat(64)}`, 'semicolons'],
    [`t=${t}, v1=${'0'.repeat(40)}`, 'SHA-1'],
    [`t=${t}, v1=${'0'.repeat(128)}`, 'SHA-512'],
    [`t=2025-12-01T08:00:00Z, v1=${'0'.repeat(64)}`, 'is a date'],
    ['nonsense', 'Invalid signature header'],
    [`t=${t}, v1=${'g'.repeat(64)}`, 'v1 is not 64 hex digits'],
  ])('%j: %s', (header, words) => {
    const diagnosis = found({ header });
    expect(diagnosis?.cause).toBe('malformed');
    expect(diagnosis?.sentence).toContain(words);
  });

  it('has a few damaged digits', () => {
    expect(found({ header: signed().replace(/....$/, 'zzzz').replace('zzzz', '0000') })?.cause).toBe('digest_damaged');
  });
});

describe('the secret', () => {
  it('is the one before a rotation, or one of several: then there is nothing to explain', () => {
    expect(found({ header: signed(body, { current: 'the new one', previous: current }) })).toBeUndefined();
    expect(found({ header: signed(body, { current: previous }), secrets: { current, previous } })).toBeUndefined();
    const secrets = { current, previous, more: ['third'] };
    expect(found({ header: signed(body, { current: 'third' }), secrets })).toBeUndefined();
  });

  it('is one of several, and was read wrongly or signs another form of the body', () => {
    const secrets = { current, previous, more: ['third'] };
    expect(found({ header: signed(body, { current: 'third\n' }), secrets })?.cause).toBe('secret_misread');
    const pretty = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2));
    expect(found({ header: signed(pretty, { current: 'x', previous: 'third' }), secrets })?.cause).toBe('reserialised');
    expect(found({ header: signed(body, { current: 'x', previous: 'y' }), secrets })?.sentence).toContain(
      'matches any secret',
    );
  });

  it('is that of another endpoint that is known here, by name', () => {
    const others = [{ name: 'the secret of the endpoint at https://b.example', secret: 'b' }];
    expect(found({ header: signed(body, { current: 'b' }), secrets: { current, others } })).toMatchObject({
      cause: 'other_secret',
      sentence: 'It was signed with the secret of the endpoint at https://b.example.',
    });
  });

  it('is unknown', () => {
    const diagnosis = found({ secrets: { current: 'whsec_of_somebody_else' } });
    expect(diagnosis?.cause).toBe('wrong_secret');
    expect(diagnosis?.sentence).toContain('altered');
  });

  it.each([
    ['blanks around it', ` ${current}\n`, current, 'spaces or a newline'],
    ['quotation marks', `"${current}"`, current, 'quotation marks'],
    ['a name before it', `WEBHOOK_SECRET=${current}`, current, 'a name and `=`'],
    ['a newline on the other side', current, `${current}\n`, 'and a newline after it'],
    ['its prefix stripped on the other side', current, current.slice(6), 'without its prefix'],
    ['base64 decoded on the other side', current, Buffer.from(current.slice(6), 'base64'), 'decoded from base64'],
    ['base64 decoded as PHP does', current, Buffer.from(current.replaceAll('_', ''), 'base64'), 'decoded from base64'],
    ['hex decoded on the other side', 'a1b2c3d4e5f6', Buffer.from('a1b2c3d4e5f6', 'hex'), 'decoded from hex'],
  ])('was read with %s', (_, held, used, words) => {
    const diagnosis = found({ header: `t=${t}, v1=${sign(used, body, t)}`, secrets: { current: held } });
    expect(diagnosis?.cause).toBe('secret_misread');
    expect(diagnosis?.sentence).toContain(words);
  });

  it('never occurs in the message', () => {
    const odd = ` "${current}" `;
    for (const header of [signed(), signed(body, { current: 'x' }), 'nonsense', undefined]) {
      const diagnosis = found({ header, secrets: { current: odd, previous }, now: now + 999_000 });
      expect(JSON.stringify(diagnosis)).not.toContain(current.slice(6));
    }
  });
});

const unsorted = JSON.parse(compact) as Record<string, unknown>;
const reversed = JSON.stringify(Object.fromEntries(Object.entries(unsorted).toReversed()));
const sortedJson = JSON.stringify(Object.fromEntries(Object.entries(unsorted).toSorted()));
const named =
  '{"id":"1","event":"envelope.sent","note":"S\u00e9ance / <b>\\u00e9</b>","amount":1.0,"big":12345678901234567890}';

describe('the body', () => {
  it.each([
    ['pretty printed by two', JSON.stringify(unsorted, null, 2), compact, 'without spaces'],
    ['pretty printed by tabs', JSON.stringify(unsorted, null, '\t'), compact, 'without spaces'],
    ['with blanks as Python writes it', compact.replaceAll(/([,:])"/g, '$1 "'), compact, 'without spaces'],
    ['compact, and signed indented', compact, JSON.stringify(unsorted, null, 2), 'indented by two'],
    ['sorted by name', sortedJson, compact, 'in the order of the service'],
    ['reversed and indented', JSON.stringify(JSON.parse(reversed), null, 4), compact, 'in the order of the service'],
    ['without the member that is null', compact.replace('"recipient_id":null,', ''), compact, 'with recipient_id'],
    ['with a member more', compact.replace('{', '{"added":true,'), compact, 'without the property "added"'],
    [
      'with escapes undone',
      named.replace('\\u00e9', '\u00e9'),
      named.replaceAll('\u00e9', '\\u00e9'),
      'non-ASCII characters escaped',
    ],
    ['with blanks that leave 1.0 and long numbers alone', named.replaceAll(',"', ', "'), named, 'without spaces'],
  ])('was re-serialised: %s', (_, received, sent, words) => {
    const diagnosis = found({ header: signed(Buffer.from(sent)), body: Buffer.from(received) });
    expect(diagnosis?.cause).toBe('reserialised');
    expect(diagnosis?.sentence).toContain(words);
  });

  it.each([
    ['a newline more', `${compact}\n`, compact, 'without the newline'],
    ['a newline less', compact, `${compact}\n`, 'with a newline'],
    ['CRLF for LF', '{\r\n"id":1\r\n}', '{\n"id":1\n}', 'LF instead of CRLF'],
    ['a byte order mark', `\ufeff${compact}`, compact, 'without the byte order mark'],
    ['twice encoded', Buffer.from('{"a":"\u00e9"}').toString('latin1'), '{"a":"\u00e9"}', 'encoded twice'],
    ['in a JSON string', JSON.stringify(compact), compact, 'in a JSON string'],
    ['a Buffer as JSON', JSON.stringify(Buffer.from(compact)), compact, 'a Buffer as JSON'],
  ])('was re-encoded: %s', (_, received, sent, words) => {
    const diagnosis = found({ header: signed(Buffer.from(sent)), body: Buffer.from(received) });
    expect(diagnosis?.cause).toBe('reencoded');
    expect(diagnosis?.sentence).toContain(words);
  });

  it('was re-serialised under the previous secret of a rotation', () => {
    const header = signed(body, { current: 'not told yet', previous });
    const received = Buffer.from(JSON.stringify(unsorted, null, 2));
    expect(found({ header, body: received, secrets: { current, previous } })?.cause).toBe('reserialised');
  });

  it('was shuffled: found when there is time to search', () => {
    const shuffled = Buffer.from('{"b":1,"a":2,"d":3,"c":4}');
    const received = Buffer.from('{"a":2,"b":1,"c":4,"d":3}');
    expect(found({ header: signed(shuffled), body: received })?.cause).not.toBe('reserialised');
    expect(found({ header: signed(shuffled), body: received, effort: 'thorough' })).toMatchObject({
      cause: 'reserialised',
      sentence: expect.stringContaining('another order'),
    });
  });

  it('was signed without its time', () => {
    const bare = createHmac('sha256', current).update(body).digest('hex');
    expect(found({ header: `t=${t}, v1=${bare}` })).toMatchObject({
      cause: 'signed_otherwise',
      sentence: expect.stringContaining('the body alone'),
    });
  });

  it('is cut off or empty', () => {
    expect(found({ body: body.subarray(0, 90) })).toMatchObject({
      cause: 'altered',
      sentence: expect.stringContaining('not a complete JSON'),
    });
    expect(found({ body: Buffer.alloc(0) })).toMatchObject({
      cause: 'altered',
      sentence: expect.stringContaining('empty'),
    });
  });

  it('was altered: certain when the secret has verified others, and when neither secret fits', () => {
    const other = Buffer.from(compact.replace('envelope.sent', 'envelope.sealed'));
    expect(found({ body: other, proven: true })?.cause).toBe('altered');
    const header = signed(body, { current, previous });
    expect(found({ header, body: other, secrets: { current, previous } })?.cause).toBe('altered');
  });

  it('costs a listener little, whatever is in it', () => {
    const deep = Buffer.from(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    const wide = Buffer.from(`{${Array.from({ length: 900 }, (_, index) => `"k${index}":${index}`).join(',')}}`);
    for (const hostile of [deep, wide, Buffer.alloc(1_000_000, 0x22), Buffer.from('"\\')]) {
      expect(found({ body: hostile })?.cause).toMatch(/altered|wrong_secret/);
    }
  });
});

describe('a span of time in words', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [300, '5 min'],
    [725, '12 min 5 s'],
    [7_200, '2 h'],
    [187_200, '2 d 4 h'],
    [86_405, '1 d'],
  ])('%i seconds are %s', (seconds, words) => expect(spell(seconds)).toBe(words));
});

it('whatever is diagnosed is refused, and the other way round', () => {
  for (const header of [signed(), `${signed()} `, 'x', signed(Buffer.from('{}'))]) {
    expect(diagnose(suspect({ header })) === undefined).toBe(verify({ header, body, current, now }).ok);
  }
});
