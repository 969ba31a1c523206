import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { preparedForm } from '../../../src/document/prepare/prepared-form.js';
import type { PreparedForm } from '../../../src/document/prepare/prepared-field.js';
import { sharedEngine } from '../../support/documents/document-engine.js';
import { drawnForm } from '../../support/documents/drawn-forms.js';
import { changes, greyPages } from '../../support/documents/poppler.js';

const engine = sharedEngine();

/** In an order that hangs on nothing but what each is. */
const inOrder = ({ fields, groups }: PreparedForm): PreparedForm => ({
  fields: fields.toSorted((a, b) => a.page - b.page || a.rect.y - b.rect.y || a.rect.x - b.rect.x),
  groups: groups.toSorted((a, b) => a.name.localeCompare(b.name)),
});

test.each(Array.from({ length: 20 }, (_, index) => index * 10))(
  'ten made forms from seed %i on are read again exactly as they were drawn',
  { timeout: 60_000 },
  async (first) => {
    for (let seed = first; seed < first + 10; seed++) {
      const { pdf, form } = drawnForm(seed);
      const bytes = await engine.prepare({ pdf, form });
      const read = await engine.read({ filename: 'prepared.pdf', bytes });
      expect(inOrder(preparedForm(read)), `seed ${seed}`).toEqual(inOrder(form));
    }
  },
);

/** How many dark pixels stand in each field of each page. */
const inkOf = (pdf: Uint8Array, { fields }: PreparedForm): readonly (readonly number[])[] =>
  greyPages(pdf, 100).map((page, index) => {
    const blank = { ...page, pixels: page.pixels.map(() => 255) };
    const boxes = fields.filter((field) => field.page === index + 1).map(({ rect }) => rect);
    return changes(blank, page, boxes, 60).inside;
  });

test('the boxes and lines that only its form fields drew stay on the page', { timeout: 60_000 }, async () => {
  const pdf = readFileSync('src/demo/lease.pdf');
  const form = preparedForm(await engine.read({ filename: 'lease.pdf', bytes: pdf }));
  const printed = inkOf(pdf, form);
  expect(printed.flat().filter((ink) => ink > 20).length).toBe(form.fields.length);
  const bytes = await engine.prepare({ pdf, form });
  const again = await engine.prepare({ pdf: bytes, form });
  const without = await engine.prepare({ pdf, form: { fields: [], groups: [] } });
  // A line may fall on the next pixel.
  for (const each of [bytes, again, without]) {
    const kept = inkOf(each, form).flatMap((page, at) => page.map((ink, nth) => ink / (printed[at]?.[nth] ?? 0)));
    expect(Math.min(...kept)).toBeGreaterThan(0.3);
    expect(Math.max(...kept)).toBeLessThan(3);
  }
  expect(again.length).toBeLessThan(bytes.length * 1.02);
});
