import { expect, it } from 'vitest';
import { pluralize } from '../../../src/cli/context/counted.js';

it('says one of a thing and several of it, people among them', () => {
  expect([0, 1, 2].map((count) => pluralize(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
  expect([1, 3].map((count) => pluralize(count, 'person'))).toEqual(['1 person', '3 people']);
});
