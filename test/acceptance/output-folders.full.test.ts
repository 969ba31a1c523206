import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreementPdf } from '../support/agreement.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { type Receiver, startReceiver } from '../support/listening/deliveries.js';
import { people } from '../support/emulator-machine.js';
import { type Machine, newMachine, type RunOptions } from '../support/program.js';
import type { Envelope, Template, Webhook } from '../support/shapes.js';
import { leaves, wholeTree } from '../support/program/tree.js';

/** A path that ends in a slash is a folder, which each output flag creates; without --force nothing is overwritten. */

/** What a command line needs besides itself, and what is to be seen of its file. */
interface How {
  /** 0600 in a folder with 0700. */
  readonly isPrivate?: true;
  /** Exit codes when the file is written. Default: 0. */
  readonly codes?: readonly number[];
  /** Runs the built program, which starts others. */
  readonly built?: true;
  readonly run?: RunOptions;
  /** The lines of somebody else stay, and those of esign are added to them. */
  readonly merges?: true;
}

const secret = { isPrivate: true } as const;
const settings = { ...secret, built: true, merges: true } as const;
const listening = { codes: [12], built: true } as const;
const waits = 'listen --expect envelope.sent --max-wait 1s';

/**
 * Every flag that names a file to write to, as INTO, with the file that it puts into a folder. Other words in capitals
 * stand for what `scene` has.
 */
const outputs: readonly (readonly [line: string, file: string | RegExp, how?: How])[] = [
  ['envelope download ENVELOPE --output INTO', '1-agreement-ENVELOPE.pdf', secret],
  ['envelope draft SENT --output INTO', 'draft-1-SENT.pdf', secret],
  ['template page DOCUMENT 1 --output INTO', 'page-1-DOCUMENT.pdf', secret],
  ['api getDocumentPage DOCUMENT 1 --output INTO', 'getDocumentPage-DOCUMENT-1.pdf', secret],
  ['envelope plan --template TEMPLATE --rows rows.csv --output INTO', 'plan.json', secret],
  ['envelope rows --template TEMPLATE --output INTO', 'Lease-rows.csv'],
  ['values new TEMPLATE --output INTO', 'Lease-values.yaml'],
  ['template types TEMPLATE --output INTO', 'Lease.ts'],
  ['template types TEMPLATE --format schema --output INTO', 'Lease.schema.json'],
  ['template pull TEMPLATE --output INTO', 'Lease.yaml'],
  ['template preview TEMPLATE --output INTO', 'page-1.png', secret],
  ['template preview TEMPLATE --format html --output INTO', 'Lease-preview.html', secret],
  ['template prepare agreement.pdf --fields fields.yaml --output INTO', 'agreement.prepared.pdf'],
  ['template rehearse TEMPLATE --pictures INTO', 'page-1.png', { ...secret, codes: [0, 5] }],
  ['pdf verify sealed.pdf --ca-file own-ca.pem --revision 1 --output INTO', 'sealed-revision-1.pdf', secret],
  ['emulator ca --output INTO', 'ca.pem'],
  ['emulator export-test ENVELOPE --output INTO', 'ENVELOPE.test.ts'],
  ['emulator snapshot --output INTO', 'snapshot.json', secret],
  ['emulator snapshot --seed-file INTO', 'service.yaml'],
  ['emulator exec --snapshot INTO -- false', /^exec-[0-9a-f-]{36}\.json$/, { ...secret, codes: [1] }],
  ['spec adopt --output INTO', 'contract.yaml'],
  ['spec prove --mode test --output INTO', 'contract.yaml'],
  ['envelope nudge --all --format csv --output INTO', 'nudges.csv', secret],
  ['envelope check --format prometheus --output INTO', 'esign-envelopes.prom'],
  ['webhook check --format prometheus --output INTO', 'esign.prom'],
  ['webhook certify RECEIVER --secret-file hook.secret --rule valid --junit INTO', 'esign-certify.xml'],
  [
    'webhook register --url https://app.example.com/hooks --event envelope.sent --secret-file INTO',
    'app.example.com_hooks.secret',
    secret,
  ],
  ['webhook rotate WEBHOOK --end-grace --secret-file INTO', 'WEBHOOK.secret', secret],
  [`${waits} --junit INTO`, 'esign-listen.xml', listening],
  [`${waits} --secret-file INTO`, 'webhook.secret', { ...listening, ...secret }],
  [`${waits} --write-env INTO`, '.env.local', { ...listening, ...settings }],
  ['emulator start --detach --port 0 --profile PROFILE --write-env INTO', '.env.local', settings],
  [
    'envelope create --template TEMPLATE --interactive --plain --save INTO',
    'envelope.json',
    { ...secret, codes: [130], run: { terminal: true, stdin: '' } },
  ],
  [
    'envelope create --template TEMPLATE --rows rows.csv --run one --yes --results INTO',
    'rows.csv.results.ndjson',
    secret,
  ],
  ['envelope run some-plan.json --yes --results INTO', 'some-plan.json.results.ndjson', secret],
];
/** These name a folder in any case, or a file that goes with what wrote it; each has its own test. */
const folders = [
  'template clone --output',
  'envelope evidence --output',
  'demo --output',
  'emulator start --data',
  'dev --write-env',
];
/** Files that are read, or that a command keeps up to date. */
const inputs =
  /^--(?:api-key-file|contract|from|values-file|fields|input|people|rows|ids|mapping|(?:forward-)?ca-file|(?:old|previous)-secret-file|body|restore)$/;
const reads =
  /^(?:(?:webhook (?:verify|certify|sign)|event (?:replay|send)|envelope reconcile) --secret-file|emulator (?:start|exec) --seed-file)$/;

let program: BuiltProgram;
let machine: Machine;
let receiver: Receiver;
/** IDs and addresses of what the commands are run on. */
let scene: Readonly<Record<string, string>>;
/** Emulators besides the one of the profile `local`. */
const profiles: string[] = [];

beforeAll(async () => {
  program = builtProgram();
  machine = newMachine(program.folder);
  receiver = await startReceiver();
  await program.run(['emulator', 'start', '--detach', '--port', '0', '--json']);
  write('agreement.pdf', agreementPdf());
  write('fields.yaml', '- { page: 1, type: signature, role: Tenant, rect: { x: 0.1, y: 0.9, w: 0.3, h: 0.04 } }\n');
  write('hook.secret', 'whsec_1\n');
  write('rows.csv', 'Tenant.name,Tenant.email,Landlord.name,Landlord.email\nA,a@example.test,B,b@example.test\n');
  write('more.csv', 'Tenant.name,Tenant.email,Landlord.name,Landlord.email\nC,c@example.test,D,d@example.test\n');
  const { id, documents } = (
    await ok(['template', 'create', 'agreement.pdf', '--name', 'Lease', '--json'])
  ).json<Template>();
  await ok(['envelope', 'plan', '--template', id, '--rows', 'more.csv', '-o', 'some-plan.json']);
  const envelope = await sealed(id);
  await ok(['envelope', 'download', envelope, '-o', 'sealed.pdf']);
  await ok(['emulator', 'ca', '-o', 'own-ca.pem']);
  const register = ['webhook', 'register', '--url', receiver.url, '--event', 'envelope.sent', '--json'];
  scene = {
    TEMPLATE: id,
    DOCUMENT: documents[0]?.id ?? '',
    ENVELOPE: envelope,
    SENT: (await ok(['envelope', 'create', '--template', id, ...people, '--send', '--json'])).json<Envelope>().id,
    WEBHOOK: (await ok([...register, '--secret-file', 'first.secret'])).json<Webhook>().id,
    RECEIVER: receiver.url,
  };
});
afterAll(async () => {
  await receiver.close();
  for (const at of profiles.keys()) await program.run(['emulator', 'stop', '--profile', `second-${at + 1}`]);
  await program.remove();
});

const path = (...names: readonly string[]): string => join(program.folder, ...names);
const write = (name: string, content: string | Buffer): void => writeFileSync(path(name), content);
async function ok(words: readonly string[]) {
  const ran = await machine.run(words);
  if (ran.code !== 0) throw new Error(`esign ${words.join(' ')} ended with ${ran.code}:\n${ran.stderr}`);
  return ran;
}

async function sealed(template: string): Promise<string> {
  const rent = ['--value', '.rental.amount=9500.00', '--send', '--json'];
  const { id } = (await ok(['envelope', 'create', '--template', template, ...people, ...rent])).json<Envelope>();
  for (const role of ['Tenant', 'Landlord']) await ok(['emulator', 'sign', id, role]);
  await ok(['emulator', 'clock', 'advance', '2m']);
  return id;
}

it('the table has every flag that names a file or folder to write to', async () => {
  const written = leaves(await wholeTree()).flatMap((command) =>
    command.options
      .filter((option) => /[<[](?:file|path|folder|dir)/i.test(option.flags) && !inputs.test(String(option.long)))
      .map((option) => `${command.path().replace(/^esign /, '')} ${option.long}`)
      .filter((flag) => !reads.test(flag)),
  );
  const listed = outputs.map(([line]) => {
    const flag = /--\S+(?= INTO)/.exec(line)?.[0] ?? '';
    return written.find((each) => each.endsWith(` ${flag}`) && line.startsWith(each.replace(flag, ''))) ?? line;
  });
  expect([...new Set(written)].toSorted()).toEqual([...new Set([...listed, ...folders])].toSorted());
});

describe.each(outputs.map(([line, file, how], index) => [line, file, how ?? {}, index] as const))(
  '%s',
  (line, file, { isPrivate, codes = [0], built, run, merges }, index) => {
    const named = `folder-${index}/deep`;
    const filled = (text: string): string => text.replaceAll(/\b[A-Z]{4,}\b/g, (name) => scene[name] ?? name);
    const start = async (into: string) => {
      const own = line.includes('PROFILE') ? `second-${profiles.push('')}` : '';
      const words = filled(line.replace('PROFILE', own)).split(' ');
      const argv = words.map((word) => (word === 'INTO' ? into : word));
      return built === true ? await program.run(argv) : await machine.run(argv, run);
    };
    const wanted = (): string | RegExp => (typeof file === 'string' ? filled(file) : file);

    it('creates the folder that a slash names, with its own file in it', async () => {
      const ran = await start(`${named}/`);
      expect([ran.stderr, codes]).toEqual([ran.stderr, expect.arrayContaining([ran.code])]);
      expect(statSync(path(named)).isDirectory()).toBe(true);
      const names = readdirSync(path(named));
      const is = wanted();
      const [name = ''] = names.filter((each) => (typeof is === 'string' ? each === is : is.test(each)));
      expect(names).toContain(name);
      const modes = [path(named), path(named, name)].map((each) => statSync(each).mode & 0o777);
      const umask = process.umask();
      expect(modes).toEqual(isPrivate === true ? [0o700, 0o600] : [0o777 & ~umask, 0o644 & ~umask]);
    });

    it('overwrites nothing of somebody else without --force', async () => {
      const is = wanted();
      // A name of its own at each run meets no other file.
      const name = typeof is === 'string' ? is : 'failed.json';
      const mine = 'MINE=1\n';
      writeFileSync(path(named, name), mine);
      const ran = await start(typeof is === 'string' ? `${named}/` : `${named}/${name}`);
      const kept = readFileSync(path(named, name), 'utf8');
      if (merges === true) {
        expect(kept).toMatch(/^MINE=1\n\n# esign: [^]+ESIGN_BASE_URL=/);
      } else {
        expect(kept).toBe(mine);
        expect(ran.code).toBe(2);
      }
    });
  },
);

describe('the folders', () => {
  it('envelope evidence writes a folder, also where its name ends like an archive', async () => {
    await ok(['envelope', 'evidence', scene['ENVELOPE']!, '-o', 'evidence.zip/']);
    expect(readdirSync(path('evidence.zip'))).toContain('SHA256SUMS');
    expect((await machine.run(['envelope', 'evidence', scene['ENVELOPE']!, '-o', 'evidence.zip/'])).code).toBe(2);
  });

  it('a loop over envelopes of one template keeps every PDF apart, also with --force', async () => {
    const both = [scene['ENVELOPE']!, await sealed(scene['TEMPLATE']!)];
    for (const id of [...both, ...both]) await ok(['envelope', 'download', id, '-o', 'all/', '--force', '-q']);
    expect(readdirSync(path('all')).toSorted()).toEqual(both.map((id) => `1-agreement-${id}.pdf`).toSorted());
    expect((await machine.run(['envelope', 'download', scene['ENVELOPE']!, '-o', 'all'])).code).toBe(2);
  });
});
