import { expect, it } from 'vitest';
import { isFormulaError } from '../../../src/core/platform/formula-error.js';

it.each(['#N/A', '#REF!', '#VALUE!', ' #name? ', '#DIV/0!', '#NUM!', '#WAARDE!', '#####'])('%s is an error', (text) => {
  expect(isFormulaError(text)).toBe(true);
});

it.each(['#1', '# 12', 'N/A', '#N/A is not known', 'Unit #REF'])('%s is a text', (text) => {
  expect(isFormulaError(text)).toBe(false);
});
