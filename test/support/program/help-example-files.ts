import { mkdirSync, readFileSync } from 'node:fs';
import { describeIntent } from '../../../src/client/recording.js';
import { prepareRequest } from '../../../src/client/request.js';
import { operations } from '../../../src/contract/operations.js';
import { openRequestJournal } from '../../../src/store/requests.js';
import { openState } from '../../../src/store/state.js';
import { writeSignature } from '../../../src/domain/webhook/signature.js';
import { agreementPdf, createEnvelope, createTemplate, landlord, rental, tenant } from '../agreement.js';
import { linesPdf } from '../form-pdf.js';
import type { ExampleScene } from './help-example-scene.js';
import { recordDeliveries } from '../records/recorded-deliveries.js';
import type { Template } from '../shapes.js';

/** What an example finds: a template, the IDs of a recorded delivery and request, and what is written to its stdin. */
export interface Prepared {
  readonly lease: Template;
  readonly event: string;
  readonly request: string;
  readonly stdin: string;
}

export const leasePdf = readFileSync(new URL('../../../src/demo/lease.pdf', import.meta.url));
const secrets = { current: 'whsec_of_the_example_0001', previous: 'whsec_of_the_example_0000' };
const delivery = '{"event":"envelope.sent"}';
const recipients = [tenant, landlord];
const rows =
  'Tenant.name,Tenant.email,Landlord.name,Landlord.email,.rental.amount\n' +
  'Thandi Mokoena,thandi@example.test,Pieter van Wyk,pieter@example.test,9500.00\n' +
  'Sipho Dube,sipho@example.test,Pieter van Wyk,pieter@example.test,8200.00\n';
const tags = [
  '{{Signature of the buyer;role=Buyer;type=signature;required=true}}',
  '{{Full name;role=Buyer;type=text;key=person.full_name}}',
];
const server =
  "require('node:http').createServer((_, answer) => answer.end('ok')).listen(Number(process.env.PORT || 0), '127.0.0.1');\n";
const seed = 'version: 1\ntemplates:\n  - { name: Lease, fields: [{ type: signature, role: Tenant }] }\n';
const flask = 'from flask import Flask\n\napp = Flask(__name__)\n';

type Make = (scene: ExampleScene, lease: Template, line: string) => string | Buffer | Promise<string | Buffer>;

const json = (value: unknown): string => JSON.stringify(value);
const body: Make = (_scene, lease) => json({ template_id: lease.id, recipients, values: [rental] });
const printed =
  (line: (lease: Template) => string): Make =>
  (scene, lease) =>
    scene.ok(line(lease));

/** How each file that examples name comes about; the first entry that fits a command counts. */
const files: Readonly<Record<string, readonly (readonly [RegExp, Make])[]>> = {
  'lease.pdf': [
    [/^esign pdf/, sealedPdf],
    [/one-off/, () => linesPdf([tags])],
    [/./, () => agreementPdf()],
  ],
  'annexure.pdf': [[/./, () => agreementPdf()]],
  'service.yaml': [[/^esign emulator (?:start|exec)/, () => seed]],
  'nda.pdf': [[/./, () => linesPdf([['CONFIDENTIALITY'], ['Second page']])]],
  'body.json': [
    [
      /one-off/,
      () => json({ title: 'Lease', documents: [{ filename: 'a.pdf', file: linesPdf([tags]).toString('base64') }] }),
    ],
  ],
  'tagged.pdf': [[/./, () => linesPdf([tags])]],
  'people.yaml': [[/./, () => 'recipients:\n  - role: Buyer\n    name: Sipho Dube\n    email: sipho@example.test\n']],
  'office.yaml': [[/./, () => '- name: Sipho Dube\n  email: sipho@example.test\n']],
  'people.csv': [[/plan|create/, () => rows]],
  'tenants.csv': [[/./, () => rows]],
  'envelopes.csv': [[/./, (scene, lease) => sentList(scene, lease, 'id,status', 'sent')]],
  'orders.csv': [[/./, (scene, lease) => sentList(scene, lease, 'contract,stage', 'open')]],
  'envelope.json': [[/./, body]],
  'request.json': [[/./, body]],
  'lease.yaml': [
    [/template (diff|push|edit)/, printed(({ id }) => `esign template pull ${id}`)],
    [/envelope create/, body],
    [/values check/, () => 'tenant.person.full_name: Thandi Mokoena\n.rental.amount: "9500.00"\n'],
  ],
  'fields.yaml': [
    [/./, () => '- { page: 1, type: signature, role: Tenant, rect: { x: 0.1, y: 0.9, w: 0.3, h: 0.04 } }\n'],
  ],
  'names.csv': [[/rename-all/, printed(({ id }) => `esign template fields ${id} --csv`)]],
  'names.yaml': [[/./, (_scene, { fields }) => `${fields[0]?.id ?? ''}:\n  label: Full name of the tenant\n`]],
  'template.json': [[/./, (_scene, lease) => json(lease)]],
  'plan.json': [[/envelope run$/, plan]],
  'ca.pem': [[/^esign pdf/, printed(() => 'esign emulator ca')]],
  'hook.secret': [[/^(?!esign webhook register)/, () => `${secrets.current}\n`]],
  'new.secret': [[/./, () => `${secrets.current}\n`]],
  'old.secret': [[/./, () => `${secrets.previous}\n`]],
  'delivery.json': [[/./, () => delivery]],
  'header.txt': [[/./, (_scene, _lease, line) => `${capturedHeader(line)}\n`]],
  'key.txt': [[/./, ({ organisation }) => `${organisation.testKey}\n`]],
  'half-done.json': [[/restore|exec/, printed(() => 'esign emulator snapshot -o -')]],
  'openapi.json': [[/spec (check|adopt)/, printed(() => 'esign spec show')]],
  'openapi.yaml': [[/./, printed(() => 'esign spec show')]],
  'contract.yaml': [[/spec prove/, () => 'createEnvelope.status: 201\n']],
  'server.mjs': [[/./, () => server.replace("require('node:http')", "(await import('node:http'))")]],
};

/** A document that every recipient has signed. */
async function sealedPdf({ organisation, service, ...scene }: ExampleScene, lease: Template): Promise<Buffer> {
  const { id } = await createEnvelope(organisation.live, lease, { values: [rental], send: true });
  await service.doors.control('POST /_emulator/trigger', { event: 'envelope.sealed', envelope_id: id });
  await scene.ok(`esign envelope download ${id} -o sealed.pdf`);
  return readFileSync(scene.path('sealed.pdf'));
}

/** The list of an app that knows one envelope, which is sent. */
async function sentList({ organisation }: ExampleScene, lease: Template, head: string, state: string): Promise<string> {
  const { id } = await createEnvelope(organisation.live, lease, { values: [rental], send: true });
  return `${head}\n${id},${state}\n`;
}

/** The plan of the rows, as `envelope plan` writes it. */
async function plan(scene: ExampleScene, lease: Template): Promise<string> {
  scene.write('people.csv', rows);
  await scene.ok(`esign envelope plan --template ${lease.id} --rows people.csv --send -o first.json`);
  return readFileSync(scene.path('first.json'), 'utf8');
}

/** The program of a reader's app, where an example runs one. */
function writeApp(scene: ExampleScene, path: string, lease: Template): void {
  const people = recipients.map(({ role, name, email }) => `--recipient 'role=${role},name=${name},email=${email}'`);
  const create = `esign envelope create --template ${lease.id} ${people.join(' ')} --value .rental.amount=1 --send -q`;
  const script =
    path === 'esign listen'
      ? `id=$(${create})\nesign emulator sign $id\nesign emulator sign $id\n`
      : 'esign template list\n';
  scene.write('test.sh', `set -e\n${script}`);
  scene.write('package.json', json({ private: true, scripts: { test: 'sh test.sh', start: 'node server.mjs' } }));
  scene.write('server.mjs', server.replace("require('node:http')", "(await import('node:http'))"));
  scene.write('app.py', flask);
  scene.write('test_app.py', 'def test_app():\n    pass\n');
}

/** The host under which this machine's records know the emulator of a scene. */
async function recordedHost({ doors }: ExampleScene['service']): Promise<string> {
  const { identity } = await doors.control<{ identity: string }>(`GET /_emulator/proof?nonce=${'0a'.repeat(16)}`);
  return new URL(identity).host;
}

/** A write whose process ended before its answer came, in the journal. */
async function cutOffRequest({ organisation, service, stateDir }: ExampleScene, lease: Template): Promise<string> {
  const id = '1f2e3d4c-cut-off';
  const apiKey = organisation.liveKey;
  const input = { body: { template_id: lease.id, recipients } };
  const none = { idempotencyKey: 'cut-off', ifMatch: undefined };
  const request = prepareRequest(operations.createEnvelope, input, { baseUrl: service.url, apiKey }, none);
  const host = await recordedHost(service);
  const intent = describeIntent(id, request, { apiKey, profile: 'local', host }, false);
  const journal = openRequestJournal({ state: openState(stateDir), now: () => Date.now() - 60_000 });
  await journal.intent({ ...intent, pid: 2 ** 30, mark: undefined }, request.body);
  return id;
}

/** A delivery in the journal that the app of the scene did not take. */
async function undelivered({ appUrl, service, stateDir }: ExampleScene): Promise<string> {
  const target = `${appUrl}/hooks`;
  const at = new Date().toISOString();
  const forward = {
    is: 'given-up',
    words: 'connection refused',
    target,
    attempts: 1,
    at,
    status: null,
    milliseconds: 1,
  };
  const host = await recordedHost(service);
  const [recorded] = await recordDeliveries(stateDir, [{ host, target, forward: { ...forward, is: 'given-up' } }]);
  return recorded?.id ?? '';
}

/** Makes what an example works on; `null` where it works on nothing of the service. */
export async function prepareExample(scene: ExampleScene, path: string, line: string): Promise<Prepared> {
  // Nothing in its form is worth a warning.
  const form = path === 'esign template rehearse' ? linesPdf([tags]) : agreementPdf();
  const lease = await createTemplate(scene.organisation.live, form);
  for (const [name, makers] of Object.entries(files)) {
    const make = makers.find(([command]) => command.test(path))?.[1];
    if (make !== undefined && new RegExp(`(?<!(?:-o|--save|>) )\\b${name.replace('.', '\\.')}`).test(line))
      scene.write(name, await make(scene, lease, line));
  }
  if (line.includes(' signed/ ')) {
    mkdirSync(scene.path('signed'), { recursive: true });
    scene.write('signed/lease.pdf', await sealedPdf(scene, lease));
  }
  if (line.includes('*.pdf')) for (const name of ['lease.pdf', 'annexure.pdf']) scene.write(name, agreementPdf());
  const [, profile] =
    /^esign (?:logout|profile (?:remove|use|show|rename|set)).*\b(production|staging)\b/.exec(line) ?? [];
  if (profile !== undefined) {
    scene.write('live.key', scene.organisation.liveKey);
    await scene.ok(`esign profile add ${profile} --base-url ${scene.service.url} --api-key-file live.key --force`);
  }
  if (path === 'esign agent setup') scene.write('CLAUDE.md', '# Notes\n');
  if (line.includes('completion install --check')) await scene.ok('esign completion install --start-file');
  if (/ -- (npm|flask|pytest|node) |npm test/.test(line)) writeApp(scene, path, lease);
  return {
    lease,
    event: path.startsWith('esign event') ? await undelivered(scene) : '',
    request: path.startsWith('esign request') ? await cutOffRequest(scene, lease) : '',
    stdin: line.includes('--api-key-stdin') ? scene.organisation.testKey : '',
  };
}

/** The signature header of the delivery that the examples of `webhook verify` read. */
const capturedHeader = (line: string): string => {
  const instant = /--at (\S+)/.exec(line)?.[1];
  const at = instant === undefined ? Date.now() : Date.parse(instant);
  return writeSignature({ current: secrets.current }, Buffer.from(delivery), Math.floor(at / 1000));
};
