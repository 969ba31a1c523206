import { describe, expect, it } from 'vitest';
import { isUuid } from '../../src/contract/schema.js';
import { seededRandomness, systemRandomness } from '../../src/emulator/random.js';

const ids = (seed: number, start: number): string[] => {
  const random = seededRandomness(seed, start);
  return Array.from({ length: 50 }, () => random.uuid());
};

describe('randomness with a seed', () => {
  it('gives the same ids in the same order', () => {
    expect(ids(1, 0)).toEqual(ids(1, 0));
    expect(ids(1, 0).every(isUuid)).toBe(true);
  });

  it('gives other ids for another seed, and for the next start on the same data file', () => {
    expect(new Set([...ids(1, 0), ...ids(2, 0), ...ids(1, 1), ...ids(11, 0), ...ids(1, 10)]).size).toBe(250);
  });

  it('gives each purpose an order of its own', () => {
    const [own, jobs] = [seededRandomness(1, 0), seededRandomness(1, 0, 'jobs')];
    const first = jobs.uuid();
    expect([own.uuid(), seededRandomness(1, 0, 'jobs').uuid()]).toEqual([ids(1, 0)[0], first]);
    expect(ids(1, 0)).not.toContain(first);
  });

  it('gives as many bytes as asked for', () => {
    const random = seededRandomness(1, 0);
    expect([1, 16, 32, 33, 100].map((count) => random.bytes(count).length)).toEqual([1, 16, 32, 33, 100]);
  });
});

describe("the system's randomness", () => {
  it('never repeats', () => {
    expect(systemRandomness.uuid()).not.toBe(systemRandomness.uuid());
    expect(systemRandomness.bytes(32).equals(systemRandomness.bytes(32))).toBe(false);
  });
});
