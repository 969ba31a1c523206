import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { UnreadableDocument } from '../../../src/document/document-failure.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import type { ReadDocument } from '../../../src/document/read-document.js';
import { changed, has, pageTexts, qpdfComplaints, textPdf } from '../../support/documents/small-documents.js';

const pdfium = await loadPdfium();

async function read(...pages: readonly (readonly string[])[]): Promise<ReadDocument> {
  return readPdf(pdfium, await textPdf(...pages));
}

async function problem(...lines: readonly string[]): Promise<string> {
  const error = await read(['A first page'], lines).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnreadableDocument);
  return (error as UnreadableDocument).message;
}

describe('text tags', () => {
  it('give their fields to a role that fills them in, also where it signs nothing', async () => {
    const { people } = await read(['{{Turnover;role=Accountant}}', '{{Sign;type=signature;role=Tenant}}']);
    expect(people.map(({ proposed }) => [proposed.role_name, proposed.decision])).toEqual([
      ['Accountant', 'both'],
      ['Tenant', 'signer'],
    ]);
    expect(people[0]!.reason).toContain('This person fills in these fields and signs nothing');
  });

  it('become fields with the properties of the tag', async () => {
    const { boxes } = await read([
      'Name: {{Full name;role=Tenant;key=person.full_name;subject=tenant}} here',
      '{{Sign;type=signature;role=Tenant}}',
      '{{Bank;type=dropdown;options=Absa | Nedbank;role=Landlord;required=false}}',
    ]);
    expect(boxes.map(({ type, label, required, tag, options }) => ({ type, label, required, tag, options }))).toEqual([
      {
        type: 'text',
        label: 'Full name',
        required: true,
        tag: { role: 'Tenant', key: 'person.full_name', subject: 'tenant' },
        options: null,
      },
      {
        type: 'signature',
        label: 'Sign',
        required: true,
        tag: { role: 'Tenant', key: null, subject: null },
        options: null,
      },
      {
        type: 'dropdown',
        label: 'Bank',
        required: false,
        tag: { role: 'Landlord', key: null, subject: null },
        options: ['Absa', 'Nedbank'],
      },
    ]);
    expect(boxes[0]!.suggested).toMatchObject({ key: 'person.full_name', confidence: 'high', source: 'text_tag' });
  });

  it('put the field at the place of the tag', async () => {
    const { boxes } = await read(['', '{{Full name}}']);
    const { rect } = boxes[0]!;
    expect(rect.x).toBeCloseTo(60 / 595.28, 2);
    // The base line of the second line lies 736 points above the foot of the page.
    expect(rect.y * 841.89).toBeGreaterThan(841.89 - 736 - 14);
    expect((rect.y + rect.h) * 841.89).toBeLessThan(841.89 - 736 + 6);
  });

  it('make people of their roles, and a witness of a witness', async () => {
    const { boxes, people } = await read([
      '{{Full name;role=Tenant}}',
      '{{Sign;type=signature;role=Tenant}}',
      '{{Signature;type=signature;role=Witness}}',
    ]);
    expect(people.map(({ heading, proposed }) => [heading, proposed.decision, proposed.role_name])).toEqual([
      ['Tenant', 'both', 'Tenant'],
      ['Witness', 'witness', 'Witness'],
    ]);
    expect(boxes.map((box) => box.person)).toEqual([0, 0, 1]);
  });

  it('take the only role when they name none', async () => {
    const { boxes } = await read(['{{Full name}} {{Sign;type=signature;role=Tenant}}']);
    expect(boxes.map((box) => box.tag!.role)).toEqual(['Tenant', 'Tenant']);
  });

  it('leave the rest of the document to be read, and win where they stand', async () => {
    const rest = ['First names: ______________________', 'Postal address: ______________________', 'Agreed [ ]'];
    const { boxes } = await read([...rest, 'Signature: __{{Sign;type=signature;role=Tenant}}____________']);
    expect(boxes.map(({ type, label, seen_as }) => [type, label, seen_as])).toEqual([
      ['text', 'First names', 'ink'],
      ['text', 'Postal address', 'ink'],
      ['tickbox', 'Agreed', 'ink'],
      ['signature', 'Sign', 'text_tag'],
    ]);
  });

  it('may wrap over two lines', async () => {
    const { boxes } = await read(['See {{Full legal name;role=Tenant;', 'key=person.full_name}} above']);
    expect(boxes).toHaveLength(1);
    expect(boxes[0]).toMatchObject({ label: 'Full legal name', tag: { role: 'Tenant', key: 'person.full_name' } });
  });

  it('keep the key that the form gives although a new key could not have it', async () => {
    const { boxes } = await read(['{{Full name;role=Tenant;key=tenant.full_name;subject=tenant}}']);
    expect(boxes[0]!.suggested.key).toBe('tenant.full_name');
  });

  it.skipIf(!has('pdftotext') || !has('qpdf'))(
    'are really gone from the pages, and their neighbours are not',
    async () => {
      const { pdf } = await read(
        [
          'Above the tag',
          'Name: {{Full name;role=Tenant}} after it',
          'Below the tag',
          '{{Wrapped tag;',
          'role=Tenant}} end',
        ],
        ['Second page {{Sign;type=signature;role=Tenant}}'],
      );
      const [first, second] = pageTexts(pdf);
      expect(first).not.toMatch(/\{|\}|Full name|role|Wrapped/u);
      for (const kept of ['Above the tag', 'Name:', 'after it', 'Below the tag', 'end']) expect(first).toContain(kept);
      expect(second!.trim()).toBe('Second page');
      expect(qpdfComplaints(pdf)).toBe('');
    },
  );

  it.skipIf(!has('pdftotext'))('are found and removed on a rotated page too', async () => {
    const upright = await textPdf(['Name: {{Full name;role=Tenant}} after it']);
    const found = readPdf(pdfium, await changed(upright, { rotate: 90 }));
    expect(found.boxes).toHaveLength(1);
    expect(pageTexts(found.pdf)[0]).not.toContain('Full name');
    expect(pageTexts(found.pdf)[0]).toContain('after it');
  });

  it('are refused with the text and the page when they have no place', async () => {
    expect(await problem('{{Name;type=banana}}')).toBe(
      'the text tag "{{Name;type=banana" on page 2 has an unknown type "banana"',
    );
    expect(await problem('{{Name;colour=red}}')).toBe(
      'the text tag "{{Name;colour=red" on page 2 has an unknown part "colour"',
    );
    expect(await problem('{{Name;type=text', 'and so on')).toMatch(
      /"\{\{Name;type=text and so on" on page 2 is not closed/u,
    );
    expect(await problem('{{Name {{Other}}')).toMatch(/is not closed/u);
    expect(await problem('{{;role=Tenant}}')).toMatch(/has no label/u);
    expect(await problem('{{Name;key=Full Name}}')).toMatch(/has a key that must be/u);
    expect(await problem('{{A;role=Tenant}}', '{{B;role=Agent}}', '{{C}}')).toMatch(/"\{\{C" on page 2 names no role/u);
  });
});
