import { expect, it } from 'vitest';
import { keepReported, readReported } from '../../src/store/reported-events.js';
import { openState } from '../../src/store/state.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);

it('is of one forwarding, and ends with what was reported last', () => {
  expect(readReported(openState(folder.path), 'one').size).toBe(0);
  const [a, b] = [
    { keys: ['a envelope.sent '], over: false },
    { keys: [], over: true },
  ];
  keepReported(
    openState(folder.path),
    'one',
    new Map([
      ['a', a],
      ['b', b],
    ]),
    1,
  );
  expect([...readReported(openState(folder.path), 'one')]).toEqual([
    ['a', a],
    ['b', b],
  ]);
  keepReported(openState(folder.path), 'one', new Map([['a', { ...a, over: true }]]), 2);
  expect([...readReported(openState(folder.path), 'one')]).toEqual([
    ['b', b],
    ['a', { ...a, over: true }],
  ]);
  expect(readReported(openState(folder.path), 'other').size).toBe(0);
});

it('counts as nothing where it is damaged', () => {
  const state = openState(folder.path);
  keepReported(state, 'one', new Map([['a', { keys: ['x'], over: false }]]), 1);
  for (const [damaged, keys] of [
    ['torn', []],
    ['{}', []],
    ['["x",1]', ['x']],
  ] as const) {
    state.write((sql) => sql.run('UPDATE reported_events SET keys = ?', damaged));
    expect(readReported(state, 'one').get('a')?.keys).toEqual(keys);
  }
});

it('loses the finished envelopes first when there are too many, and the oldest of them', () => {
  const state = openState(folder.path);
  const all = Array.from({ length: 10_004 }, (_, index) => [`e${index}`, { keys: [], over: index % 2 === 0 }] as const);
  keepReported(state, 'one', new Map(all), 1);
  const kept = readReported(state, 'one');
  expect(all.map(([id]) => id).filter((id) => !kept.has(id))).toEqual(['e0', 'e2', 'e4', 'e6']);
});
