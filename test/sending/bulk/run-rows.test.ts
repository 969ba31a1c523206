import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { keyRows } from '../../../src/sending/bulk/bulk-row.js';
import { Pacer } from '../../../src/sending/bulk/pacer.js';
import type { RowResult } from '../../../src/sending/bulk/bulk-line.js';
import { openResults, readResults } from '../../../src/sending/bulk/results-file.js';
import { type BulkTools, runRows } from '../../../src/sending/bulk/run-rows.js';
import { createClient } from '../../../src/client/client.js';
import { readNetwork } from '../../../src/core/http/network.js';
import { createSender } from '../../../src/core/http/send.js';
import { openRequestJournal } from '../../../src/store/requests.js';
import { sendingsOf } from '../../../src/store/run-rows.js';
import { startRun } from '../../../src/store/runs.js';
import { openState } from '../../../src/store/state.js';
import { createTemplate, landlord, tenant } from '../../support/agreement.js';
import { times } from '../../support/counts.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../../support/emulator.js';
import { runSettings, startOf } from '../../support/records/sendings.js';
import type { Template } from '../../support/shapes.js';

/** As on the free plan, and in full as on a paid one. */
const limit = times(60, 600);
const folder = mkdtempSync(join(tmpdir(), 'esign-bulk-'));
const sender = createSender({ network: readNetwork({}) });

/** The status of every creation, with the window of the service that it came in. */
let asked: { readonly window: number; readonly status: number }[] = [];
let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;

beforeAll(async () => {
  emulator = await startTestEmulator({
    log: (entry) => {
      if (entry.kind !== 'request' || entry.path !== '/api/v1/envelopes') return;
      asked.push({ window: Math.floor(emulator.now() / 60_000), status: entry.status });
    },
  });
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  const plan = limit === 60 ? 'free' : 'paid';
  await emulator.control(`PATCH /_emulator/organisations/${organisation.id}`, { plan });
});
afterAll(async () => {
  await sender.close();
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Knows what is under way, so that time can stand still until it has been answered. */
class CountingPacer extends Pacer {
  underWay = 0;
  counted = 0;
  /** For each call of `wait`: the rows counted so far, and those left to send. */
  readonly asked: { readonly counted: number; readonly toDo: number }[] = [];

  override left(cost: number, now: number): void {
    this.underWay += cost;
    this.counted += cost;
    super.left(cost, now);
  }

  override wait(toDo: number, now: number): number {
    this.asked.push({ counted: this.counted, toDo });
    return super.wait(toDo, now);
  }
}

it(
  `${2 * limit} rows under ${limit} a minute end in the third window: no refusal, and the minute used to within 2 %`,
  { timeout: 120_000 },
  async () => {
    const pacer = new CountingPacer({ shards: 1 });
    const told: RowResult[] = [];
    const answered: (() => void)[] = [];
    let resting = false;
    let asleep = 0;
    let turn = Promise.resolve();
    /** Time passes only while everything that is under way has been answered, or waits itself. */
    const clock = {
      now: () => emulator.now(),
      sleep: async (milliseconds: number) => {
        const until = emulator.now() + milliseconds;
        const ofRequest = resting ? 0 : 1;
        resting = false;
        asleep += ofRequest;
        while (pacer.underWay > asleep) await new Promise<void>((resolve) => answered.push(resolve));
        turn = turn.then(async () => {
          if (emulator.now() < until) await emulator.advance(until - emulator.now());
        });
        await turn;
        asleep -= ofRequest;
      },
    };
    const state = openState(join(folder, 'state'));
    const journal = openRequestJournal({ state, now: clock.now });
    const client = createClient({
      baseUrl: emulator.url,
      apiKey: organisation.liveKey,
      send: sender.send,
      clock,
      random: () => 0,
      uuid: () => randomUUID(),
      journal,
    });
    // From the middle of a window, which the read of the template is charged to.
    await emulator.advance(60_000 - (emulator.now() % 60_000) + 25_400);
    const first = Math.floor(emulator.now() / 60_000);
    asked = [];
    const read = await client.call('getTemplate', { parameters: { templateId: template.id } });
    if (read.rate !== undefined) pacer.learn(read.rate, clock.now());
    const bodies = Array.from({ length: 2 * limit }, (_, index) => ({
      number: index + 1,
      line: index + 2,
      id: null,
      body: { template_id: template.id, title: `Flat ${index}`, recipients: [tenant, landlord] },
    }));
    const rows = await keyRows(client, bodies, []);
    const path = join(folder, 'results.ndjson');
    const results = await openResults(path, path);
    await results.add({ type: 'run', name: 'r', at: '', settings: runSettings, expires_at: null });
    const run = startRun(state, startOf())?.id ?? 0;
    const tools: BulkTools = {
      client,
      clock,
      signal: new AbortController().signal,
      pacer,
      results,
      run,
      replacing: { signed: new Set(), underWay: new Set() },
      serviceAhead: null,
      old: false,
      retryFor: 0,
      connection: () => undefined,
      report: (result) => {
        told.push(result);
        pacer.underWay -= 1;
        answered.splice(0).forEach((wake) => wake());
        return Promise.resolve();
      },
      waits: () => {
        resting = true;
      },
    };
    const write = vi.spyOn(state, 'write');
    const tasks = rows.map((row) => ({ ...row, slot: `${row.number}`, againOf: null, openSince: null, replaces: [] }));
    expect(await runRows(tools, tasks, 16)).toBeNull();
    await results.close();

    // A row and its request are recorded once before it leaves, and once when its outcome is known; once a day, that
    // what is too old was removed.
    expect(write).toHaveBeenCalledTimes(2 * rows.length + 1);
    // Each row is counted before the next one asks whether there is room for it.
    expect(pacer.asked.filter(({ counted, toDo }) => counted + toDo !== 2 * limit)).toEqual([]);
    expect(told.filter(({ status }) => status !== 'created')).toEqual([]);
    expect(asked.filter(({ status }) => status !== 201)).toEqual([]);
    const windows = [0, 1, 2].map((index) => asked.filter(({ window }) => window === first + index).length);
    expect(windows[0]! + windows[1]! + windows[2]!).toBe(2 * limit);
    expect(windows[0]).toBeGreaterThanOrEqual(Math.floor(limit * 0.98));
    expect(windows[1]).toBeGreaterThanOrEqual(Math.floor(limit * 0.98));
    const [written] = await readResults(path, path);
    expect(new Set([...written!.created.values()].map(({ envelope_id: id }) => id)).size).toBe(2 * limit);
    expect(new Set(sendingsOf(state, run).map(({ envelope }) => envelope)).size).toBe(2 * limit);
  },
);
