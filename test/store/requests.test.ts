import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { placedMark } from '../../src/core/platform/process-identity.js';
import { openRequestJournal, type NewIntent, type RequestJournal } from '../../src/store/requests.js';
import { openState } from '../../src/store/state.js';
import { manualClock } from '../support/program/clock.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);

const start = Date.parse('2026-12-01T08:00:00Z');
const clock = manualClock({ start });
const state = (): string => join(folder.path, 'state');
const open = (now: () => number = clock.now): RequestJournal => openRequestJournal({ state: openState(state()), now });
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
const knownIds = async (): Promise<string[]> => [...(await open().envelopes())].map(({ id }) => id);
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
    expect((await knownIds()).map(([digit]) => digit).toSorted()).toEqual(['2', '3']);
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
      { id: 'first', settled: { resource: 'e' } },
      { id: 'second' },
      { id: 'third', settled: { resource: 'e' } },
    ]);
    await journal.intent({ ...leftBy('longer'), key: 'k-void' });
    await journal.intent({ ...leftBy('other'), key: 'l' });
    expect((await open().requestsUnder('k')).map(({ id }) => id)).toEqual(['first', 'second', 'third', 'longer']);
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

describe('many programs', () => {
  it('lose nothing when they write at the same time', async () => {
    const bundle = await rolldown({
      input: fileURLToPath(new URL('../support/records/journal-child.ts', import.meta.url)),
      platform: 'node',
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    });
    const script = join(folder.path, 'child.cjs');
    await bundle.write({ file: script, format: 'cjs', codeSplitting: false });
    await bundle.close();
    // The driver is found from the bundle's own folder otherwise.
    const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
    const run = (name: string): Promise<number | null> =>
      new Promise((resolve) => {
        const env = { ...process.env, NODE_PATH: modules };
        const child = spawn(process.execPath, [script, state(), name, '60'], { stdio: 'inherit', env });
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
    expect((await open().listOpen()).map(({ id }) => id)).toEqual(['first']);
  });
});
