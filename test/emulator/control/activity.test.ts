import { expect, it } from 'vitest';
import { embeddedSigning } from '../../support/emulator/embedded-signing.js';

interface Activity {
  readonly cursor: string;
  readonly requests: readonly { readonly request: { readonly method: string } }[];
  readonly events: readonly unknown[];
  readonly visits: readonly { readonly method: string; readonly envelope_id: string }[];
}

const { scene, sent, mint, open } = embeddedSigning();
const look = (after?: string): Promise<Activity> =>
  scene.emulator.control<Activity>(`GET /_emulator/activity${after === undefined ? '' : `?after=${after}`}`);

it('lists each visit of a signing page once, without its link', async () => {
  const { cursor, visits } = await look();
  expect(visits).toEqual([]);
  const envelope = await sent();
  const { url } = (await mint(envelope)).body;
  await open(url, 'HEAD');
  await open(url);
  const activity = await look(cursor);
  const { id, name } = envelope.recipients[0]!;
  const visit = { where: 'embedded', status: 200, envelope_id: envelope.id, recipient_id: id, recipient_name: name };
  expect(activity.visits).toEqual([
    expect.objectContaining({ ...visit, method: 'HEAD' }),
    expect.objectContaining({ ...visit, method: 'GET' }),
  ]);
  expect(JSON.stringify(activity)).not.toContain(new URL(url).pathname.split('/').at(-1));
  expect((await look(activity.cursor)).visits).toEqual([]);
});

it('names the envelope and the recipient of an event', async () => {
  const { cursor } = await look();
  const envelope = await sent();
  const { events } = await look(cursor);
  expect(events).toEqual([
    { event: expect.objectContaining({ event: 'envelope.sent' }), title: envelope.title, recipient_name: null },
  ]);
});

it('begins again with a log that has begun again', async () => {
  const [request, event, mail] = (await look()).cursor.split('.');
  const { url } = (await mint(await sent())).body;
  await open(url);
  const all = await look(`${request}.${event}.${mail}.999999`);
  expect(all.visits.at(-1)).toMatchObject({ method: 'GET' });
  expect((await look(all.cursor)).visits).toEqual([]);
});

it('leaves out what a listener reads to find missed events, and keeps what an app reads', async () => {
  const { cursor } = await look();
  const envelope = await sent();
  const get = (agent: string): Promise<Response> =>
    fetch(`${scene.emulator.url}/api/v1/envelopes/${envelope.id}`, {
      headers: { Authorization: `Bearer ${scene.organisation.liveKey}`, 'User-Agent': agent },
    });
  await get('esign/1.2.3 (listener)');
  await get('esign/1.2.3');
  const { requests, cursor: next } = await look(cursor);
  const reads = requests.filter(({ request }) => request.method === 'GET');
  expect(reads).toHaveLength(1);
  expect((await look(next)).requests).toEqual([]);
});
