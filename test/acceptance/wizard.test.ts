import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { newWizardDesk, type WizardDesk } from '../support/wizard-desk.js';
import type { TmuxTerminal } from '../support/tmux.js';
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

const writeLines = async (terminal: TmuxTerminal): Promise<void> => {
  await terminal.press('Down', 'Down', 'Enter');
  await terminal.shows('File name');
  await terminal.press('Enter');
  await terminal.shows(/Saved [\s\S]*naming\.sh/);
};

it('goes through the lease at 80 by 24: from the file to the review, with a way back, Ctrl-C and another day', async () => {
  const desk = await sit(leaseForm);
  const first = await desk.open(['template', 'wizard']);
  await first.shows('Which template?');
  await first.press('Enter');
  await first.shows('Which file?');
  await first.type('nowhere.pdf');
  await first.press('Enter');
  await first.shows('Cannot read nowhere.pdf');
  await first.type('lease.pdf');
  await first.press('Enter');
  await first.shows(onPerson(1, 4));
  await first.press('Enter');
  await golden(await first.shows('The landlord signs and fills in 6 fields. Correct?'), 'lease-1-landlord');
  await first.press('Enter');
  await golden(await first.shows(onPerson(2, 4)), 'lease-2-tenant');

  await first.press('Up', 'Up', 'Enter');
  await golden(await first.shows('Keep the saved answer'), 'lease-3-back');
  await first.press('Enter');
  await first.shows(onPerson(2, 4));
  await first.press('Enter');
  await first.shows('The tenant signs and fills in 8 fields. Correct?');
  await first.press('Down', 'Enter');
  await first.shows('What should envelopes call this person?');
  await first.type('Lessee');
  await first.press('Enter');
  await first.shows(/such as\s`tenant` \(< to go back\) \(tenant\)/);
  await first.type('<');
  await first.press('Enter');
  await first.shows(/person\? \(< to go back\) Lessee[\s\S]*person\? \(< to go back\) \(Tenant\)/);
  await first.press('Enter');
  await first.shows(/`tenant` \(< to go back\) <[\s\S]*`tenant` \(< to go back\) \(tenant\)/);
  await first.press('Enter');
  await first.shows('Name that people read (< to go back) (Tenant)');
  await first.press('Enter');
  await first.shows('always on the form?');
  await first.press('Enter');
  await first.shows('Who fills in the 8 fields of this person?');
  await first.press('Enter');
  await first.shows(/when signing\n\? The tenant signs/);
  await first.press('Enter');
  await first.shows(onPerson(3, 4));

  await first.press('C-c');
  const left = await first.shows('ended with 130');
  expect(left).not.toContain('Error');
  const [, id = ''] = /^Saved\. Continue with: esign template wizard ([0-9a-f-]{36})/m.exec(left) ?? [];
  const memory = desk.esign.path(join('state', 'wizard', `${id}.json`));
  expect(statSync(memory).mode & 0o777).toBe(0o600);

  const second = await desk.open(['template', 'wizard', id, '--picture', 'halves']);
  await golden(await second.shows(onPerson(3, 4)), 'lease-4-resumed');
  await second.press('Down', 'Down', 'Down', 'Down', 'Enter');
  await second.shows(/field marked in red\.[\s\S]*on this form\?\n/);
  // A page is white, and the boxes are red, in the colours that this terminal has.
  expect(await second.coloured()).toMatch(/48;5;231m/);
  expect(await second.coloured()).toMatch(/[34]8;5;(16[07]|20[36]|167|196)m/);
  await second.press('Enter');
  await second.shows('The surety signs and fills in 6 fields. Correct?');
  await second.press('Enter');
  await second.shows(onPerson(4, 4));
  await second.press('Enter');
  await second.shows('The witness signs as a witness and fills in 2 fields.');
  await second.press('Enter');
  await golden(await second.shows('permanent witness?'), 'lease-5-witness');
  await second.press('n', 'Enter');
  await second.shows(/permanent witness\? No[\s\S]*on this form\?\n/);
  await second.press('Enter');
  await second.shows(/permanent witness\? No[\s\S]*This\sis\spermanent\.\s+Correct\?\n❯/);
  await second.press('Enter');
  await second.shows(/permanent witness\? No[\s\S]*permanent witness\? \(y/);
  await second.press('y', 'Enter');
  await golden(await second.shows(/that\s+your office\?\n❯/), 'lease-6-others');
  await second.press('Enter');
  await golden(await second.shows('Show the list, or accept the 47?'), 'lease-6-names');
  await second.press('Enter');
  await second.shows('❯ Accept the 47 names that look right');
  await second.press('Enter');
  await golden(await second.shows('❯ Accept all 2 names in the list'), 'lease-6-list');
  await second.press('Down', 'Enter');
  await golden(await second.shows('Its column name?'), 'lease-7-one-name');
  await second.press('Down', 'Enter');
  await second.shows('Free. Enter takes it, Tab edits it.');
  await second.press('Tab');
  await second.type('.Oops');
  await golden(await second.shows('must be snake_case'), 'lease-8-key');
  await second.press('Enter');
  // What is typed while an answer is judged is lost.
  await second.shows('> The name must be snake_case');
  await second.press('BSpace', 'BSpace', 'BSpace', 'BSpace', 'BSpace', 'BSpace');
  await second.type('d_twice');
  await second.shows('form.house_rules_received_twice');
  await second.press('Enter');
  await second.shows('Name 2 of 2');
  await second.press('Down', 'Down', 'Down', 'Enter');
  await golden(await second.shows('Finish?'), 'lease-9-review');
  await writeLines(second);
  await second.press('Enter');
  await golden(await second.shows('ended with 0'), 'lease-10-end');

  const { body, etag } = await desk.template(id);
  expect(body.roles.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Landlord', 'Tenant', 'Surety', 'Witness']),
  );
  expect(await replay(desk, await sit(leaseForm), leaseForm, 'naming.sh')).toBe(etag);
}, 240_000);

it('handles an unknown court form, wide and without colour, while somebody else changes it', async () => {
  const desk = await sit(courtForm);
  const id = await made(desk, courtForm);
  const { body } = await desk.template(id);
  const terminal = await desk.open(['template', 'wizard', id], { columns: 120, rows: 40, env: { NO_COLOR: '1' } });
  await golden(await terminal.shows(onPerson(1, 5)), 'court-1-defendant');
  expect(await terminal.coloured()).not.toContain('\u001b[');
  await terminal.press('Enter');
  await terminal.shows('The defendant does not sign.');

  const renamed = body.fields.find(({ type, question_id }) => type === 'text' && question_id === null)!;
  await desk.esign.ok(['template', 'rename', id, renamed.id, '--data-key', 'matter.number', '--label', 'Case number']);
  await terminal.press('Enter');
  await golden(await terminal.shows('Save your decision anyway?'), 'court-2-changed');
  await terminal.press('Enter');
  await terminal.shows(onPerson(2, 5));
  const now = await desk.template(id);
  expect(now.body.subjects.map(({ key }) => key)).toContain('defendant');
  expect(now.body.fields.find((field) => field.id === renamed.id)).toMatchObject({ data_key: 'matter.number' });
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
  await golden(await terminal.shows(/Number \(Enter for 1\):$/), 'plain-1-defendant');
  expect(await terminal.coloured()).not.toContain('\u001b[');
  await answer('99', 'Type a number from 1 to');
  await answer('2', 'What should envelopes call');
  await golden(await answer('', 'Short name for spreadsheets'), 'plain-2-questions');
  await answer('', 'Name that people read');
  await answer('The defendant', 'always on the form');
  await answer('', 'Who fills in');
  await answer('1', 'fills in 4 fields. Correct');
  await answer('', /Person 2 of 5[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Correct\?[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Person 3 of 5[\s\S]*Number \(Enter for 1\):$/);
  await answer('5', /Person 4 of 5[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Correct\?[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Person 5 of 5[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Correct\?[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /in nobody's part[\s\S]*Number \(Enter for 1\):$/);
  await golden(await answer('', /or accept the \d+\?[\s\S]*Number \(Enter for 1\):$/), 'plain-3-names');
  await answer('2', /Saved: [\s\S]*names?\.[\s\S]*Number \(Enter for 1\):$/);
  await answer('2', /Name 1 of[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Name 2 of[\s\S]*Number \(Enter for 1\):$/);
  await answer('', /Name 3 of[\s\S]*Number \(Enter for 1\):$/);
  await answer('5', 'ended with 0');
  await golden(await terminal.shows('ended with 0'), 'plain-4-left');
  expect(await terminal.history()).not.toMatch(/[❯✔↑]/);

  const { etag } = await desk.template(id);
  const { done } = JSON.parse(readFileSync(desk.esign.path(join('state', 'wizard', `${id}.json`)), 'utf8')) as {
    readonly done: readonly string[];
  };
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
