import { expect, it } from 'vitest';
import type { Proposal } from '../../../src/authoring/wizard/naming-list.js';
import {
  nameRows,
  type NamingFacts,
  namingScreen,
  namingStart,
  rowOf,
} from '../../../src/authoring/wizard/naming-screen.js';
import { pressed } from '../../support/program/terminal.js';
import { field, template, uuid } from '../../support/documents/wizard-people.js';
import { processorTime } from '../../support/processor-time.js';

const proposal = (number: number, data_key: string, confidence: 'high' | 'medium' = 'high'): Proposal => ({
  id: uuid(10_000 + number),
  field_id: uuid(number),
  proposed: { subject: null, data_key, label: null },
  current: { subject: null, data_key: null, label: null },
  confidence,
  source: 'context',
  reason: 'The form says so',
});
function naming(keys: readonly (readonly [string, 'high' | 'medium'])[]): NamingFacts {
  const fields = keys.map((_key, index) => field(index + 1, { label: `Label ${index + 1}` }));
  const many = template({ fields });
  const unnamed = fields.map((one, index) => {
    const [key, confidence] = keys[index]!;
    return { field: one, proposal: proposal(index + 1, key, confidence) };
  });
  return { form: many, rows: nameRows(unnamed, many), canUndo: false, columns: 80 };
}

it('the names that look right are marked, and two of one name are red until one is unmarked', () => {
  const all = naming([
    ['a.one', 'high'],
    ['a.one', 'high'],
    ['a.two', 'medium'],
  ]);
  const screen = namingScreen(all, namingStart(all));
  const rows = (...keys: readonly string[]) => {
    const shown = screen.view(pressed(screen, ...keys).state);
    return [0, 1, 2].map(
      (index) => `${shown.row(index).cells.join('|')}${shown.row(index).style === 'wrong' ? ' red' : ''}`,
    );
  };
  expect(rows()).toEqual([
    '!|Label 1|.a.one|used twice red',
    '!|Label 2|.a.one|used twice red',
    '|Label 3|.a.two|please check',
  ]);
  expect(rows('space')).toEqual([
    '|Label 1|.a.one|looks right',
    '✓|Label 2|.a.one|looks right',
    '|Label 3|.a.two|please check',
  ]);
});

it('a search shows and accepts only what fits it, and Esc shows all', () => {
  const all = naming([
    ['a.one', 'high'],
    ['a.two', 'medium'],
  ]);
  const screen = namingScreen(all, namingStart(all));
  const check = ['/', 'c', 'h', 'e', 'c', 'k'];
  expect(pressed(screen, ...check).state.shown.map(({ label }) => label)).toEqual(['Label 2']);
  expect(pressed(screen, ...check, 'enter', 'a').result).toBeNull();
  expect(pressed(screen, ...check, 'enter', 'm', 'a').result?.act).toBe('accept');
  expect(pressed(screen, ...check, 'escape').state.shown).toHaveLength(2);
});

it('2,900 fields take a moment for each key', () => {
  const all = naming(Array.from({ length: 2_900 }, (_, index) => [`a.n${index}`, 'high'] as const));
  const screen = namingScreen(all, namingStart(all));
  const spent = processorTime();
  const keys = ['end', 'space', 'pageup', '/', '2', '8', 'enter', 'm', 'escape', 'down'];
  screen.view(pressed(screen, ...keys).state);
  // Ten keys; a quadratic walk takes seconds.
  expect(spent()).toBeLessThan(1_000);
});

it('l asks for the label of a field, and not of a box of a question', () => {
  const all = naming([['a.one', 'high']]);
  const result = (facts: NamingFacts) => pressed(namingScreen(facts, namingStart(facts)), 'l').result;
  expect(result(all)?.act).toBe('label');
  expect(rowOf(result(all)!.state)?.field.id).toBe(uuid(1));
  const rows = all.rows.map((row) => ({ ...row, field: { ...row.field, question_id: uuid(7) } }));
  expect(result({ ...all, rows })).toBeNull();
});
