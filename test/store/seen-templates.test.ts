import { expect, it } from 'vitest';
import { keepTemplates, latestTemplates, templatesIn } from '../../src/store/seen-templates.js';
import { openState } from '../../src/store/state.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);

const idOf = (number: number): string => `3f0c9a52-6d1e-4b77-9a55-${String(number).padStart(12, '0')}`;
const names = (): unknown[] => latestTemplates(openState(folder.path), null).map(({ host, name }) => `${host} ${name}`);

it('finds templates in an answer, alone or in a list, and none in anything else', () => {
  expect(templatesIn({ id: idOf(1), name: 'Lease', fields: [] })).toEqual([{ id: idOf(1), name: 'Lease' }]);
  expect(templatesIn({ data: [{ id: idOf(1), name: 'A' }, { id: 3 }, null, { id: 'x', name: 'B' }] })).toEqual([
    { id: idOf(1), name: 'A' },
  ]);
  for (const other of [null, undefined, 'text', [], { people: [] }, { id: idOf(1) }])
    expect(templatesIn(other)).toEqual([]);
});

it('keeps a name once, until it changes or another service has it', () => {
  const state = openState(folder.path);
  for (const [host, name] of [
    ['a.example', 'Lease'],
    ['a.example', 'Lease'],
    ['b.example', 'Lease'],
    ['a.example', 'Lease\0 2027'],
  ] as const) {
    keepTemplates(state, host, [{ id: idOf(1), name }]);
  }
  expect(names()).toEqual(['a.example Lease 2027', 'b.example Lease']);
});

it('stays small, and keeps the newest, which is the first of a list', () => {
  const many = Array.from({ length: 1500 }, (_, number) => ({ id: idOf(number), name: 'x'.repeat(1000) }));
  keepTemplates(openState(folder.path), 'a.example', many);
  const kept = latestTemplates(openState(folder.path), 'a.example');
  expect([kept.length, kept[0]?.id, kept[0]?.name.length]).toEqual([500, idOf(0), 200]);
});
