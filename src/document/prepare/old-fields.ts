import type { PDF, PDFPage, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfRef } from '@libpdf/core';
import { inheritedValue } from '../engine/inherited-value.js';
import { PREPARED_ENTRY } from '../engine/page-widgets.js';
import { type Annotation, annotationsOf, appearanceOf } from '../render/annotations.js';
import { placement } from '../render/appearance-box.js';
import { addResource, appendContent, ownResources, resolver } from '../render/page-resources.js';

const HIDDEN = 2;
const NO_VIEW = 32;
const READ_ONLY = 1;
const PUSH_BUTTON = 1 << 16;
const DEEPEST = 32;

/**
 * Takes the fields that a person could fill in out of a document, from its pages and from its form. What an empty one
 * looks like becomes part of the page: often its box and its line are drawn nowhere else. Buttons, hidden and read-only
 * fields stay: they are part of what is printed. Answers the fields at the top of the form that are left.
 */
export function removeFillable(pdf: PDF): readonly PdfObject[] {
  const resolve = resolver(pdf);
  for (const page of pdf.getPages()) {
    const annotations = page.dict.getArray('Annots', resolve);
    if (annotations === undefined) continue;
    paintLooks(
      pdf,
      page,
      annotationsOf(pdf, page).filter(({ dict }) => isFillable(pdf, dict)),
    );
    const kept = Array.from(annotations).filter((entry) => {
      const dict = entry instanceof PdfRef ? pdf.getObject(entry) : entry;
      return !(dict instanceof PdfDict && isFillable(pdf, dict));
    });
    page.dict.set('Annots', new PdfArray(kept));
  }
  const form = pdf.getCatalog().getDict('AcroForm', resolve);
  return withoutFillable(pdf, form?.getArray('Fields', resolve), 0, new Set());
}

function paintLooks(pdf: PDF, page: PDFPage, fields: readonly Annotation[]): void {
  const looks = fields.flatMap((field) => {
    // An empty field of `template prepare` draws nothing.
    const look = field.dict.has(PREPARED_ENTRY) ? null : appearanceOf(pdf, field, true);
    const matrix = look === null ? null : placement(look.stream, field.box, resolver(pdf));
    return look === null || matrix === null ? [] : [{ ...look, matrix }];
  });
  if (looks.length === 0) return;
  const resources = ownResources(pdf, page);
  const operators = looks.map(({ stream, ref, matrix }) => {
    stream.set('Type', PdfName.of('XObject'));
    stream.set('Subtype', PdfName.of('Form'));
    const name = addResource(pdf, resources, 'XObject', ref ?? pdf.register(stream));
    return `q ${matrix.map((value) => value.toFixed(5)).join(' ')} cm /${name} Do Q\n`;
  });
  appendContent(pdf, page, operators.join(''));
}

function isFillable(pdf: PDF, widget: PdfDict): boolean {
  const resolve = resolver(pdf);
  if (widget.getName('Subtype', resolve)?.value !== 'Widget') return false;
  if (((widget.getNumber('F', resolve)?.value ?? 0) & (HIDDEN | NO_VIEW)) !== 0) return false;
  const [type, flags] = [inheritedValue(pdf, widget, 'FT'), inheritedValue(pdf, widget, 'Ff')];
  const bits = flags instanceof PdfNumber ? flags.value : 0;
  if (!(type instanceof PdfName) || (bits & READ_ONLY) !== 0) return false;
  if (type.value === 'Btn') return (bits & PUSH_BUTTON) === 0;
  return type.value === 'Tx' || type.value === 'Ch' || type.value === 'Sig';
}

/** The fields of a list that something is left of, as the list has them; `seen` keeps a circle from going round. */
function withoutFillable(
  pdf: PDF,
  fields: PdfArray | undefined,
  depth: number,
  seen: Set<PdfDict>,
): readonly PdfObject[] {
  if (fields === undefined || depth > DEEPEST) return [];
  return Array.from(fields).filter((entry) => {
    const field = entry instanceof PdfRef ? pdf.getObject(entry) : entry;
    if (!(field instanceof PdfDict) || seen.has(field)) return false;
    seen.add(field);
    const kids = field.getArray('Kids', resolver(pdf));
    if (kids === undefined) return !isFillable(pdf, field) && field.has('Subtype');
    const kept = withoutFillable(pdf, kids, depth + 1, seen);
    field.set('Kids', new PdfArray([...kept]));
    return kept.length > 0;
  });
}
