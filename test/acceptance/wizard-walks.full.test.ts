import { afterEach, expect, it } from 'vitest';
import { newWizardDesk, type WizardDesk } from '../support/wizard-desk.js';
import { courtForm, golden, leaseForm, made, onPerson, replay } from '../support/wizard-walk.js';

const desks: WizardDesk[] = [];
const sit = async (form: string): Promise<WizardDesk> => {
  const desk = await newWizardDesk(form);
  desks.push(desk);
  return desk;
};
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
});

const personHasChoices = (number: number, of: number): RegExp =>
  new RegExp(`${onPerson(number, of).source}[\\s\\S]*navigate`);

it('a court form at 120 by 40, from the first person to the review, and the same again by the lines of it', async () => {
  const desk = await sit(courtForm);
  const id = await made(desk, courtForm);
  const terminal = await desk.open(['template', 'wizard', id, '--picture', 'halves'], { columns: 120, rows: 40 });
  for (const number of [1, 2, 3, 4, 5]) {
    await terminal.shows(personHasChoices(number, 5));
    await terminal.press('Enter');
    const question = await terminal.shows(new RegExp(`Person ${number} of 5[\\s\\S]*Correct\\?`));
    if (number === 4) await golden(question, 'court-walk-1-judge');
    await terminal.press('Enter');
  }
  await terminal.shows(/nobody's part[\s\S]*navigate/);
  await terminal.press('Enter');
  await golden(await terminal.shows('❯ Show the list'), 'court-walk-2-names');
  await terminal.press('Down', 'Enter');
  await terminal.shows('Saved: 4 names');
  await terminal.press('Down', 'Enter');
  await golden(await terminal.shows('Name 1 of 21'), 'court-walk-3-first-name');
  await terminal.press('Enter');
  for (let number = 2; number <= 20; number += 1) {
    await terminal.shows(new RegExp(`Name ${number} of 21[\\s\\S]*navigate`));
    await terminal.press('Enter');
  }
  await terminal.shows(/Name 21 of 21[\s\S]*navigate/);
  await terminal.press('Down', 'Down', 'Enter');
  await terminal.shows(/field marked in red\.[\s\S]*Name 21 of 21[\s\S]*navigate/);
  expect(await terminal.coloured()).toMatch(/48;5;231m/);
  await terminal.press('Down', 'Down', 'Down', 'Enter');
  await golden(await terminal.shows('Finish?'), 'court-walk-4-review');
  await terminal.press('Down', 'Enter');
  await golden(await terminal.shows(/esign template rename[\s\S]*Finish\?/), 'court-walk-5-lines');
  await terminal.press('Down', 'Down', 'Enter');
  await terminal.shows('File name');
  await terminal.press('Enter');
  await terminal.shows(/Saved [\s\S]*naming\.sh[\s\S]*Finish/);
  await terminal.press('Enter');
  await golden(await terminal.shows('ended with 0'), 'court-walk-6-end');
  const { body, etag } = await desk.template(id);
  expect(body.fields.filter(({ data_key: key }) => key !== null).length).toBeGreaterThan(23);
  expect(await replay(desk, await sit(courtForm), courtForm, 'naming.sh')).toBe(etag);
}, 240_000);

it('the lease with --plain, from the choice of the template to the review', async () => {
  const desk = await sit(leaseForm);
  const id = await made(desk, leaseForm);
  const terminal = await desk.open(['template', 'wizard', '--plain']);
  const asked = /Number \(Enter for \d+\):$/.source;
  const answer = async (typed: string, then: string): Promise<string> => {
    await terminal.type(typed);
    await terminal.press('Enter');
    return terminal.shows(new RegExp(then));
  };
  await golden(await terminal.shows(new RegExp(`Which template[\\s\\S]*${asked}`)), 'plain-walk-1-choice');
  await golden(await answer('1', `Person 1 of 4[\\s\\S]*${asked}`), 'plain-walk-2-landlord');
  for (const [number, role] of [
    [1, 'Landlord'],
    [2, 'Tenant'],
    [3, 'Surety'],
  ] as const) {
    await answer('', `The ${role.toLowerCase()} signs[\\s\\S]*${asked}`);
    await answer('', `Person ${number + 1} of 4[\\s\\S]*${asked}`);
  }
  await answer('', `Correct\\?[\\s\\S]*${asked}`);
  await golden(await answer('', 'permanent witness\\?'), 'plain-walk-3-witness');
  await answer('perhaps', 'Type yes or no|Please|yes or no');
  await answer('yes', `office\\?[\\s\\S]*${asked}`);
  await answer('', `or accept the 47\\?[\\s\\S]*${asked}`);
  await golden(
    await answer('2', `Saved: 47 names[\\s\\S]*How do you want to continue\\?[\\s\\S]*${asked}`),
    'plain-walk-4-names',
  );
  await answer('2', `Name 1 of 2[\\s\\S]*${asked}`);
  await answer('2', 'Column name');
  await answer('Not A Key', 'The name must be namespace');
  await answer('form.house_rules', `Name 2 of 2[\\s\\S]*${asked}`);
  await golden(await answer('', `Finish\\?[\\s\\S]*${asked}`), 'plain-walk-5-review');
  await answer('3', 'File name');
  await answer('', `Saved [\\s\\S]*${asked}`);
  await golden(await answer('1', 'ended with 0'), 'plain-walk-6-end');
  expect(await terminal.history()).not.toMatch(/[❯✔↑]/);
  const { body, etag } = await desk.template(id);
  expect(body.coverage.unnamed).toBe(0);
  expect(await replay(desk, await sit(leaseForm), leaseForm, 'naming.sh')).toBe(etag);
}, 240_000);
