import { afterEach, expect, it } from 'vitest';
import { doneByWizard, leaseForm, newWizardDesk, type WizardDesk } from '../support/program/wizard-desk.js';

let desk: WizardDesk | undefined;
afterEach(() => desk?.close());

const tryAgain = /nothing is lost\.[\s\S]*Try again\?\n❯ Try again/;
/** The screen of this title with all of its keys. */
const titled = (words: string): RegExp => new RegExp(`${words}[\\s\\S]*save and quit`);

it('loses no answer when the emulator stops at every screen and question, from the file to the end', async () => {
  const held = (desk = await newWizardDesk(leaseForm));
  const terminal = await held.open(['template', 'wizard', '--retry-for', '3s']);
  let lost = 0;
  /** Presses keys while the emulator is stopped, tries again as often as asked once it runs, and waits for what follows. */
  const press = async (keys: readonly string[], then: RegExp | string): Promise<string> => {
    const follows = typeof then === 'string' ? then : then.source;
    const either = new RegExp(`${follows}|${tryAgain.source}`);
    await held.without(async () => {
      await terminal.press(...keys);
      await terminal.shows(either);
    });
    for (;;) {
      const shown = await terminal.shows(either);
      if (!tryAgain.test(shown)) return shown;
      lost += 1;
      await terminal.press('Enter');
      await terminal.shows(/^(?![\s\S]*❯ Try again)/);
    }
  };
  const type = async (text: string, then: RegExp | string): Promise<string> => {
    await terminal.type(text);
    return await press(['Enter'], then);
  };
  await press([], 'Which template\\?');
  await press(['Enter'], 'Which file\\?');
  await type('lease.pdf', titled('0 of 4 people'));
  // A person: every toggle, both texts.
  await press(['Down', 'Enter'], titled('person 2 of 4'));
  await press(['Down', 'Space'], 'What should envelopes call');
  await type('Lessee', /Called +Lessee/);
  await press(['k'], '\\? Short name for spreadsheets');
  await type('lessee', /Short name for spreadsheets: lessee/);
  await press(['End', 'Space'], 'only on some forms');
  await press(['Enter'], titled('1 of 4 people is saved'));
  // Somebody whose details another role fills in: the review offers to mend it.
  await press(['Down', 'Down', 'Enter'], titled('person 3 of 4'));
  await press(['Down', 'Down', 'Space'], 'No, “Signer” fills in 6 fields');
  await press(['Enter'], titled('2 of 4 people are saved'));
  await press(['a'], 'permanent witness\\?');
  await press(['y', 'Enter'], titled('4 of 4 people are saved'));
  // The fields of nobody.
  await press(['n'], titled('your office'));
  await press(['Down', 'Enter'], 'Whom are its fields about\\?');
  await press(['Enter'], /Saved: \d+ fields? about [\s\S]*save and quit/);
  await press(['g'], 'Who fills them in\\?');
  await press(['Enter'], /fills in these fields too[\s\S]*save and quit/);
  await press(['y'], titled('names look right'));
  // The names: one by hand, all others in one go, back, and again.
  await press(['Enter'], 'Column name for');
  await type('person.passport', /Saved: [\s\S]*person\.passport[\s\S]*save and quit/);
  await press(['a'], /Saved: \d+ names\.[\s\S]*save and quit/);
  await press(['u'], /Taken back: \d+ names[\s\S]*save and quit/);
  await press(['n'], 'Finish\\?');
  await press(['Enter'], /Surety signs and fills in 6 fields[\s\S]*Finish\?/);
  await press(['Up', 'Up', 'Enter'], titled('names look right'));
  await press(['b'], titled('4 of 4 people are saved'));
  await press(['n'], titled('names look right'));
  // What is marked and not accepted is asked about.
  await press(['n'], 'Accept the \\d+ names marked\\?');
  await press(['n', 'Enter'], 'Finish\\?');
  await press(['Enter'], 'ended with 0');

  const [{ id } = { id: '' }] = (
    await held.organisation.live<{ data: readonly { id: string }[] }>('GET /api/v1/templates')
  ).body.data;
  const { body } = await held.template(id);
  expect(body.roles.map(({ name }) => name)).toEqual(expect.arrayContaining(['Lessee', 'Surety', 'Witness']));
  expect(body.fields.filter(({ data_key: key }) => key === 'person.passport')).toHaveLength(1);
  expect(await terminal.history()).not.toContain('changed by someone else');
  expect(doneByWizard(held.esign.path('state'), id).length).toBeGreaterThan(8);
  expect(lost).toBeGreaterThanOrEqual(14);
}, 400_000);
