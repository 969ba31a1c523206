import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDF, PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { FormWriter } from './lease/form-writer.js';

/** The bytes of a file under test/fixtures. */
export function fixture(path: string): Uint8Array {
  return readFileSync(fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url)));
}

/** The form that the demo ships. */
export function lease(): Uint8Array {
  return readFileSync(fileURLToPath(new URL('../../../src/demo/lease.pdf', import.meta.url)));
}

/** A PDF with the given lines of text on each page, in Helvetica, 24 points apart. */
export async function textPdf(...pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (const lines of pages) {
    const page = pdf.addPage({ size: 'a4' });
    for (const [index, line] of lines.entries()) page.drawText(line, { x: 60, y: 760 - index * 24, size: 11 });
  }
  return pdf.save();
}

/** One A4 page with a text field, a tick box and a signature field at known places. */
export async function smallForm(): Promise<Uint8Array> {
  const form = new FormWriter();
  form.text('THE TENANT', 60, 780, 12, [0, 0, 0], true);
  form.text('Full name', 60, 705, 9);
  form.textField({ name: 'tenant_full_name', tooltip: 'Full name of the tenant', required: true }, place(150, 700));
  form.text('I agree', 80, 655, 9);
  form.checkbox({ name: 'tenant_agrees', tooltip: 'The tenant agrees' }, { x: 60, y: 650, w: 14, h: 14 });
  form.signatureField({ name: 'tenant_signature', tooltip: 'Signature of the tenant' }, place(60, 580));
  return form.save('Small form');
}

function place(x: number, y: number): { x: number; y: number; w: number; h: number } {
  return { x, y, w: 220, h: 24 };
}

export interface PageChange {
  readonly rotate?: number;
  readonly mediaBox?: readonly [number, number, number, number];
  readonly cropBox?: readonly [number, number, number, number];
}

/** The same document with one page (0-based) turned or cut. */
export async function changed(bytes: Uint8Array, change: PageChange, index = 0): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes);
  const page = pdf.getPages()[index]!;
  const box = (numbers: readonly number[]): PdfArray => new PdfArray(numbers.map((value) => PdfNumber.of(value)));
  if (change.rotate !== undefined) page.dict.set('Rotate', PdfNumber.of(change.rotate));
  if (change.mediaBox !== undefined) page.dict.set('MediaBox', box(change.mediaBox));
  if (change.cropBox !== undefined) page.dict.set('CropBox', box(change.cropBox));
  return pdf.save();
}

/** The small form with an XFA part; a dynamic one is drawn by Adobe Reader alone. */
export async function xfaForm(dynamic: boolean): Promise<Uint8Array> {
  const pdf = await PDF.load(await smallForm());
  const catalog = pdf.getCatalog();
  const template = pdf.createStream({}, new TextEncoder().encode('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'));
  const form = catalog.getDict('AcroForm', (ref) => pdf.getObject(ref));
  form?.set('XFA', new PdfArray([PdfString.fromString('template'), template]));
  if (dynamic) catalog.set('NeedsRendering', PdfBool.of(true));
  return pdf.save();
}

/** A page with a widget that no form names, as broken software leaves them behind. */
export async function orphanWidget(): Promise<Uint8Array> {
  const pdf = await PDF.load(await textPdf(['An orphan']));
  const page = pdf.getPages()[0]!;
  const rect = new PdfArray([100, 100, 200, 120].map((value) => PdfNumber.of(value)));
  const widget = pdf.register(
    PdfDict.of({ Type: PdfName.of('Annot'), Subtype: PdfName.of('Widget'), Rect: rect, F: PdfNumber.of(4) }),
  );
  page.dict.set('Annots', new PdfArray([widget]));
  return pdf.save();
}

/** Two pages that take their fonts, their boxes and a rotation from the page tree, and share one dictionary of fonts. */
export async function inheritingPages(): Promise<Uint8Array> {
  const pdf = await PDF.load(await textPdf(['The first page'], ['The second page']));
  const [first, second] = pdf.getPages();
  const tree = pdf.getObject(first!.dict.getRef('Parent')!) as PdfDict;
  for (const [key, value] of first!.dict) {
    if (key.value === 'Resources' || key.value === 'MediaBox') tree.set(key, value);
  }
  tree.set('Rotate', PdfNumber.of(90));
  for (const page of [first!, second!]) for (const key of ['Resources', 'MediaBox', 'Rotate']) page.dict.delete(key);
  return pdf.save();
}

/** The small form with a link beside its fields. */
export async function formWithLink(): Promise<Uint8Array> {
  const pdf = await PDF.load(await smallForm());
  const rect = new PdfArray([300, 300, 360, 320].map((value) => PdfNumber.of(value)));
  const action = PdfDict.of({ S: PdfName.of('URI'), URI: PdfString.fromString('https://example.test/') });
  const link = pdf.register(
    PdfDict.of({ Type: PdfName.of('Annot'), Subtype: PdfName.of('Link'), Rect: rect, A: action }),
  );
  pdf
    .getPages()[0]!
    .dict.getArray('Annots', (ref) => pdf.getObject(ref))!
    .push(link);
  return pdf.save();
}

/** Whether a program is installed; tests that look at a PDF from outside are skipped by name without it. */
export function has(program: string): boolean {
  return spawnSync(program, ['-v']).error === undefined;
}

/** Runs `use` with the bytes in a file of their own. */
export function withFile<T>(bytes: Uint8Array, use: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'esign-test-'));
  try {
    const path = join(folder, 'document.pdf');
    writeFileSync(path, bytes);
    return use(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text that a person can copy out of a PDF, page by page, as poppler lays it out. */
export function pageTexts(bytes: Uint8Array): readonly string[] {
  return withFile(bytes, (path) => execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }))
    .split('\f')
    .slice(0, -1);
}

/** What `qpdf --check` has to say: nothing, when all is well. */
export function qpdfComplaints(bytes: Uint8Array): string {
  return withFile(bytes, (path) => {
    const check = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
    return check.status === 0 ? '' : check.stdout + check.stderr;
  });
}

/** The PDF with every stream laid open, for looking for what should not be there. */
export function laidOpen(bytes: Uint8Array): string {
  return withFile(bytes, (path) =>
    execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], { maxBuffer: 1 << 28 }).toString('latin1'),
  );
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Brightness from 0 to 255 at fractions of the page as displayed. */
  darkest(rect: { x: number; y: number; w: number; h: number }): number;
}

/** A page as poppler shows it. */
export function picture(bytes: Uint8Array, page = 1): Picture {
  const data = withFile(bytes, (path) =>
    execFileSync('pdftoppm', ['-cropbox', '-gray', '-r', '72', '-f', String(page), '-l', String(page), path], {
      maxBuffer: 1 << 28,
    }),
  );
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/u.exec(data.subarray(0, 40).toString('latin1'))!;
  const [width, height, start] = [Number(header[1]), Number(header[2]), header[0].length];
  return {
    width,
    height,
    darkest({ x, y, w, h }) {
      let darkest = 255;
      for (let row = Math.ceil(y * height); row < (y + h) * height; row++) {
        for (let column = Math.ceil(x * width); column < (x + w) * width; column++) {
          darkest = Math.min(darkest, data[start + row * width + column] ?? 255);
        }
      }
      return darkest;
    },
  };
}
