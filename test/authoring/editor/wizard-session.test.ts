import { afterAll, beforeAll, expect, it } from 'vitest';
import { editorPage } from '../../support/pages/template-editor.js';
import { leasePdf } from '../../support/template-of.js';
import { type TwoPeople, twoPeople } from '../../support/program/two-people.js';
import type { EditorState, Outcome } from '../../../src/authoring/editor/shapes.js';
import { doneByWizard } from '../../support/program/wizard-desk.js';

let two: TwoPeople;
beforeAll(async () => {
  two = await twoPeople();
});
afterAll(() => two.close());

it('opens the page beside the people of a form that is being sent, too', async () => {
  const { id } = await two.template(Buffer.from(leasePdf()));
  const words = ['envelope', 'create', '--template', id, '--interactive'];
  const { terminal, ended } = two.ann.machine.start(words, { terminal: true, columns: 100 });
  const shows = (words: RegExp) => expect.poll(terminal.stderr, { interval: 10 }).toMatch(words);
  await shows(/Who of these people signs\?/);
  terminal.type('\u001b[B\r');
  await shows(/0 of 4 people[\s\S]*next: the envelope/);
  terminal.type('o');
  await shows(/Open http:\S+\n[\s\S]*0 of 4 people/);
  const page = editorPage(/Open (http:\S+)/.exec(terminal.stderr())![1]!);
  expect((await page.visit()).status).toBe(200);
  const [landlord] = (await page.state()).people;
  await page.act('decide', { person: landlord!.id, typed: {}, was: landlord!.now });
  await shows(/1 of 4 people is saved/);
  terminal.type('q');
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([130, expect.stringContaining('No envelope was created. Your decisions are saved.')]);
  await expect(page.state()).rejects.toThrow();
});

const stateOf = (outcome: Outcome): EditorState => {
  if (outcome.kind !== 'saved') throw new Error(JSON.stringify(outcome));
  return outcome.state;
};

it('shows at once in the terminal what the page saves and the other way round, and ends with the wizard', async () => {
  const { id } = await two.template(Buffer.from(leasePdf()));
  const { terminal, ended } = two.ann.machine.start(['template', 'wizard', id], { terminal: true, columns: 100 });
  let read = 0;
  const shows = async (words: RegExp): Promise<string> => {
    const said = (): string => terminal.stderr().slice(read);
    await expect.poll(said, { interval: 10 }).toMatch(words);
    const shown = said();
    read = terminal.stderr().length;
    return shown;
  };
  await shows(/0 of 4 people/);
  terminal.type('o');
  const [, url = ''] = /Open (http:\S+)/.exec(await shows(/Open http:\S+\n[\s\S]*0 of 4 people/)) ?? [];
  const page = editorPage(url);
  expect((await page.visit()).status).toBe(200);

  const [landlord, tenant] = (await page.state()).people;
  await page.act('decide', { person: landlord!.id, typed: {}, was: landlord!.now });
  await shows(/1 of 4 people is saved/);

  // The screen of the tenant, with an answer that is not saved yet, while the page decides on the landlord's name.
  terminal.type('\u001b[B\r');
  await shows(/person 2 of 4/);
  terminal.type('\u001b[B\u001b[B ');
  await shows(/No, “Signer” fills in 8 fields/);
  const field = (await page.state()).fields.find(({ called }) => called === 'Full name of the landlord')!;
  const named = await page.act('name', {
    field: field.id,
    names: { ...field.names, data_key: 'person.full_name' },
    was: field.names,
  });
  expect(named).toMatchObject({ kind: 'saved' });
  await shows(/No, “Signer” fills in 8 fields/);
  terminal.type('\r');
  await shows(/2 of 4 people are saved/);
  const seen = await page.act('refresh');
  expect(seen.kind).toBe('saved');
  expect(stateOf(seen).people.find(({ id: person }) => person === tenant!.id)?.now.role_name).toBe('Tenant');

  // Somebody else is told of on both sides, as without a page.
  const other = (await two.ann.ok(['template', 'get', id, '--json'])).json<{
    fields: { id: string; label: string }[];
  }>();
  const phone = other.fields.find(({ label }) => label === 'Telephone number of the landlord')!;
  await two.ben.ok(['template', 'rename', id, phone.id, '--label', 'Mobile phone']);
  expect(await page.act('refresh')).toMatchObject({ kind: 'changed' });
  terminal.type('\r');
  await shows(/person 3 of 4/);
  terminal.type('\r');
  await shows(/changed by someone else:[\s\S]*Mobile\s+phone[\s\S]*anyway\?/);
  terminal.type('n\r');
  await shows(/person 3 of 4/);
  terminal.type('q');
  expect((await ended).code).toBe(0);
  expect((await ended).stdout).toContain(`esign template wizard ${id}`);
  expect(doneByWizard(two.ann.machine.env['ESIGN_STATE_DIR']!, id)).toHaveLength(3);
  await expect(page.state()).rejects.toThrow();
});
