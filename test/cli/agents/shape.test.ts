import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shape } from '../../../src/cli/agents/shape.js';
import { times } from '../../support/counts.js';

const refused = (act: () => unknown): { code: string; hint?: string } => {
  try {
    act();
  } catch (error) {
    return error as { code: string; hint?: string };
  }
  throw new Error('it was not refused');
};

describe('a part of an answer', () => {
  const answer = { id: 'a', 'x/y': { '~': [1, 2, 3] }, fields: [{ label: 'One' }, { label: 'Two' }] };

  it('is found by its pointer', () => {
    expect(shape(answer, '', 0)).toEqual({ json: JSON.stringify(answer), notes: [] });
    expect(shape(answer, '/result/fields/1/label', 0).json).toBe('"Two"');
    expect(shape(answer, '/result/x~1y/~0', 1).json).toBe('[2,3]');
    expect(shape(null, '', 0).json).toBe('null');
  });

  it('that is not there is refused, with what there is', () => {
    expect(refused(() => shape(answer, '/result/nothing', 0))).toMatchObject({
      code: 'unknown_part',
      hint: 'Its parts: /result/id, /result/x~1y, /result/fields.',
    });
    for (const part of [
      '/result/fields/length',
      '/result/fields/-',
      '/result/fields/2',
      '/result/__proto__',
      '/result/id/0',
    ]) {
      expect([part, refused(() => shape(answer, part, 0)).code]).toEqual([part, 'unknown_part']);
    }
    expect(refused(() => shape(answer, '/result/fields/0/nothing', 0)).hint).toBe('Its parts: /result/fields/0/label.');
    expect(refused(() => shape(answer, '/fields', 0)).hint).toContain('/result/fields');
    expect(refused(() => shape(answer, 'fields', 0)).code).toBe('invalid_value');
    expect(refused(() => shape(answer, '/result/id', 1)).code).toBe('invalid_value');
  });
});

describe('a long answer', () => {
  it('names a list within an item by the place of that item in the whole list', () => {
    const items = Array.from({ length: 5_000 }, (_, at) => ({ at }));
    const { notes } = shape({ data: [{ id: 'a' }, { id: 'b', items }] }, '/result/data', 1);
    expect(notes.join(' ')).toMatch(/use part "\/result\/data\/1\/items" and from \d+/);
    const next = Number(/from (\d+)/.exec(notes.join(' '))?.[1]);
    expect(shape({ data: [{ id: 'a' }, { id: 'b', items }] }, '/result/data/1/items', next).json).toContain(
      `"at":${next}`,
    );
    expect(shape({ data: [1, 2] }, '/result/data', 7)).toEqual({
      json: '[]',
      notes: ['The list has no item 7, because it is shorter.'],
    });
  });

  const many = { id: 'a', fields: Array.from({ length: 500 }, (_, at) => ({ at, label: `Box ${at}` })) };

  it('is cut at its longest list, and the rest can be requested until the end', () => {
    const seen: number[] = [];
    let from = 0;
    for (let round = 0; round < 50 && seen.length < 500; round += 1) {
      const { json, notes } = shape(many, '/result/fields', from, 2000);
      expect(json.length).toBeLessThanOrEqual(2000);
      const part = JSON.parse(json) as { at: number }[];
      seen.push(...part.map(({ at }) => at));
      from = seen.length;
      if (from < 500) expect(notes).toEqual([expect.stringContaining(`part "/result/fields" and from ${from}.`)]);
    }
    expect(seen).toEqual(many.fields.map(({ at }) => at));
    const whole = shape(many, '', 0, 2000);
    expect(JSON.parse(whole.json)).toMatchObject({
      id: 'a',
      fields: expect.arrayContaining([{ at: 0, label: 'Box 0' }]) as unknown,
    });
    expect(whole.notes[0]).toMatch(/^\/result\/fields has 500 items; 0 to \d+ are shown\./);
  });

  it('with endless texts, or without any list, still fits', () => {
    const text = shape({ note: 'x'.repeat(100_000) }, '', 0, 5000);
    expect(text.json.length).toBeLessThanOrEqual(5000);
    expect(text.notes).toEqual(['Text of more than 2000 characters is cut.']);
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`name ${at}`, 'x'.repeat(1000)]));
    const outlined = shape(wide, '', 0, 5000);
    expect(outlined.json.length).toBeLessThanOrEqual(5000);
    expect(outlined.notes[0]).toContain('part');
  });

  it('fits whatever it is, and is JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 20, max: 400 }), (value, limit) => {
        const { json } = shape(value, '', 0, limit);
        JSON.parse(json);
        expect(json.length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: times(200, 5000) },
    );
  });
});
