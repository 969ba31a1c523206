import { describe, expect, it } from 'vitest';
import { type Entry, entryOf } from '../../../src/cli/timeline/entry.js';
import {
  chosenEntry,
  emptyTimeline,
  type Move,
  moved,
  shownEntries,
  type Timeline,
  withDetails,
  withEntries,
} from '../../../src/cli/timeline/timeline.js';

const page = 10;
const entry = (what: string, more: Partial<Entry> = {}): Entry => entryOf({ at: 0, kind: 'api', what, ...more });
const three = withEntries(emptyTimeline, [
  entry('one'),
  entry('two', { kind: 'hook', deliveryId: 'd' }),
  entry('three'),
]);
const after = (timeline: Timeline, ...moves: readonly Move[]): Timeline =>
  moves.reduce((known, move) => moved(known, move, page), timeline);

describe('a retry', () => {
  const tried = (number: number): Entry =>
    entry(`attempt ${number}`, { kind: 'hook', deliveryId: 'd', isRetry: number > 1 });
  const texts = ({ entries }: Timeline): readonly string[] => entries.map(({ what }) => what);

  it('takes the place of the attempt before it, among others and among its like', () => {
    const one = withEntries(emptyTimeline, [
      tried(1),
      entry('other'),
      entry('of another', { kind: 'hook', deliveryId: 'e' }),
    ]);
    const three = withEntries(one, [tried(2), entry('between'), tried(3)]);
    expect(texts(three)).toEqual(['other', 'of another', 'between', 'attempt 3']);
  });

  it('leaves the selection on its entry, or at the place of the one that is gone', () => {
    const one = withEntries(emptyTimeline, [tried(1), entry('other'), entry('last')]);
    expect(chosenEntry(withEntries(after(one, 'up', 'up'), [tried(2)]))?.what).toBe('other');
    expect(chosenEntry(withEntries(after(one, 'first'), [tried(2)]))?.what).toBe('other');
  });
});

describe('the selection', () => {
  it('follows the newest until somebody moves up, and again at the end', () => {
    expect(chosenEntry(three)?.what).toBe('three');
    const up = after(three, 'up', 'up');
    expect(chosenEntry(up)?.what).toBe('two');
    expect(chosenEntry(withEntries(up, [entry('four')]))?.what).toBe('two');
    const down = after(up, 'down', 'down');
    expect(chosenEntry(withEntries(down, [entry('four')]))?.what).toBe('four');
  });

  it('ends at the first and the last entry', () => {
    expect(chosenEntry(after(three, 'page-up', 'up'))?.what).toBe('one');
    expect(chosenEntry(after(three, 'first', 'last'))?.what).toBe('three');
    expect(chosenEntry(after(emptyTimeline, 'up', 'down', 'open'))).toBeNull();
  });

  it('stays on its entry when the oldest are dropped', () => {
    const many = withEntries(
      emptyTimeline,
      Array.from({ length: 5_000 }, (_, index) => entry(`${index}`)),
    );
    const chosen = after(many, 'up', 'up', 'up');
    expect(chosenEntry(chosen)?.what).toBe('4997');
    expect(chosenEntry(withEntries(chosen, [entry('a'), entry('b')]))?.what).toBe('4997');
    expect(withEntries(chosen, [entry('a')]).entries).toHaveLength(5_000);
  });
});

describe('the filter', () => {
  it('shows entries that have every word, and all again after Esc', () => {
    const typed = after(
      three,
      'filter',
      { typed: 'h' },
      { typed: 'o' },
      { typed: 'x' },
      { typed: '\b' },
      { typed: 'o' },
    );
    expect(typed.view.is).toBe('filter');
    expect(shownEntries(typed).map(({ what }) => what)).toEqual(['two']);
    expect(shownEntries(after(typed, 'open', 'back'))).toHaveLength(3);
    expect(after(typed, 'back').filter).toBe('');
  });

  it('takes no key for a command while it is typed', () => {
    expect(after(three, 'filter', { typed: 'q' }).filter).toBe('q');
  });
});

describe('an opened entry', () => {
  it('scrolls, closes, and gets its details later', () => {
    const open = after(three, 'up', 'up', 'open');
    expect(open.view).toMatchObject({ is: 'details', from: 0 });
    expect(after(open, 'down', 'page-down').view).toMatchObject({ from: 11 });
    expect(after(open, 'up').view).toMatchObject({ from: 0 });
    expect(chosenEntry(withDetails(open, 'd', ['all of it']))?.details).toEqual(['all of it']);
    expect(after(open, 'back').view.is).toBe('list');
  });
});
