import { join } from 'node:path';
import { bin, landlordFlag, parties, type ReadyLine, type Typed } from '../esign.js';
import { bearer, http } from '../http.js';
import type { Envelope, Mail, Person, Template, Webhook } from '../shapes.js';

const root = join(bin, '..', '..');

/** What earlier scenarios left for later ones. */
export interface Known {
  /** An app that takes every delivery. */
  readonly app: string;
  ready: ReadyLine;
  lease: Template;
  agreement: string;
  person: string;
  fields: readonly string[];
  naming: { readonly id: string };
  brand: string;
  envelope: Envelope;
  sealed: string;
  webhook: Webhook;
  header: string;
  authorisation: string;
  granted: string;
  declined: string;
  mail: string;
  cancelled: string;
  delivery: string;
  request: string;
}

/** Runs the command of the scenario with --debug and the words given, and keeps what it wrote. */
export type Go = (words?: readonly string[], options?: GoOptions) => Promise<Typed>;

interface GoOptions {
  readonly input?: string;
  /** The exit code, where it is neither 0 nor that in `refused-scenarios.ts`. */
  readonly code?: number;
  /** Ends where it would wait: of a list that is followed, what is there is shown. */
  readonly once?: true;
  /** A browser opens what it is told to open, and goes no further. */
  readonly browser?: true;
}

export interface Scenario {
  readonly play: (go: Go, known: Known) => Promise<unknown>;
  /** A secret is asked for here: stdout shows it, once. */
  readonly shows?: true;
}

const hook = ['--url', 'http://127.0.0.1:9/hooks', '--event', 'envelope.sent'];
const embedded = [
  '--recipient',
  'role=Tenant,name=Thandi Mokoena,email=thandi@example.test,embedded=true',
  ...landlordFlag,
];
const grantor = ['--grantor', 'name=Naledi Khumalo,email=naledi@example.test', '--entity-name', 'Khumalo Homes'];
const signing = ['--secret-file', 'second.secret'];
export const otherKey = 'esign_live_Zm9yZWlnbi1rZXktdGhhdC1pcy1ub3QtbWluZS1hdC1hbGwt';

/** A list, whose first item a later scenario names. */
const firstAs =
  (name: 'delivery' | 'request'): Scenario['play'] =>
  async (go, known) => {
    known[name] = (await go(['--json'])).json<{ data: readonly { id: string }[] }>().data[0]!.id;
  };

/** Of a command that changes nothing: the table of rows, and the same as JSON. */
const bothForms = (...words: readonly string[]): Scenario['play'] => inTurn(words, [...words, '--json']);

function inTurn(...forms: readonly (readonly string[])[]): Scenario['play'] {
  return async (go) => {
    for (const form of forms) await go(form);
  };
}

/** A whole working day, in order: every command of the tree, each with what a person would give it. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'emulator start': {
    shows: true,
    play: async (go, known) => {
      known.ready = (await go(['--detach', '--port', '0', '--json'])).json();
    },
  },
  'emulator status': {
    play: async (go, known) => {
      known.brand = (await go(['--json'])).json<{ brands: readonly { id: string }[] }>().brands[0]!.id;
    },
  },
  whoami: { play: (go) => go() },
  'profile token': { play: (go) => go() },
  'agent setup': {
    play: inTurn(['--client', 'claude', '--dry-run'], ['--client', 'claude']),
  },
  doctor: { play: (go) => go() },
  login: {
    play: (go, { ready }) =>
      go(['--profile', 'second', '--base-url', ready.url, '--api-key-stdin'], { input: ready.test_key }),
  },
  logout: { play: (go) => go(['--profile', 'second']) },
  forget: { play: (go) => go(['--person', 'nobody@example.test', '--dry-run']) },
  'profile add': {
    play: (go, { ready }) => go(['third', '--base-url', ready.url, '--api-key-stdin'], { input: otherKey }),
  },
  'profile list': { play: (go) => go(['--json']) },
  'profile use': { play: (go) => go(['local']) },
  'profile show': { play: (go) => go(['third', '--json']) },
  'profile remove': { play: (go) => go(['third']) },
  'template create': {
    play: async (go, known) => {
      known.lease = (await go([join(root, 'src/demo/lease.pdf'), '--name', 'Lease'])).json();
      known.agreement = (await go(['agreement.pdf'])).json<Template>().id;
      known.fields = known.lease.fields.filter(({ type }) => type === 'text').map(({ id }) => id);
    },
  },
  'template inspect': { play: (go) => go(['agreement.pdf']) },
  'template preview': { play: (go, { agreement }) => go([agreement, '--page', '1']) },
  'template prepare': {
    play: async (go) => {
      const place = { x: 0.1, y: 0.9, w: 0.3, h: 0.04 };
      const input = JSON.stringify([{ page: 1, type: 'signature', role: 'Tenant', rect: place }]);
      await go(['agreement.pdf', '--print-fields', '--brackets', '--json'], { code: 0 });
      await go(['agreement.pdf', '--fields', '-', '-o', 'by-file.pdf', '--json'], { code: 0, input });
      await go(['agreement.pdf', '--fields', '-', '--as', 'tags', '-o', 'tags.pdf', '--json'], { code: 0, input });
      await go(['agreement.pdf', '--fields', '-', '--one-off', '--json'], { code: 0, input });
      await go(['agreement.pdf', '--no-open', '--max-wait', '1s']);
    },
  },
  'template rehearse': { play: (go, { agreement }) => go([agreement, '--json']) },
  'template list': { play: bothForms('--all') },
  'template get': { play: (go, { lease }) => go([lease.id, '--json']) },
  'template edit': { play: (go, { lease }) => go([lease.id, '--no-open', '--max-wait', '1s']) },
  'template wizard': { play: (go, { lease }) => go([lease.id]) },
  'template people': {
    play: async (go, known) => {
      const people = (await go([known.lease.id, '--json'])).json<{ people: readonly Person[] }>().people;
      known.person = people.find(({ proposed }) => proposed.decision === 'both')!.id;
    },
  },
  'template apply': { play: (go, { lease, person }) => go([lease.id, person]) },
  'template decide': {
    play: (go, { lease, person }) => {
      const names = ['--role-name', 'Landlord', '--subject-key', 'landlord', '--subject-name', 'Landlord'];
      return go([lease.id, person, '--decision', 'both', ...names]);
    },
  },
  'template fields': { play: (go, { lease }) => go([lease.id, '--json']) },
  'template types': { play: (go, { agreement }) => go([agreement, '--format', 'schema']) },
  'values new': { play: (go, { agreement }) => go([agreement, '-o', 'values.yaml', '--json']) },
  'values check': { play: (go, { agreement }) => go(['-', '--template', agreement], { input: '.rental.amount: x\n' }) },
  'template rename': { play: (go, { lease, fields }) => go([lease.id, fields[0]!, '--label', 'Name of the landlord']) },
  'template rename-all': {
    play: (go, { lease, fields }) => {
      return go([lease.id, '--from', '-'], { input: `${fields[1]!}:\n  label: Identity of the landlord\n` });
    },
  },
  'template pull': { play: (go, { lease }) => go([lease.id, '-o', 'lease.yaml']) },
  'template diff': { play: (go) => go(['lease.yaml']) },
  'template push': { play: (go) => go(['lease.yaml', '--yes']) },
  'template copy-names': { play: (go, { agreement, lease }) => go([agreement, lease.id, '--dry-run', '--json']) },
  'template clone': { play: (go, { agreement }) => go([agreement, '--to', 'local', '--again', '--dry-run']) },
  'template propose': {
    play: async (go, known) => {
      known.naming = (await go([known.lease.id, '--json'])).json();
    },
  },
  'template accept': { play: (go, { lease, naming }) => go([lease.id, naming.id, '--all']) },
  'template page': { play: (go, { lease }) => go([lease.documents[0]!.id, '1', '-o', 'page.pdf']) },
  'webhook register': {
    shows: true,
    play: async (go, known) => {
      await go([...hook, '--secret-file', 'first.secret']);
      known.webhook = (await go([...hook, '--json'])).json();
    },
  },
  'webhook list': { play: (go) => go(['--json']) },
  'webhook get': { play: (go, { webhook }) => go([webhook.id]) },
  'webhook update': { play: (go, { webhook }) => go([webhook.id, '--event', 'envelope.voided']) },
  'webhook disable': { play: (go, { webhook }) => go([webhook.id]) },
  'webhook enable': { play: (go, { webhook }) => go([webhook.id]) },
  'webhook rotate': { shows: true, play: (go, { webhook }) => go([webhook.id, '--secret-file', 'second.secret']) },
  'webhook sign': {
    play: async (go, known) => {
      known.header = (await go([...signing, '--body', 'page.pdf', '--json'])).json<{ header: string }>().header;
    },
  },
  'webhook verify': {
    play: async (go, { header }) => {
      await go([...signing, '--body', 'page.pdf', '--header', 't=1, v1=00']);
      await go([...signing, '--body', 'page.pdf', '--header', header, '--json'], { code: 0 });
    },
  },
  'webhook check': { play: bothForms() },
  'webhook certify': { play: (go, { app }) => go([app, ...signing, '--json']) },
  'webhook delete': { play: (go, { webhook }) => go([webhook.id]) },
  'envelope create': {
    play: async (go, known) => {
      const from = ['--template', known.agreement];
      const value = ['--value', 'tenant.person.full_name=Thandi', '--value', '.rental.amount=9500.00'];
      known.cancelled = (await go([...from, ...parties, '--json'])).json<Envelope>().id;
      known.envelope = (await go([...from, ...embedded, ...value, '--send', '--json'])).json();
      known.sealed = (await go([...from, ...parties, '--send', '--json'])).json<Envelope>().id;
    },
  },
  'envelope one-off': {
    play: (go) => {
      const box = 'type=signature,role=Buyer,page=1,x=0.1,y=0.8,w=0.3,h=0.05';
      const buyer = ['--recipient', 'role=Buyer,name=Sipho,email=sipho@example.test'];
      return go(['page.pdf', '--title', 'Sale', ...buyer, '--field', box, '--send']);
    },
  },
  'envelope batch': {
    play: (go, { agreement }) => {
      const people = [
        { role: 'Tenant', name: 'A', email: 'a@example.test' },
        { role: 'Landlord', name: 'B', email: 'b@example.test' },
      ];
      const input = JSON.stringify([{ recipients: people }]);
      return go(['--template', agreement, '--input', '-', '--send', '--json'], { input });
    },
  },
  'envelope plan': {
    play: (go, { agreement }) => {
      const person = (role: string): object => ({ role, name: role, email: `${role.toLowerCase()}@example.test` });
      const input = JSON.stringify([{ recipients: [person('Tenant'), person('Landlord')] }]);
      return go(['--template', agreement, '--rows', '-', '-o', 'plan.json', '--json'], { input });
    },
  },
  'envelope run': { play: (go) => go(['plan.json', '--yes']) },
  'envelope get': { play: (go, { envelope }) => go([envelope.id]) },
  'envelope send': { play: (go, { cancelled }) => go([cancelled]) },
  'envelope signing-url': {
    shows: true,
    play: async (go, { envelope }) => {
      await go([envelope.id, envelope.recipients[0]!.id, '--print']);
      await go([envelope.id, envelope.recipients[0]!.id, '--print', '--json']);
    },
  },
  api: {
    play: async (go, { envelope }) => {
      await go(['GET', `/api/v1/envelopes/${envelope.id}`]);
      await go(['mintSigningUrl', envelope.id, envelope.recipients[0]!.id]);
    },
  },
  mcp: {
    play: async (go, { envelope, webhook }) => {
      const call = (id: number, name: string, given: object): string =>
        `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } })}\n`;
      const clientInfo = { name: 'agent', version: '1' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      const hello = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
      const asked = [
        call(2, 'getWebhook', { webhookId: webhook.id }),
        call(3, 'mintSigningUrl', { envelopeId: envelope.id, recipientId: envelope.recipients[0]!.id }),
        call(4, 'rotateWebhookSecret', { webhookId: webhook.id }),
      ];
      await go(['--allow-writes'], { input: hello + asked.join('') });
    },
  },
  embed: { play: (go, { envelope }) => go([envelope.id, envelope.recipients[0]!.id, '--max-wait', '1s']) },
  'emulator inbox list': {
    play: async (go, known) => {
      known.mail = (await go(['--json', '--kind', 'invitation'])).json<{ data: readonly Mail[] }>().data[0]!.id;
      await go();
    },
  },
  'emulator inbox wait': { play: (go) => go(['--to', 'thandi@example.test', '--kind', 'invitation']) },
  'emulator inbox open': { shows: true, play: (go, { mail }) => go([mail, '--print', '--json']) },
  'emulator open': { shows: true, play: (go) => go(['--print', '--json']) },
  'emulator brands': { play: bothForms() },
  'emulator allow-origin': { play: (go) => go(['http://127.0.0.1:3000']) },
  'emulator inbox show': { play: (go, { mail }) => go([mail]) },
  'emulator fault release': { play: (go) => go([]) },
  'emulator fault clear': { play: (go) => go([]) },
  'emulator fault operation': {
    play: async (go) => {
      await go(['voidEnvelope', '--reset', '--count', '1', '--json']);
      // What is signed next is not sealed, until the requeue below.
      await go(['seal', '--code', 'internal_error', '--count', '1']);
    },
  },
  'emulator fault list': { play: bothForms() },
  'emulator sign': {
    play: async (go, { sealed }) => {
      await go([sealed, 'Tenant']);
      await go([sealed, 'Landlord']);
    },
  },
  'emulator delegate': {
    play: (go, { cancelled }) => go([cancelled, 'Tenant', '--to', 'name=Lerato Nkosi,email=lerato@example.test']),
  },
  'emulator decline': { play: (go, { envelope }) => go([envelope.id, 'Tenant', '--reason', 'Too dear']) },
  'envelope draft': { play: (go, { envelope }) => go([envelope.id, '-o', 'draft.pdf']) },
  'envelope void': { play: (go, { cancelled }) => go([cancelled, '--reason', 'Wrong unit']) },
  'envelope correct': { play: (go, { cancelled }) => go([cancelled, '--expires-in', '14d', '--json']) },
  'emulator fault deliveries': { play: (go) => go(['--duplicate', '0.2', '--count', '1', '--json']) },
  'emulator trigger': { play: (go) => go(['envelope.declined']) },
  'emulator log deliveries': { play: (go) => go(['--json']) },
  'emulator log events': { play: (go) => go(['--json']) },
  'emulator log requests': {
    play: inTurn(['--curl'], ['--json']),
  },
  'emulator redeliver': { play: (go) => go(['--failed', '--json']) },
  'emulator clock show': { play: (go) => go() },
  'emulator clock freeze': { play: (go) => go() },
  'emulator clock advance': { play: (go) => go(['2m']) },
  'emulator clock run': { play: (go) => go() },
  'emulator requeue': {
    play: async (go, { sealed, ready }) => {
      await go([sealed]);
      // Answers once the sealing has settled.
      await http(ready.url, 'POST', '/_emulator/clock', {
        headers: bearer(ready.live_key),
        body: { action: 'advance', seconds: 1 },
      });
    },
  },
  'emulator export-test': { play: (go, { sealed }) => go([sealed, '-o', 'sealed.test.ts', '--json']) },
  'envelope documents': { shows: true, play: (go, { sealed }) => go([sealed, '--json']) },
  'envelope download': { play: (go, { sealed }) => go([sealed, '-o', 'sealed.pdf']) },
  'envelope rows': { play: (go, { lease }) => go(['--template', lease.id, '-o', 'people.csv', '--json']) },
  'envelope list': { play: bothForms('--all') },
  'envelope desk': { play: (go) => go() },
  'envelope runs': { play: (go) => go(['--json']) },
  'envelope show': { play: (go, { sealed }) => go([sealed, '--json']) },
  'envelope wait': { play: (go, { sealed }) => go([sealed, '--until', 'sealed', '--max-wait', '60s', '--json']) },
  'envelope watch': { play: (go, { sealed, cancelled }) => go([sealed, cancelled, '--max-wait', '60s']) },
  'envelope check': { play: bothForms('--waiting-longer-than', '30d', '--undelivered-after', '30d') },
  'envelope evidence': { play: (go, { sealed }) => go([sealed, '-o', 'evidence']) },
  'emulator ca': { play: (go) => go(['-o', 'ca.pem']) },
  'pdf verify': {
    play: inTurn(['sealed.pdf', '--ca-file', 'ca.pem'], ['sealed.pdf', 'sealed.pdf', '--ca-file', 'ca.pem']),
  },
  listen: {
    play: (go, { app }) => {
      const trigger = ['--', process.execPath, bin, 'emulator', 'trigger', 'envelope.voided'];
      return go(['--forward-to', app, '--secret-file', 'third.secret', '--debug-bodies', ...trigger]);
    },
  },
  dev: {
    play: (go, { app }) =>
      go(['--forward-to', app, '--no-write-env', '--debug-bodies', '--', process.execPath, '-e', '0', '--']),
  },
  'dev init': { play: (go) => go(['node', 'my-app']) },
  'event list': { play: firstAs('delivery') },
  'event show': { play: (go, { delivery }) => go([delivery]) },
  'event replay': {
    play: (go, { app, delivery }) => go([delivery, '--to', app, '--secret-file', 'third.secret', '--json']),
  },
  'request list': { play: firstAs('request') },
  'request show': { play: (go, { request }) => go([request]) },
  'request resume': { play: bothForms('--all') },
  'envelope nudge': { play: bothForms('--all') },
  'envelope reconcile': {
    play: (go, { sealed }) => go(['-', '--only-listed'], { input: `id,status\n${sealed},sealed\n` }),
  },
  'event send': { play: (go, { app }) => go(['envelope.sent', '--to', app, '--secret-file', 'third.secret']) },
  'authorisation create': {
    play: async (go, known) => {
      const body = ['--brand', known.brand, ...grantor, '--purpose', 'Leases', '--valid-for', '90d', '--json'];
      const create = async (): Promise<string> => (await go(body)).json<{ id: string }>().id;
      known.authorisation = await create();
      known.granted = await create();
      known.declined = await create();
    },
  },
  'emulator grant': { play: (go, { granted }) => go([granted]) },
  'emulator decline-grant': { play: (go, { declined }) => go([declined, '--reason', 'Not for so long']) },
  'authorisation list': { play: bothForms() },
  'authorisation get': { play: (go, { authorisation }) => go([authorisation]) },
  'authorisation cancel': { play: (go, { authorisation }) => go([authorisation, '--reason', 'Not needed']) },
  'authorisation revoke': {
    play: async (go, { authorisation, granted }) => {
      await go([authorisation, '--reason', 'Left']);
      await go([granted, '--reason', 'Left'], { code: 0 });
    },
  },
  error: { play: (go) => go(['unauthenticated']) },
  'spec show': { play: (go) => go(['--service']) },
  'spec check': { play: bothForms() },
  'spec adopt': { play: bothForms() },
  'spec prove': { play: (go) => go(['--mode', 'test', '--json']) },
  'spec catalogue': { play: (go) => go(['envelope', 'create']) },
  'spec assumptions': { play: bothForms() },
  explain: { play: (go) => go(['partially_signed', '--json']) },
  'spec rule': { play: (go) => go(['void.key-required']) },
  completion: { play: (go) => go(['bash', '--json']) },
  'completion install': { play: (go) => go(['zsh', '--start-file']) },
  demo: { play: (go) => go(['--output', 'demo', '--json']) },
  'emulator scenario list': { play: bothForms() },
  'emulator scenario load': { play: (go) => go(['mandate-active']) },
  'emulator snapshot': {
    play: inTurn(['-o', 'first.snapshot'], ['--seed-file', 'service.yaml'], ['--seed-schema']),
  },
  'emulator restore': { play: (go) => go(['first.snapshot', '--yes']) },
  'emulator exec': { play: (go) => go(['--debug-bodies', '--json', '--', process.execPath, '-e', '0', '--']) },
  'emulator reset': { play: (go) => go(['--yes']) },
  'emulator stop': { play: (go) => go() },
};
