import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiWithExamples } from '../../src/contract/openapi-examples.js';
import { agreementPdf, landlord, rental, tenant, upload } from '../support/agreement.js';
import { day, startTestEmulator, type TestOrganisation } from '../support/emulator.js';
import { shared } from '../support/shared.js';

/**
 * Prism stands between a client and the emulator, knows the document of the service only, and judges both: a request
 * that the document forbids is not passed on, and an answer that it does not describe is an error.
 */
interface Judged<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: T;
  readonly violations: { readonly input: readonly Violation[]; readonly output: readonly Violation[] };
}
interface Violation {
  readonly message: string;
  readonly path?: readonly string[];
}
interface Prism {
  request<T>(url: string, request: object): Promise<Judged<T>>;
}
interface Named {
  readonly id: string;
  readonly status: string;
}

// They are CommonJS, and belong to the package of this folder.
const load = createRequire(import.meta.url);
const { getHttpOperationsFromSpec } = load('@stoplight/prism-http') as {
  getHttpOperationsFromSpec(document: object): Promise<object[]>;
};
const { createClientFromOperations } = load('@stoplight/prism-http/dist/client') as {
  createClientFromOperations(operations: readonly object[], config: object): Prism;
};

const words = ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'] as const;
const silent = {
  ...Object.fromEntries(words.map((word) => [word, () => undefined])),
  child: (): object => silent,
};

/** One request through Prism, which adds nothing to it; what either side did wrong is kept. */
type Ask = <T = Named>(line: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Judged<T>>;

async function prismBefore(url: string, document: object): Promise<(key: string) => Ask> {
  const config = {
    isProxy: true,
    upstream: new URL(url),
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: true,
    mock: { dynamic: false },
    logger: silent,
  };
  const prism = createClientFromOperations(await getHttpOperationsFromSpec(structuredClone(document)), config);
  return (key) => (line, body, headers) => {
    const [method = '', target = ''] = line.split(' ');
    const sent = {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      // Prism looks headers up in small letters, as Node hands them to a proxy.
      ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    };
    return prism.request(target, { method: method.toLowerCase(), headers: sent, body });
  };
}

/** A request that Prism does not pass on has its faults in the failure. */
function refusedBy(error: unknown): Judged<never> {
  const { status, additional } = error as { status?: number; additional?: { validation?: Violation[] } };
  if (additional?.validation === undefined) throw error;
  const input = additional.validation;
  return { status: status ?? 0, headers: {}, data: null as never, violations: { input, output: [] } };
}

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
beforeAll(async () => {
  organisation = await emulator.organisation();
});

let keys = 0;
const keyed = (): { 'Idempotency-Key': string } => ({ 'Idempotency-Key': `judged-${(keys += 1)}` });

/** The job of an integrator, and a refusal of each kind; every exchange with what Prism says of it. */
async function job(
  askWith: (key: string) => Ask,
): Promise<{ readonly seen: Readonly<Record<string, number>>; readonly found: readonly string[] }> {
  const found: string[] = [];
  const seen: Record<string, number> = {};
  const watched =
    (ask: Ask): Ask =>
    async (line, body, headers) => {
      const answer = await ask<never>(line, body, headers).catch((error: unknown) => refusedBy(error));
      const { input, output } = answer.violations;
      const say = (side: string) => (one: Violation) =>
        found.push(`${line} ${side} ${(one.path ?? []).join('.')}: ${one.message}`);
      input.forEach(say('request'));
      output.forEach(say(`answer ${answer.status}`));
      const code = (answer.data as { error?: { code?: string } } | null)?.error?.code;
      const name = code ?? String(answer.status);
      seen[name] = (seen[name] ?? 0) + 1;
      return answer;
    };
  const ask = watched(askWith(organisation.liveKey));

  const template = await ask<Named & { fields: { id: string }[] }>(
    'POST /api/v1/templates',
    { name: 'Lease', documents: [upload(agreementPdf())] },
    keyed(),
  );
  const templatePath = `/api/v1/templates/${template.data.id}`;
  const read = await ask(`GET ${templatePath}`);
  const etag = read.headers['etag'] ?? '';
  await ask(`GET ${templatePath}`, undefined, { 'If-None-Match': etag });
  await ask(`GET /api/v1/templates?limit=5`);
  await ask(`GET ${templatePath}/people`);
  const renamed = { label: 'Rent', data_key: 'rental.amount' };
  const field = `${templatePath}/fields/${template.data.fields[0]?.id ?? ''}`;
  await ask(`PATCH ${field}`, { label: 'Name in full' }, { 'If-Match': etag });
  await ask(`PATCH ${field}`, renamed, { 'If-Match': etag });
  const run = await ask(`POST ${templatePath}/naming-runs`);
  await ask(`POST ${templatePath}/naming-runs/${run.data.id}/accept-current`, { accept: 'high' });

  const recipients = [{ ...tenant, embedded: true }, landlord];
  const creation = { template_id: template.data.id, recipients, values: [rental] };
  const once = keyed();
  const draft = await ask<Named & { recipients: Named[] }>('POST /api/v1/envelopes', creation, once);
  await ask('POST /api/v1/envelopes', creation, once);
  await ask('POST /api/v1/envelopes', { ...creation, title: 'Another' }, once);
  const envelope = `/api/v1/envelopes/${draft.data.id}`;
  await ask(`POST ${envelope}/void`, { reason: 'Not sent yet' }, keyed());
  await ask(`POST ${envelope}/send`, undefined, keyed());
  await ask(`POST ${envelope}/send`, {}, keyed());
  await ask(`GET ${envelope}`);
  await ask(`POST ${envelope}/recipients/${draft.data.recipients[0]?.id ?? ''}/signing-url`);
  await ask(`POST ${envelope}/recipients/${draft.data.recipients[1]?.id ?? ''}/signing-url`);
  const documents = await ask<{ documents: Named[] }>(`GET ${envelope}/documents`);
  await ask(`GET ${envelope}/documents/1/draft`);
  await ask(`GET /api/v1/documents/${documents.data.documents[0]?.id ?? ''}/pages/1`);
  await ask(`POST ${envelope}/void`, { reason: 'Wrong unit' }, keyed());
  await ask('POST /api/v1/envelopes/batches', { template_id: template.data.id, rows: [{ recipients }] }, keyed());
  await ask('POST /api/v1/envelopes', { ...creation, recipients: [landlord] }, keyed());
  await ask('POST /api/v1/envelopes', { ...creation, brand_id: draft.data.id }, keyed());

  const hook = { url: 'https://hooks.example.com/judged', events: ['envelope.sent'] };
  const webhook = `/api/v1/webhooks/${(await ask('POST /api/v1/webhooks', hook)).data.id}`;
  await ask('GET /api/v1/webhooks');
  await ask(`GET ${webhook}`);
  await ask(`PATCH ${webhook}`, { events: ['envelope.sent', 'envelope.voided'], active: false });
  await ask(`POST ${webhook}/rotate-secret`);
  await ask(`DELETE ${webhook}`);
  await ask(`GET ${webhook}`);

  const mandate = {
    brand_id: organisation.brandId,
    legal_entity: { name: 'Acme (Pty) Ltd' },
    grantor: { name: landlord.name, email: landlord.email },
    intended_use: 'Leases of one year',
    valid_until: new Date(emulator.now() + 90 * day).toISOString(),
  };
  const asked = await ask('POST /api/v1/standing-authorisations', mandate, keyed());
  const authorisation = `/api/v1/standing-authorisations/${asked.data.id}`;
  await ask('GET /api/v1/standing-authorisations');
  await ask(`GET ${authorisation}`);
  await ask(`POST ${authorisation}/cancel`, { reason: 'Asked twice' });
  await ask(`POST ${authorisation}/revoke`, { reason: 'It is cancelled' });

  await watched(askWith('no-such-key'))('GET /api/v1/webhooks');
  const reader = await emulator.key(organisation, { scopes: ['envelopes:read'] });
  await watched(askWith(reader.key))('GET /api/v1/webhooks');
  await watched(askWith(''))('GET /api/v1/openapi.json');
  const slow = await emulator.organisation({ plan: 'free' });
  const askSlowly = watched(askWith(slow.liveKey));
  for (let count = 0; count <= 60; count += 1) await askSlowly('GET /api/v1/webhooks');
  return { seen, found };
}

describe('Prism, between a client and the emulator', () => {
  it('finds no fault with either, in the job and in its refusals', async () => {
    const { seen, found } = await job(await prismBefore(emulator.url, openApiWithExamples()));
    expect(found).toEqual([]);
    expect(Object.keys(seen).toSorted()).toEqual(
      [
        '200',
        '201',
        '204',
        '304',
        'authorisation_not_revocable',
        'brand_unknown',
        'envelope_not_draft',
        'envelope_not_sent',
        'idempotency_key_reused',
        'insufficient_scope',
        'not_found',
        'rate_limited',
        'recipient_not_embedded',
        'recipient_role_missing',
        'template_changed',
        'unauthenticated',
      ].toSorted(),
    );
  });

  it('does look, at both sides', async () => {
    const other = structuredClone(openApiWithExamples()) as { components: { schemas: Record<string, object> } };
    other.components.schemas['WebhookList'] = { type: 'object', required: ['planted'] };
    const ask = (await prismBefore(emulator.url, other))(organisation.liveKey);
    const withoutKey = ask('POST /api/v1/envelopes', { template_id: 'x', recipients: [tenant] });
    await expect(withoutKey).rejects.toMatchObject({ status: 422 });
    const { violations } = await ask('GET /api/v1/webhooks');
    expect(violations.output).toMatchObject([{ message: expect.stringContaining("'planted'") }]);
  });
});
