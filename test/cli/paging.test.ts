import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/cli/context.js';
import { readPages } from '../../src/cli/paging.js';

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
    expect(body).toEqual({ data: ['a', 'b'], next_cursor: null, total: 2 });
  });
});
