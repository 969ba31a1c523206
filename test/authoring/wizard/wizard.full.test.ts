import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openState } from '../../../src/store/state.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { linesPdf } from '../../support/form-pdf.js';
import { bin } from '../../support/esign.js';
import { createJudge, type PrintedCatalogue } from '../../support/program/judge-printed.js';
import type { Person, Template } from '../../support/shapes.js';
import { doneByWizard } from '../../support/program/wizard-desk.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

/** The wizard in plain questions: `after` waits until the last words are asked, then answers. */
function talk(id: string) {
  const { terminal, ended } = at.machine.start(['template', 'wizard', id, '--plain'], { terminal: true });
  const said = (): string => terminal.stderr();
  const after = async (words: RegExp, ...answers: readonly string[]): Promise<void> => {
    await expect.poll(said, { interval: 10 }).toMatch(words);
    terminal.type(answers.map((answer) => `${answer}\n`).join(''));
  };
  /** Takes a choice by its words. */
  const pick = async (asked: string, choice: string): Promise<void> => {
    await after(new RegExp(`${asked}[\\s\\S]*${choice}[\\s\\S]*Number \\(Enter for 1\\): $`));
    await after(/./, said().slice(said().lastIndexOf(asked)).split(`. ${choice}`)[0]!.split(' ').at(-1)!);
  };
  return { ended, after, pick, said };
}

const read = async (id: string): Promise<Template> => {
  return (await at.organisation.live<Template>(`GET /api/v1/templates/${id}`)).body;
};
const peopleOf = async (id: string): Promise<readonly Person[]> => {
  return (await at.organisation.live<{ people: readonly Person[] }>(`GET /api/v1/templates/${id}/people`)).body.people;
};

describe('the wizard', () => {
  it('prints the template as JSON when it is done, as the catalogue says', async () => {
    const words = ['template', 'wizard', await at.template(), '--plain', '--json'];
    const { terminal, ended } = at.machine.start(words, { terminal: true, piped: true });
    await expect.poll(() => terminal.stderr()).toMatch(/Finish\?[\s\S]*Number \(Enter for 1\): $/);
    terminal.type('1\n');
    const { code, stdout } = await ended;
    const catalogue = readFileSync(join(bin, '..', '..', 'completions', 'commands.json'), 'utf8');
    const verdict = createJudge(JSON.parse(catalogue) as PrintedCatalogue)('template wizard', words, stdout);
    expect([code, verdict?.values.length, verdict?.problems(JSON.parse(stdout))]).toEqual([0, 1, []]);
  });

  it('continues with the current names when somebody else names a field meanwhile', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    for (const person of await peopleOf(id)) await at.ok(['template', 'apply', id, person.id]);
    const { ended, after, said } = talk(id);
    await after(/office\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/or accept the 47\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/How do you want to continue\?[\s\S]*Number \(Enter for 1\): $/);
    const { fields } = await read(id);
    const field = fields.find(({ label }) => label === 'Suburb of the property')!;
    await at.ok(['template', 'rename', id, field.id, '--data-key', 'site.suburb']);
    await after(/./, '1');
    await after(/Accept the names anyway\? \(yes or no\) \(Enter for yes\): $/, 'yes');
    await after(
      /Saved: 46 names\.[\s\S]*Named already:\n {2}\.site\.suburb  Suburb[\s\S]*Number \(Enter for 1\): $/,
      '5',
    );
    await after(/Finish\?[\s\S]*Number \(Enter for 1\): $/, '2');
    expect((await ended).code).toBe(0);
    expect(said()).toMatch(
      /The template was changed by someone else:\n- The data_key of the field “Suburb of the property/,
    );
    const now = await read(id);
    expect(now.fields.find((each) => each.id === field.id)?.data_key).toBe('site.suburb');
    expect(now.fields.filter(({ data_key }) => data_key !== null).length).toBeGreaterThan(40);
  });

  it('leaves a label that somebody else wrote meanwhile, whatever it proposed itself', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    for (const person of await peopleOf(id)) await at.ok(['template', 'apply', id, person.id]);
    const { ended, after } = talk(id);
    await after(/office\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/or accept the 47\?[\s\S]*Number \(Enter for 1\): $/, '3');
    await after(/Name 1 of [\s\S]*Number \(Enter for 1\): $/);
    const before = await read(id);
    const [unnamed] = before.fields.filter(({ data_key, type }) => data_key === null && type === 'text');
    await at.ok(['template', 'rename', id, unnamed!.id, '--label', 'What a colleague wrote']);
    await after(/./, '1');
    await after(/anyway\? \(yes or no\) \(Enter for yes\): $/, 'yes');
    await after(/Name 2 of [\s\S]*Number \(Enter for 1\): $/, '5');
    await ended;
    const field = (await read(id)).fields.find((each) => each.id === unnamed!.id);
    expect(field?.data_key).not.toBeNull();
    expect(field?.label).toBe('What a colleague wrote');
  });

  it('takes a witness of prepared fields for a party until the suggestion is saved, and asks before it is', async () => {
    const signs = ['Tenant', 'Witness'].map((role) => [`{{${role} signs;role=${role};type=signature}}`]);
    at.write('deed.pdf', linesPdf(signs));
    const id = (await at.ok(['template', 'create', 'deed.pdf', '-q'])).stdout.trim();
    const kind = async (): Promise<string | undefined> =>
      (await read(id)).roles.find(({ name }) => name === 'Witness')?.kind;
    const decided = async (): Promise<string> =>
      (await at.ok(['template', 'people', id], { terminal: true, columns: 160 })).stdout;
    expect([await kind(), await decided()]).toEqual(['party', expect.stringMatching(/witness +Witness +- +- *$/m)]);
    const { ended, after, pick } = talk(id);
    await after(/Signs as a witness \(permanent\) \(suggested\)[\s\S]*Number \(Enter for 1\): $/, '');
    await after(/This is permanent\. Correct\?[\s\S]*Number \(Enter for 1\): $/, '');
    await after(/Save “Witness” as a permanent witness\?[^:]*: $/, 'yes');
    await pick('Saved. The witness signs as a witness', 'Save and quit');
    expect((await ended).stdout).toContain(`esign template wizard ${id} --plain`);
    expect(await kind()).toBe('witness');
    expect(await decided()).toMatch(/Witness *(?:\/ witness *)?$/m);
  });

  it('saves the name that is offered, with its subject, as the suggestion does', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    const another = (await read(id)).fields.find(({ label }) => label === 'Suburb of the property')!;
    await at.ok(['template', 'rename', id, another.id, '--data-key', 'person.full_name']);
    const { ended, after, pick, said } = talk(id);
    for (const number of [1, 2, 3, 4]) await pick(`Person ${number} of 4`, 'Skip this person');
    await pick('or accept the', 'Look at each name');
    await pick('Name 1 of', 'Enter another name');
    await after(/Column name for [^:]*: $/, '');
    await pick('Name 2 of', 'Save and quit');
    await ended;
    expect(said()).toMatch(/Accept landlord\.person\.full_name[\s\S]*Saved: landlord\.person\.full_name\./);
    const [first] = (await read(id)).fields;
    expect([first!.subject, first!.data_key]).toEqual(['landlord', 'person.full_name']);
  });

  it('gives the fields of nobody to a person, in the way that the service has', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    const own = ['--decision', 'both', '--filled-by', 'own'];
    for (const [person, role] of (await peopleOf(id))
      .slice(0, 3)
      .map((each) => [each.id, each.proposed.role_name!] as const)) {
      const names = ['--role-name', role, '--subject-key', role.toLowerCase()];
      await at.ok(['template', 'decide', id, person, ...own, ...names]);
    }
    await at.ok(['template', 'apply', id, '--all']);
    const { ended, after } = talk(id);
    await after(/THE PROPERTY \(7\)[\s\S]*office\?[\s\S]*Number \(Enter for 1\): $/, '3');
    await after(/Which section\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/about\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/Saved: 7 fields about Landlord[\s\S]*office\?[\s\S]*Number \(Enter for 1\): $/, '2');
    await after(/1\. The landlord, who is then called “Signer”[\s\S]*Number \(Enter for 1\): $/, '4');
    await after(/cannot give a single field[\s\S]*office\?[\s\S]*Number \(Enter for 1\): $/, '2');
    await after(/Who fills them in\?[\s\S]*Who fills them in\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/is called “Signer” and fills in these fields too\.[\s\S]*Number \(Enter for 1\): $/, '5');
    await ended;
    const now = await read(id);
    expect(now.roles.map(({ name }) => name)).not.toContain('Landlord');
    expect((await peopleOf(id))[0]?.current).toEqual({ role_name: 'Signer', subject_key: 'landlord' });
    expect(now.fields.filter(({ subject }) => subject === 'landlord')).toHaveLength(13);
  });

  it('takes it back from a person whom the form itself names, who would act without a field', async () => {
    const [fields, pdf] = ['own.yaml', 'own.pdf'].map((name) => join(at.machine.folder, name)) as [string, string];
    writeFileSync(fields, (await at.ok(['template', 'prepare', lease, '--print-fields'])).stdout);
    await at.ok(['template', 'prepare', lease, '--fields', fields, '-o', pdf]);
    const id = (await at.ok(['template', 'create', pdf, '-q'])).stdout.trim();
    await at.ok(['template', 'apply', id, '--all', '--yes']);
    const { ended, after, pick } = talk(id);
    await pick('What does the witness do', 'Skip this person');
    await pick('your office', 'No: one of the people');
    await pick('Who fills them in', 'The landlord');
    await after(/Taken back: the form itself names “Landlord”[\s\S]*cannot give[\s\S]*office\?[\s\S]*: $/, '5');
    await ended;
    expect((await peopleOf(id))[0]?.current).toEqual({ role_name: 'Landlord', subject_key: 'landlord' });
    const now = await read(id);
    expect(now.fields.filter(({ role }) => role === 'Landlord')).toHaveLength(11);
  });

  it('leaves who fills in a person’s details as it was, when the person gets the fields of nobody', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    const [landlord] = await peopleOf(id);
    const decision = ['--decision', 'both', '--filled-by', 'current', '--role-name', 'Landlord'];
    await at.ok(['template', 'decide', id, landlord!.id, ...decision, '--subject-key', 'landlord']);
    await at.ok(['template', 'apply', id, '--all']);
    const { ended, after } = talk(id);
    await after(/office\?[\s\S]*Number \(Enter for 1\): $/, '2');
    await after(/1\. The landlord, who is then called “Signer”[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/fills in these fields too\.[\s\S]*Number \(Enter for 1\): $/, '5');
    await ended;
    const done = doneByWizard(join(at.machine.folder, 'state'), id);
    expect(done.join('\n')).toContain('--role-name Signer');
    expect(done.join('\n')).not.toContain('--filled-by own');
  });

  it('rehearses at the end, and mends what is wrong with a key', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    await at.ok(['template', 'apply', id, '--all', '--yes']);
    const { ended, after } = talk(id);
    await after(/office\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/or accept the 47\?[\s\S]*Number \(Enter for 1\): $/, '2');
    await after(/Saved: 47 names\.[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/2\. Landlord signs\n[\s\S]*landlord fills in their own 6 fields[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/signs and fills in 6 fields\n[\s\S]*tenant fills in their own 8[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/surety fills in their own 6[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/4\. Surety signs and fills in 6 fields[\s\S]*Number \(Enter for 1\): $/, '1');
    expect((await ended).code).toBe(0);
    await at.ok(['template', 'rehearse', id]);
  });

  it('stops at a form that is not one to sign, unless it is meant as it is', async () => {
    at.write('notice.pdf', linesPdf([['{{Full name;role=Tenant;type=text;key=person.full_name}}']]));
    const id = (await at.ok(['template', 'create', 'notice.pdf', '-q'])).stdout.trim();
    for (const [answer, code] of [
      ['', 5],
      ['2', 0],
    ] as const) {
      const { ended, after } = talk(id);
      await after(/1\. Stop here, and fix this first\n *2\. Done, as it is\n[\s\S]*Number \(Enter for 1\): $/, answer);
      const ran = await ended;
      expect([ran.code, ran.stderr.includes('  esign template prepare FILE')]).toEqual([code, true]);
    }
  });

  it('takes accepted names back, with their line', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    for (const person of await peopleOf(id)) await at.ok(['template', 'apply', id, person.id]);
    const { ended, after, said } = talk(id);
    await after(/office\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/or accept the 47\?[\s\S]*Number \(Enter for 1\): $/, '2');
    await after(
      /Saved: 47 names\.[\s\S]*\? \.form\.house[\s\S]*3\. Show[\s\S]*4\. Undo[\s\S]*Number \(Enter for 1\): $/,
      '4',
    );
    await after(
      /Taken back: 44 names\. The service keeps the names of 3 questions\.[\s\S]*Number \(Enter for 1\): $/,
      '6',
    );
    expect((await ended).code).toBe(0);
    expect(said()).not.toContain('rejected');
    expect(
      (await read(id)).fields.filter(({ data_key, question_id }) => data_key !== null && question_id === null),
    ).toEqual([]);
  });

  it('keeps what was skipped and done, and does without notes that are spoilt', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    const skipping = talk(id);
    await skipping.after(/Person 1 of 4[\s\S]*Number \(Enter for 1\): $/, '6');
    await skipping.after(/Person 2 of 4[\s\S]*Number \(Enter for 1\): $/, '8');
    expect((await skipping.ended).code).toBe(0);
    const again = talk(id);
    await again.after(/Resuming lease[\s\S]*Person 2 of 4[\s\S]*Number \(Enter for 1\): $/, '8');
    expect((await again.ended).code).toBe(0);

    openState(join(at.machine.folder, 'state')).write((sql) => sql.run('UPDATE wizard_notes SET text = ?', '7'));
    const fresh = talk(id);
    await fresh.after(/Person 1 of 4[\s\S]*Number \(Enter for 1\): $/, '7');
    expect((await fresh.ended).code).toBe(0);
  });

  it('asks before two people share a role, and saves nothing when they are not the same', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    const [landlord] = await peopleOf(id);
    await at.ok(['template', 'decide', id, landlord!.id, '--decision', 'signer', '--role-name', 'Landlord']);
    const { ended, after, said } = talk(id);
    await after(/Person 2 of 4[\s\S]*Number \(Enter for 1\): $/, '2', 'Landlord', '', '');
    await after(/Is this the same person\? \(yes or no\) \(Enter for no\): $/, '');
    await after(/Is this the same person[\s\S]*on this form\?[\s\S]*Number \(Enter for 1\): $/, '8');
    expect((await ended).code).toBe(0);
    expect(said()).toMatch(/“1\. THE LANDLORD” on page 1 already signs as Landlord/);
    expect((await peopleOf(id))[1]?.current.role_name).toBeNull();
  });

  it('loses no answer with the connection, and takes one that arrived for saved', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    const fault = ['emulator', 'fault', 'operation', 'decideTemplatePerson', '--count', '1'];
    const { ended, after, said } = talk(id);
    await after(/Person 1 of 4[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/Correct\?[\s\S]*Number \(Enter for 1\): $/);
    await at.ok([...fault, '--drop-after-commit']);
    await after(/./, '1');
    await after(/Not connected; nothing is lost\.[\s\S]*Try again\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/Saved\. The landlord signs[\s\S]*Person 2 of 4[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/tenant signs and fills in 8 fields\. Correct\?[\s\S]*Number \(Enter for 1\): $/);
    await at.ok([...fault, '--reset']);
    await after(/./, '1');
    await after(/Not connected[\s\S]*Not connected[\s\S]*Number \(Enter for 1\): $/, '2');
    expect((await ended).code).toBe(130);
    expect(said()).toMatch(new RegExp(`Continue with:\\s+esign template wizard ${id}`));
    expect(said()).not.toContain('changed by someone else');
    expect((await peopleOf(id)).map(({ current }) => current.role_name)).toEqual(['Landlord', null, null, null]);
  });

  it('asks at once while the service is unavailable', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    const { ended, after } = talk(id);
    await after(/Person 1 of 4[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/Correct\?[\s\S]*Number \(Enter for \d+\): $/);
    const fault = ['emulator', 'fault', 'operation', 'decideTemplatePerson', '--count', '1'];
    await at.ok([...fault, '--code', 'service_unavailable']);
    await after(/./, '1');
    await after(/nothing is lost\.[\s\S]*Try again\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/Saved\. The landlord signs[\s\S]*Person 2 of 4[\s\S]*Number \(Enter for 1\): $/, '8');
    await ended;
  });

  it('shows what the service refuses, and asks again', async () => {
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    const [landlord] = await peopleOf(id);
    const decided = ['--decision', 'mandate_signed', '--role-name', 'Agent'];
    await at.ok(['template', 'decide', id, landlord!.id, ...decided]);
    const { ended, after, said } = talk(id);
    await after(/Person 2 of 4[\s\S]*Number \(Enter for 1\): $/, '2', 'Agent', '', '');
    await after(/Is this the same person\? \(yes or no\) \(Enter for no\): $/, 'yes');
    await after(/The service rejected this: [\s\S]*Person 2 of 4[\s\S]*Number \(Enter for 1\): $/, '8');
    expect((await ended).code).toBe(0);
    expect(said()).toMatch(/role_name is used for/);
  });
});

const lease = join(import.meta.dirname, '../../../src/demo/lease.pdf');
