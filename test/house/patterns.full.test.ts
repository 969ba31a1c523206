import { describe, expect, it } from 'vitest';
import { attackOn, patternsUnder } from '../support/regex-growth.js';

/** Names, labels, answers and lines of other programs come from anybody, so no pattern may take the square of its text. */

const cut: Readonly<Record<string, string>> = {
  [String.raw`src/cli/flags/usage.ts /Allowed choices are (.*)\.$/`]: 'a message is cut to 8,000 characters first',
};

describe('the patterns of the source code', () => {
  it('are found, and a hostile text is found for one that is not linear', () => {
    expect(patternsUnder('src').length).toBeGreaterThan(1_000);
    for (const source of [String.raw`\/+$`, String.raw`ssh:\/\/[^@]*:[^@]*@`]) {
      expect([source, attackOn({ source, flags: 'u' })]).toEqual([source, expect.any(String)]);
    }
    for (const source of [String.raw`(?<!\/)\/+$`, String.raw`ssh:\/\/[^/@:]*:[^/@]*@`]) {
      expect([source, attackOn({ source, flags: 'u' })]).toEqual([source, null]);
    }
  });

  it('take no more than linear time for any hostile text', () => {
    const found = patternsUnder('src').flatMap(({ file, source, flags }) => {
      const name = `${file} /${source}/${flags}`;
      if (cut[name] !== undefined) return [];
      const attack = attackOn({ source, flags });
      return attack === null ? [] : [`${name} with ${attack}`];
    });
    expect(found).toEqual([]);
  });
});
