import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countEnvelopes } from '../support/emulator/count-envelopes.js';
import { type EmulatorMachine, newEmulatorMachine, people } from '../support/emulator-machine.js';
import { leasePdf } from '../support/template-of.js';
import type { Ran } from '../support/program.js';
import type { Envelope } from '../support/shapes.js';

/** The emulator stops at every question, and starts again after it was noticed: no answer is lost. */

let at: EmulatorMachine;
let template: string;
const folder = mkdtempSync(join(tmpdir(), 'esign-lost-'));
beforeAll(async () => {
  at = await newEmulatorMachine({ data: join(folder, 'service.db'), seed: 11 });
  template = await at.template();
});
afterAll(async () => {
  await at.close();
  rmSync(folder, { recursive: true });
});

/** Envelopes that were made, by the logs of all emulators so far. */
let created = 0;
async function stop(): Promise<void> {
  if (at.isRunning()) created += await countEnvelopes(at.emulator);
  await at.stop();
}

const isAsked = /(?:Number \(Enter for \d+\)|\(yes or no\)(?: \(Enter for \w+\))?|[^:]): $/;

/** Answers each question once, while the emulator is stopped; how often the program asked to try again is told too. */
async function talk(argv: readonly string[], answers: readonly string[]): Promise<Ran & { readonly lost: number }> {
  await stop();
  const env = at.live();
  const { terminal, ended } = at.machine.start([...argv, '--interactive', '--plain', '--yes'], { env, terminal: true });
  let read = 0;
  let lost = 0;
  let isOver = false;
  void ended.then(() => (isOver = true));
  /** What is asked next, after what was read before. */
  const next = async (): Promise<string> => {
    const said = (): string => terminal.stderr().slice(read);
    await expect.poll(() => isOver || isAsked.test(said()), { interval: 5 }).toBe(true);
    const asked = said();
    read = terminal.stderr().length;
    return asked;
  };
  for (const answer of [null, ...answers]) {
    if (answer !== null) {
      await stop();
      terminal.type(`${answer}\n`);
    }
    while ((await next()).includes('Try again?')) {
      lost += 1;
      await at.start();
      terminal.type('1\n');
    }
  }
  const ran = await ended;
  await stop();
  await at.start();
  return { ...ran, lost };
}

it('envelope create asks again, and creates one envelope with every answer', async () => {
  const before = created;
  const who = ['Thandi Mokoena', 'thandi@example.test', 'Pieter van Wyk', 'pieter@example.test', 'no'];
  // The template; the name of the tenant, nothing else of theirs; the rent; no deadline; send.
  const ran = await talk(['envelope', 'create'], ['1', ...who, 'Thandi M', 'no', '9500.00', '', '2']);
  expect(ran.stderr).toContain('Not connected; nothing is lost.');
  expect(ran.code).toBe(0);
  expect(created).toBe(before + 1);
  expect(ran.stderr).toMatch(/Tenant: Thandi Mokoena <thandi@example.test>[\s\S]*rental\.amount = 9500\.00/);
  expect(ran.stdout).toMatch(/^Status +sent$/m);
  // To list the templates, to read the chosen one, and to create.
  expect(ran.lost).toBeGreaterThanOrEqual(3);
});

it('envelope correct asks again, and creates one envelope with every answer', async () => {
  const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
  const made = await at.ok([...words, '--send', '--yes', '--json']);
  const { id } = made.json<Envelope>();
  await at.ok(['emulator', 'decline', id, 'Tenant', '--reason', 'Too dear']);
  const before = created + (await countEnvelopes(at.emulator));
  const ran = await talk(['envelope', 'correct', id], ['Thandi M', 'no', '8000.00', '', '1']);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/rental\.amount = 8000\.00/);
  expect(created).toBe(before + 1);
  expect(ran.lost).toBe(2);
});

it('decides the people of a form one by one, and loses no decision and no answer', async () => {
  at.write('lease.pdf', Buffer.from(leasePdf()));
  const lease = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
  const roles = ['Signer', 'Landlord', 'Tenant', 'Surety', 'Witness'];
  const who = roles.flatMap((role) => ['--recipient', `role=${role},name=${role} One,email=${role}@example.test`]);
  const both = ['1', '1'];
  const answers = ['2', ...both, ...both, ...both, ...both, 'yes', '1', 'no', '.', '', '1'];
  const ran = await talk(['envelope', 'create', '--template', lease, ...who], answers);
  expect(ran.stderr).not.toContain('changed by someone else');
  expect(ran.code).toBe(0);
  expect(ran.lost).toBeGreaterThanOrEqual(6);
  for (const role of roles) expect(ran.stdout).toContain(`${role} One`);
});

it('says that the outcome is unknown to somebody who leaves after a response was lost', async () => {
  await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--count', '20', '--drop-after-commit']);
  const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
  const { terminal, ended } = at.machine.start([...words, '--interactive', '--plain', '--yes'], { terminal: true });
  terminal.type('no\n.\n\n1\n');
  await expect.poll(() => terminal.stderr()).toMatch(/Try again\?[\s\S]*: $/);
  terminal.type('2\n');
  const ran = await ended;
  expect(ran.code).toBe(8);
  expect(ran.stderr).toContain('The outcome is unknown');
  expect(ran.stderr).not.toContain('Nothing was sent');
});
