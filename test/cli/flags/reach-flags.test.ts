import { expect, it } from 'vitest';
import { shellWord } from '../../../src/cli/flags/reach-flags.js';

it('whatever a shell would read is quoted', () => {
  for (const word of ['a b', '$(rm)', '`x`', 'a;b', '*', '~', '']) expect(shellWord(word)).toBe(`'${word}'`);
  expect(shellWord('--flag=a.b_c')).toBe('--flag=a.b_c');
});
