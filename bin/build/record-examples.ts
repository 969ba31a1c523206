import { randomUUID } from 'node:crypto';
import { createMask } from '../../src/client/mask.js';
import type { RecordedExamples } from '../../src/contract/openapi-examples.js';
import { errorCodes, type ErrorCode } from '../../src/contract/error-codes.js';
import { eventNames } from '../../src/contract/events.js';
import {
  type AnswerOf,
  type BodyOf,
  type OperationId,
  operationIds,
  operations,
  type ParametersOf,
} from '../../src/contract/operations.js';
import type { EventBody } from '../../src/contract/resources/event.js';
import { linesDocument } from '../../src/emulator/control/trigger-envelope.js';
import type { Emulator, EmulatorOptions } from '../../src/emulator/emulator.js';
import { eventFields } from '../../src/domain/webhook/event-body.js';
import { serve } from '../../src/core/http/serve.js';
import { isObject } from '../../src/core/platform/json.js';

/** The start of an emulator whose answers are the same in every run. */
export const repeatable = { seed: 1, now: '2026-03-02T08:00:00.000Z', frozen: true } satisfies EmulatorOptions;

const serviceUrl = 'https://esign.example.com';
const receiverUrl = 'https://app.example.com/hooks/esign';
/** Of an array that only says more of the same; who takes part is kept whole. */
const maxItems = 2;
const whole = new Set(['recipients', 'roles', 'rows', 'values']);
/** Base64 cut after a multiple of four is base64. */
const maxFile = 64;
/** Of a URL that needs no key: of an embedded signer, or of a sealed document. */
const tokenInPath = /(\/(?:embed|files)\/)[\w.-]+/g;
/** Only the emulator has it. */
const ownProperty = 'sha256';
const unknownId = '00000000-0000-4000-8000-000000000000';

const agreement = linesDocument([
  'AGREEMENT OF LEASE',
  'THE TENANT',
  '{{Full name of the tenant;role=Tenant;type=text;key=person.full_name;subject=tenant;required=true}}',
  '{{Telephone of the tenant;role=Tenant;type=text;required=false}}',
  '{{Signature of the tenant;role=Tenant;type=signature;required=true}}',
  'THE LANDLORD',
  '{{Monthly rental;role=Landlord;type=text;key=rental.amount;required=true}}',
  '{{Signature of the landlord;role=Landlord;type=signature;required=true}}',
]);
const documents = [{ filename: 'lease.pdf', file: agreement.toString('base64') }];
const tenant = { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test', embedded: true };
const landlord = { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' };
const rental = { key: 'rental.amount', value: '14250.00' };
const recipients = [tenant, landlord];

interface Input<Id extends OperationId> {
  readonly parameters?: ParametersOf<Id>;
  readonly body?: BodyOf<Id>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

interface Done<Id extends OperationId> {
  readonly body: AnswerOf<Id>;
  readonly etag: string;
}

/** Calls operations and keeps the first request and answer of each. */
interface Recorder {
  /** Throws an Error for any answer but a success. */
  done<Id extends OperationId>(id: Id, input?: Input<Id>): Promise<Done<Id>>;
  /** Throws an Error for any answer but this refusal. A body may have any shape. */
  refused<Id extends OperationId>(
    code: ErrorCode,
    id: Id,
    input?: Omit<Input<Id>, 'body'> & { readonly body?: unknown },
  ): Promise<void>;
}

/** Uses every operation of a new emulator that was started as `repeatable`, with every event and many refusals. */
export async function recordExamples(emulator: Emulator): Promise<RecordedExamples> {
  const deliveries = new Map<string, EventBody>();
  const receiver = await serve({
    handler({ body }) {
      const event = JSON.parse(body.toString('utf8')) as EventBody;
      // The emulator writes them in several orders.
      const plain = Object.fromEntries(eventFields.map((name) => [name, event[name]])) as unknown as EventBody;
      if (!deliveries.has(event.event)) deliveries.set(event.event, plain);
      return { status: 204 };
    },
  });
  try {
    const found: Found = { operations: new Map(), refusals: new Map() };
    const recorder = createRecorder(emulator, found);
    await useWebhooks(recorder, emulator, receiver.url);
    await useTemplates(recorder, emulator);
    await keepWitness(recorder);
    const templateId = await useEnvelopes(recorder, emulator);
    await useAuthorisations(recorder, emulator);
    await meetLimits(recorder, emulator, templateId);
    await recorder.done('getSpecification');
    return presentable(
      {
        operations: inOrder(operationIds, found.operations),
        refusals: inOrder(Object.keys(errorCodes), found.refusals),
        deliveries: inOrder(eventNames, deliveries),
      },
      new Map([
        [receiver.url, receiverUrl],
        [emulator.url, serviceUrl],
      ]),
    );
  } finally {
    await receiver.close();
  }
}

async function useWebhooks({ done, refused }: Recorder, emulator: Emulator, url: string): Promise<void> {
  const { body: endpoint } = await done('registerWebhook', { body: { url, events: [...eventNames] } });
  for (const event of eventNames) await emulator.control('POST', '/_emulator/trigger', { event });
  // Answers when everything that is due has been done, deliveries too.
  await emulator.clock.advance(0);
  const parameters = { webhookId: endpoint.id };
  await done('listWebhooks');
  await done('getWebhook', { parameters });
  await done('updateWebhook', { parameters, body: { events: ['envelope.sealed', 'envelope.declined'] } });
  await done('rotateWebhookSecret', { parameters, body: {} });
  await done('deleteWebhook', { parameters });
  await refused('not_found', 'getWebhook', { parameters });
  await refused('brand_unknown', 'registerWebhook', { body: { url, events: ['envelope.sent'], brand_id: unknownId } });
}

async function useTemplates({ done, refused }: Recorder, emulator: Emulator): Promise<void> {
  const { body: made, etag } = await done('createTemplate', { body: { name: 'Lease', documents }, headers: once() });
  const parameters = { templateId: made.id };
  const [field, other] = made.fields;
  if (field === undefined || other === undefined) throw new Error('the template has no fields');
  await done('listTemplates');
  await done('getTemplate', { parameters });
  const { body: listed } = await done('listTemplatePeople', { parameters });
  const [first, second] = listed.people.map(({ id }) => ({ ...parameters, personId: id }));
  if (first === undefined || second === undefined) throw new Error('the template has no people');
  const { body: run } = await done('createNamingRun', { parameters, body: {} });
  await done('acceptNamingRun', { parameters: { ...parameters, runId: run.id }, body: { accept: 'all' } });
  const decision = { decision: 'both', role_name: 'Tenant', subject_key: 'tenant', subject_label: 'Tenant' } as const;
  const current = async (): Promise<Readonly<Record<string, string>>> => ({
    'If-Match': (await done('getTemplate', { parameters })).etag,
  });
  await done('decideTemplatePerson', { parameters: first, body: decision, headers: await current() });
  await done('applyTemplatePerson', { parameters: second, body: {} });
  const rename = { data_key: 'lease.monthly_rental', label: 'Rental for each month' };
  const one = { ...parameters, fieldId: field.id };
  await done('renameTemplateField', { parameters: one, body: { label: 'Full name' }, headers: await current() });
  const fields = made.fields.filter(({ data_key: key }) => key === rental.key).map(({ id }) => ({ id, ...rename }));
  await done('renameTemplateFields', { parameters, body: { fields }, headers: await current() });
  await refused('precondition_required', 'renameTemplateField', { parameters: one, body: { label: 'Name' } });
  const stale = { 'If-Match': etag };
  await refused('template_changed', 'renameTemplateField', {
    parameters: one,
    body: { label: 'Name' },
    headers: stale,
  });
  const unknown = { fields: [{ id: unknownId, label: 'Name' }] };
  await refused('field_unknown', 'renameTemplateFields', { parameters, body: unknown, headers: await current() });
  await refused('test_key_cannot_edit_templates', 'renameTemplateField', {
    parameters: one,
    body: { label: 'Name' },
    headers: await current(),
    key: emulator.keys.test,
  });
  await emulator.control('POST', `/_emulator/templates/${made.id}/archive`);
  const body = { template_id: made.id, recipients };
  await refused('template_archived', 'createEnvelope', { body, headers: once() });
}

async function keepWitness({ done, refused }: Recorder): Promise<void> {
  const signature = '{{Signature of the witness;role=Witness;type=signature;required=true}}';
  const file = linesDocument(['AS WITNESS', signature]).toString('base64');
  const upload = { documents: [{ filename: 'witness.pdf', file }] };
  const { body: made, etag } = await done('createTemplate', { body: upload, headers: once() });
  const { body: listed } = await done('listTemplatePeople', { parameters: { templateId: made.id } });
  const parameters = { templateId: made.id, personId: listed.people[0]?.id ?? '' };
  const witness = { decision: 'witness', role_name: 'Witness' } as const;
  const saved = await done('decideTemplatePerson', { parameters, body: witness, headers: { 'If-Match': etag } });
  await refused('witness_is_permanent', 'decideTemplatePerson', {
    parameters,
    body: { ...witness, decision: 'signer' },
    headers: { 'If-Match': saved.etag },
  });
}

/** Returns the ID of the template. */
async function useEnvelopes(recorder: Recorder, emulator: Emulator): Promise<string> {
  const { done, refused } = recorder;
  const { id } = (await done('createTemplate', { body: { name: 'Lease', documents }, headers: once() })).body;
  const full = {
    template_id: id,
    title: 'Lease of 9 Bree Street',
    recipients,
    values: [{ subject: 'tenant', key: 'person.full_name', value: 'Thandi Mokoena', locked: true }, rental],
    expires_at: '2026-03-16T08:00:00Z',
  };
  const { body: draft } = await done('createEnvelope', { body: full, headers: once() });
  const parameters = { envelopeId: draft.id };
  const page = { ...parameters, position: '1' };
  await refused('draft_not_available', 'getEnvelopeDraft', { parameters: page });
  const reason = { reason: 'The flat was let to somebody else.' };
  await refused('envelope_not_sent', 'voidEnvelope', { parameters, body: reason, headers: once() });
  const { body: sent } = await done('sendEnvelope', { parameters, body: {}, headers: once() });
  await refused('envelope_not_draft', 'sendEnvelope', { parameters, body: {}, headers: once() });
  await done('getEnvelope', { parameters });
  const sealed = await emulator.control<{ envelope: { id: string } }>('POST', '/_emulator/trigger', {
    event: 'envelope.sealed',
  });
  await done('listEnvelopeDocuments', { parameters: { envelopeId: sealed.envelope.id } });
  const { body: listed } = await done('listEnvelopeDocuments', { parameters });
  await done('getEnvelopeDraft', { parameters: page });
  await done('getDocumentPage', { parameters: { documentId: listed.documents[0]?.id ?? '', page: '1' } });
  const [signer, next] = sent.recipients.map((recipient) => ({ ...parameters, recipientId: recipient.id }));
  if (signer === undefined || next === undefined) throw new Error('the envelope has no recipients');
  await done('mintSigningUrl', { parameters: signer, body: {} });
  await refused('recipient_not_embedded', 'mintSigningUrl', { parameters: next, body: {} });
  const { test } = emulator.keys;
  await refused('test_key_cannot_mint', 'mintSigningUrl', { parameters: signer, body: {}, key: test });
  await refused('test_key_cannot_read_documents', 'listEnvelopeDocuments', { parameters, key: test });
  await done('voidEnvelope', { parameters, body: reason, headers: once() });
  const title = 'Notice of inspection';
  await done('createOneOffEnvelope', { body: { title, documents, recipients, values: [rental] }, headers: once() });
  const rows = [
    { title: 'Lease of flat 1', recipients, values: [rental] },
    { title: 'Lease of flat 2', recipients: [tenant] },
  ];
  await done('createEnvelopeBatch', { body: { template_id: id, rows, send: true }, headers: once() });
  await refuseEnvelopes(recorder, emulator, id);
  return id;
}

async function refuseEnvelopes({ done, refused }: Recorder, emulator: Emulator, id: string): Promise<void> {
  const valid = { template_id: id, recipients };
  const locked = { subject: null, key: 'rental.amount', value: null, locked: true };
  const wrong: readonly (readonly [code: ErrorCode, changes: object])[] = [
    ['invalid_request', { recipients: [{ ...tenant, email: 'nobody' }, landlord] }],
    ['recipient_role_unknown', { recipients: [{ ...tenant, role: 'Lessee' }, landlord] }],
    ['recipient_role_missing', { recipients: [tenant] }],
    ['recipient_role_duplicated', { recipients: [tenant, tenant, landlord] }],
    ['value_subject_unknown', { values: [{ subject: 'surety', key: 'person.full_name', value: 'Zoë Naidoo' }] }],
    ['value_address_unknown', { values: [{ subject: 'tenant', key: 'person.age', value: '41' }] }],
    ['locked_answer_missing', { values: [locked] }],
    ['cannot_be_drawn', { title: 'Lease \u{1f3e0}' }],
  ];
  for (const [code, changes] of wrong) {
    await refused(code, 'createEnvelope', { body: { ...valid, ...changes }, headers: once() });
  }
  await refused('idempotency_key_required', 'createEnvelope', { body: valid });
  const headers = once();
  await done('createEnvelope', { body: valid, headers });
  await refused('idempotency_key_reused', 'createEnvelope', { body: { ...valid, title: 'Another' }, headers });
  const sent = { ...valid, recipients: recipients.map((each) => ({ ...each, embedded: true })), send: true };
  const { body: sequential } = await done('createEnvelope', { body: sent, headers: once() });
  const parameters = { envelopeId: sequential.id, recipientId: sequential.recipients[1]?.id ?? '' };
  await refused('recipient_not_yet_turn', 'mintSigningUrl', { parameters, body: {} });
  const { test } = emulator.keys;
  await refused('test_key_cannot_send', 'createEnvelope', {
    body: { ...valid, send: true },
    headers: once(),
    key: test,
  });
}

async function useAuthorisations({ done, refused }: Recorder, emulator: Emulator): Promise<void> {
  const body = {
    brand_id: emulator.brandId,
    legal_entity: { name: 'Van Wyk Family Trust', registration_number: 'IT 2041/2018' },
    grantor: { name: 'Pieter van Wyk', email: 'pieter@example.test', job_title: 'Trustee' },
    intended_use: 'Residential leases',
    valid_until: '2027-03-01T00:00:00Z',
    reference: 'mandate-7',
  };
  const { body: asked } = await done('createAuthorisation', { body, headers: once() });
  const { body: other } = await done('createAuthorisation', { body, headers: once() });
  await emulator.control('POST', `/_emulator/authorisations/${asked.id}/grant`, {});
  const parameters = { authorisationId: asked.id };
  await done('listAuthorisations');
  await done('getAuthorisation', { parameters });
  const reason = { reason: 'The trust no longer lets flats.' };
  await refused('authorisation_not_cancellable', 'cancelAuthorisation', { parameters, body: reason });
  await done('revokeAuthorisation', { parameters, body: reason });
  const cancelled = { authorisationId: other.id };
  await done('cancelAuthorisation', { parameters: cancelled, body: reason });
  await refused('authorisation_not_revocable', 'revokeAuthorisation', { parameters: cancelled, body: reason });
}

/** What depends on the key, the plan, or the service itself. */
async function meetLimits({ done, refused }: Recorder, emulator: Emulator, templateId: string): Promise<void> {
  const { control } = emulator;
  const keyWith = async (settings: object): Promise<string> =>
    (await control<{ key: string }>('POST', '/_emulator/keys', { mode: 'live', ...settings })).key;
  await refused('unauthenticated', 'listWebhooks', { key: 'unknown' });
  await refused('insufficient_scope', 'listWebhooks', { key: await keyWith({ scopes: ['envelopes:read'] }) });
  await refused('api_key_owner_removed', 'listWebhooks', { key: await keyWith({ owner_removed: true }) });
  const rendered = { title: 'Notice', documents, recipients, values: [rental] };
  await control('POST', '/_emulator/faults', { point: 'renderer', code: 'service_unavailable' });
  await refused('service_unavailable', 'createOneOffEnvelope', { body: rendered, headers: once() });
  const plan = '/_emulator/organisations/default';
  await control('PATCH', plan, { plan: 'free' });
  await refused('rate_limited', 'listWebhooks');
  await emulator.clock.advance('1m');
  await refused('forbidden', 'createTemplate', { body: { documents }, headers: once() });
  const body = { template_id: templateId, recipients, send: true };
  await refused('send_allowance_exhausted', 'createEnvelope', { body, headers: once() });
  await control('PATCH', plan, { plan: 'paid' });
  await done('listWebhooks');
}

interface Found {
  readonly operations: Map<string, { readonly body?: unknown; readonly answer?: unknown }>;
  readonly refusals: Map<string, { readonly operation: string; readonly answer: unknown }>;
}

function createRecorder({ url, keys }: Emulator, { operations: examples, refusals }: Found): Recorder {
  const call = async (
    id: OperationId,
    { parameters = {}, body, headers = {}, key = keys.live }: Input<OperationId>,
  ) => {
    const { method, path } = operations[id];
    const names: Readonly<Record<string, string>> = parameters;
    const target = path.replace(/\{(\w+)\}/g, (_whole, name: string) => names[name] ?? '');
    const answer = await fetch(`${url}${target}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    const read: unknown = isJson ? await answer.json() : (await answer.arrayBuffer(), undefined);
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', read };
  };
  return {
    async done(id, input = {}) {
      const { status, etag, read } = await call(id, input as Input<OperationId>);
      if (status !== operations[id].answer.status) throw new Error(`${id}: ${status} ${JSON.stringify(read)}`);
      if (!examples.has(id)) examples.set(id, { body: input.body, answer: read });
      return { body: read as AnswerOf<typeof id>, etag };
    },
    async refused(code, id, input = {}) {
      const { read: answer } = await call(id, input as Input<OperationId>);
      const error = isObject(answer) && isObject(answer['error']) ? answer['error'] : {};
      if (error['code'] !== code) throw new Error(`${id} is not refused with ${code}: ${JSON.stringify(answer)}`);
      if (!refusals.has(code)) refusals.set(code, { operation: id, answer });
    },
  };
}

const once = (): Readonly<Record<string, string>> => ({ 'Idempotency-Key': randomUUID() });

const inOrder = <T>(names: readonly string[], found: ReadonlyMap<string, T>): Record<string, T> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = found.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** Shortened, without secrets and signing URLs, and with public addresses in place of those of this machine. */
function presentable<T>(examples: T, addresses: ReadonlyMap<string, string>): T {
  const mask = createMask();
  const text = (given: string): string => {
    let shown = given;
    for (const [address, other] of addresses) shown = shown.replaceAll(address, other);
    return mask.text(shown).replace(tokenInPath, '$1***');
  };
  const shown = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return name === 'file' ? value.slice(0, maxFile) : text(value);
    if (Array.isArray(value))
      return value.slice(0, whole.has(name) ? undefined : maxItems).map((item: unknown) => shown(item, name));
    if (!isObject(value)) return value;
    if (typeof value['openapi'] === 'string') return specification(value);
    const known = Object.entries(value).filter(([key]) => key !== ownProperty);
    return Object.fromEntries(known.map(([key, item]) => [key, shown(item, key)]));
  };
  return shown(examples) as T;
}

/** The document would hold itself. */
function specification({ openapi, info }: Readonly<Record<string, unknown>>): object {
  return { openapi, info: { version: isObject(info) ? info['version'] : null } };
}
