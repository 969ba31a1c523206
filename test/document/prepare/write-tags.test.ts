import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { PreparedField, PreparedForm } from '../../../src/document/prepare/prepared-field.js';
import { preparedForm } from '../../../src/document/prepare/prepared-form.js';
import { tagFields } from '../../../src/document/prepare/tag-fields.js';
import { sharedEngine } from '../../support/documents/document-engine.js';
import { drawnForm } from '../../support/documents/drawn-forms.js';
import { canReadPdf, textOf } from '../../support/documents/read-pdf.js';
import { withFile } from '../../support/documents/small-documents.js';
import { formPdf } from '../../support/form-pdf.js';
import { preparedField } from '../../support/pages/template-prepare.js';

const engine = sharedEngine();

/** In an order that hangs on nothing but what each is, with places to a ten-thousandth of the page. */
const inOrder = ({ fields, groups }: PreparedForm): PreparedForm => ({
  fields: fields
    .map((field) => ({ ...field, rect: rounded(field.rect) }))
    .toSorted((a, b) => a.page - b.page || a.rect.y - b.rect.y || a.rect.x - b.rect.x),
  groups: groups.toSorted((a, b) => a.name.localeCompare(b.name)),
});
const rounded = ({ x, y, w, h }: PreparedField['rect']): PreparedField['rect'] => {
  const round = (value: number): number => Math.round(value * 10_000) / 10_000;
  return { x: round(x), y: round(y), w: round(w), h: round(h) };
};

/** A form whose fields are large enough for tags. */
function wideForm(seed: number): { readonly pdf: Buffer; readonly form: PreparedForm } {
  const { pdf, form } = drawnForm(seed);
  const fields = form.fields.map((field) => {
    const column = Math.floor(field.rect.x / 0.25);
    const rect = { x: column * 0.25 + 0.005, y: field.rect.y, w: 0.235, h: 0.05 };
    return { ...field, rect, comb: false, max_length: null };
  });
  return { pdf, form: { ...form, fields } };
}

/** An upright page with two tags, one of them with letters of Venda. */
async function tagged(): Promise<{ readonly pdf: Buffer; readonly texts: readonly string[] }> {
  const blank = formPdf([{ lines: [{ text: 'A lease', y: 780 }] }]);
  const { form } = wideForm(1);
  const [first] = form.fields;
  const plain = { ...first!, page: 1, group: null, option: null, options: null, multiline: false, key: null };
  const rect = { x: 0.1, y: 0.4, w: 0.5, h: 0.04 };
  const tags: readonly PreparedField[] = [
    { ...plain, type: 'text', label: 'Full name', role: 'Tenant', required: true, rect },
    { ...plain, type: 'signature', label: 'Ḽa', role: 'Ṱhaḓulo', required: true, rect: { ...rect, y: 0.6 } },
  ];
  const pdf = await engine.prepare({ pdf: blank, form: { fields: [], groups: [] }, tags });
  const texts = ['{{Full name;type=text;role=Tenant}}', '{{Ḽa;type=signature;role=Ṱhaḓulo}}'];
  return { pdf: Buffer.from(pdf), texts };
}

describe('fields that are written as text tags', () => {
  it('are read again as they were drawn, and so is what a tag cannot say', { timeout: 60_000 }, async () => {
    let written = 0;
    for (let seed = 0; seed < 12; seed++) {
      const { pdf, form } = wideForm(seed);
      const first = await engine.read({ filename: 'a.pdf', bytes: pdf });
      const { tags, left } = tagFields(form, await engine.sizes(first.pdf, [1, 2, 3]));
      written += tags.length;
      const bytes = await engine.prepare({ pdf: first.pdf, form: left, tags });
      const again = preparedForm(await engine.read({ filename: 'a.pdf', bytes }));
      expect(inOrder(again), `seed ${seed}`).toEqual(inOrder(form));
    }
    expect(written).toBeGreaterThan(60);
  });

  it('are seen by nobody: the page looks as it did', async () => {
    const { pdf, form } = wideForm(3);
    const { pdf: blank } = await engine.read({ filename: 'a.pdf', bytes: pdf });
    const { tags } = tagFields(form, await engine.sizes(blank, [1, 2, 3]));
    const empty = { fields: [], groups: [] };
    const [before, after] = [
      await engine.prepare({ pdf: blank, form: empty }),
      await engine.prepare({ pdf: blank, form: empty, tags }),
    ];
    expect(tags.length).toBeGreaterThan(2);
    for (const { page } of await engine.sizes(blank)) {
      const [one, other] = [
        await engine.picture(before, page, { width: 800 }),
        await engine.picture(after, page, { width: 800 }),
      ];
      expect(Buffer.from(one).equals(Buffer.from(other)), `page ${page}`).toBe(true);
    }
  });

  it.skipIf(!canReadPdf)('are text for poppler', async () => {
    const { pdf, texts } = await tagged();
    for (const text of texts) expect(textOf(pdf)).toContain(text);
  });

  it.skipIf(spawnSync('mutool', ['-v']).error !== undefined)('are text for MuPDF', async () => {
    const { pdf, texts } = await tagged();
    const read = withFile(pdf, (path) => spawnSync('mutool', ['draw', '-F', 'txt', path], { encoding: 'utf8' }).stdout);
    for (const text of texts) expect(read).toContain(text);
  });

  it('are as many as tags can say, and the reasons for the others are told', () => {
    const pages = [{ page: 1, width: 600, height: 800, rotation: 0, text_turns: 0 }] as const;
    const field = (more: Partial<PreparedField>): PreparedField =>
      preparedField({
        label: 'Full name',
        role: 'Tenant',
        required: true,
        rect: { x: 0.1, y: 0.1, w: 0.4, h: 0.03 },
        ...more,
      });
    const said = [field({}), field({ key: 'person.full_name', required: false })];
    const unsaid = [
      field({ label: '' }),
      field({ label: 'a;type=date' }),
      field({ label: 'see }} here' }),
      field({ label: 'Smile 😀' }),
      field({ role: null }),
      field({ rect: { x: 0.1, y: 0.1, w: 0.05, h: 0.03 } }),
      field({ type: 'signature', rect: { x: 0.1, y: 0.1, w: 0.4, h: 0.02 } }),
      field({ max_length: 5 }),
    ];
    const { tags, left, reasons } = tagFields({ fields: [...said, ...unsaid], groups: [] }, pages);
    expect(tags).toEqual(said);
    expect(left.fields).toEqual(unsaid);
    expect(reasons).toEqual([
      'labels, roles or options with signs of the tag in them, or without words',
      'fields of nobody in particular',
      'fields as small as some',
      'maximum lengths',
    ]);
  });
});
