import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import { fixture } from '../../support/documents/small-documents.js';
import { FormWriter } from '../../support/documents/lease/form-writer.js';

const pdfium = await loadPdfium();

/** The label of a text field with words at its left and a caption beneath it. */
async function labelOf(before: string, under: string): Promise<string | null> {
  const form = new FormWriter();
  form.text(before, 295 - 4.7 * before.length, 705, 9);
  form.textField({ name: 'f1', tooltip: '' }, { x: 300, y: 700, w: 180, h: 16 });
  form.text(under, 300, 690, 9);
  return readPdf(pdfium, await form.save('Captions')).boxes[0]?.label ?? null;
}

describe('the caption of a form field with words on two sides', () => {
  it('is beneath the field when a sentence continues into it', async () => {
    expect(await labelOf('1.2 On the', 'Full name')).toBe('Full name');
    expect(await labelOf('Name of the tenant', 'Full name')).not.toBe('Full name');
  });

  it('is beneath each field of a stack whose first has none above, wherever others of the page have theirs', async () => {
    const form = new FormWriter();
    const field = (name: string, x: number, y: number, w: number): void =>
      form.textField({ name, tooltip: '' }, { x, y, w, h: 14 });
    for (const [index, words] of ['Birth', 'Race', 'Gender', 'Phone'].entries()) {
      form.text(words, 60 + 120 * index, 772, 8);
      field(`f${index}`, 60 + 120 * index, 756, 110);
    }
    const stack = ['Signature of applicant', 'Name (type or print)', 'Street', 'Town'];
    for (const [index, words] of stack.entries()) {
      field(`g${index}`, 60, 600 - 22 * index, 250);
      form.text(words, 60, 592 - 22 * index, 8);
    }
    const { boxes } = readPdf(pdfium, await form.save('Captions'));
    expect(boxes.map(({ label }) => label)).toEqual(['Birth', 'Race', 'Gender', 'Phone', ...stack]);
  });

  it('is found beside a number of many digits', async () => {
    expect(await labelOf(`${'6001234567890'.repeat(4)} NP`, 'Full name')).not.toBeNull();
  });
});

/** The labels of the form fields of a real form that have these names. */
function labelsOn(form: string, ...names: readonly string[]): readonly (string | null)[] {
  const { boxes } = readPdf(pdfium, fixture(`forms/${form}.pdf`));
  return boxes.flatMap((box) => (names.includes(box.context.widget_name?.split('.').at(-1) ?? '') ? [box.label] : []));
}

describe('what is not a caption', () => {
  it.each([
    ['court-foc102', 'circuit', ['JUDICIAL CIRCUIT', 'JUDICIAL CIRCUIT']],
    ['court-petition-treatment', 'cirno', ['JUDICIAL CIRCUIT COURT']],
    ['court-petition-treatment', 'explain2', [null]],
    ['court-petition-treatment', 'explain6', [null]],
    ['court-examine-respondent', 'users1_address_line_one', ['Address']],
    ['court-examine-respondent', 'Page 1 of 3', [null]],
    ['court-examine-respondent', 'Request for Order to Examine Respondent', [null]],
    ['court-examine-respondent', 'Respondent or AttorneyRow1', ['Respondent or Attorney']],
    ['tax-us-1040', 'p1-t3[0]', [null]],
    ['tax-us-1040', 'p1-t120[0]', ['Subtract line 36 from line 22. This is your adjusted gross income']],
    ['tax-us-1040', 'p2-t1[0]', [null]],
    ['tax-us-1040', 'p2-t43[0]', [null]],
    ['tax-us-1040', 'p2-t129[0]', ['Phone no']],
  ] as const)('%s: the head, the foot and the references around "%s"', (form, name, labels) => {
    expect(labelsOn(form, name)).toEqual(labels);
  });

  it('is never to be found under a field whose own caption is set a little into it', () => {
    expect(labelsOn('court-foc102', 'address')).toEqual(['Court address', 'Court address']);
  });
});
