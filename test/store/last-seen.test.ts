import { beforeEach, describe, expect, it } from 'vitest';
import { keepSeen, recallSeen, type Seen, type TemplatePlace } from '../../src/store/last-seen.js';
import { openState, type State } from '../../src/store/state.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);
let state: State;
beforeEach(() => {
  state = openState(folder.path);
});

const id = (number: number): string => `6f1f2f0e-4f0b-4f43-9d8a-${String(number).padStart(12, '0')}`;
const place = (number = 1, baseUrl = 'https://api.example.test'): TemplatePlace => ({
  baseUrl,
  templateId: id(number),
});
const now = 1_800_000_000_000;
const day = 86_400_000;
const seen: Seen = { etag: '"a"', facts: new Map([['field/x/label', 'Rent']]), runs: [] };
const keep = (of: TemplatePlace, at: number): void => keepSeen(state, of, () => seen, at);

describe('what was last seen of a template', () => {
  it('is of one service, however the address of this machine is written', () => {
    keep(place(1, 'http://127.0.0.1:8080'), now);
    for (const same of ['http://localhost:8080', 'http://[::1]:8080'])
      expect(recallSeen(state, place(1, same), now)).toEqual(seen);
    expect(recallSeen(state, place(1, 'http://localhost:8081'), now)).toBeNull();
  });

  it('is known by its address as well as by its id', () => {
    keep(place(), now);
    expect(recallSeen(openState(folder.path), place(), now)).toEqual(seen);
    expect(recallSeen(state, place(1, 'https://other.example.test'), now)).toBeNull();
    expect(recallSeen(state, place(2), now)).toBeNull();
  });

  it('is made of what was seen before, also by another command meanwhile', () => {
    const add = (key: string) => (before: Seen | null) => ({
      ...seen,
      facts: new Map([...(before?.facts ?? []), [key, null] as const]),
    });
    keepSeen(state, place(), add('a'), now);
    keepSeen(openState(folder.path), place(), add('b'), now);
    expect([...(recallSeen(state, place(), now)?.facts.keys() ?? [])]).toEqual(['a', 'b']);
  });

  it.each([
    ['cut', 'facts', '{"field/x/label":"Re'],
    ['no object', 'facts', '[]'],
    ['with a value other than text', 'facts', '{"field/x/label":{"a":1}}'],
    ['with a run without proposals', 'runs', '[{"id":1}]'],
  ])('counts as not seen where its row is damaged, and the next look is kept: %s', (_how, column, text) => {
    keep(place(), now);
    state.write((sql) => sql.run(`UPDATE seen_templates SET ${column} = ?`, text));
    expect(recallSeen(state, place(), now)).toBeNull();
    keep(place(), now);
    expect(recallSeen(state, place(), now)).toEqual(seen);
  });

  it('is not kept where it is too large', () => {
    keepSeen(state, place(), () => ({ ...seen, facts: new Map([['x', 'x'.repeat(5 * 1024 * 1024)]]) }), now);
    expect(recallSeen(state, place(), now)).toBeNull();
  });

  it('is kept for 180 days, and for the 200 templates seen last', () => {
    keep(place(0), now - 181 * day);
    expect(recallSeen(state, place(0), now)).toBeNull();
    for (let number = 1; number <= 205; number += 1) keep(place(number), now + number * 1000);
    // Seen again, though nothing about it is new.
    keep(place(6), now + 300_000);
    keep(place(206), now + 400_000);
    const count = state.read((sql) => sql.get('SELECT count(*) AS count FROM seen_templates'), undefined);
    expect(count).toEqual({ count: 200 });
    expect(recallSeen(state, place(6), now + 400_000)).toEqual(seen);
    expect(recallSeen(state, place(8), now + 400_000)).toEqual(seen);
    expect(recallSeen(state, place(7), now + 400_000)).toBeNull();
  });
});
