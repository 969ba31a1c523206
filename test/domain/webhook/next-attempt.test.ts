import { describe, expect, it } from 'vitest';
import { nextAttemptBody } from '../../../src/domain/webhook/next-attempt.js';

const next = (text: string | Buffer): string | undefined => nextAttemptBody(Buffer.from(text))?.toString();

describe('the body of the next attempt', () => {
  it('counts retry_count up, and leaves every other character alone', () => {
    const body =
      '{"id":"\\u00e9","retry_count":0,"big":12345678901234567890,"one":1.0,"uri":"\\/api","n":{"retry_count":7}}';
    expect(next(body)).toBe(body.replace('"retry_count":0', '"retry_count":1'));
    expect(next('{"retry_count":9}')).toBe('{"retry_count":10}');
    expect(next('{"retry_count":999999999}')).toBe('{"retry_count":1000000000}');
  });

  it('leaves out blanks between the parts, and none within a text', () => {
    expect(next('{ "retry_count" : 0 ,\n "list" : [ 1 , "a , b" , {} ] , "none" : null }\r\n')).toBe(
      '{"retry_count":1,"list":[1,"a , b",{}],"none":null}',
    );
  });

  it('counts every one up that a strange body may have', () => {
    expect(next('{"retry_count":1,"retry_count":5}')).toBe('{"retry_count":2,"retry_count":2}');
  });

  it.each([
    '{}',
    '[]',
    '[{"retry_count":0}]',
    '0',
    'null',
    '"retry_count"',
    '{',
    '',
    '{"retry_count":"1"}',
    '{"retry_count":-1}',
    '{"retry_count":1.5}',
    '{"retry_count":1e3}',
    '{"retry_count":null}',
    '{"retry_count":[1]}',
    '{"retry_count":{"retry_count":1}}',
    '{"retry_count":1234567890}',
    '{"retry":1,"count":2}',
    '{"n":{"retry_count":7}}',
  ])('is null for %j', (body) => expect(next(body)).toBeUndefined());

  it('is null for bytes that are not text, and for a byte order mark, which was signed as well', () => {
    expect(next(Buffer.from('{"a":"\xff","retry_count":0}', 'latin1'))).toBeUndefined();
    expect(next('\ufeff{"retry_count":0}')).toBeUndefined();
  });
});
