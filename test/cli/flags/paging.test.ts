import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/cli/context/context.js';
import { endList, readPages } from '../../../src/cli/flags/paging.js';

const silent = {
  output: { form: 'json', note: () => {}, warn: () => {} },
  settings: () => ({ contract: null }),
} as unknown as Context;

describe('--all', () => {
  it('stops when the service names a page that was read already', async () => {
    let calls = 0;
    const loop = (): Promise<{ data: readonly string[]; next_cursor: string | null }> => {
      calls += 1;
      return Promise.resolve({ data: ['x'], next_cursor: 'the-same' });
    };
    await expect(readPages(silent, { all: true }, 'listTemplates', loop)).rejects.toMatchObject({ exitCode: 8 });
    expect(calls).toBe(2);
  });

  it('keeps the other properties of the service’s body', async () => {
    const pages = [
      { data: ['a'], next_cursor: 'one', total: 2 },
      { data: ['b'], next_cursor: null, total: 2 },
    ];
    const body = await readPages(silent, { all: true }, 'listTemplates', ({ cursor }) =>
      Promise.resolve(pages[cursor === undefined ? 0 : 1]!),
    );
    expect(body).toEqual({ data: ['a', 'b'], next_cursor: null, total: 2, more: false });
  });
});

describe('a list that is cut', () => {
  /** Newest first, three on a page unless fewer are asked for. */
  const days = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((day) => `2026-12-0${day}T00:00:00Z`);
  const asked: object[] = [];
  const fetch = (query: {
    limit?: number;
    cursor?: string;
  }): Promise<{ data: string[]; next_cursor: string | null }> => {
    asked.push(query);
    const start = query.cursor === undefined ? 0 : days.indexOf(query.cursor) + 1;
    const data = days.slice(start, start + Math.min(3, query.limit ?? 3));
    const last = data.at(-1) ?? null;
    return Promise.resolve({ data, next_cursor: last === days.at(-1) ? null : last });
  };
  const created = { now: Date.parse('2026-12-10T00:00:00Z'), of: (day: string) => day };

  it.each([
    ['one page without flags', {}, 3, true],
    ['as many pages as --limit needs', { limit: 5 }, 5, true],
    ['everything with --all', { all: true }, 9, false],
    ['what is newer than --since, where the page holds it', { since: { ago: 3 * 86_400_000 } }, 3, true],
    ['all that is newer with --all', { since: { ago: 4 * 86_400_000 }, all: true }, 4, false],
    ['no more than --limit of what is newer', { since: { ago: 5 * 86_400_000 }, limit: 4 }, 4, true],
  ])('%s', async (_, options, count, more) => {
    const body = await readPages(silent, options, 'listTemplates', fetch, created);
    expect([body.data, body.more, body.next_cursor !== null]).toEqual([days.slice(0, count), more, more]);
  });

  it('is said in words, also under -q, and an empty one ends with 4 where that is asked for', () => {
    const said: string[] = [];
    const output = { form: 'ids', warn: (text: string) => void said.push(text) } as unknown as Context['output'];
    endList({ output }, {}, { data: ['a'], more: true, next_cursor: 'b' });
    expect(said).toEqual(['There are more results. Continue with --cursor b, or show more with --limit or --all.']);
    endList({ output }, {}, { data: [], more: false });
    expect(() => endList({ output }, { failEmpty: true }, { data: [], more: false })).toThrow('Nothing found.');
  });
});
