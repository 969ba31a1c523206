import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalFailure } from '../../src/journal/append.js';
import type { Intent, RecordedEnd } from '../../src/journal/entry.js';
import { keyTagOf, openOpenWrites, type OpenWrites, twinTagOf } from '../../src/journal/open-writes.js';

const day = 24 * 60 * 60 * 1000;
let root = '';
const folder = (): string => join(root, 'requests', 'open');
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'esign-open-'));
});
afterEach(() => rmSync(root, { recursive: true }));
const writes = (): OpenWrites => openOpenWrites(folder(), 30 * day);

const intent = (id: string, changes: Partial<Intent> = {}): Intent => ({
  id,
  at: '2026-12-01T08:00:00.000Z',
  operation: 'createEnvelope',
  method: 'POST',
  path: '/api/v1/envelopes',
  key: `key-${id}`,
  fingerprint: 'f'.repeat(64),
  twin: 'e'.repeat(64),
  host: 'api.example.test',
  credential: 'c',
  profile: undefined,
  ...changes,
});
const end = (changes: Partial<RecordedEnd> = {}): RecordedEnd => ({
  at: '2026-12-01T08:00:01.000Z',
  status: undefined,
  code: 'reset',
  resource: undefined,
  unknown: true,
  attempts: 1,
  ...changes,
});

describe('a write that left', () => {
  it.each([
    ['bytes of any kind', '{"name":"Zoë"}\n\n{"at":"no end"}\n'],
    ['nothing in it', ''],
    ['none', undefined],
    ['one that is gone', null],
  ])('is given back with its body: %s', async (_kind, body) => {
    const name = await writes().add(intent('a'), body);
    expect(await writes().read(name)).toEqual({ request: { ...intent('a'), settled: undefined }, body });
    expect(writes().list()).toEqual([name]);
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it("is the owner's alone", async () => {
    const name = await writes().add(intent('a'), '{}');
    expect([statSync(name.path).mode & 0o777, statSync(folder()).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('tells how its last attempt ended, with its body as it was', async () => {
    const name = await writes().add(intent('a'), '{"a":1}', end());
    await writes().note(name, end({ code: 'timeout', attempts: 3 }));
    expect(await writes().read(name)).toMatchObject({
      request: { settled: { code: 'timeout', attempts: 3 } },
      body: '{"a":1}',
    });
    // A crash in the middle of the next note takes nothing away.
    writeFileSync(name.path, '{"at":"2026-', { flag: 'a' });
    expect(await writes().read(name)).toMatchObject({ request: { settled: { code: 'timeout' } }, body: '{"a":1}' });
  });

  it('is gone once it was settled: a late note does not bring it back', async () => {
    const name = await writes().add(intent('a'), '{}');
    await writes().remove(name);
    await writes().remove(name);
    await writes().note(name, end());
    expect([await writes().read(name), writes().list()]).toEqual([undefined, []]);
    expect(existsSync(name.path)).toBe(false);
  });
});

describe('a damaged record', () => {
  it('is known as such wherever it was cut', async () => {
    const name = await writes().add(intent('a'), '{"b":1}');
    const whole = readFileSync(name.path);
    for (let length = 0; length < whole.length; length += 1) {
      writeFileSync(name.path, whole.subarray(0, length));
      expect([length, await writes().read(name)]).toEqual([length, 'damaged']);
    }
  });

  it.each<[string, (text: string) => string]>([
    ['overwritten with zeros', (text) => '\0'.repeat(text.length)],
    ['the one of another write', (text) => text.replace('"id":"a"', '"id":"b"')],
    ['without its host', (text) => text.replace('"host"', '"hots"')],
    ['no object', () => '[]\n\n'],
  ])('is known as such when it is %s', async (_what, change) => {
    const name = await writes().add(intent('a'), '{"b":1}');
    writeFileSync(name.path, change(readFileSync(name.path, 'utf8')));
    expect(await writes().read(name)).toBe('damaged');
    // What it would have told can be told from its name.
    expect(writes().list()).toMatchObject([
      { id: 'a', keyTag: keyTagOf(intent('a')), twinTag: twinTagOf(intent('a')) },
    ]);
  });

  it('is a failure, and not nothing, where it cannot be read at all', async () => {
    const name = await writes().add(intent('a'), '{}');
    renameSync(name.path, `${name.path}.aside`);
    mkdirSync(name.path);
    await expect(writes().read(name)).rejects.toThrow(JournalFailure);
    await expect(writes().note(name, end())).rejects.toThrow(JournalFailure);
  });
});

describe('the folder', () => {
  it('holds nothing before the first write, and none but writes are listed', async () => {
    expect([writes().list(), existsSync(folder())]).toEqual([[], false]);
    const { path } = await writes().add(intent('a'), '{}');
    for (const name of ['note.txt', 'a.none', '.a.none.none', 'a.none.none.x']) {
      writeFileSync(join(folder(), name), '');
    }
    writeFileSync(`${path}.0123456789ab`, '');
    expect(
      writes()
        .list()
        .map((each) => each.path),
    ).toEqual([path]);
  });

  it('fails when it is missing: nothing is sent, and nothing is called settled', async () => {
    mkdirSync(join(root, 'requests'));
    writeFileSync(folder(), '');
    expect(() => writes().list()).toThrow(JournalFailure);
    await expect(writes().add(intent('a'), '{}')).rejects.toThrow(JournalFailure);
    rmSync(folder());
    // Something else has the name.
    const name = await writes().add(intent('a'), '{}');
    rmSync(name.path);
    mkdirSync(join(name.path, 'x'), { recursive: true });
    await expect(writes().add(intent('a'), '{}')).rejects.toThrow(JournalFailure);
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it.each(['../a', '', 'a.b', '.a', 'a'.repeat(65)])('takes no write whose id is %j', async (id) => {
    await expect(writes().add(intent(id), '{}')).rejects.toThrow(JournalFailure);
    expect(existsSync(root) && !existsSync(folder())).toBe(true);
  });
});

it('tells keys and twins apart by service and API key, and what has none from all', () => {
  const one = intent('a', { key: 'same' });
  const others: readonly Partial<Intent>[] = [{ host: 'other' }, { credential: 'd' }, { credential: undefined }];
  const all = [one, ...others.map((each) => ({ ...one, ...each }))];
  expect(new Set([...all, { ...one, key: 'k' }].map(keyTagOf)).size).toBe(5);
  expect(new Set([...all, { ...one, twin: 't' }].map(twinTagOf)).size).toBe(5);
  expect(keyTagOf({ ...one, twin: 't' })).toBe(keyTagOf(one));
  expect([keyTagOf({ ...one, key: undefined }), twinTagOf({ ...one, twin: undefined })]).toEqual(['none', 'none']);
  expect(keyTagOf({ ...one, key: 'x' })).not.toBe(twinTagOf({ ...one, twin: 'x' }));
});

it('deletes what a process killed in a write left, once it can no longer be under way', async () => {
  const { path } = await writes().add(intent('a'), '{"b":1}');
  const [left, young] = ['0123456789ab', 'ba9876543210'].map((end) => `${path}.${end}`) as [string, string];
  for (const each of [left, young]) writeFileSync(each, '{"name":"Thandi"}');
  const hourAgo = (Date.now() - 61 * 60 * 1000) / 1000;
  for (const each of [path, left]) utimesSync(each, hourAgo, hourAgo);
  await writes().add(intent('b'), '{}');
  expect([path, left, young].map((each) => existsSync(each))).toEqual([true, false, true]);
});

it('forgets the body of an old write when the next one is added, and nothing else of it', async () => {
  const [old, cut, young] = [
    await writes().add(intent('old'), '{"name":"Ann"}', end()),
    await writes().add(intent('cut'), '{"name":"Ben"}'),
    await writes().add(intent('young'), '{"name":"Cleo"}'),
  ];
  writeFileSync(cut.path, 'cut');
  for (const { path } of [old, cut]) utimesSync(path, (Date.now() - 30 * day) / 1000, (Date.now() - 30 * day) / 1000);
  utimesSync(young.path, (Date.now() - 29 * day) / 1000, (Date.now() - 29 * day) / 1000);
  await writes().add(intent('next'), '{}');
  expect(await writes().read(old)).toEqual({ request: { ...intent('old'), settled: end() }, body: null });
  expect(readFileSync(old.path, 'utf8')).not.toContain('Ann');
  expect([await writes().read(cut), readFileSync(cut.path, 'utf8')]).toEqual(['damaged', 'cut']);
  expect(await writes().read(young)).toMatchObject({ body: '{"name":"Cleo"}' });
});
