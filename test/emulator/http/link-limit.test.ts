import { expect, it } from 'vitest';
import { createLinkLimit } from '../../../src/emulator/http/link-limit.js';

it('lets a link be used 300 times in a minute, says when it works again, and minds no other link', () => {
  let now = 0;
  const limit = createLinkLimit(() => now);
  now = 15_000;
  for (let use = 0; use < 300; use++) expect(limit.count('a')).toBeNull();
  expect(limit.count('a')).toBe(45);
  expect(limit.count('b')).toBeNull();
  now = 60_000;
  expect(limit.count('a')).toBeNull();
});

it('keeps count of ten thousand links at most', () => {
  const limit = createLinkLimit(() => 0);
  for (let use = 0; use < 301; use++) limit.count('a');
  expect(limit.count('a')).toBe(60);
  for (let link = 0; link < 10_001; link++) limit.count(`made up ${link}`);
  expect(limit.count('a')).toBeNull();
});
