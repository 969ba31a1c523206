import { expect, it } from 'vitest';
import { filterWithJq } from '../../../src/core/terminal/jq.js';
import { commandLines } from '../../../src/authoring/wizard/command-lines.js';
import { uuid } from '../../support/documents/wizard-people.js';

const id = uuid(8);

it('a decision is one command line, quoted for a shell', () => {
  const answers = { decision: 'both', role_name: "Huurder's", subject_key: 'tenant', filled_by: 'own' } as const;
  expect(commandLines(id, {}).decide('a'.repeat(32), answers)).toBe(
    `esign template decide ${id} ${'a'.repeat(32)} --decision both --role-name 'Huurder'\\''s' --subject-key tenant --filled-by own`,
  );
});

it('a name is set or removed, and a label that begins with a dash is not a flag', () => {
  const lines = commandLines(id, { profile: 'local', mode: 'live' });
  const name = { data_key: 'person.full_name', subject: null, label: '-' };
  expect(lines.rename(uuid(1), name)).toBe(
    `esign template rename ${id} ${uuid(1)} --data-key person.full_name --no-subject --label=- --profile local --mode live`,
  );
  expect(lines.rename(uuid(1), { data_key: null, subject: 'tenant', label: null })).toContain(
    '--no-data-key --subject tenant --no-label',
  );
});

it('names of a run are accepted from a run made on the spot', () => {
  const lines = commandLines(id, {});
  expect(lines.acceptHigh()).toBe(
    `esign template propose ${id} -q | xargs -I RUN esign template accept ${id} RUN --high`,
  );
  expect(lines.acceptFields([uuid(1)])).toMatch(
    /^esign template propose \S+ --jq '.*' \| xargs -r esign template accept \S+$/,
  );
});

it('no line hands the words of an answer to a shell, and an id that is not a UUID ends up in none', async () => {
  const lines = commandLines(id, {});
  const accept = lines.acceptFields([uuid(1)]);
  expect(`${lines.acceptHigh()} ${accept}`).not.toMatch(/\b(sh|bash|eval)\b/);
  const pick = /--jq '(.*)' \|/.exec(accept)?.[1] ?? '';
  const answer = (run: string) => ({ id: run, proposals: { fields: [{ id: uuid(2), field_id: uuid(1) }] } });
  expect(await filterWithJq(answer(uuid(3)), pick)).toBe(`${uuid(3)} --proposal ${uuid(2)}\n`);
  for (const id of ['$(touch forged)', '; touch forged', `${uuid(3)} --base-url https://evil.example.test`]) {
    expect(await filterWithJq(answer(id), pick)).toBe('');
  }
  expect(() => lines.acceptFields(['1") | env.ESIGN_API_KEY | ("'])).toThrow(TypeError);
});
