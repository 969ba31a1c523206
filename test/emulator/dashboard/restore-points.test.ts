import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import type { EnvelopeDetail, RestorePoint, TimelineEntry } from '../../../src/emulator/dashboard/shapes.js';
import { createEnvelope, createTemplate, rental } from '../../support/agreement.js';
import { type Receiver, startReceiver } from '../../support/listening/deliveries.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../../support/emulator.js';
import { bearer } from '../../support/http.js';
import type { Template } from '../../support/shapes.js';

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let receiver: Receiver;

beforeAll(async () => {
  emulator = await startTestEmulator();
  receiver = await startReceiver();
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  await organisation.live('POST /api/v1/webhooks', { url: receiver.url, events: ['envelope.sent'] });
});
afterAll(async () => {
  await emulator.close();
  await receiver.close();
});

/** Holds the stream of changes open, as the page does, until the returned function is called. */
async function openStream({ url, token }: TestEmulator): Promise<() => void> {
  const page = request(`${url}/_emulator/dashboard/changes`, { headers: bearer(token) });
  await new Promise<void>((resolve, reject) => {
    page.on('response', (response) => response.once('data', () => resolve()).on('error', () => undefined));
    page.on('error', reject).end();
  });
  return () => void page.on('error', () => undefined).destroy();
}

let close: () => void;
beforeEach(async () => {
  close = await openStream(emulator);
});
afterEach(() => close());

const points = async (): Promise<readonly RestorePoint[]> =>
  (await emulator.control<{ data: readonly RestorePoint[] }>('GET /_emulator/dashboard/points')).data;
const detail = (id: string) => emulator.control<EnvelopeDetail>(`GET /_emulator/dashboard/envelopes/${id}`);
const goTo = (id: number) => emulator.control(`POST /_emulator/dashboard/points/${id}/restore`);
const sign = (id: string, role: string) =>
  emulator.control(`POST /_emulator/envelopes/${id}/recipients/${role}/sign`, {});
const titles = (entries: readonly TimelineEntry[], kind: string) =>
  entries.filter((entry) => entry.kind === kind).map(({ title }) => title);

/** The point to go back to before an event of an envelope. */
async function pointBefore(id: string, name: string): Promise<RestorePoint> {
  const entry = (await detail(id)).timeline.find(({ title, kind }) => title === name && kind !== 'delivery');
  if (entry?.opens?.what !== 'event' || entry.opens.back === null) throw new Error(`no point before ${name}`);
  return entry.opens.back;
}

describe('going back in time', () => {
  it('to before a signature: another branch begins, and the first one can be had again', async () => {
    const { id } = await createEnvelope(organisation.live, template, { send: true, values: [rental] });
    await emulator.settle();
    await sign(id, 'Tenant');
    await emulator.advance(3600_000);
    await sign(id, 'Landlord');
    const late = emulator.now();
    const told = receiver.received.length;

    const back = await pointBefore(id, 'recipient.completed');
    expect(back).toMatchObject({ before: `POST /_emulator/envelopes/${id}/recipients/Tenant/sign`, undone: 3 });
    await goTo(back.id);
    expect(emulator.now()).toBe(late - 3600_000);
    const before = await detail(id);
    expect(before).toMatchObject({ state: 'sent' });
    expect(titles(before.timeline, 'request')).toEqual(['POST /api/v1/envelopes']);

    await emulator.control(`POST /_emulator/envelopes/${id}/recipients/Tenant/decline`, { reason: 'Too dear' });
    await organisation.live(`GET /api/v1/envelopes/${id}`);
    const other = await detail(id);
    expect(other.state).toBe('declined');
    expect(titles(other.timeline, 'request')).toEqual(['POST /api/v1/envelopes', `GET /api/v1/envelopes/${id}`]);

    const first = (await points()).find(({ before: words }) => words === 'going back');
    expect(first).toMatchObject({ undone: null, at: new Date(late).toISOString() });
    await goTo(first!.id);
    expect(emulator.now()).toBe(late);
    const again = await detail(id);
    expect(again.state).toBe('completed');
    expect(titles(again.timeline, 'request')).toEqual(['POST /api/v1/envelopes']);
    expect(receiver.received).toHaveLength(told);
    expect((await organisation.live(`GET /api/v1/envelopes/${id}`)).status).toBe(200);
  });

  it('keeps the order of the envelopes, and leaves every kind of fault behind', async () => {
    const listed = async (): Promise<readonly string[]> =>
      (await emulator.control<{ data: readonly { id: string }[] }>('GET /_emulator/dashboard/envelopes')).data.map(
        ({ id }) => id,
      );
    for (let at = 0; at < 12; at++) await createEnvelope(organisation.live, template, { title: `Lease ${at}` });
    const order = await listed();
    await emulator.advance(1000);
    const [point] = await points();
    await emulator.control('POST /_emulator/faults', { point: 'seal', code: 'internal_error' });
    await emulator.control('POST /_emulator/faults/operations', { http_status: 500 });
    await emulator.control('POST /_emulator/faults/deliveries', { drop: 1 });
    await goTo(point!.id);
    expect(await listed()).toEqual(order);
    const faults = ['', '/operations', '/deliveries'].map((kind) => emulator.control(`GET /_emulator/faults${kind}`));
    expect(await Promise.all(faults)).toEqual([{ data: [], held: 0 }, { data: [] }, { data: [] }]);
  });

  it('keeps a bounded number of points, the newest ones', async () => {
    const { id } = await createEnvelope(organisation.live, template);
    for (let at = 0; at < 45; at++) await emulator.advance(1000);
    const kept = await points();
    expect(kept.length).toBeLessThanOrEqual(40);
    const [oldest] = kept.slice(-1);
    await goTo(oldest!.id);
    expect((await detail(id)).state).toBe('draft');
    await expect(goTo(1)).rejects.toThrow('no longer kept');
  });

  it('takes none without a page, or while nothing changes, in private files that end with the emulator', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'esign-points-'));
    const own = await startTestEmulator({ data: join(folder, 'data.db') });
    const files = () => readdirSync(folder).filter((name) => name.endsWith('.scratch'));
    await own.advance(1000);
    expect(files()).toEqual([]);
    const end = await openStream(own);
    await own.organisation();
    expect(files()).toHaveLength(1);
    await own.control('DELETE /_emulator/faults');
    await own.control('DELETE /_emulator/faults');
    const [one = '', ...others] = files();
    expect(others).toHaveLength(1);
    expect(statSync(join(folder, one)).mode & 0o777).toBe(0o600);
    end();
    await own.close();
    expect(files()).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
