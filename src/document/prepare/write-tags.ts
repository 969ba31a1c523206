import type { PDF } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import { addResource, appendContent, ownResources } from '../render/page-resources.js';
import type { PreparedField } from './prepared-field.js';
import { tagOf } from './tag-fields.js';
import { type DrawnPage, userBox } from './widget-dict.js';

/** In parts of the size of the font: higher and lower than any letter, so that each takes the same room. */
const ASCENT = 1.2;
const DESCENT = 0.4;

/**
 * Writes fields as text tags that nobody sees over their places: the text is as wide and as high as the place, since
 * that is what a reader of tags goes by. The content of the pages stays as it is.
 */
export function writeTags(pdf: PDF, pages: readonly DrawnPage[], tags: readonly PreparedField[]): void {
  if (tags.length === 0) return;
  const letters = [...new Set(tags.flatMap((tag) => [...tagOf(tag)]))];
  const font = pdf.register(tagFont(pdf, letters));
  for (const [index, page] of pdf.getPages().entries()) {
    const [own, drawn] = [tags.filter((tag) => tag.page === index + 1), pages[index]];
    if (own.length === 0 || drawn === undefined) continue;
    const name = addResource(pdf, ownResources(pdf, page), 'Font', font);
    appendContent(pdf, page, own.map((tag) => shown(tag, drawn, { name, letters })).join(''));
  }
}

function shown(
  field: PreparedField,
  { toUser, upright }: DrawnPage,
  { name, letters }: { readonly name: string; readonly letters: readonly string[] },
): string {
  const [left, bottom, right, top] = userBox(field.rect, toUser);
  const isOnSide = upright === 90 || upright === 270;
  const [width, height] = isOnSide ? [top - bottom, right - left] : [right - left, top - bottom];
  const text = tagOf(field);
  const size = height / (ASCENT + DESCENT);
  // Each character is as wide as the font is high, before it is drawn together.
  const across = width / (text.length * size);
  const rise = DESCENT * size;
  const matrix = {
    0: [across, 0, 0, 1, left, bottom + rise],
    90: [0, across, -1, 0, right - rise, bottom],
    180: [-across, 0, 0, -1, right, top - rise],
    270: [0, -across, 1, 0, left + rise, top],
  }[upright as 0 | 90 | 180 | 270];
  const numbers = [...(matrix ?? [])].map((value) => value.toFixed(5)).join(' ');
  const codes = [...text].map((letter) => hex(letters.indexOf(letter) + 1, 2)).join('');
  return `BT /${name} ${size.toFixed(5)} Tf 3 Tr ${numbers} Tm <${codes}> Tj ET\n`;
}

/** A font without a face, all of whose characters are as wide as it is high; its codes count the letters from 1. */
function tagFont(pdf: PDF, letters: readonly string[]): PdfDict {
  const name = PdfName.of('EsignTags');
  const thousandths = (part: number): PdfNumber => PdfNumber.of(Math.round(part * 1000));
  const descriptor = PdfDict.of({
    Type: PdfName.of('FontDescriptor'),
    FontName: name,
    Flags: PdfNumber.of(4),
    FontBBox: new PdfArray([0, -DESCENT, 1, ASCENT].map(thousandths)),
    ItalicAngle: PdfNumber.of(0),
    Ascent: thousandths(ASCENT),
    Descent: thousandths(-DESCENT),
    CapHeight: thousandths(ASCENT),
    StemV: PdfNumber.of(80),
  });
  // Each letter looks like a small one: none is higher or wider than the next, whatever face a reader takes. What looks
  // like a space is left out by MuPDF.
  const looks = letters.map(() => PdfName.of('x'));
  return PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type1'),
    BaseFont: name,
    FirstChar: PdfNumber.of(1),
    LastChar: PdfNumber.of(letters.length),
    Widths: new PdfArray(letters.map(() => thousandths(1))),
    Encoding: PdfDict.of({
      Type: PdfName.of('Encoding'),
      Differences: new PdfArray([PdfNumber.of(1), ...looks]),
    }),
    FontDescriptor: pdf.register(descriptor),
    ToUnicode: pdf.register(new PdfStream([], Buffer.from(unicodeMap(letters), 'latin1'))),
  });
}

/** A list of codes may not be longer than 100. */
function unicodeMap(letters: readonly string[]): string {
  const entries = letters.map((letter, at) => `<${hex(at + 1, 2)}> <${hex(letter.charCodeAt(0), 4)}>\n`);
  const lists = Array.from({ length: Math.ceil(entries.length / 100) }, (_, at) => {
    const part = entries.slice(at * 100, at * 100 + 100);
    return `${part.length} beginbfchar\n${part.join('')}endbfchar\n`;
  });
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /EsignTags def\n' +
    '/CMapType 2 def\n1 begincodespacerange\n<00> <ff>\nendcodespacerange\n' +
    `${lists.join('')}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`
  );
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
