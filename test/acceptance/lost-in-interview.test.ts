import { afterAll, beforeAll, expect, it } from 'vitest';
import { countEnvelopes } from '../support/count-envelopes.js';
import { type Door, startDoor } from '../support/door.js';
import { type EmulatorMachine, newEmulatorMachine, people } from '../support/emulator-machine.js';
import type { Ran } from '../support/program.js';
import type { Envelope } from '../support/shapes.js';

/** The connection is lost at every question, and comes back after it was noticed: no answer is lost. */

let at: EmulatorMachine;
let door: Door;
let template: string;
beforeAll(async () => {
  at = await newEmulatorMachine();
  door = await startDoor(at.emulator.url);
  template = await at.template();
});
afterAll(async () => {
  await door.shut();
  await at.close();
});

const isAsked = /(?:Number \(Enter for \d+\)|\(yes or no\)(?: \(Enter for \w+\))?|[^:]): $/;

/** Answers each question once, with the door shut; how often the program asked to try again is told too. */
async function talk(argv: readonly string[], answers: readonly string[]): Promise<Ran & { readonly lost: number }> {
  await door.shut();
  const env = { ...at.live(), ESIGN_BASE_URL: door.url };
  const { terminal, ended } = at.machine.start([...argv, '--interactive', '--plain', '--yes'], { env, terminal: true });
  let read = 0;
  let lost = 0;
  let isOver = false;
  void ended.then(() => (isOver = true));
  /** What is asked next, after what was read before. */
  const next = async (): Promise<string> => {
    const said = (): string => terminal.stderr().slice(read);
    await expect.poll(() => isOver || isAsked.test(said()), { interval: 5, timeout: 10_000 }).toBe(true);
    const asked = said();
    read = terminal.stderr().length;
    return asked;
  };
  for (const answer of [null, ...answers]) {
    if (answer !== null) {
      await door.shut();
      terminal.type(`${answer}\n`);
    }
    while ((await next()).includes('Try again?')) {
      lost += 1;
      await door.open();
      terminal.type('1\n');
    }
  }
  return { ...(await ended), lost };
}

it('envelope create asks again, and creates one envelope with every answer', async () => {
  const before = await countEnvelopes(at.emulator);
  const who = ['Thandi Mokoena', 'thandi@example.test', 'Pieter van Wyk', 'pieter@example.test', 'no'];
  // The template; the name of the tenant, nothing else of theirs; the rent; no deadline; send.
  const ran = await talk(['envelope', 'create'], ['1', ...who, 'Thandi M', 'no', '9500.00', '', '2']);
  expect(ran.stderr).toContain('Not connected; nothing is lost.');
  expect(ran.code).toBe(0);
  expect(await countEnvelopes(at.emulator)).toBe(before + 1);
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
  const before = await countEnvelopes(at.emulator);
  const ran = await talk(['envelope', 'correct', id], ['Thandi M', 'no', '8000.00', '', '1']);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/rental\.amount = 8000\.00/);
  expect(await countEnvelopes(at.emulator)).toBe(before + 1);
  expect(ran.lost).toBe(2);
});
