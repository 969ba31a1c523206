import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
/** Whether the programs that look at a PDF from outside are on this machine. */
export const canReadPdf = has('pdftotext');
export const canCheckPdf = has('qpdf');

/** The text of each page, as poppler sees it. */
export const pagesOf = (pdf: Buffer): readonly string[] =>
  spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout.split('\f').slice(0, -1);

/** The text of all pages, every run of white space as one space. */
export const textOf = (pdf: Buffer): string => pagesOf(pdf).join('\n').replace(/\s+/g, ' ');

/** The exit code of `qpdf --check`: 0 when it is content. */
export function checkPdf(pdf: Buffer): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'esign-check-'));
  try {
    const file = join(folder, 'checked.pdf');
    writeFileSync(file, pdf);
    return spawnSync('qpdf', ['--check', file]).status;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
