import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Remembered } from '../../src/listen/poll.js';
import { readPollMemory, writePollMemory } from '../../src/listen/poll-memory.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = (): string => join(folder, 'poll.ndjson');

describe('what polling remembers', () => {
  it('is read as it was written, and skips damaged lines', async () => {
    const memory = new Map<string, Remembered>([
      ['a', { keys: ['envelope.sent a'], over: false }],
      ['b', { keys: [], over: true }],
    ]);
    await writePollMemory(path(), memory);
    expect(await readPollMemory(path())).toEqual(memory);
    writeFileSync(path(), '{"id":"a","keys":["x",1]}\n[]\n{"id":1}\nno\n');
    expect(await readPollMemory(path())).toEqual(new Map([['a', { keys: ['x'], over: false }]]));
    expect(await readPollMemory(join(folder, 'none'))).toEqual(new Map());
  });

  it('loses the finished envelopes first when there are too many, and never all of them', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `recipient.completed ${'0'.repeat(70)} ${index}`);
    const over = (index: number): boolean => index % 2 === 0;
    const ids = Array.from({ length: 1_600 }, (_, index) => `envelope-${index}`);
    await writePollMemory(path(), new Map(ids.map((id, index) => [id, { keys, over: over(index) }])));
    const kept = await readPollMemory(path());
    const open = ids.filter((_, index) => !over(index));
    expect(open.filter((id) => !kept.has(id))).toEqual([]);
    expect(kept.size).toBeLessThan(ids.length);
    expect(kept.size).toBeGreaterThan(open.length);
    expect(statSync(path()).size).toBeLessThanOrEqual(4 * 1024 * 1024);
  });
});
