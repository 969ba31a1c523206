import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../src/document/detect/read-pdf.js';
import { loadPdfium } from '../../../src/document/engine/pdfium.js';
import type { Box } from '../../../src/document/read-document.js';
import { rawForm } from '../../support/documents/raw-form.js';

const pdfium = await loadPdfium();

const AT = '/Rect [100 700 300 720] /F 4';
const boxesOf = (...fields: readonly string[]): readonly Box[] => readPdf(pdfium, rawForm(fields)).boxes;
const namesOf = (...fields: readonly string[]): readonly (string | null)[] =>
  boxesOf(...fields).map(({ context }) => context.widget_name);

describe('the widgets of a page', () => {
  it('are those that a person can see and fill in', () => {
    expect(
      namesOf(
        `/FT /Tx /T (shown) ${AT}`,
        `/FT /Btn /Ff 65536 /T (push button) ${AT}`,
        '/FT /Tx /T (hidden) /Rect [100 600 300 620] /F 2',
        '/FT /Tx /T (no view) /Rect [100 500 300 520] /F 32',
        '/FT /Tx /Ff 1 /T (read only) /Rect [100 400 300 420] /F 4',
        '/FT /Tx /T (no size) /Rect [100 300 100 300] /F 4',
        '/FT /Tx /T (off the page) /Rect [-300 300 -100 320] /F 4',
      ),
    ).toEqual(['shown']);
  });

  it('say which answers are written letter by letter, and in how many cells', () => {
    const [comb] = boxesOf(`/FT /Tx /T (id_number) /Ff ${1 << 24} /MaxLen 13 ${AT}`);
    expect(comb!.cells).toHaveLength(13);
    expect(comb!.cells![0]).toMatchObject({ x: comb!.rect.x, y: comb!.rect.y, h: comb!.rect.h });
    expect(comb!.cells!.reduce((sum, { w }) => sum + w, 0)).toBeCloseTo(comb!.rect.w, 4);
    const last = comb!.cells![12]!;
    expect(last.x + last.w).toBeCloseTo(comb!.rect.x + comb!.rect.w, 4);
  });

  it('are not combs without a length, or with an impossible one', () => {
    const flags = 1 << 24;
    const [plain, unlimited, multiline, endless] = boxesOf(
      `/FT /Tx /T (plain) /MaxLen 13 /Rect [100 700 300 720] /F 4`,
      `/FT /Tx /T (unlimited) /Ff ${flags} /Rect [100 600 300 620] /F 4`,
      `/FT /Tx /T (multiline) /Ff ${flags + (1 << 12)} /MaxLen 13 /Rect [100 500 300 520] /F 4`,
      `/FT /Tx /T (endless) /Ff ${flags} /MaxLen 2000000000 /Rect [100 400 300 420] /F 4`,
    );
    expect([plain, unlimited, multiline, endless].map((box) => box!.cells)).toEqual([null, null, null, null]);
    expect(multiline!.multiline).toBe(true);
  });

  it('leave out a signature field that is signed already, and keep an empty one', () => {
    expect(
      namesOf(
        '/FT /Sig /T (signed) /V << /Type /Sig /Filter /Adobe.PPKLite /Contents <00> >> /Rect [100 700 300 720] /F 4',
        '/FT /Sig /T (empty) /Rect [100 600 300 620] /F 4',
      ),
    ).toEqual(['empty']);
  });

  it('stand for the texts that their field lists, and for the names of their states in any encoding', () => {
    const on = (state: string): string => `/AP << /N << /${state} 4 0 R /Off 4 0 R >> >> /AS /Off`;
    const boxes = boxesOf(
      '/FT /Btn /T (sex) /Ff 32768 /Opt [(Man) (Ander\\351)] /Kids [6 0 R 7 0 R] /Rect [0 0 0 0] /F 2',
      `/Parent 5 0 R /Rect [100 700 112 712] /F 4 ${on('0')}`,
      `/Parent 5 0 R /Rect [140 700 152 712] /F 4 ${on('1')}`,
      '/FT /Btn /T (state) /Ff 32768 /Kids [9 0 R 10 0 R] /Rect [0 0 0 0] /F 2',
      `/Parent 8 0 R /Rect [100 600 112 612] /F 4 ${on('M#e4nnlich')}`,
      `/Parent 8 0 R /Rect [140 600 152 612] /F 4 ${on('Vr#c3#b6u')}`,
    );
    const said = (opt: string) =>
      readPdf(
        pdfium,
        rawForm([
          `/FT /Btn /T (sex) /Ff 32768 ${opt} /Kids [6 0 R 7 0 R] /Rect [0 0 0 0] /F 2`,
          `/Parent 5 0 R /Rect [100 700 112 712] /F 4 ${on('0')}`,
          `/Parent 5 0 R /Rect [140 700 152 712] /F 4 ${on('1')}`,
        ]),
      ).warnings.map(({ code }) => code);
    expect(said('/Opt [(Man) (Woman)]')).not.toContain('tickbox_without_label');
    expect(said('')).toContain('tickbox_without_label');
    expect(boxes.map(({ question, option_value }) => [question, option_value])).toEqual([
      ['sex', 'Man'],
      ['sex', 'Anderé'],
      ['state', 'Männlich'],
      ['state', 'Vröu'],
    ]);
  });

  it('of one field that is filled in start with its value, and lose it together', () => {
    const { boxes, pdf } = readPdf(
      pdfium,
      rawForm([
        '/FT /Tx /T (tenant_name) /V (Zanele) /Kids [6 0 R 7 0 R] /Rect [0 0 0 0] /F 2',
        '/Parent 5 0 R /Rect [100 700 300 720] /F 4',
        '/Parent 5 0 R /Rect [100 600 300 620] /F 4',
      ]),
    );
    expect(boxes.map(({ start }) => start)).toEqual(['Zanele', 'Zanele']);
    expect(new Set(boxes.map(({ suggested }) => suggested.key)).size).toBe(1);
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('Zanele');
  });

  it('survive names and tooltips of any length and kind', () => {
    const [box] = boxesOf(`/FT /Tx /T (${'n'.repeat(300_000)}) /TU (a\\000b\\033[31m) ${AT}`);
    expect(box!.context.widget_name!.length).toBeLessThanOrEqual(1000);
    expect(box!.label).not.toMatch(/\p{Cc}/u);
  });
});
