import { expect, it } from 'vitest';
import { readSeed } from '../../../src/emulator/seed/read-seed.js';

const none = (): Promise<never> => Promise.reject(new Error('the file names none'));
const sources = { document: none, check: none, secret: none };

it.each([
  [50, 'service.yaml:2:155: keys[49] must be an object.'],
  [51, '1 more mistake.'],
  [52, '2 more mistakes.'],
])('tells 50 of %i mistakes, and how many are left', async (count, last) => {
  const refused = readSeed(`version: 1\nkeys: [${'1, '.repeat(count)}]\n`, 'service.yaml', sources);
  const { message } = await refused.then(
    () => new Error('read'),
    (error: Error) => error,
  );
  expect([message.split('\n').length, message.split('\n').at(-1)]).toEqual([Math.min(count, 51), last]);
});
