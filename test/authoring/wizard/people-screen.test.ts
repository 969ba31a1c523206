import { expect, it } from 'vitest';
import type { Person } from '../../../src/contract/resources/template.js';
import { peopleScreen } from '../../../src/authoring/wizard/people-screen.js';
import { pressed } from '../../support/program/terminal.js';
import { person, template } from '../../support/documents/wizard-people.js';

it('the overview offers to accept only where something is suggested, and leaves a saved witness alone', () => {
  const witness: Person = {
    ...person('AS WITNESS', { decision: 'witness', role_name: 'Witness' }),
    offered: ['witness'],
    current: { role_name: 'Witness', subject_key: null },
  };
  const screen = peopleScreen(
    {
      people: [witness],
      form: template(),
      loose: 0,
      others: null,
      afterPeople: 'names',
      isSettled: false,
      columns: 80,
      hasPictures: false,
    },
    0,
  );
  expect(pressed(screen, 'a', 'enter').result).toBeNull();
  expect(screen.view(screen.start).keys.map(([key]) => key)).not.toContain('a');
  expect(screen.view(screen.start).below.at(-1)?.text).toBe('A saved witness cannot be changed.');
});
