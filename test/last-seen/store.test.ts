import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectSeen, keepSeen, type Place, recallSeen, seenFolder } from '../../src/last-seen/store.js';

let stateDir: string;
beforeEach(() => (stateDir = mkdtempSync(join(tmpdir(), 'esign-seen-'))));
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

const id = (number: number): string => `6f1f2f0e-4f0b-4f43-9d8a-${String(number).padStart(12, '0')}`;
const place = (number = 1, baseUrl = 'https://api.example.test'): Place => ({
  stateDir,
  baseUrl,
  templateId: id(number),
});
const now = 1_800_000_000_000;
const day = 86_400_000;
const seen = { etag: '"a"', facts: new Map([['field/x/label', 'Rent']]), runs: [] };
const files = (): string[] => readdirSync(seenFolder(stateDir));
const onlyFile = (): string => join(seenFolder(stateDir), files()[0]!);

describe('what was last seen of a template', () => {
  it('is of one service, however the address of this machine is written', async () => {
    await keepSeen(place(1, 'http://127.0.0.1:8080'), seen, now);
    for (const same of ['http://localhost:8080', 'http://[::1]:8080'])
      expect(await recallSeen(place(1, same), now)).toEqual({ seen, damage: null });
    expect(await recallSeen(place(1, 'http://localhost:8081'), now)).toMatchObject({ seen: null });
  });

  it('comes back as it was kept, in a file of its owner alone', async () => {
    await keepSeen(place(), seen, now);
    expect(await recallSeen(place(), now)).toEqual({ seen, damage: null });
    expect(statSync(onlyFile()).mode & 0o777).toBe(0o600);
    expect(statSync(seenFolder(stateDir)).mode & 0o777).toBe(0o700);
  });

  it('is known by its address as well as by its id', async () => {
    await keepSeen(place(), seen, now);
    expect((await recallSeen(place(1, 'https://other.example.test'), now)).seen).toBeNull();
    expect((await recallSeen(place(2), now)).seen).toBeNull();
  });

  it.each([
    ['cut', (text: string) => text.slice(0, 40)],
    ['no JSON', () => '\u0000\u0001'],
    ['of another version', (text: string) => text.replace('"version":1', '"version":9')],
    ['of another template', (text: string) => text.replace(id(1), id(2))],
    ['with a value that is no text', (text: string) => text.replace('"Rent"', '{"a":1}')],
    ['with a run that is none', (text: string) => text.replace('"runs":[]', '"runs":[{"id":1}]')],
    ['too large', (text: string) => text + ' '.repeat(5 * 1024 * 1024)],
  ])('counts as nothing where its file is damaged: %s', async (_how, damage) => {
    await keepSeen(place(), seen, now);
    writeFileSync(onlyFile(), damage(readFileSync(onlyFile(), 'utf8')));
    expect(await recallSeen(place(), now)).toEqual({ seen: null, damage: expect.stringContaining(onlyFile()) });
  });

  it('is counted for doctor, damaged files by their names', async () => {
    for (const number of [1, 2, 3]) await keepSeen(place(number), seen, now);
    writeFileSync(onlyFile(), 'torn');
    expect(await inspectSeen(stateDir)).toEqual({ count: 2, damaged: [onlyFile()] });
  });

  it('is kept for 180 days, and for the 200 templates seen last', async () => {
    await keepSeen(place(0), seen, now - 181 * day);
    expect((await recallSeen(place(0), now)).seen).toBeNull();
    for (let number = 1; number <= 205; number += 1) await keepSeen(place(number), seen, now + number * 1000);
    // Seen again, though nothing about it is new.
    await keepSeen(place(6), seen, now + 300_000);
    await keepSeen(place(206), seen, now + 400_000);
    expect(files()).toHaveLength(200);
    expect((await recallSeen(place(6), now + 400_000)).seen).toEqual(seen);
    expect((await recallSeen(place(8), now + 400_000)).seen).toEqual(seen);
    expect((await recallSeen(place(7), now + 400_000)).seen).toBeNull();
  });
});
