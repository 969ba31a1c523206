import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLedger, type Ledger, openLedger, readLedger } from '../../src/bulk/ledger.js';
import { openAttempt } from '../../src/bulk/ledger-entries.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-ledger-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = '2026-12-01T08:00:00.000Z';
const settings = {
  host: 'sign.example.test',
  mode: 'live',
  template_id: 't',
  run: [],
  send: true,
  brand_id: null,
  completion_delivery: null,
  deadline: null,
} as const;
let count = 0;
async function begin(): Promise<string> {
  const path = join(folder, 'runs', `${(count += 1)}.ndjson`);
  await createLedger(path, { at, name: 'march', file: null, settings, expires_at: null });
  return path;
}
const identity = (id: string) => ({ by: 'recipients', id, who: id }) as const;
const send = (ledger: Ledger, id: string, key = `key-${id}`): Promise<void> =>
  ledger.sent({ at, slot: `${id}#0`, row: 1, line: 2, identity: identity(id), content: `c-${key}`, key, body: { id } });
const end = (ledger: Ledger, id: string, status: 'created' | 'refused' | 'unknown', key = `key-${id}`): Promise<void> =>
  ledger.ended({ at, slot: `${id}#0`, key, status, envelope: status === 'created' ? `e-${key}` : null, code: null });
async function fill(path: string, work: (ledger: Ledger) => Promise<void>): Promise<void> {
  const ledger = await openLedger(await readLedger(path));
  await work(ledger);
  await ledger.close();
}
const states = async (path: string): Promise<readonly (readonly [string, number, string | null])[]> =>
  [...(await readLedger(path)).entries.all].map((entry) => [
    entry.slot,
    entry.made.length,
    entry.attempt === null ? null : entry.attempt.state,
  ]);

describe('a ledger', () => {
  it('is its owner’s alone, and knows each row after it was closed', async () => {
    const path = await begin();
    await fill(path, async (ledger) => {
      await ledger.start(at, 4);
      await Promise.all(['a', 'b', 'c', 'd'].map((id) => send(ledger, id)));
      await Promise.all([end(ledger, 'a', 'created'), end(ledger, 'b', 'refused'), end(ledger, 'c', 'unknown')]);
    });
    expect([statSync(path).mode & 0o777, statSync(join(folder, 'runs')).mode & 0o777]).toEqual([0o600, 0o700]);
    const read = await readLedger(path);
    expect([read.run.name, read.rows, read.end]).toEqual(['march', 4, statSync(path).size]);
    expect(await states(path)).toEqual([
      ['a#0', 1, null],
      ['b#0', 0, 'refused'],
      ['c#0', 0, 'open'],
      ['d#0', 0, 'open'],
    ]);
    const [, , unanswered] = [...read.entries.all];
    expect(openAttempt(unanswered!)).toMatchObject({ key: 'key-c', body: { id: 'c' }, at });
  });

  it('keeps the envelope of a row that is refused when it is sent again with other content', async () => {
    const path = await begin();
    await fill(path, async (ledger) => {
      await send(ledger, 'a');
      await end(ledger, 'a', 'created');
      await send(ledger, 'a', 'again');
      await end(ledger, 'a', 'refused', 'again');
    });
    expect(await states(path)).toEqual([['a#0', 1, 'refused']]);
    expect((await readLedger(path)).entries.usedFor('again')).toBe('a#0');
  });

  it('counts a row’s key from the first time that it left', async () => {
    const path = await begin();
    await fill(path, async (ledger) => {
      await send(ledger, 'a');
      const later = '2026-12-02T08:00:00.000Z';
      const content = 'c-key-a';
      await ledger.sent({
        at: later,
        slot: 'a#0',
        row: 1,
        line: 2,
        identity: identity('a'),
        content,
        key: 'key-a',
        body: {},
      });
    });
    expect([...(await readLedger(path)).entries.all][0]?.attempt?.at).toBe(at);
  });
});

it('a ledger that is removed meanwhile takes no row as written', async () => {
  const path = await begin();
  const ledger = await openLedger(await readLedger(path));
  await send(ledger, 'a');
  rmSync(path);
  await expect(send(ledger, 'b')).rejects.toMatchObject({ code: 'run_record_unwritable' });
  await ledger.close();
});

describe('a ledger that a crash left torn', () => {
  it.each(['{"type":"sent","at":"2026', '\0\0\0\0', '{'])('skips %j at its end, and continues', async (torn) => {
    const path = await begin();
    await fill(path, async (ledger) => {
      await send(ledger, 'a');
      await end(ledger, 'a', 'created');
    });
    appendFileSync(path, torn);
    await fill(path, (ledger) => send(ledger, 'b'));
    expect(await states(path)).toEqual([
      ['a#0', 1, null],
      ['b#0', 0, 'open'],
    ]);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toHaveLength(4);
  });

  it('believes a last line that lacks its line break alone', async () => {
    const path = await begin();
    await fill(path, async (ledger) => {
      await send(ledger, 'a');
      await end(ledger, 'a', 'created');
    });
    writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
    await fill(path, (ledger) => send(ledger, 'b'));
    expect(await states(path)).toHaveLength(2);
  });
});

describe('a ledger that is damaged', () => {
  it.each<readonly [string, (text: string) => string, RegExp]>([
    ['empty', () => '', /it is empty/],
    ['without its first line', (text) => text.replace(/^.*\n/, ''), /line 1 cannot be read/],
    ['cut in the middle', (text) => text.replace(/"slot".*\n/, '\n'), /line 2 cannot be read/],
    ['with a line of something else', (text) => text.replace('\n', '\nhello\n'), /line 2 cannot be read/],
    ['with the end of what never left', (text) => text.replace(/^.*"sent".*\n/m, ''), /line 2 cannot be read/],
    ['of two runs', (text) => text + text, /line 4 cannot be read/],
    ['nothing but half a line', () => '{"type":"run","at":"2026', /its first line cannot be read/],
  ])('%s is refused with its reason', async (_name, damage, told) => {
    const path = await begin();
    await fill(path, async (ledger) => {
      await send(ledger, 'a');
      await end(ledger, 'a', 'created');
    });
    writeFileSync(path, damage(readFileSync(path, 'utf8')));
    await expect(readLedger(path)).rejects.toMatchObject({
      code: 'run_record_damaged',
      message: expect.stringMatching(told) as string,
    });
  });

  it('or of a newer version is refused', async () => {
    const path = await begin();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":2'));
    await expect(readLedger(path)).rejects.toMatchObject({ code: 'run_record_newer' });
  });

  it('or missing cannot be read', async () => {
    await expect(readLedger(join(folder, 'none.ndjson'))).rejects.toMatchObject({ code: 'run_record_unreadable' });
  });
});

it('a ledger of another part tells of a row that this part sends again', async () => {
  const [one, other] = [await begin(), await begin()];
  await fill(one, (ledger) => send(ledger, 'a'));
  const merged = (await readLedger(one)).entries;
  const ledger = await openLedger(await readLedger(other), merged);
  expect(ledger.owns('a#0')).toBe(false);
  await send(ledger, 'a');
  await end(ledger, 'a', 'created');
  expect(ledger.owns('a#0')).toBe(true);
  await ledger.close();
  // In either order: what was heard counts.
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const both = (await readLedger(second, (await readLedger(first)).entries)).entries;
    expect([...both.all].map(({ made, attempt }) => [made.length, attempt])).toEqual([[1, null]]);
  }
});
