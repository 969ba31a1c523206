import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import {
  courtForm,
  doneByWizard,
  golden,
  leaseForm,
  made,
  newWizardDesk,
  replay,
  type WizardDesk,
} from '../support/program/wizard-desk.js';

const desks: WizardDesk[] = [];
const sit = async (form: string): Promise<WizardDesk> => {
  const desk = await newWizardDesk(form);
  desks.push(desk);
  return desk;
};
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
});

/** The screen of this title with all of its keys. */
const titled = (words: string): RegExp => new RegExp(`${words}[\\s\\S]*save and quit`);

it('goes through the lease at 80 by 24: from the file to the review, with a way back, Ctrl-C and another day', async () => {
  const desk = await sit(leaseForm);
  const first = await desk.open(['template', 'wizard']);
  await first.shows('Which template?');
  await first.press('Enter');
  await first.shows('Which file?');
  await first.type('nowhere.pdf');
  await first.press('Enter');
  await first.shows('Cannot read nowhere.pdf');
  await first.type('lea');
  await first.press('Tab');
  await first.shows(/Which file\? lease\.pdf$/);
  await first.press('Enter');
  await golden(await first.shows(titled('0 of 4 people')), 'lease-1-people');
  await first.press('Down', 'Enter');
  await first.shows(titled('person 2 of 4'));
  await first.press('Down', 'Space');
  await first.shows('What should envelopes call this person?');
  await first.type('Lessee');
  await first.press('Enter');
  await first.shows(/Called +Lessee/);
  await first.press('Down', 'Space');
  await first.shows(/lessee signs. “Signer” fills/i);
  await first.press('Space', '?');
  await golden(await first.shows(/fills in 8 fields[\s\S]*another\s+role does/), 'lease-2-tenant');
  await first.press('Enter');
  await first.shows(titled('1 of 4 people is saved'));

  await first.press('C-c');
  const left = await first.shows('ended with 130');
  expect(left).not.toContain('Error');
  const [, id = ''] =
    /What is shown as saved is saved\. Continue with:\s+esign template wizard ([0-9a-f-]{36})/.exec(left) ?? [];
  const memory = desk.esign.path(join('state', 'state.db'));
  expect(statSync(memory).mode & 0o777).toBe(0o600);

  const second = await desk.open(['template', 'wizard', id, '--picture', 'halves']);
  await golden(await second.shows(titled('1 of 4 people is saved')), 'lease-3-resumed');
  await golden(await second.coloured(), 'lease-3-resumed-coloured');
  await second.press('v');
  await second.shows(/field marked in red\.[\s\S]*Back to the people/);
  // A page is white, and the boxes are red, in the colours that this terminal has.
  expect(await second.coloured()).toMatch(/48;5;231m/);
  expect(await second.coloured()).toMatch(/[34]8;5;(16[07]|20[36]|167|196)m/);
  await second.press('Enter');
  await second.shows(titled('1 of 4 people is saved'));
  await second.press('a');
  await golden(await second.shows('permanent witness?'), 'lease-4-witness');
  await second.press('n', 'Enter');
  await second.shows(titled('3 of 4 people are saved'));
  await second.press('a');
  await second.shows(/permanent witness\? No[\s\S]*permanent witness\? \(y/);
  await second.press('y', 'Enter');
  await golden(await second.shows(titled('4 of 4 people are saved')), 'lease-5-saved');
  await second.press('n');
  await golden(await second.shows(titled('your office')), 'lease-6-others');
  await second.press('y');
  await golden(await second.shows(titled('47 names look right')), 'lease-7-names');
  await golden(await second.coloured(), 'lease-7-names-coloured');
  await second.press('Down', 'Enter');
  await second.shows(/Free\. Enter takes it, Tab edits it\./);
  await second.type('Oops');
  await second.shows('must be');
  await second.press('C-u');
  await second.type('person.passport');
  await second.press('Enter');
  await second.shows(/Saved: landlord\.person\.passport\.[\s\S]*save and quit/);
  await second.press('/');
  await second.type('check');
  await golden(await second.shows(/Search: check_[\s\S]*Esc/), 'lease-8-search');
  await second.press('Enter', 'm');
  await second.shows('accept the 2 names marked here');
  await second.press('a');
  await second.shows(/Saved: 2 names[\s\S]*undo/);
  await second.press('u');
  await second.shows(/Taken back: 2 names[\s\S]*save and quit/);
  await second.press('Escape');
  await second.shows('accept the 46 names marked');
  await second.press('l');
  await second.shows(/Label of the field[\s\S]*Enter takes it, Tab edits it\./);
  await second.type('Corrected');
  await second.press('Enter');
  await second.shows(/Saved: “Corrected”\.[\s\S]*save and quit/);
  await second.press('a');
  await second.shows(/Saved: 46 names[\s\S]*save and quit/);
  await second.press('n');
  await golden(await second.shows('Finish?'), 'lease-9-review');
  await second.press('Down', 'Down', 'Enter');
  await second.shows('File name');
  await second.press('Enter');
  await second.shows(/Saved [\s\S]*naming\.sh[\s\S]*Finish/);
  await second.press('Enter');
  await golden(await second.shows('ended with 0'), 'lease-10-end');

  const { body, etag } = await desk.template(id);
  expect(body.roles.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Landlord', 'Lessee', 'Surety', 'Witness']),
  );
  expect(await replay(desk, await sit(leaseForm), leaseForm, 'naming.sh')).toBe(etag);
}, 240_000);

it('handles an unknown court form, wide and without colour, while somebody else changes it', async () => {
  const desk = await sit(courtForm);
  const id = await made(desk, courtForm);
  const { body } = await desk.template(id);
  const terminal = await desk.open(['template', 'wizard', id], { columns: 100, rows: 30, env: { NO_COLOR: '1' } });
  await golden(await terminal.shows(titled('0 of 5 people')), 'court-1-people');
  await terminal.press('Enter');
  await golden(await terminal.shows(titled('person 1 of 5')), 'court-2-person');

  const renamed = body.fields.find(({ type, question_id }) => type === 'text' && question_id === null)!;
  await desk.esign.ok(['template', 'rename', id, renamed.id, '--data-key', 'matter.number', '--label', 'Case number']);
  await terminal.press('Enter');
  await golden(await terminal.shows('Save your decision anyway?'), 'court-3-changed');
  await terminal.press('Enter');
  await terminal.shows(titled('1 of 5 people is saved'));
  await terminal.press('a');
  await golden(await terminal.shows(titled('5 of 5 people')), 'court-4-saved');
  await terminal.press('n');
  await golden(await terminal.shows(titled('these 16 fields\\. Correct\\?')), 'court-5-others');
  await terminal.press('y');
  await golden(await terminal.shows(titled('names saved')), 'court-6-names');
  expect(await terminal.coloured()).not.toContain('\u001b[');
  const now = await desk.template(id);
  expect(now.body.subjects.map(({ key }) => key)).toContain('defendant');
  expect(now.body.fields.find((field) => field.id === renamed.id)).toMatchObject({ data_key: 'matter.number' });
}, 240_000);

it('loses nothing when the service stops at each screen, and goes on when it is back', async () => {
  const desk = await sit(leaseForm);
  const id = await made(desk, leaseForm);
  const terminal = await desk.open(['template', 'wizard', id, '--retry-for', '1s'], { columns: 100, rows: 30 });
  const stopped = async (...keys: readonly string[]): Promise<void> => {
    await desk.without(async () => {
      await terminal.press(...keys);
      await terminal.shows(/Not connected; nothing is lost\.[\s\S]*Try again\?\n❯/);
    });
    await terminal.press('Enter');
  };
  await terminal.shows(titled('0 of 4 people'));
  await terminal.press('Enter');
  await terminal.shows(titled('person 1 of 4'));
  await terminal.press('End', 'Space');
  await terminal.shows('only on some forms');
  await stopped('Enter');
  await terminal.shows(/landlord is only on some forms[\s\S]*1 of 4 people is saved[\s\S]*save and quit/);
  await stopped('a');
  await terminal.shows('permanent witness?');
  await terminal.press('y', 'Enter');
  await terminal.shows(titled('4 of 4 people'));
  await stopped('n');
  await terminal.shows(titled('your office'));
  await stopped('y');
  await terminal.shows(titled('47 names look right'));
  await terminal.press('Space', 'Down', 'Down', 'Enter');
  await terminal.shows('Column name for “Email');
  await terminal.type('person.id_number');
  await stopped('Enter');
  await terminal.shows(/used twice[\s\S]*accept the 45 names marked[\s\S]*save and quit/);
  await terminal.press('Up');
  await terminal.shows('One value fills 2 fields');
  await golden(await terminal.coloured(), 'lease-11-twice-coloured');
  await terminal.press('a');
  await terminal.shows('Do they mean the same?');
  await terminal.press('n', 'Enter');
  await terminal.shows(/accept the 45 names marked[\s\S]*save and quit/);
  await terminal.press('Up', 'Space');
  await terminal.shows('accept the 44 names marked');
  await stopped('a');
  await terminal.shows(/Saved: 44 names[\s\S]*save and quit/);
  await stopped('n');
  await terminal.shows('Finish?');
  const { body } = await desk.template(id);
  expect(body.fields.find(({ label }) => label === 'Full name of the landlord')?.data_key).toBeNull();
  expect(body.coverage.unnamed).toBe(4);
}, 240_000);

it('asks numbered questions and draws nothing with --plain', async () => {
  const desk = await sit(courtForm);
  const id = await made(desk, courtForm);
  const terminal = await desk.open(['template', 'wizard', id, '--plain']);
  const answer = async (typed: string, then: string | RegExp): Promise<string> => {
    await terminal.type(typed);
    await terminal.press('Enter');
    return terminal.shows(then);
  };
  await golden(await terminal.shows(/Number \(Enter for 1\):$/), 'plain-1-person');
  expect(await terminal.coloured()).not.toContain('\u001b[');
  await answer('99', 'Type a number from 1 to');
  await answer('2', 'What should envelopes call');
  await golden(await answer('', 'Short name for spreadsheets'), 'plain-2-questions');
  await answer('', 'Name that people read');
  await answer('The plaintiff', 'always on the form');
  await answer('', 'Who fills in');
  await answer('1', 'fills in 3 fields. Correct');
  await answer('', /Person 2 of 5[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Person 2 of 5[\s\S]*Correct\?[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Person 3 of 5[\s\S]*Number \(Enter for 1\):$/);
  await answer('5', /Person 4 of 5[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Person 4 of 5[\s\S]*Correct\?[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Person 5 of 5[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Person 5 of 5[\s\S]*Correct\?[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /these 16 fields[\s\S]*Number \(Enter for 1\):$/);
  await golden(await answer('', /or accept the \d+\?[\s\S]*Number \(Enter for 1\):$/), 'plain-3-names');
  await answer('2', /Saved: [\s\S]*names?\.[\s\S]*Number \(Enter for 1\):$/);
  await answer('2', /Name 1 of[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Name 2 of[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Name 3 of[\s\S]*Number \(Enter for 1\):$/);
  await answer('5', 'ended with 0');
  await golden(await terminal.shows('ended with 0'), 'plain-4-left');
  expect(await terminal.history()).not.toMatch(/[❯✔↑]/);

  const { etag } = await desk.template(id);
  const done = doneByWizard(desk.esign.path('state'), id);
  expect(done.length).toBeGreaterThan(4);
  desk.esign.write('naming.sh', ['set -eu', ...done, ''].join('\n'));
  expect(await replay(desk, await sit(courtForm), courtForm, 'naming.sh')).toBe(etag);
}, 240_000);

it('is refused without a terminal, naming the commands to use, and with a test key before anything is asked', async () => {
  const desk = await sit(courtForm);
  const id = await made(desk, 'agreement.pdf');
  const refused = await desk.esign.run(['template', 'wizard', id]);
  expect(refused.code).toBe(2);
  for (const verb of ['people', 'decide', 'propose', 'accept', 'rename']) {
    expect(refused.stderr).toContain(`esign template ${verb} ${id}`);
  }
  const terminal = await desk.open(['template', 'wizard', '--mode', 'test']);
  const screen = await terminal.shows('ended with 3');
  expect(screen).toMatch(/requires a live key/);
  expect(screen).not.toContain('?\n');
  expect(existsSync(desk.esign.path(join('state', 'wizard')))).toBe(false);
}, 240_000);
