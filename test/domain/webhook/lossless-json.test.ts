import { describe, expect, it } from 'vitest';
import { type JsonStyle, readLossless, writeLossless } from '../../../src/domain/webhook/lossless-json.js';

const compact: JsonStyle = { indent: undefined, comma: ',', colon: ':', text: (raw) => raw };
const indented = (indent: string): JsonStyle => ({ ...compact, indent, colon: ': ' });
const write = (text: string, style: JsonStyle): string | undefined => {
  const node = readLossless(text);
  return node === undefined ? undefined : writeLossless(node, style);
};

/** A small generator with a fixed seed, so that a failure can be seen again. */
function generator(seed: number): () => unknown {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
  const texts = ['', 'a', '\u00e9', '"\\/', '\u2028\n', '\u{1f600}', ', : {', '1e5'];
  const value = (depth: number): unknown => {
    switch (below(depth > 4 ? 4 : 6)) {
      case 0:
        return texts[below(texts.length)];
      case 1:
        return below(1_000_000) / 1000 - 500;
      case 2:
        return below(2) === 0;
      case 3:
        return null;
      case 4:
        return Array.from({ length: below(4) }, () => value(depth + 1));
      default:
        return Object.fromEntries(
          Array.from({ length: below(4) }, (_, index) => [`${index}k${texts[below(8)]}`, value(depth + 1)]),
        );
    }
  };
  return () => value(0);
}

describe('JSON without loss', () => {
  it('is written as JSON.stringify writes it, for a thousand values in four layouts', () => {
    const next = generator(20_261_121);
    for (let count = 0; count < 1_000; count += 1) {
      const value = next();
      for (const source of [JSON.stringify(value), JSON.stringify(value, null, 3)]) {
        expect(write(source, compact)).toBe(JSON.stringify(value));
        expect(write(source, indented('  '))).toBe(JSON.stringify(value, null, 2));
        expect(write(source, indented('\t'))).toBe(JSON.stringify(value, null, '\t'));
      }
    }
  });

  it('keeps numbers, escapes, repeated names and their order as they stood', () => {
    const text = '{"b":1.0,"a":12345678901234567890,"b":-0,"\\u0061":1E+2,"c":"\\u00e9\\/"}';
    expect(write(text.replaceAll(',', ' ,\n\t'), compact)).toBe(text);
  });

  it.each(['', '{', '[1,]', '{"a"}', '01', "{'a':1}", '\ufeff{}', 'NaN', '{"a":1}x'])('is invalid: %j', (text) => {
    expect(readLossless(text)).toBeUndefined();
  });

  it('gives up on what is nested deeper than any delivery, without running out of stack', () => {
    expect(readLossless(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeUndefined();
    expect(readLossless(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)).toBeUndefined();
    expect(readLossless(`${'['.repeat(50)}${']'.repeat(50)}`)).toBeDefined();
  });
});
