import { createEnvelope, createTemplate, landlord, rental, tenant } from '../agreement.js';
import { once } from '../emulator.js';
import type { ExampleScene } from './help-example-scene.js';
import { leasePdf, type Prepared } from './help-example-files.js';
import type { Envelope, Mail, NamingRun, Person, Template, Webhook } from '../shapes.js';

/** The event after which an envelope has a state. */
const reachedBy = {
  signed: 'recipient.completed',
  sealed: 'envelope.sealed',
  unsealed: 'envelope.sealing_failed',
  voided: 'envelope.voided',
};
/** The state that an envelope must have for a command; sent where nothing else is said. */
const states: Readonly<Record<string, 'draft' | keyof typeof reachedBy>> = {
  'esign envelope send': 'draft',
  'esign envelope wait': 'sealed',
  'esign envelope watch': 'sealed',
  'esign envelope documents': 'sealed',
  'esign envelope download': 'sealed',
  'esign envelope evidence': 'sealed',
  'esign envelope correct': 'voided',
  'esign emulator delegate': 'signed',
  'esign emulator export-test': 'sealed',
  'esign emulator requeue': 'unsealed',
};
/** Where the template still needs its people. */
const isAboutPeople = /^esign template (wizard|people|decide|apply|rename|propose|accept)$/;
const pattern =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[0-9a-f]{32}\b|\b(?:1f2e3d4c|2d3e4f5a)\b/g;

type Find = () => string | Promise<string>;

/**
 * An example with what stands for something of the reader's replaced by the same of the scene. The help uses one ID for
 * each kind of object throughout, the addresses of example.com, and ports of this machine.
 */
export async function fillExample(scene: ExampleScene, path: string, line: string, made: Prepared): Promise<string> {
  // Only `correct --void` takes an envelope that is still out.
  const ids = idsOf(scene, line.includes(' --void ') ? `${path} --void` : path, made);
  let filled = line;
  for (const shown of new Set([...line.matchAll(pattern)].map(([found]) => found))) {
    const find = ids[shown.slice(0, 8)];
    if (find === undefined) throw new Error(`the help uses ${shown}, which stands for nothing: ${line}`);
    filled = filled.replaceAll(shown, await find());
  }
  const app = new URL(scene.appUrl);
  return filled
    .replaceAll('https://app.example.com', scene.appUrl)
    .replaceAll(/https:\/\/(api|staging)\.example\.com/g, scene.service.url)
    .replaceAll(/127\.0\.0\.1:(3000|4000|8000)/g, app.host)
    .replaceAll('--forward-to 3000', `--forward-to ${app.port}`)
    .replaceAll('-p 8000', '-p 0')
    .replaceAll('--from production', '--from local')
    .replaceAll('--port 4700', '--port 0');
}

function idsOf(scene: ExampleScene, path: string, { lease, event, request }: Prepared): Readonly<Record<string, Find>> {
  const { live, brandId } = scene.organisation;
  const later = <T>(make: () => Promise<T>): (() => Promise<T>) => {
    let result: Promise<T> | undefined;
    return () => (result ??= make());
  };
  const form = later(() => (isAboutPeople.test(path) ? newForm(scene, path) : Promise.resolve(lease)));
  const people = later(async () => {
    const answer = await live<{ people: readonly Person[] }>(`GET /api/v1/templates/${(await form()).id}/people`);
    return answer.body.people;
  });
  const naming = later(async () => {
    const { body } = await live<NamingRun>(`POST /api/v1/templates/${(await form()).id}/naming-runs`, {}, once());
    return body;
  });
  const envelope = later(() => newEnvelope(scene, path, lease));
  const authorisation = later(() =>
    newAuthorisation(scene, path !== 'esign authorisation cancel' && !/grant/.test(path)),
  );
  const delivered = later(async () => {
    await newWebhook(scene);
    await newEnvelope(scene, path, lease);
    return path === 'esign emulator redeliver' ? await firstDelivery(scene) : await firstMail(scene);
  });
  return {
    '6f1f2f0e': async () => (await form()).id,
    '0b6d3f5e': async () => (await createTemplate(live)).id,
    '2c9d1e0f': () => lease.documents[0]?.id ?? '',
    '0f0e0d0c': async () => (await people()).find(({ proposed }) => proposed.decision === 'both')?.id ?? '',
    '5d0c7f52': async () => (await naming()).id,
    '7e8d9c0b': async () => (await naming()).proposals.fields[0]?.id ?? '',
    '9b2d6c1e': async () => (await envelope()).id,
    '3f0c9a52': async () => (await envelope()).id,
    '1c2d3e4f': async () => (await envelope()).recipients[0]?.id ?? '',
    '7a8b9c0d': async () => (await envelope()).recipients[0]?.id ?? '',
    '4e5f6a7b': async () => (await newWebhook(scene)).id,
    '3a4b5c6d': authorisation,
    '8d9e0f1a': () => brandId,
    '2d3e4f5a': delivered,
    '1f2e3d4c': () => (path.startsWith('esign request') ? request : event),
  };
}

/** A form without tags, for which the service proposes people; with them and a mistake in a label to be renamed. */
async function newForm(scene: ExampleScene, path: string): Promise<Template> {
  const { live } = scene.organisation;
  const template = await createTemplate(live, leasePdf, 'Form');
  if (path !== 'esign template rename') return template;
  await scene.ok(`esign template apply ${template.id} --all`);
  await scene.ok(`esign template rename ${template.id} 1 --label 'Full nmae'`);
  return template;
}

async function newEnvelope(scene: ExampleScene, path: string, lease: Template): Promise<Envelope> {
  const { live } = scene.organisation;
  const state = states[path] ?? 'sent';
  const isEmbedded = /signing-url|embed/.test(path);
  const recipients = [isEmbedded ? { ...tenant, embedded: true } : tenant, landlord];
  const body = { recipients, values: [rental], send: state !== 'draft', expires_at: inTwoWeeks() };
  const made = await createEnvelope(live, lease, body);
  if (state !== 'draft' && state !== 'sent')
    await scene.service.doors.control('POST /_emulator/trigger', { event: reachedBy[state], envelope_id: made.id });
  return made;
}

const inTwoWeeks = (): string => new Date(Date.now() + 14 * 24 * 3600 * 1000).toISOString();

/** An endpoint that the app of the scene answers for, with its secret in `hook.secret`. */
async function newWebhook(scene: ExampleScene): Promise<Webhook> {
  const body = { url: `${scene.appUrl}/hooks`, events: ['envelope.sent', 'envelope.sealed'] };
  const answer = await scene.organisation.live<Webhook>('POST /api/v1/webhooks', body);
  if (answer.status !== 201) throw new Error(`the endpoint was answered ${answer.status}`);
  scene.write('hook.secret', `${answer.body.secret}\n`);
  return answer.body;
}

async function newAuthorisation({ organisation, service }: ExampleScene, isGranted: boolean): Promise<string> {
  const body = {
    brand_id: organisation.brandId,
    legal_entity: { name: 'Khumalo Homes' },
    grantor: { name: 'Naledi Khumalo', email: 'naledi@example.test' },
    intended_use: 'Leases',
    valid_until: inTwoWeeks(),
  };
  const made = await organisation.live<{ id: string }>('POST /api/v1/standing-authorisations', body, once());
  if (made.status !== 201) throw new Error(`the authorisation was answered ${made.status}: ${made.bytes.toString()}`);
  if (isGranted) await service.doors.control(`POST /_emulator/authorisations/${made.body.id}/grant`, {});
  return made.body.id;
}

const firstMail = async ({ service }: ExampleScene): Promise<string> =>
  (await service.doors.control<{ data: readonly Mail[] }>('GET /_emulator/inbox')).data[0]?.id ?? '';

const firstDelivery = async ({ service }: ExampleScene): Promise<string> =>
  (await service.doors.control<{ data: readonly { id: string }[] }>('GET /_emulator/deliveries')).data[0]?.id ?? '';
