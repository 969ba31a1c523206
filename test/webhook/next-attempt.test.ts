import { describe, expect, it } from 'vitest';
import { nextAttemptBody } from '../../src/webhook/next-attempt.js';

const next = (text: string | Buffer): string | undefined => nextAttemptBody(Buffer.from(text))?.toString();

describe('the body of the next attempt', () => {
  it('counts retry_count up, and leaves every other character alone', () => {
    const body =
      '{"id":"\\u00e9","retry_count":0,"big":12345678901234567890,"one":1.0,"uri":"\\/api","n":{"retry_count":7}}';
    expect(next(body)).toBe(body.replace('"retry_count":0', '"retry_count":1'));
    expect(next('{"retry_count":9}')).toBe('{"retry_count":10}');
  });

  it.each(['{}', '[]', '{', '', '{"retry_count":"1"}', '{"retry_count":-1}', '{"retry_count":1.5}'])(
    'is none for %j',
    (body) => expect(next(body)).toBeUndefined(),
  );

  it('is none for bytes that are no text', () => {
    expect(next(Buffer.from('{"a":"\xff","retry_count":0}', 'latin1'))).toBeUndefined();
  });
});
