import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JournalFailure } from '../../src/journal/append.js';
import { placedMark } from '../../src/journal/process-mark.js';
import { openRequestJournal, type NewIntent, type RequestJournal } from '../../src/journal/requests.js';
import { manualClock } from '../support/clock.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const clock = manualClock({ start: Date.parse('2026-12-01T08:00:00Z') });
const path = (name = 'requests.ndjson'): string => join(folder, 'state', name);
const open = (turnAt?: number): RequestJournal =>
  openRequestJournal({ folder: join(folder, 'state'), now: clock.now, ...(turnAt === undefined ? {} : { turnAt }) });
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

describe('the journal of requests', () => {
  it('gives back what was written, and tells what is still open', async () => {
    const journal = open();
    await journal.intent(intent('a'));
    await journal.intent({ ...intent('b'), profile: 'work', key: undefined });
    await journal.settled('a', { status: 200, resource: 'e', unknown: false }, 2);
    const mark = (await placedMark(process.pid)) ?? undefined;
    expect(await open().listRequests()).toEqual([
      {
        ...intent('a'),
        pid: process.pid,
        mark,
        atWork: false,
        at: '2026-12-01T08:00:00.000Z',
        settled: {
          at: '2026-12-01T08:00:00.000Z',
          status: 200,
          code: undefined,
          resource: 'e',
          unknown: false,
          attempts: 2,
        },
      },
      {
        ...intent('b'),
        profile: 'work',
        key: undefined,
        pid: process.pid,
        mark,
        atWork: true,
        at: '2026-12-01T08:00:00.000Z',
        settled: undefined,
      },
    ]);
  });

  it('is empty where nothing was written, and makes nothing by reading', async () => {
    expect([await open().listRequests(), await open().countUnsettled()]).toEqual([[], 0]);
    expect(existsSync(path())).toBe(false);
  });

  it("is the owner's alone, and stays so when somebody loosened it", async () => {
    await open().intent(intent('a'));
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
    chmodSync(path(), 0o644);
    await open().intent(intent('b'));
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('holds one JSON object a line', async () => {
    await open().intent(intent('a'));
    await open().settled('a', { unknown: true }, 1);
    const lines = readFileSync(path(), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual(['intent', 'settled']);
  });

  it('outlives a line that a crash left torn, and loses nothing that comes after it', async () => {
    await open().intent(intent('a'));
    appendFileSync(path(), '\n{"kind":"intent","id":"torn","opera');
    await open().intent(intent('b'));
    expect((await open().listRequests()).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('passes over what it does not know', async () => {
    await open().intent(intent('a'));
    appendFileSync(path(), '\nnull\n5\n[]\n{}\n{"kind":"intent","id":5}\n{"kind":"other","id":"x","at":"y"}\n\u0000\n');
    await open().settled('nobody', { unknown: false }, 1);
    expect((await open().listRequests()).map(({ id }) => id)).toEqual(['a']);
  });

  it('says why it cannot be written', async () => {
    mkdirSync(join(folder, 'state'));
    mkdirSync(path());
    await expect(open().intent(intent('a'))).rejects.toBeInstanceOf(JournalFailure);
    await expect(open().intent(intent('a'))).rejects.toMatchObject({ systemCode: 'EISDIR', path: path() });
  });

  it('says why it cannot be read, and waits for nobody at the other end of a pipe', async () => {
    mkdirSync(join(folder, 'state'));
    const refused = (systemCode: string, code = 'journal_unreadable') => ({ code, systemCode, path: path() });
    mkdirSync(path());
    await expect(open().listRequests()).rejects.toMatchObject(refused('EISDIR'));
    rmSync(path(), { recursive: true });
    execFileSync('mkfifo', [path()]);
    await expect(open().listRequests()).rejects.toMatchObject(refused('ENXIO'));
    await expect(open().intent(intent('a'))).rejects.toMatchObject(refused('ENXIO', 'journal_unwritable'));
  });

  it('does not write through a link that somebody put in its place', async () => {
    mkdirSync(join(folder, 'state'));
    writeFileSync(join(folder, 'victim'), '');
    symlinkSync(join(folder, 'victim'), path());
    await expect(open().intent(intent('a'))).rejects.toMatchObject({ systemCode: 'ELOOP' });
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('');
  });
});

describe('keeping the journal small', () => {
  const sizeOf = (name: string): number => statSync(path(name), { throwIfNoEntry: false })?.size ?? 0;

  it('turns over at its size, keeps the newest and carries what is still open for ever', async () => {
    const journal = open(4_096);
    await journal.intent(intent('open'));
    for (let at = 0; at < 200; at += 1) {
      await journal.intent(intent(`n${at}`));
      await journal.settled(`n${at}`, { status: 200, unknown: false }, 1);
    }
    const requests = await journal.listRequests();
    const byId = new Map(requests.map((request) => [request.id, request]));
    expect(byId.get('open')).toMatchObject({ key: 'key-open', settled: undefined });
    expect(byId.get('n199')?.settled).toMatchObject({ status: 200 });
    expect(byId.has('n0')).toBe(false);
    expect(requests.filter(({ settled }) => settled === undefined).map(({ id }) => id)).toEqual(['open']);
    expect(sizeOf('requests.ndjson') + sizeOf('requests.1.ndjson')).toBeLessThan(3 * 4_096);
    await journal.settled('open', { status: 409, code: 'envelope_not_sent', unknown: false }, 1);
    expect((await journal.listRequests()).find(({ id }) => id === 'open')?.settled?.code).toBe('envelope_not_sent');
  });

  it('leaves the turn to the process that holds the lock, and takes a lock over that was left behind', async () => {
    const journal = open(500);
    await journal.intent(intent('a'));
    writeFileSync(path('requests.lock'), '');
    await journal.intent(intent('b'));
    expect(existsSync(path('requests.1.ndjson'))).toBe(false);
    const long = new Date(Date.now() - 120_000);
    utimesSync(path('requests.lock'), long, long);
    await journal.intent(intent('c'));
    expect(existsSync(path('requests.1.ndjson'))).toBe(true);
    expect(existsSync(path('requests.lock'))).toBe(false);
    expect((await journal.listRequests()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('loses nothing when several processes write and turn it over at the same time', async () => {
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
        const child = spawn(process.execPath, [script, join(folder, 'state'), name, '60', '16384'], {
          stdio: 'inherit',
        });
        child.on('exit', resolve);
      });
    expect(await Promise.all([run('a'), run('b'), run('c')])).toEqual([0, 0, 0]);
    expect(existsSync(path('requests.1.ndjson'))).toBe(true);
    // Every third request of each process was left open, and an open request is never given up.
    const requests = await open(16_384).listRequests();
    const left = requests.filter(({ settled }) => settled === undefined).map(({ id }) => id);
    const expected = ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 20 }, (_, at) => `${name}-${at * 3}`));
    expect([...left].sort()).toEqual(expected.sort());
  });
});
