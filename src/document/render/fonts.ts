import { readFile } from 'node:fs/promises';
import type { EmbeddedFont, PDF } from '@libpdf/core';
import { assetPath } from '../../core/platform/package-files.js';

/** The bytes of the fonts that everything is drawn in. */
export interface FontFiles {
  readonly body: Uint8Array;
  readonly bold: Uint8Array;
  readonly script: Uint8Array;
}

/** The same fonts as parts of one PDF. */
export interface Fonts {
  readonly body: EmbeddedFont;
  readonly bold: EmbeddedFont;
  /** The hand in which typed signatures are written; it has fewer characters than `body`. */
  readonly script: EmbeddedFont;
}

/** Reads the fonts that are shipped along. */
export async function loadFontFiles(): Promise<FontFiles> {
  const read = (name: string): Promise<Uint8Array> => readFile(assetPath(`document/render/fonts/${name}`));
  const [body, bold, script] = await Promise.all([
    read('NotoSans-Regular.ttf'),
    read('NotoSans-Bold.ttf'),
    read('DancingScript-Regular.ttf'),
  ]);
  return { body, bold, script };
}

/** Makes the fonts parts of one PDF. */
export function embedFonts(pdf: PDF, files: FontFiles): Fonts {
  return {
    body: embedFont(pdf, files.body),
    bold: embedFont(pdf, files.bold),
    script: embedFont(pdf, files.script),
  };
}

/** What libpdf makes of a font file: tables that nothing changes any more. Only which letters are used differs. */
const programs = new WeakMap<Uint8Array, EmbeddedFont['program']>();

/**
 * Makes a font part of one PDF. Its tables of characters and glyph names are as much work to parse as a short document,
 * so that all PDFs share what the first one parsed (libpdf 0.4.2 has no door for it).
 */
export function embedFont(pdf: PDF, file: Uint8Array): EmbeddedFont {
  const font = pdf.embedFont(file);
  const program = programs.get(file) ?? font.program;
  programs.set(file, program);
  return Object.assign(font, { fontProgram: program });
}
