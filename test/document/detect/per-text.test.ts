import { expect, it } from 'vitest';
import { forgetTexts, perText } from '../../../src/document/detect/per-text.js';

it('computes once for each text of a document', () => {
  const computed: string[] = [];
  const length = perText((text) => {
    computed.push(text);
    return { length: text.length };
  });
  expect([length('a'), length(''), length('a'), length('')]).toEqual([1, 0, 1, 0].map((each) => ({ length: each })));
  forgetTexts();
  length('a');
  expect(computed).toEqual(['a', '', 'a']);
});
