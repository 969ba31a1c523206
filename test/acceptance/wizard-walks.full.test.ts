import { afterEach, expect, it } from 'vitest';
import {
  courtForm,
  golden,
  leaseForm,
  made,
  newWizardDesk,
  replay,
  taxForm,
  type WizardDesk,
} from '../support/program/wizard-desk.js';
import type { Person } from '../support/shapes.js';

const desks: WizardDesk[] = [];
const sit = async (form: string): Promise<WizardDesk> => {
  const desk = await newWizardDesk(form);
  desks.push(desk);
  return desk;
};
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
});

/** Goes through the wizard by its defaults alone; counts the keys and the screens and questions that they answer. */
async function byDefaults(
  desk: WizardDesk,
  form: string,
  people: number,
): Promise<{ readonly id: string; readonly keys: number; readonly screens: number; readonly end: string | undefined }> {
  const id = await made(desk, form);
  const terminal = await desk.open(['template', 'wizard', id]);
  let keys = 0;
  let screens = 1;
  const press = async (names: readonly string[], then: RegExp): Promise<string> => {
    await terminal.press(...names);
    keys += names.length;
    screens += 1;
    return terminal.shows(then);
  };
  const saved = `${people} of ${people} people (is|are) saved[\\s\\S]*save and quit`;
  let shown = await terminal.shows(/0 of \d+ people[\s\S]*save and quit/);
  shown = await press(['a'], new RegExp(`permanent witness\\?|${saved}`));
  if (shown.includes('permanent witness?')) shown = await press(['y', 'Enter'], new RegExp(saved));
  shown = await press(['n'], /(your office\?|Correct\?|names saved|has a name)[\s\S]*save and quit/);
  if (/your office\?|Correct\?/.test(shown)) {
    shown = await press(['y'], /(names saved|has a name)[\s\S]*save and quit/);
  }
  if (/accept the/.test(shown)) await press(['a'], /Saved: [\s\S]*save and quit/);
  await press(['n'], /Finish\?[\s\S]*navigate/);
  const end = /ended with (\d)/.exec(await press(['Enter'], /ended with \d/))?.[1];
  return { id, keys, screens: screens - 1, end };
}

it.each([
  [leaseForm, 4, { keys: 8, screens: 7, end: '0' }],
  [courtForm, 5, { keys: 6, screens: 6, end: '0' }],
  // Not a form to sign as it is read.
  [taxForm, 3, { keys: 5, screens: 5, end: '5' }],
])(
  '%s by the defaults alone: each person fills in their own',
  async (form, people, counted) => {
    const desk = await sit(form);
    const { id, ...ended } = await byDefaults(desk, form, people);
    expect(ended).toEqual(counted);
    const { body } = await desk.template(id);
    const { people: found } = (
      await desk.organisation.live<{ people: readonly Person[] }>(`GET /api/v1/templates/${id}/people`)
    ).body;
    for (const { fields, current, proposed } of found.filter(({ proposed: { decision } }) => decision === 'both')) {
      const own = fields.filter(({ kind }) => kind === 'data').map((each) => each.id);
      const roles = new Set(body.fields.filter((each) => own.includes(each.id)).map(({ role }) => role));
      expect([proposed.decision, [...roles]]).toEqual(['both', own.length === 0 ? [] : [current.role_name]]);
    }
  },
  240_000,
);

it('a court form at 120 by 40, from the people to the review, and the same again by the lines of it', async () => {
  const desk = await sit(courtForm);
  const id = await made(desk, courtForm);
  const terminal = await desk.open(['template', 'wizard', id, '--picture', 'halves'], { columns: 120, rows: 40 });
  await terminal.shows(/0 of 5 people[\s\S]*save and quit/);
  await terminal.press('Down', 'Down', 'Down', 'Enter');
  await golden(await terminal.shows(/person 4 of 5[\s\S]*save and quit/), 'court-walk-1-judge');
  await terminal.press('v');
  await terminal.shows(/field marked in red\.[\s\S]*Back to the people/);
  expect(await terminal.coloured()).toMatch(/48;5;231m/);
  await terminal.press('Enter');
  await terminal.shows(/person 4 of 5[\s\S]*save and quit/);
  await terminal.press('Enter');
  await terminal.shows(/1 of 5 people is saved[\s\S]*save and quit/);
  await terminal.press('a');
  await terminal.shows(/5 of 5 people are saved[\s\S]*save and quit/);
  await terminal.press('n');
  await terminal.shows(/these 16 fields\. Correct\?[\s\S]*save and quit/);
  await terminal.press('y');
  await golden(await terminal.shows(/names saved[\s\S]*save and quit/), 'court-walk-2-names');
  await terminal.press('a');
  await terminal.shows(/Saved: 4 names[\s\S]*save and quit/);
  await terminal.press('Enter');
  await terminal.shows('Column name for');
  await terminal.type('matter.first_of_all');
  await terminal.press('Enter');
  await golden(await terminal.shows(/Saved: \.matter\.first_of_all[\s\S]*save and quit/), 'court-walk-3-typed');
  await terminal.press('/');
  await terminal.type('defendant.');
  await terminal.press('Enter', 'm', 'a');
  await terminal.shows(/Saved: \d+ names[\s\S]*Search: defendant\.[\s\S]*save and quit/);
  await terminal.press('n');
  await golden(await terminal.shows('Finish?'), 'court-walk-4-review');
  await terminal.press('Down', 'Enter');
  await golden(await terminal.shows(/esign template rename[\s\S]*Finish\?/), 'court-walk-5-lines');
  await terminal.press('Down', 'Down', 'Enter');
  await terminal.shows('File name');
  await terminal.press('Enter');
  await terminal.shows(/Saved [\s\S]*naming\.sh[\s\S]*Finish/);
  await terminal.press('Enter');
  await golden(await terminal.shows('ended with 0'), 'court-walk-6-end');
  const { etag } = await desk.template(id);
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
  await answer('', `Person 4 of 4[\\s\\S]*Correct\\?[\\s\\S]*${asked}`);
  await golden(await answer('', 'permanent witness\\?'), 'plain-walk-3-witness');
  await answer('perhaps', 'Type yes or no\\.');
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
