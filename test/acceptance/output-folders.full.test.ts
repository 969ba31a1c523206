import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreementPdf } from '../support/agreement.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { type Receiver, startReceiver } from '../support/listening/deliveries.js';
import { people } from '../support/emulator-machine.js';
import {
  inputFlags,
  outputCases,
  outputFolders,
  type OutputScene,
  secretInputs,
} from '../support/program/output-flags.js';
import { type Machine, newMachine } from '../support/program.js';
import type { Envelope, Template, Webhook } from '../support/shapes.js';
import { leaves, wholeTree } from '../support/program/tree.js';

/** A path that ends in a slash is a folder, which each output flag creates; without --force nothing is overwritten. */

let program: BuiltProgram;
let machine: Machine;
let receiver: Receiver;
let scene: OutputScene;
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
    template: id,
    document: documents[0]?.id ?? '',
    envelope,
    sent: (await ok(['envelope', 'create', '--template', id, ...people, '--send', '--json'])).json<Envelope>().id,
    webhook: (await ok([...register, '--secret-file', 'first.secret'])).json<Webhook>().id,
    receiver: receiver.url,
    profile: () => `second-${profiles.push('')}`,
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
  const flags = leaves(await wholeTree()).flatMap((command) =>
    command.options
      .filter((option) => /[<[](?:file|path|folder|dir)/i.test(option.flags))
      .map((option) => [command.path().replace(/^esign /, ''), String(option.long)] as const),
  );
  const written = flags.filter(
    ([command, flag]) => !inputFlags.includes(flag) && !(flag === '--secret-file' && secretInputs.includes(command)),
  );
  const listed = [...outputCases.map(({ command, flag }) => `${command} ${flag}`), ...outputFolders];
  expect([...new Set(written.map((each) => each.join(' ')))].toSorted()).toEqual([...new Set(listed)].toSorted());
});

describe.each(outputCases.map((each, index) => [`${each.command} ${each.flag}${each.as ?? ''}`, each, index] as const))(
  '%s',
  (_, { command, flag, words = () => [], file, isPrivate, codes = [0], built, run, merges }, index) => {
    const named = `folder-${index}/deep`;
    const start = async (into: string) => {
      const given = [...words(scene)];
      const rest = given.includes('--') ? given.splice(given.indexOf('--')) : [];
      const argv = [...command.split(' '), ...given, flag, into, ...rest];
      return built === true
        ? await program.run([...argv, ...(command === 'dev' ? ['--', 'true'] : [])])
        : await machine.run(argv, run);
    };

    it('creates the folder that a slash names, with its own file in it', async () => {
      const ran = await start(`${named}/`);
      expect([ran.stderr, codes]).toEqual([ran.stderr, expect.arrayContaining([ran.code])]);
      expect(statSync(path(named)).isDirectory()).toBe(true);
      const wanted = file(scene);
      const names = readdirSync(path(named));
      const [name = ''] = names.filter((each) => (typeof wanted === 'string' ? each === wanted : wanted.test(each)));
      expect(names).toContain(name);
      const modes = [path(named), path(named, name)].map((each) => statSync(each).mode & 0o777);
      const umask = process.umask();
      expect(modes).toEqual(isPrivate ? [0o700, 0o600] : [0o777 & ~umask, 0o644 & ~umask]);
    });

    it('overwrites nothing of somebody else without --force', async () => {
      const wanted = file(scene);
      // A name of its own at each run meets no other file.
      const name = typeof wanted === 'string' ? wanted : 'failed.json';
      const mine = 'MINE=1\n';
      writeFileSync(path(named, name), mine);
      const ran = await start(typeof wanted === 'string' ? `${named}/` : `${named}/${name}`);
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
    await ok(['envelope', 'evidence', scene.envelope, '-o', 'evidence.zip/']);
    expect(readdirSync(path('evidence.zip'))).toContain('SHA256SUMS');
    expect((await machine.run(['envelope', 'evidence', scene.envelope, '-o', 'evidence.zip/'])).code).toBe(2);
  });

  it('a loop over envelopes of one template keeps every PDF apart, also with --force', async () => {
    const both = [scene.envelope, await sealed(scene.template)];
    for (const id of [...both, ...both]) await ok(['envelope', 'download', id, '-o', 'all/', '--force', '-q']);
    expect(readdirSync(path('all')).toSorted()).toEqual(both.map((id) => `1-agreement-${id}.pdf`).toSorted());
    expect((await machine.run(['envelope', 'download', scene.envelope, '-o', 'all'])).code).toBe(2);
  });
});
