import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/emulator/domain/refusal.js';
import { readJsonBody } from '../../../src/emulator/http/json-body.js';
import { HeaderList } from '../../../src/core/http/headers.js';

const read = (body: string | Buffer, type?: string): unknown =>
  readJsonBody(new HeaderList(type === undefined ? [] : [['Content-Type', type]]), Buffer.from(body));
const refused = (body: string | Buffer, type?: string): string => {
  try {
    read(body, type);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_request') return error.message;
    throw error;
  }
  return 'read';
};

describe('a body', () => {
  it('is read as JSON in UTF-8, with or without a byte order mark', () => {
    expect(read('{"a":["é",1,null]}')).toEqual({ a: ['é', 1, null] });
    expect(read('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });

  it('that is empty is undefined', () => {
    expect(read('')).toBeUndefined();
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
    'may be called %s',
    (type) => expect(read('{}', type)).toEqual({}),
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx'])(
    'may not be called %s',
    (type) => expect(refused('{}', type)).toContain('application/json'),
  );

  it('that is not JSON, or not UTF-8, is refused', () => {
    expect(refused('{"a":')).toContain('not valid JSON');
    expect(refused('a=b')).toContain('not valid JSON');
    expect(refused(Buffer.from([0x22, 0xff, 0x22]))).toContain('not UTF-8');
  });

  it('is nested 32 levels deep at most, and one of a million exhausts nothing', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(refused(nested(32))).toBe('read');
    expect(refused(nested(33))).toContain('deeper');
    expect(refused(nested(1_000_000))).toContain('deeper');
  });

  it.each(['__proto__', 'constructor', 'toString'])('may not name the property %s, which every object has', (name) => {
    expect(refused(`{"a":[{"${name}":1}]}`)).toBe(`a[0].${name} is not a property of this request.`);
  });

  it('may not hold half of a character', () => {
    expect(refused('{"a":{"b":["x","\\ud800"]}}')).toBe('a.b[1] contains an incomplete character.');
    expect(read('"\\ud83d\\ude00"')).toBe('😀');
  });
});
