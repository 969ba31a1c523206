import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../src/contract/operations.js';
import { createEnvelope, createTemplate, landlord, tenant } from '../support/agreement.js';
import { times } from '../support/counts.js';
import { once, startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { type Esign, newEsign, parties, type Typed } from '../support/esign.js';
import { type Gateway, type MeddlingProxy, startMeddlingProxy } from '../support/network/meddling-proxy.js';
import type { Template } from '../support/shapes.js';

/**
 * A gateway passes a write on and answers by itself, when the service has done it. The emulator's log tells how often
 * the service did it, after the same command was run again.
 */

let emulator: TestEmulator;
let organisation: TestOrganisation;
let proxy: MeddlingProxy;
let esign: Esign;
let template: Template;

beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  proxy = await startMeddlingProxy(emulator.url);
  esign = newEsign({ within: true });
});
afterAll(async () => {
  await proxy.close();
  await esign.remove();
  await emulator.close();
});

const page = '<html><body>The gateway timed out.</body></html>';
const answers =
  (status: number, type: string, body: string): Gateway =>
  (outgoing) =>
    outgoing.writeHead(status, type === '' ? {} : { 'Content-Type': type }).end(body);
const json = (status: number, body: unknown): Gateway => answers(status, 'application/json', JSON.stringify(body));

const scenes: Readonly<Record<string, Gateway>> = {
  'a 303': (outgoing) => outgoing.writeHead(303, { Location: 'http://127.0.0.1:1/done' }).end(),
  'a 307 with an error of its own': json(307, { error: { code: 'moved', message: 'Moved.' } }),
  'a 400 web page': answers(400, 'text/html', page),
  'an empty 408': answers(408, '', ''),
  'a 408 with an error of its own': json(408, { error: { code: 'request_timeout', message: 'Too slow.' } }),
  'a 409 that says something else': json(409, { message: 'Busy.' }),
  'a 422 with an error that is a text': json(422, { error: 'upstream said nothing' }),
  'a 429 web page': answers(429, 'text/html', page),
  'an empty 499': answers(499, '', ''),
  'a 502 web page': answers(502, 'text/html', page),
  'a 503 with an error of its own': json(503, { error: { code: 'upstream_away', message: 'Away.' } }),
  'an empty 504': answers(504, '', ''),
  'a web page with the status of the service': (outgoing, { statusCode = 200 }) =>
    // With 204, no body may follow.
    outgoing.writeHead(statusCode === 204 ? 200 : statusCode, { 'Content-Type': 'text/html' }).end(page),
  'an empty 200': answers(200, 'application/json', ''),
  'a 200 with JSON of its own': (outgoing, _answer, body) =>
    body.length === 0 ? outgoing.destroy() : json(200, { status: 'accepted' })(outgoing, _answer, body),
  'a body that is cut off': (outgoing, { statusCode = 200 }, body) => {
    outgoing.writeHead(statusCode, { 'Content-Type': 'application/json', 'Content-Length': body.length + 9 });
    outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
  },
  'a reset': (outgoing) => outgoing.destroy(),
};

interface Logged {
  readonly sequence: number;
  readonly operation: string | null;
  readonly status: number | null;
  readonly answer: { readonly headers: Readonly<Record<string, string>> };
}

const logged = async (): Promise<readonly Logged[]> =>
  (await emulator.control<{ data: readonly Logged[] }>('GET /_emulator/requests')).data;
/** The last request before the scene. */
let since = 0;

/** How often the service carried an operation out in this scene, replays not counted. */
async function acts(operation: OperationId): Promise<number> {
  return (await logged()).filter(
    (each) =>
      each.sequence > since &&
      each.operation === operation &&
      (each.status ?? 500) < 300 &&
      each.answer.headers['Idempotency-Replayed'] !== 'true',
  ).length;
}

const env = (): Readonly<Record<string, string>> => ({
  ...esign.env,
  ESIGN_BASE_URL: proxy.url,
  ESIGN_API_KEY: organisation.liveKey,
});
/** Waits pass at once, on a clock that they move. */
let slept = 0;
const clock = {
  now: () => Date.now() + slept,
  sleep: (ms: number) => {
    slept += ms;
    return Promise.resolve();
  },
};
const run = (argv: readonly string[]): Promise<Typed> => esign.run([...argv, '--yes', '--json'], { env: env(), clock });
const unsettled = async (): Promise<readonly string[]> =>
  (await run(['request', 'list', '--unsettled']))
    .json<{ data: readonly { readonly operation: string }[] }>()
    .data.map(({ operation }) => operation);

let count = 0;
const name = (): string => `scene-${(count += 1)}`;
const live = async <Body>(line: string, body?: unknown): Promise<Body> =>
  (await organisation.live<Body>(line, body, once())).body;
const envelope = async (send: boolean): Promise<string> =>
  (await createEnvelope(organisation.live, template, { send })).id;
const endpoint = async (): Promise<string> => {
  const body = { url: `https://app.example.com/${name()}`, events: ['envelope.sent'] };
  return (await live<{ readonly id: string }>('POST /api/v1/webhooks', body)).id;
};
const authorised = async (): Promise<string> => {
  const body = {
    brand_id: organisation.brandId,
    legal_entity: { name: 'Khumalo Homes', registration_number: null },
    grantor: { name: 'Naledi Khumalo', email: 'naledi@example.test', job_title: null },
    intended_use: 'Leases',
    valid_until: '2026-12-01T00:00:00Z',
  };
  return (await live<{ readonly id: string }>('POST /api/v1/standing-authorisations', body)).id;
};
const granted = async (): Promise<string> => {
  const id = await authorised();
  await emulator.control(`POST /_emulator/authorisations/${id}/grant`);
  return id;
};
const fresh = (): Promise<Template> => createTemplate(organisation.live);
const personOf = async (id: string): Promise<string> =>
  (await live<{ readonly people: readonly { readonly id: string }[] }>(`GET /api/v1/templates/${id}/people`)).people[0]!
    .id;

interface Write {
  readonly operation: OperationId;
  /** What it makes, where another write has the same operation. */
  readonly made?: string;
  /** How often the service carries the operation out for it (default: once). */
  readonly times?: number;
  /** A complete command for something of its own, and what reads that. */
  readonly make: () => Promise<readonly [argv: readonly string[], state?: string]>;
}

const rows = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email,title\n';
const row = (): string => `Thandi,${name()}@example.test,Pieter,p@example.test,Lease\n`;

const entity = [
  '--entity-name',
  'Khumalo Homes',
  '--grantor',
  'name=Naledi Khumalo,email=naledi@example.test',
  '--valid-until',
  '2026-12-01T00:00:00Z',
];

const writes: readonly Write[] = [
  { operation: 'createTemplate', make: async () => [['template', 'create', 'agreement.pdf', '--name', name()]] },
  {
    operation: 'createEnvelope',
    make: async () => [['envelope', 'create', '--template', template.id, ...parties, '--title', name(), '--send']],
  },
  {
    operation: 'createOneOffEnvelope',
    make: async () => [['envelope', 'one-off', 'agreement.pdf', ...parties, '--title', name(), '--send']],
  },
  {
    operation: 'createEnvelopeBatch',
    make: async () => {
      const file = esign.write('rows.csv', `${rows}${row()}${row()}`);
      return [['envelope', 'batch', '--template', template.id, '--input', file, '--send']];
    },
  },
  {
    operation: 'createEnvelope',
    made: 'rows',
    times: 2,
    make: async () => {
      const file = esign.write(`${name()}.csv`, `${rows}${row()}${row()}`);
      return [['envelope', 'create', '--template', template.id, '--rows', file, '--send']];
    },
  },
  { operation: 'sendEnvelope', make: async () => [['envelope', 'send', await envelope(false)]] },
  { operation: 'voidEnvelope', make: async () => [['envelope', 'void', await envelope(true), '--reason', name()]] },
  {
    operation: 'createAuthorisation',
    make: async () => [['authorisation', 'create', ...entity, '--brand', organisation.brandId, '--purpose', name()]],
  },
  { operation: 'rotateWebhookSecret', make: async () => [['webhook', 'rotate', await endpoint()]] },
];
/** A repeat of these does no more: the second run is a request of its own. */
const harmless: readonly Write[] = [
  {
    operation: 'cancelAuthorisation',
    make: async () => {
      const id = await authorised();
      return [['authorisation', 'cancel', id, '--reason', 'Not needed'], `/api/v1/standing-authorisations/${id}`];
    },
  },
  {
    operation: 'revokeAuthorisation',
    make: async () => {
      const id = await granted();
      return [['authorisation', 'revoke', id, '--reason', 'Left'], `/api/v1/standing-authorisations/${id}`];
    },
  },
  {
    operation: 'decideTemplatePerson',
    make: async () => {
      const { id } = await fresh();
      const decision = ['--decision', 'both', '--subject-key', 'tenant', '--role-name', 'Tenant'];
      return [['template', 'decide', id, await personOf(id), ...decision], `/api/v1/templates/${id}`];
    },
  },
  {
    operation: 'applyTemplatePerson',
    make: async () => {
      const { id } = await fresh();
      return [['template', 'apply', id, await personOf(id)], `/api/v1/templates/${id}`];
    },
  },
  {
    operation: 'renameTemplateField',
    make: async () => {
      const { id, fields } = await fresh();
      return [['template', 'rename', id, fields[0]!.id, '--label', name()], `/api/v1/templates/${id}`];
    },
  },
  {
    operation: 'renameTemplateFields',
    make: async () => {
      const { id, fields } = await fresh();
      const file = esign.write('names.yaml', `${fields[0]!.id}:\n  label: ${name()}\n`);
      return [['template', 'rename-all', id, '--from', file], `/api/v1/templates/${id}`];
    },
  },
  {
    operation: 'acceptNamingRun',
    make: async () => {
      const { id } = await fresh();
      const run = (await live<{ readonly id: string }>(`POST /api/v1/templates/${id}/naming-runs`)).id;
      return [['template', 'accept', id, run, '--all'], `/api/v1/templates/${id}`];
    },
  },
  {
    operation: 'createNamingRun',
    make: async () => {
      const { id } = await fresh();
      return [['template', 'propose', id], `/api/v1/templates/${id}`];
    },
  },
  {
    operation: 'updateWebhook',
    make: async () => {
      const id = await endpoint();
      return [['webhook', 'update', id, '--event', 'envelope.voided'], `/api/v1/webhooks/${id}`];
    },
  },
  {
    operation: 'deleteWebhook',
    make: async () => {
      const id = await endpoint();
      return [['webhook', 'delete', id], `/api/v1/webhooks/${id}`];
    },
  },
  {
    operation: 'mintSigningUrl',
    make: async () => {
      const recipients = [{ ...tenant, embedded: true }, landlord];
      const { id, recipients: made } = await createEnvelope(organisation.live, template, { recipients, send: true });
      return [['envelope', 'signing-url', id, made[0]!.id, '--print'], `/api/v1/envelopes/${id}`];
    },
  },
];

type Scene = readonly [write: Write, gateway: string];
const all = (some: readonly Write[]): readonly Scene[] =>
  some.flatMap((write, turn) =>
    Object.keys(scenes)
      // One operation meets all of them, and each of the others every sixth.
      .filter(
        (_, at) =>
          (write.operation === 'createEnvelope' && write.made === undefined) || (at + turn) % times(6, 1) === 0,
      )
      .map((gateway): Scene => [write, gateway]),
  );
const titled = (some: readonly Scene[]) =>
  some.map(([write, gateway]) => [write.made ?? write.operation, gateway, write] as const);

/** Runs the command with the gateway in its way, where it cannot tell what became of it. */
async function lose({ operation }: Write, gateway: string, argv: readonly string[]): Promise<void> {
  proxy.after(scenes[gateway]!);
  const lost = await run(argv);
  proxy.after(null);
  expect(await acts(operation)).toBeGreaterThan(0);
  const isBulk = argv.includes('--rows');
  expect([lost.code, lost.error().exit_code]).toEqual(isBulk ? [13, 13] : [8, 8]);
  if (!isBulk) expect(lost.error()).toMatchObject({ operation, outcome_unknown: true, request: expect.any(String) });
}

beforeEach(async () => {
  // A minute on: the key is not limited by what an earlier scene asked.
  await emulator.advance(60_000);
  const { data } = await live<{ readonly data: readonly { readonly id: string }[] }>('GET /api/v1/webhooks');
  for (const { id } of data) await live(`DELETE /api/v1/webhooks/${id}`);
  since = (await logged()).at(-1)?.sequence ?? 0;
});

describe('a write with an Idempotency-Key', () => {
  it.each(titled(all(writes)))(
    '%s, answered by %s, is carried out once by the same command',
    async (_what, gateway, write) => {
      const { operation, make, times: often = 1 } = write;
      const [argv] = await make();
      await lose(write, gateway, argv);
      expect((await unsettled()).length).toBeGreaterThan(0);
      const again = await run(argv);
      expect([again.code, again.stderr]).toEqual([0, '']);
      expect(await acts(operation)).toBe(often);
      expect(await unsettled()).toEqual([]);
    },
  );
});

describe('a write that may be repeated', () => {
  it.each(titled(all(harmless)))('%s, answered by %s, changes nothing more', async (_what, gateway, write) => {
    const { operation, make } = write;
    const [argv, state = ''] = await make();
    await lose(write, gateway, argv);
    if (operation !== 'createNamingRun' && operation !== 'mintSigningUrl') {
      // The client repeats it by itself only where that is harmless.
      const repeats = operations[operation].autoRetry === 'harmless' ? 8 : 1;
      expect(await acts(operation)).toBeLessThanOrEqual(repeats);
    }
    const read = async (): Promise<unknown> => (await organisation.live(`GET ${state}`)).body;
    const changed = await read();
    await run(argv);
    expect(await read()).toEqual(changed);
  });
});

it.each(times(['an empty 499', 'a 502 web page', 'a reset'], Object.keys(scenes)))(
  'an endpoint whose registration is answered by %s is not registered again without being asked',
  async (gateway) => {
    const argv = ['webhook', 'register', '--url', `https://app.example.com/${name()}`, '--event', 'envelope.sent'];
    proxy.after(scenes[gateway]!);
    const told = await esign.run([...argv, '--yes'], { env: env(), clock });
    proxy.after(null);
    expect(await acts('registerWebhook')).toBe(1);
    expect([told.code, told.stderr]).toEqual([
      8,
      expect.stringContaining('If `esign webhook list` shows the endpoint'),
    ]);
    expect(told.stderr).toContain(
      'The service may have processed the request. Check before you run the command again.',
    );
    expect(told.stderr).not.toContain('Idempotency-Key');
  },
);
