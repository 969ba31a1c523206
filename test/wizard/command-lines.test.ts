import { expect, it } from 'vitest';
import { commandLines, quoted } from '../../src/wizard/command-lines.js';
import { uuid } from '../support/wizard-people.js';

const id = uuid(8);

it('a decision is one command line, quoted for a shell', () => {
  const answers = { decision: 'both', role_name: "Huurder's", subject_key: 'tenant', filled_by: 'own' } as const;
  expect(commandLines(id, {}).decide('a'.repeat(32), answers)).toBe(
    `esign template decide ${id} ${'a'.repeat(32)} --decision both --role-name 'Huurder'\\''s' --subject-key tenant --filled-by own`,
  );
});

it('a name is written or taken away, and a label that begins with a dash is no flag', () => {
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
  expect(lines.acceptField(uuid(1))).toMatch(
    /^esign template propose \S+ --jq '.*' \| xargs -I WORDS sh -c 'esign template accept \S+ WORDS'$/,
  );
});

it('whatever a shell would read is quoted', () => {
  for (const word of ['a b', '$(rm)', '`x`', 'a;b', '*', '~', '']) expect(quoted(word)).toBe(`'${word}'`);
  expect(quoted('--flag=a.b_c')).toBe('--flag=a.b_c');
});
