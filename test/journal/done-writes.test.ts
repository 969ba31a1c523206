import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DoneWrites, openDoneWrites } from '../../src/journal/done-writes.js';
import type { RecordedRequest } from '../../src/journal/entry.js';

const now = Date.parse('2026-12-01T08:00:00.000Z');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-done-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const writes = (): DoneWrites => openDoneWrites(folder);

const at = new Date(now - 1_000).toISOString();
const request = (id: string, key: string | undefined, changes: Partial<RecordedRequest> = {}): RecordedRequest => ({
  id,
  at,
  operation: 'createEnvelope',
  method: 'POST',
  path: '/api/v1/envelopes',
  key,
  fingerprint: 'f'.repeat(64),
  host: 'api.example.test',
  profile: undefined,
  settled: { at, status: 201, code: undefined, resource: 'e', unknown: false, attempts: 1 },
  ...changes,
});
/** The one file in the one quarter. */
function file(): string {
  const [quarter = ''] = readdirSync(folder).filter((name) => name.includes('-Q'));
  const [name = ''] = readdirSync(join(folder, quarter));
  return join(folder, quarter, name);
}
const edit = (change: (text: string) => string): void => writeFileSync(file(), change(readFileSync(file(), 'utf8')));
const ids = async (key: string): Promise<string[]> =>
  (await writes().under(key)).lines.map((line) => (line.kind === 'done' ? line.request.id : `claim of ${line.id}`));

it('finds under a key what was recorded under it, in that order, and nothing of another key', async () => {
  await writes().claim({ id: 'a', key: 'k' }, now);
  await writes().claim({ id: 'b', key: 'k' }, now);
  await writes().add(request('b', 'k'), now);
  await writes().add(request('c', undefined), now);
  expect(await ids('k')).toEqual(['claim of a', 'claim of b', 'b']);
  expect(await ids('c')).toEqual(['c']);
  expect(await writes().under('other')).toEqual({ lines: [], torn: [] });
  expect((await writes().under('k')).lines.at(-1)).toEqual({
    kind: 'done',
    at: new Date(now).toISOString(),
    request: request('b', 'k'),
  });
});

it('finds a key of any characters, and tells it from one that only contains it', async () => {
  const keys = ['"quoted" \\ back', 'Zoë ☃', 'k', 'k-1'];
  for (const [index, key] of keys.entries()) await writes().add(request(`r${index}`, key), now);
  for (const [index, key] of keys.entries()) expect(await ids(key)).toEqual([`r${index}`]);
  // A line of the same file that names the key elsewhere.
  appendFileSync(file(), readFileSync(file(), 'utf8').replace(/"key":"[^,]*"/, '"key":"else"'));
  expect((await writes().under('else')).lines.every((line) => line.kind === 'done')).toBe(true);
});

it.each<[string, (text: string) => string]>([
  ['cut', (text) => text.slice(0, -20)],
  ['cut in the middle of its id', (text) => text.slice(0, 45)],
  ['overwritten in its middle', (text) => text.replace('"sentAt":"2026', '"sentAt":\u0000\u0000026')],
  ['of an unknown kind', (text) => text.replace('"kind":"done"', '"kind":"dome"')],
  ['without the time it was sent', (text) => text.replace('"sentAt"', '"setnAt"')],
])('a line that is %s may be of the key: it is told of until somebody knows', async (_what, change) => {
  await writes().add(request('a', 'k'), now);
  edit(change);
  const { lines, torn } = await writes().under('k');
  expect([lines, torn.length]).toEqual([[], 1]);
  expect([...writes().newestFirst()]).toEqual(torn);
  await writes().accept(torn);
  expect(await writes().under('k')).toEqual({ lines: [], torn: [] });
  expect([...writes().newestFirst()]).toEqual([]);
});

it('a line cut by a crash is not damage once the same write was recorded again', async () => {
  await writes().add(request('a', 'k'), now);
  edit((text) => text.slice(0, -20));
  expect((await writes().under('k')).torn).toMatchObject([{ id: 'a' }]);
  await writes().add(request('b', 'k'), now);
  expect((await writes().under('k')).torn).toMatchObject([{ id: 'a' }]);
  // Its claim alone does not tell how it ended.
  await writes().claim({ id: 'a', key: 'k' }, now);
  expect((await writes().under('k')).torn).toHaveLength(1);
  await writes().add(request('a', 'k'), now);
  expect((await writes().under('k')).torn).toEqual([]);
  expect(await ids('k')).toEqual(['b', 'claim of a', 'a']);
});

it('allows one torn line only: the next one is reported', async () => {
  await writes().accept([]);
  expect(readdirSync(folder)).toEqual([]);
  await writes().add(request('a', 'k'), now);
  edit((text) => text.slice(0, -20));
  await writes().accept((await writes().under('k')).torn);
  await writes().add(request('b', 'k'), now);
  edit((text) => text.slice(0, -20));
  expect((await writes().under('k')).torn).toMatchObject([{ id: 'b' }]);
});

it('places what an earlier version left at its own time, and never later than now', async () => {
  const ended = (instant: string): RecordedRequest['settled'] => ({ ...request('x', 'k').settled!, at: instant });
  const old = request('old', 'k', { settled: ended('2025-02-01T00:00:00.000Z') });
  const ahead = request('ahead', 'k', { settled: ended('2031-02-01T00:00:00.000Z') });
  const open = request('open', 'k', { at: '2025-05-01T00:00:00.000Z', settled: undefined });
  await writes().addAll([ahead, open, old], now);
  expect(writes().shelf.quarters()).toEqual(['2025-Q1', '2025-Q2', '2026-Q4']);
  expect(await ids('k')).toEqual(['old', 'open', 'ahead']);
  // Each file is in the order of its instants: what comes later stands behind what is there.
  await writes().addAll([request('more', 'k', { settled: old.settled })], now);
  expect(await ids('k')).toEqual(['old', 'open', 'ahead', 'more']);
  expect([...writes().newestFirst()].map((line) => ('request' in line ? line.request.id : ''))).toEqual(
    ['old', 'open', 'ahead', 'more'].toReversed(),
  );
});
