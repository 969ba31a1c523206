import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF, PdfName, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import type { PreparedField, PreparedForm } from '../../../src/document/prepare/prepared-field.js';
import { preparedForm } from '../../../src/document/prepare/prepared-form.js';
import { sharedEngine } from '../../support/documents/document-engine.js';
import { newFolder } from '../../support/folder.js';
import { formPdf } from '../../support/form-pdf.js';
import { canCheckPdf, checkPdf } from '../../support/documents/read-pdf.js';

const engine = sharedEngine();

const field = (y: number, more: Partial<PreparedField>): PreparedField => ({
  page: 1,
  type: 'text',
  label: 'Full name',
  role: 'Tenant',
  required: false,
  rect: { x: 0.1, y, w: 0.3, h: 0.02 },
  options: null,
  max_length: null,
  comb: false,
  multiline: false,
  group: null,
  option: null,
  key: null,
  ...more,
});

const form: PreparedForm = {
  fields: [
    field(0.1, { required: true, key: 'person.full_name' }),
    field(0.2, { label: 'ID number', comb: true, max_length: 13 }),
    field(0.3, { type: 'date', label: 'Born on' }),
    field(0.4, { type: 'dropdown', label: 'Currency', options: ['Rand', 'Euro'] }),
    field(0.5, { type: 'tickbox', label: 'Yes', group: 'pets', option: 'Yes', required: true }),
    field(0.55, { type: 'tickbox', label: 'No', group: 'pets', option: 'No', required: true }),
    field(0.6, { type: 'tickbox', label: 'Ḽa', group: 'keys', option: 'Ḽa' }),
    field(0.65, { type: 'tickbox', label: 'Remote', group: 'keys', option: 'Remote' }),
    field(0.7, { type: 'initials', label: 'Initials', role: 'Landlord' }),
    field(0.8, { type: 'signature', label: 'Signature', role: 'Landlord', required: true }),
    field(0.9, { type: 'signer_name', label: 'Name', role: null }),
  ],
  groups: [
    { name: 'keys', label: 'Which keys?', min_selected: 0, max_selected: 2 },
    { name: 'pets', label: 'Pets?', min_selected: 1, max_selected: 1 },
  ],
};

const page = {
  lines: [
    { text: 'TENANT', y: 780 },
    { text: 'Surname: ______________________', y: 700 },
    { text: '[ ] Yes   [ ] No', y: 500 },
  ],
  rects: [[50, 400, 200, 0] as const],
};
const blank = formPdf([page]);
const withField = formPdf([{ ...page, boxes: [{ kind: 'text', name: 'Surname', at: [110, 698, 150, 14] }] }]);

interface ListedField {
  readonly fullname: string;
  readonly alternativename: string;
  readonly fieldtype: string;
}

/** The widgets that qpdf lists: name, kind and description. */
function listed(pdf: Uint8Array): readonly (readonly [string, string, string])[] {
  const { path, remove } = newFolder();
  const file = join(path, 'prepared.pdf');
  writeFileSync(file, pdf);
  const { stdout } = spawnSync('qpdf', ['--json', '--json-key=acroform', file], { encoding: 'utf8' });
  remove();
  const found = JSON.parse(stdout) as { readonly acroform: { readonly fields: readonly ListedField[] } };
  return found.acroform.fields.map(({ fullname, alternativename, fieldtype }) => [
    fullname,
    fieldtype,
    alternativename,
  ]);
}

describe('a PDF that fields are drawn on', () => {
  it('makes no claim of PDF/A or PDF/UA, which its new fields would not keep', async () => {
    const claim = '<pdfuaid:part>1</pdfuaid:part>';
    const pdf = await PDF.load(blank);
    const metadata = new PdfStream([['Type', PdfName.of('Metadata')]], Buffer.from(`<x>${claim}<a>Lease</a></x>`));
    pdf.getCatalog().set('Metadata', pdf.register(metadata));
    const claimed = async (drawn: PreparedForm): Promise<boolean> => {
      const written = await PDF.load(await engine.prepare({ pdf: await pdf.save(), form: drawn }));
      const left = written.getCatalog().get('Metadata', (ref) => written.getObject(ref));
      return left instanceof PdfStream && Buffer.from(left.getDecodedData()).includes(claim);
    };
    expect([await claimed(form), await claimed({ fields: [], groups: [] })]).toEqual([false, true]);
  });

  it('reads again exactly as it was drawn, whatever is printed on it', async () => {
    const read = await engine.read({ filename: 'a.pdf', bytes: await engine.prepare({ pdf: withField, form }) });
    expect(preparedForm(read).fields).toEqual(form.fields);
    expect(preparedForm(read).groups.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(form.groups);
    expect(read.people.map(({ proposed }) => proposed.role_name ?? proposed.subject_label)).toEqual([
      'Tenant',
      'Landlord',
    ]);
    expect(read.boxes[0]).toMatchObject({ seen_as: 'form_field', suggested: { key: 'person.full_name' } });
  });

  it('has an answer over several lines once, as it was read of the paper', async () => {
    const rules = [698, 678, 658, 638].map(
      (y, index) => [index === 0 ? 170 : 50, y, index === 0 ? 280 : 400, 0] as const,
    );
    const paper = formPdf([{ lines: [{ text: 'Residential address:', y: 700 }], rects: rules }]);
    const first = await engine.read({ filename: 'a.pdf', bytes: paper });
    const [address, ...others] = preparedForm(first).fields;
    expect([others, address?.more?.length]).toEqual([[], 3]);
    const two = { fields: [address!, field(0.5, { multiline: true })], groups: [] };
    const bytes = await engine.prepare({ pdf: paper, form: two });
    expect(listed(bytes).map(([, , label]) => label)).toEqual([...Array<string>(4).fill(address!.label), 'Full name']);
    const again = await engine.read({ filename: 'a.pdf', bytes });
    expect(preparedForm(again).fields).toEqual(two.fields);
    expect(again.boxes[0]!.continuations).toHaveLength(3);
  });

  it.skipIf(!canCheckPdf)('has form fields that any reader knows by name, kind and description', async () => {
    const pdf = await engine.prepare({ pdf: withField, form });
    expect(checkPdf(Buffer.from(pdf))).toBe(0);
    expect(listed(pdf)).toEqual([
      ['Tenant.full_name', '/Tx', 'Full name'],
      ['Tenant.id_number', '/Tx', 'ID number'],
      ['Tenant.born_on_date', '/Tx', 'Born on'],
      ['Tenant.currency', '/Ch', 'Currency'],
      ['Tenant.pets', '/Btn', 'Yes'],
      ['Tenant.pets', '/Btn', 'No'],
      ['Tenant.which_keys.la', '/Btn', 'Ḽa'],
      ['Tenant.which_keys.remote', '/Btn', 'Remote'],
      ['Landlord.initials', '/Sig', 'Initials'],
      ['Landlord.signature', '/Sig', 'Signature'],
      ['name_signer_name', '/Tx', 'Name'],
    ]);
  });

  it('looks as it did before, pixel by pixel', async () => {
    const pdf = await engine.prepare({ pdf: blank, form });
    const before = await engine.picture(blank, 1, { width: 800 });
    expect(Buffer.from(await engine.picture(pdf, 1, { width: 800 })).equals(Buffer.from(before))).toBe(true);
  });

  it('can be prepared again: the later fields replace the earlier ones', async () => {
    const once = await engine.prepare({ pdf: withField, form });
    const only = { fields: [field(0.3, { label: 'Only this' })], groups: [] };
    const twice = await engine.prepare({ pdf: once, form: only });
    expect(preparedForm(await engine.read({ filename: 'a.pdf', bytes: twice }))).toEqual(only);
  });

  it('has no field when all of them were deleted, though lines to fill in are printed on it', async () => {
    expect((await engine.read({ filename: 'a.pdf', bytes: withField })).boxes.length).toBeGreaterThan(1);
    const bytes = await engine.prepare({ pdf: withField, form: { fields: [], groups: [] } });
    const read = await engine.read({ filename: 'a.pdf', bytes });
    expect(preparedForm(read)).toEqual({ fields: [], groups: [] });
    // The copy that is kept of an upload says so too.
    expect((await engine.read({ filename: 'a.pdf', bytes: read.pdf })).boxes).toEqual([]);
  });

  it('is refused when it is signed', async () => {
    const pdf = readFileSync('test/fixtures/documents/signed.pdf');
    await expect(engine.prepare({ pdf, form })).rejects.toMatchObject({ name: 'UnreadableDocument', code: 'signed' });
  });
});
