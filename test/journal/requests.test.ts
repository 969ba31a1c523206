import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalFailure } from '../../src/journal/append.js';
import { openKnownEnvelopes } from '../../src/journal/known-envelopes.js';
import { placedMark } from '../../src/platform/process-identity.js';
import { openRequestJournal, type NewIntent, type RequestJournal } from '../../src/journal/requests.js';
import { manualClock } from '../support/clock.js';
import { journalFiles } from '../support/journal-files.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = Date.parse('2026-12-01T08:00:00Z');
const clock = manualClock({ start });
const state = (): string => join(folder, 'state');
const open = (now: () => number = clock.now): RequestJournal => openRequestJournal({ folder: state(), now });
const intent = (id: string): NewIntent => ({
  id,
  operation: 'voidEnvelope',
  method: 'POST',
  path: '/api/v1/envelopes/e/void',
  key: `key-${id}`,
  fingerprint: 'f'.repeat(64),
  host: 'api.example.test',
  profile: undefined,
});
const knownIds = (): string[] => [...openKnownEnvelopes(state()).newestFirst()].map(({ id }) => id);
/** As a program that has ended left it. */
const leftBy = (id: string): NewIntent => ({ ...intent(id), pid: 2 ** 30 });
const ids = async (journal = open()): Promise<string[]> => (await journal.listRequests()).map(({ id }) => id);

describe('the journal of requests', () => {
  it('knows the envelope that was acted on, but none that the service does not have', async () => {
    const journal = open();
    for (const [digit, status] of [
      ['1', 404],
      ['2', 200],
      ['3', 409],
    ] as const) {
      const path = `/api/v1/envelopes/${digit.repeat(8)}-1111-4111-8111-111111111111/void`;
      await journal.intent({ ...intent(digit), path });
      await journal.settled(digit, { status, unknown: false }, 1);
    }
    expect(knownIds().map(([digit]) => digit)).toEqual(expect.arrayContaining(['2', '3']));
    expect(knownIds()).toHaveLength(2);
  });

  it('gives back what was written, and tells what is still open', async () => {
    const journal = open();
    await journal.intent(intent('a'));
    await journal.intent({ ...intent('b'), profile: 'work', key: undefined });
    await journal.settled('a', { status: 200, resource: 'e', unknown: false }, 2);
    const mark = (await placedMark(process.pid)) ?? undefined;
    const from = { pid: process.pid, mark, uptime: expect.any(Number) as number };
    const at = '2026-12-01T08:00:00.000Z';
    expect(await open().listRequests()).toEqual(
      [
        { ...intent('b'), profile: 'work', key: undefined, ...from, atWork: true, at, settled: undefined },
        {
          ...intent('a'),
          ...from,
          atWork: false,
          at,
          settled: { at, status: 200, code: undefined, resource: 'e', unknown: false, attempts: 2 },
        },
      ].toReversed(),
    );
  });

  it('is empty where nothing was written, and makes nothing by reading', async () => {
    expect([await ids(), await open().countUnsettled()]).toEqual([[], 0]);
    expect(existsSync(state())).toBe(false);
  });

  it('keeps the body byte for byte until the write is settled, and tells no body from one that is gone', async () => {
    const journal = open();
    await journal.intent(leftBy('a'), '{"name":"Zoë"}\n');
    await journal.intent(leftBy('b'));
    expect([await open().body('a'), await open().body('b')]).toEqual(['{"name":"Zoë"}\n', undefined]);
    await journal.settled('a', { code: 'reset', unknown: true }, 1);
    expect(await open().body('a')).toBe('{"name":"Zoë"}\n');
    await open().settled('a', { status: 200, unknown: false }, 1);
    expect([await open().body('a'), await open().body('nothing')]).toEqual([null, null]);
    expect(await ids()).toEqual(['b', 'a'].toSorted());
  });

  it("is the owner's alone, and stays so when somebody loosened it", async () => {
    const journal = open();
    await journal.intent(intent('a'), '{}');
    const [path = ''] = journalFiles(state(), 'open');
    expect([statSync(path).mode & 0o777, statSync(state()).mode & 0o777]).toEqual([0o600, 0o700]);
    await journal.settled('a', { unknown: false, status: 200 }, 1);
    const [done = ''] = journalFiles(state(), 'done');
    chmodSync(done, 0o644);
    await journal.intent(intent('a'));
    await journal.settled('a', { unknown: false, status: 200 }, 1);
    expect(statSync(done).mode & 0o777).toBe(0o600);
  });

  it('says what has happened to a write that another program settled', async () => {
    await open().intent(leftBy('a'), '{}');
    await open().settled('a', { status: 409, code: 'envelope_not_sent', unknown: false }, 1);
    // The one that sent it ended without knowing, and later than the other one knew.
    await open().settled('a', { code: 'reset', unknown: true }, 1);
    expect(await open().listRequests()).toMatchObject([{ id: 'a', settled: { code: 'envelope_not_sent' } }]);
    await open().settled('nobody', { unknown: false }, 1);
    expect(await ids()).toEqual(['a']);
  });

  it('an answer under a key settles what was open under it, and a refusal that says nothing of it does not', async () => {
    const sameKey = (id: string): NewIntent => ({ ...leftBy(id), key: 'k' });
    await open().intent(sameKey('first'), '{}');
    const journal = open();
    await journal.intent(sameKey('second'));
    await journal.settled('second', { status: 401, code: 'unauthenticated', unknown: false }, 1);
    expect((await open().listOpen()).map(({ id }) => id)).toEqual(['first']);
    await journal.intent(sameKey('third'));
    await journal.settled('third', { status: 200, resource: 'e', unknown: false }, 1);
    expect(await open().listOpen()).toEqual([]);
    expect(await open().requestsUnder('k')).toMatchObject([
      { id: 'second' },
      { id: 'third', settled: { resource: 'e' } },
      { id: 'first', settled: { resource: 'e' } },
    ]);
  });

  it('reads no record of another key or host before a request with a chosen key', async () => {
    for (const other of [intent('a'), { ...intent('b'), key: 'chosen', host: 'elsewhere.example.test' }]) {
      await open().intent(other);
      const path = journalFiles(state(), 'open').find((each) => basename(each).startsWith(other.id)) ?? '';
      rmSync(path);
      // Reading it fails.
      mkdirSync(path);
    }
    await open().intent({ ...intent('own'), key: 'chosen', chosen: true });
    expect(await open().isHeld({ ...intent('own'), key: 'chosen' })).toBe(true);
  });

  it('says why it cannot be written', async () => {
    mkdirSync(state());
    writeFileSync(join(state(), 'requests'), '');
    await expect(open().intent(intent('a'))).rejects.toBeInstanceOf(JournalFailure);
    await expect(open().intent({ ...intent('a'), id: '../a' })).rejects.toBeInstanceOf(JournalFailure);
  });

  it('refuses the record of a newer version, for reading and for writing', async () => {
    await open().intent(leftBy('a'));
    writeFileSync(join(state(), 'requests', 'version'), '3\n');
    for (const refused of [open().listRequests(), open().intent(intent('b')), open().countUnsettled()]) {
      await expect(refused).rejects.toMatchObject({ code: 'journal_newer' });
    }
    expect(journalFiles(state(), 'open')).toHaveLength(1);
  });

  it('gives the newest first, by when they were sent, and reads no more than is asked for', async () => {
    const journal = open();
    await journal.intent(leftBy('early'));
    for (const id of ['a', 'b', 'c']) {
      clock.advance(60_000);
      await journal.intent(intent(id));
      await journal.settled(id, { status: 200, unknown: false }, 1);
    }
    clock.advance(60_000);
    // Settled last, and sent first.
    await journal.settled('early', { status: 200, unknown: false }, 1);
    expect(await ids()).toEqual(['early', 'a', 'b', 'c']);
    for await (const { id } of open().newestFirst()) {
      expect(id).toBe('c');
      break;
    }
  });
});

describe('a record that was cut', () => {
  const broken = async (): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for await (const _ of open().newestFirst((damage) => found.push(damage)));
    return found;
  };

  it.each([0, 10, 300])('an open write cut to %i bytes is reported, and never read as settled', async (length) => {
    await open().intent(leftBy('a'), '{"title":"Lease"}'.repeat(40));
    truncateSync(journalFiles(state(), 'open')[0] ?? '', length);
    expect(await open().standingNow()).toEqual({ unsettled: 0, damaged: 1 });
    expect(await broken()).toEqual([{ id: 'a', open: true }]);
    // A write that may be the same one does not leave; any other does.
    const again = { ...intent('again'), key: 'key-a', chosen: true };
    await expect(open().intent(again)).rejects.toMatchObject({ code: 'journal_damaged' });
    await open().intent(intent('other'));
    expect(await open().setDamageAside()).toBe(1);
    expect(await open().standingNow()).toMatchObject({ damaged: 0 });
    expect(journalFiles(state(), 'damaged')).toHaveLength(1);
    await open().intent(again);
  });

  it('a settled write that was cut keeps its key from being used, until somebody has looked', async () => {
    const journal = open();
    await journal.intent({ ...intent('a'), chosen: true, reuse: 'while_kept' });
    await journal.settled('a', { status: 200, unknown: false }, 1);
    const [path = ''] = journalFiles(state(), 'done');
    truncateSync(path, statSync(path).size - 200);
    expect(await broken()).toEqual([{ id: 'a', open: false }]);
    expect((await open().facts()).damaged).toEqual([{ id: 'a', open: false }]);
    const again = { ...intent('b'), key: 'key-a', chosen: true };
    await expect(open().intent(again)).rejects.toMatchObject({ code: 'journal_damaged' });
    expect(journalFiles(state(), 'open')).toEqual([]);
    expect(await open().setDamageAside()).toBe(1);
    expect(await broken()).toEqual([]);
    await open().intent({ ...again, id: 'c' });
  });

  it('so does one that was overwritten in its middle', async () => {
    const journal = open();
    await journal.intent({ ...intent('a'), chosen: true, reuse: 'while_kept' });
    await journal.settled('a', { status: 200, unknown: false }, 1);
    const [path = ''] = journalFiles(state(), 'done');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"kind":"', '"kind"x"'));
    const again = { ...intent('b'), key: 'key-a', chosen: true };
    await expect(open().intent(again)).rejects.toMatchObject({ code: 'journal_damaged' });
    expect(await open().setDamageAside()).toBe(2);
    await open().intent({ ...again, id: 'c' });
  });

  it('a line that a crash tore is harmless, since its write stays open and is recorded again', async () => {
    const journal = open();
    await journal.intent({ ...leftBy('a'), chosen: true });
    const [path = ''] = journalFiles(state(), 'done');
    appendFileSync(path, '\n{"at":"2026-12-01T08:00:00.000Z","id":"a","kind":"done","sent');
    expect(await broken()).toEqual([]);
    expect(await open().countUnsettled()).toBe(1);
    await open().settled('a', { status: 200, unknown: false }, 1);
    await open().intent({ ...intent('b'), key: 'key-a', chosen: true });
    expect(await broken()).toEqual([]);
  });
});

describe('many programs', () => {
  it('lose nothing when they write at the same time', async () => {
    const bundle = await rolldown({
      input: fileURLToPath(new URL('../support/journal-child.ts', import.meta.url)),
      platform: 'node',
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    });
    const script = join(folder, 'child.cjs');
    await bundle.write({ file: script, format: 'cjs', codeSplitting: false });
    await bundle.close();
    const run = (name: string): Promise<number | null> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [script, state(), name, '60'], { stdio: 'inherit' });
        child.on('exit', resolve);
      });
    expect(await Promise.all([run('a'), run('b'), run('c')])).toEqual([0, 0, 0]);
    const requests = await open(Date.now).listRequests();
    expect(requests).toHaveLength(180);
    // Every third request of each process was left open.
    const left = requests.filter(({ settled }) => settled === undefined).map(({ id }) => id);
    const expected = ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 20 }, (_, at) => `${name}-${at * 3}`));
    expect(left.toSorted()).toEqual(expected.toSorted());
  });

  it('of two that choose one key for two requests, the one that claimed it first continues', async () => {
    const chosen = (id: string, fingerprint: string): NewIntent => ({
      ...intent(id),
      key: 'k',
      fingerprint,
      chosen: true,
    });
    await open().intent(chosen('first', 'f'));
    clock.advance(1_000);
    await expect(open().intent(chosen('second', 'g'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await open().listRequests()).toMatchObject([
      { id: 'first', settled: undefined },
      { id: 'second', settled: { code: 'idempotency_key_reused', unknown: false } },
    ]);
    expect(readFileSync(journalFiles(state(), 'open')[0] ?? '', 'utf8')).toContain('"id":"first"');
  });
});
