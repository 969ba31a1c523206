import { beforeAll, describe, expect, it } from 'vitest';
import { leasePdf } from '../support/template-of.js';
import type { Template } from '../support/shapes.js';
import { type Colleague, twoPeople } from '../support/program/two-people.js';
import { shared } from '../support/shared.js';

/** The same in the wizard, which reads and writes one template for as long as somebody answers its questions. */

const all = shared(twoPeople);
let ann: Colleague;
let ben: Colleague;
beforeAll(async () => {
  ({ ann, ben } = all);
});

/** Ann's wizard in plain questions: `after` waits until the last words are asked, then answers. */
function talk(id: string) {
  const { terminal, ended } = ann.machine.start(['template', 'wizard', id, '--plain'], {
    terminal: true,
    columns: 200,
  });
  return {
    ended,
    after: async (words: RegExp, ...answers: readonly string[]): Promise<void> => {
      await expect.poll(() => terminal.stderr(), { interval: 10 }).toMatch(words);
      terminal.type(answers.map((answer) => `${answer}\n`).join(''));
    },
    said: () => terminal.stderr(),
  };
}

const phone = ({ fields }: Template) => fields.find(({ label }) => label === 'Telephone number of the landlord')!;
const lease = Buffer.from(leasePdf());
const asked = /Number \(Enter for \d+\): $/;
const decision = ['--decision', 'both', '--role-name', 'Landlord', '--subject-key', 'landlord', '--presence'];

describe('the wizard', () => {
  it('begins with what others changed since the last look', async () => {
    const template = await all.template(lease);
    await ann.ok(['template', 'fields', template.id]);
    await ben.ok(['template', 'rename', template.id, phone(template).id, '--label', 'Mobile phone']);
    const first = talk(template.id);
    await first.after(asked, '7');
    await first.ended;
    expect(first.said()).toMatch(
      /Changed since you last looked:\n- .*label: was “Telephone number of the landlord”, now “Mobile phone”/,
    );
    const second = talk(template.id);
    await second.after(asked, '7');
    await second.ended;
    expect(second.said()).not.toContain('Changed since you last looked');
  });

  it('shows who changed a person while the question stood, though the ETag is the same', async () => {
    const { id } = await all.template(lease);
    const [person] = await all.people(id);
    await ann.ok(['template', 'decide', id, person!.id, ...decision, 'required']);
    const { after, ended, said } = talk(id);
    await after(/Person 2 of 4[\s\S]*Number \(Enter for \d+\): $/, '7');
    await after(/Person 1 of 4[\s\S]*Number \(Enter for \d+\): $/, '2');
    await after(/Correct\?[\s\S]*Number \(Enter for \d+\): $/);
    await ben.ok(['template', 'decide', id, person!.id, ...decision, 'conditional']);
    await after(asked, '1');
    await after(/Save your decision anyway\? \(yes or no\)/, 'no');
    await after(/Person 1 of 4[\s\S]*Person 1 of 4[\s\S]*Number \(Enter for \d+\): $/, '7');
    await ended;
    expect(said()).toMatch(/The template was changed by someone else:\n- .*required.*conditional/);
    expect((await all.people(id))[0]!.proposed.presence).toBe('conditional');
  });

  it.each([['reset'], ['drop_after_commit']])(
    'does not call a decision saved that somebody else replaced after its response was lost (%s)',
    async (way) => {
      const { id } = await all.template(lease);
      const [person] = await all.people(id);
      const { after, ended, said } = talk(id);
      await after(/Person 1 of 4[\s\S]*Number \(Enter for \d+\): $/, '1');
      await after(/Correct\?[\s\S]*Number \(Enter for \d+\): $/);
      const fault = { operation: 'decideTemplatePerson', count: 1, probability: 1, [way]: true };
      await all.emulator.control('POST /_emulator/faults/operations', fault);
      await after(/./, '1');
      await after(/Try again\?[\s\S]*Number \(Enter for \d+\): $/);
      // With the same role and subject.
      await ben.ok(['template', 'decide', id, person!.id, ...decision, 'conditional', '--overwrite']);
      await after(/./, '1');
      await after(/Save your decision anyway\? \(yes or no\)/, 'no');
      await after(/anyway[\s\S]*Person 1 of 4[\s\S]*Number \(Enter for \d+\): $/, '7');
      await ended;
      expect(said()).toContain('The template was changed by someone else:');
      expect(said()).not.toContain('Saved.');
      expect((await all.people(id))[0]!.proposed.presence).toBe('conditional');
    },
  );

  it('records what it wrote as seen, so that it does not report its own work as a change', async () => {
    const { id } = await all.template(lease);
    const [person] = await all.people(id);
    const { after, ended } = talk(id);
    await after(/Person 1 of 4[\s\S]*Number \(Enter for \d+\): $/, '1');
    await after(/Correct\?[\s\S]*Number \(Enter for \d+\): $/, '1');
    await after(/Person 2 of 4[\s\S]*Number \(Enter for \d+\): $/, '8');
    await ended;
    await ann.ok(['template', 'decide', id, person!.id, ...decision, 'conditional']);
  });

  it('shows first what the answer would have overwritten, however much else changed', async () => {
    const { id, fields } = await all.template(lease);
    for (const person of await all.people(id)) await ann.ok(['template', 'apply', id, person.id]);
    const named = await all.read(id);
    const open = named.fields.filter(({ type, data_key, question_id }) => {
      return type === 'text' && data_key === null && question_id === null;
    });
    const { after, ended, said } = talk(id);
    await after(/office\?[\s\S]*Number \(Enter for 1\): $/, '1');
    await after(/or accept the 47\?[\s\S]*Number \(Enter for 1\): $/, '3');
    await after(/Name 1 of [\s\S]*Number \(Enter for 1\): $/);
    // The first one comes last in what is sent, and has thirty others around it.
    const others = Object.fromEntries(open.slice(1, 31).map((field) => [field.id, { label: `Other ${field.id}` }]));
    ben.write('many.json', JSON.stringify({ ...others, [open[0]!.id]: { label: 'What Ben wrote' } }));
    await ben.ok(['template', 'rename-all', id, '--from', 'many.json']);
    await after(/./, '1');
    await after(/anyway\? \(yes or no\) \(Enter for yes\): $/, 'no');
    await after(/Name 1 of [\s\S]*Name 1 of [\s\S]*Number \(Enter for 1\): $/, '5');
    await ended;
    expect(said()).toMatch(
      /template was changed by someone else:\n- The label of the field .* is now “What Ben wrote”/,
    );
    expect(fields.length).toBeGreaterThan(31);
  });
});
