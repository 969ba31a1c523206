import { beforeAll, expect, it } from 'vitest';
import { openState } from '../../src/store/state.js';
import { golden, leaseForm, made, newWizardDesk } from '../support/program/wizard-desk.js';
import { shared } from '../support/shared.js';

const desk = shared(() => newWizardDesk(leaseForm));
let id: string;
beforeAll(async () => {
  id = await made(desk, leaseForm);
  const { body } = await desk.organisation.live<{ people: readonly { id: string }[] }>(
    `GET /api/v1/templates/${id}/people`,
  );
  // One person who is still to be decided, and one whose details somebody else fills in.
  const decide = (at: number, ...words: readonly string[]) =>
    desk.esign.ok(['template', 'decide', id, body.people[at]!.id, ...words, '--presence', 'required']);
  await decide(0, '--decision', 'both', '--role-name', 'Landlord', '--subject-key', 'landlord', '--filled-by', 'own');
  await decide(2, '--decision', 'both', '--role-name', 'Surety', '--subject-key', 'surety', '--filled-by', 'current');
});

it.each([
  [80, 24, 'plain'],
  [80, 24, 'coloured'],
  [100, 30, 'plain'],
  [100, 30, 'coloured'],
] as const)(
  'every screen of the wizard at %i by %i, %s',
  async (columns, rows, how) => {
    // What an earlier walk remembers changes the screens.
    openState(desk.esign.path('state')).write((sql) => sql.run('DELETE FROM wizard_notes'));
    const env: Record<string, string> = how === 'plain' ? { NO_COLOR: '1' } : {};
    const terminal = await desk.open(['template', 'wizard', id], { columns, rows, env });
    const shown: string[] = [];
    const keep = async (name: string, words: RegExp): Promise<void> => {
      const text = await terminal.shows(words);
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
      shown.push(`== ${name}`, how === 'plain' ? text : await terminal.coloured());
    };
    await keep('people', /2 of 4 people[\s\S]*save and quit/);
    await terminal.press('?');
    await keep('people, help', /Details: [\s\S]*save and quit/);
    await terminal.press('Enter');
    await keep('a person', /person 2 of 4[\s\S]*save and quit/);
    await terminal.press('?');
    await keep('a person, help', /gets an invitation[\s\S]*save and quit/);
    await terminal.press('b');
    await terminal.shows(/2 of 4 people[\s\S]*save and quit/);
    await terminal.press('End');
    await keep('people, fields of nobody', /❯ Nobody[\s\S]*save and quit/);
    await terminal.press('Enter');
    await keep('fields of nobody', /your office\?[\s\S]*save and quit/);
    await terminal.press('?');
    await keep('fields of nobody, help', /after the upload[\s\S]*save and quit/);
    await terminal.press('y');
    await terminal.shows(/2 of 4 people[\s\S]*save and quit/);
    await terminal.press('n');
    await keep('names', /names look right[\s\S]*save and quit/);
    await terminal.press('Down', 'Enter');
    await keep('a name', /Tab edits it/);
    await terminal.type('<');
    await terminal.press('Enter');
    await terminal.shows(/names look right[\s\S]*save and quit/);
    await terminal.press('n');
    await terminal.shows(/Accept the \d+ names marked\?/);
    await terminal.press('n', 'Enter');
    await keep('review', /Finish\?/);
    await terminal.press('Down', 'Enter');
    await terminal.shows('ended with 0');
    await golden(shown.join('\n'), `screens-${columns}x${rows}${how === 'coloured' ? '-coloured' : ''}`);
  },
  120_000,
);
