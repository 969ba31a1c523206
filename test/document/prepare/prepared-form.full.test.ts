import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PreparedForm } from '../../../src/document/prepare/prepared-field.js';
import { preparedForm } from '../../../src/document/prepare/prepared-form.js';
import { problemsOf } from '../../../src/document/prepare/problems.js';
import { sharedEngine } from '../../support/documents/document-engine.js';
import { greyPages } from '../../support/documents/poppler.js';
import { canReadPdf } from '../../support/documents/read-pdf.js';
import { withFile } from '../../support/documents/small-documents.js';
import { turnedLease, turns } from '../../support/documents/turned-lease.js';

const engine = sharedEngine();
const forms = [
  ...['forms', 'flat-forms'].flatMap((folder) =>
    readdirSync(join('test/fixtures', folder)).flatMap((name) =>
      name.endsWith('.pdf') ? [join('test/fixtures', folder, name)] : [],
    ),
  ),
  'test/fixtures/documents/other-languages.pdf',
  'test/fixtures/documents/owner-locked.pdf',
  'src/demo/lease.pdf',
];
/** Cut and turned pages, and pages whose unit is larger or smaller than a point. */
const cut = {
  ...turns,
  'in units of two points': { userUnit: 2 },
  'in small units, turned': { userUnit: 0.5, rotate: 90 },
};

const hasMupdf = spawnSync('mutool', ['-v']).error === undefined;

const inOrder = ({ fields, groups }: PreparedForm): PreparedForm => ({
  fields: fields.toSorted((a, b) => a.page - b.page || a.rect.y - b.rect.y || a.rect.x - b.rect.x),
  groups: groups.toSorted((a, b) => a.name.localeCompare(b.name)),
});

test.each(forms)('what was read of %s is written and read again as it was', { timeout: 60_000 }, async (file) => {
  const first = await engine.read({ filename: file, bytes: readFileSync(file) });
  const form = preparedForm(first);
  expect(problemsOf(form, first.pages)).toEqual([]);
  const bytes = await engine.prepare({ pdf: first.pdf, form });
  const again = await engine.read({ filename: file, bytes });
  expect(inOrder(preparedForm(again))).toEqual(inOrder(form));
});

test('has its questions in the order of their boxes, as a prepared document has', async () => {
  const file = 'src/demo/lease.pdf';
  const read = await engine.read({ filename: file, bytes: readFileSync(file) });
  const { groups } = preparedForm(read);
  expect(groups.length).toBeGreaterThan(1);
  expect(preparedForm({ ...read, questions: read.questions.toReversed() }).groups).toEqual(groups);
});

describe.each(Object.entries(cut))('a lease %s', (_, turned) => {
  test('is written and read again as it was, and looks as it did', { timeout: 120_000 }, async () => {
    const bytes = await turnedLease(turned, 'flat');
    const first = await engine.read({ filename: 'lease.pdf', bytes });
    const form = preparedForm(first);
    expect(form.fields.length).toBeGreaterThan(5);
    const prepared = await engine.prepare({ pdf: first.pdf, form });
    const again = await engine.read({ filename: 'lease.pdf', bytes: prepared });
    expect(inOrder(preparedForm(again))).toEqual(inOrder(form));
    for (const { page } of first.pages) {
      const [before, after] = [
        await engine.picture(first.pdf, page, { width: 500 }),
        await engine.picture(prepared, page, { width: 500 }),
      ];
      expect(Buffer.from(after).equals(Buffer.from(before)), `page ${page}`).toBe(true);
    }
  });

  test.skipIf(!canReadPdf)('looks as it did in poppler', { timeout: 120_000 }, async () => {
    const bytes = await turnedLease(turned, 'flat');
    const first = await engine.read({ filename: 'lease.pdf', bytes });
    const prepared = await engine.prepare({ pdf: first.pdf, form: preparedForm(first) });
    const [before, after] = [greyPages(first.pdf), greyPages(prepared)];
    expect(after.map(({ width, height }) => [width, height])).toEqual(
      before.map(({ width, height }) => [width, height]),
    );
    for (const [index, { pixels }] of after.entries()) {
      expect(Buffer.compare(pixels, before[index]!.pixels), `page ${index + 1}`).toBe(0);
    }
  });

  test.skipIf(!hasMupdf)('is drawn by MuPDF without a complaint', { timeout: 120_000 }, async () => {
    const first = await engine.read({ filename: 'lease.pdf', bytes: await turnedLease(turned, 'flat') });
    const prepared = await engine.prepare({ pdf: first.pdf, form: preparedForm(first) });
    const drawn = withFile(prepared, (path) =>
      spawnSync('mutool', ['draw', '-F', 'pgm', '-o', '-', path], { maxBuffer: 1 << 29 }),
    );
    expect(drawn.status).toBe(0);
    expect(drawn.stdout.length).toBeGreaterThan(100_000);
    expect(drawn.stderr.toString('utf8')).not.toMatch(/^error/mu);
  });
});
