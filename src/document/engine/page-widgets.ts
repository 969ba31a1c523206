import type { OpenPdf } from './open-pdf.js';
import type { PageGeometry } from './page-geometry.js';
import type { Area } from './page-glyphs.js';
import { displayedArea } from './page-glyphs.js';
import type { Pdfium } from './pdfium.js';

type WidgetKind = 'text' | 'checkbox' | 'radio' | 'choice' | 'signature';

/** One widget of an AcroForm field that a person could fill in. */
export interface Widget extends Area {
  readonly kind: WidgetKind;
  /** 1-based. */
  readonly page: number;
  /** The field's full name. */
  readonly name: string;
  readonly tooltip: string | null;
  readonly required: boolean;
  readonly multiline: boolean;
  /** How many letters a comb takes, one in each cell; null for every other widget. */
  readonly cells: number | null;
  /** In characters; null for no limit. */
  readonly maxLength: number | null;
  /** What `template prepare` wrote about the field, as it stands in the file; empty for any other. */
  readonly entry: string;
  readonly options: readonly string[];
  /** What a checkbox or radio button stands for when it is on. */
  readonly exportValue: string;
  /** What it shows now: true for a tick, the text or the chosen option; null when nothing, or several options. */
  readonly held: string | true | null;
  /** Its place among the annotations of its page. */
  readonly annotation: number;
}

/** A loaded page whose widgets are read. */
export interface FormPage {
  /** See `withForm`. */
  readonly form: number;
  readonly page: number;
  readonly geometry: PageGeometry;
}

/** A handle to PDFium's form environment of a document; needed for every question about fields. */
export function withForm<T>(pdfium: Pdfium, pdf: OpenPdf, use: (form: number) => T): T {
  const { api } = pdfium;
  const info = api.PDFiumExt_OpenFormFillInfo();
  const form = api.PDFiumExt_InitFormFillEnvironment(pdf.handle, info);
  try {
    return use(form);
  } finally {
    if (form !== 0) api.PDFiumExt_ExitFormFillEnvironment(form);
    api.PDFiumExt_CloseFormFillInfo(info);
  }
}

/**
 * Runs `use` while the form knows the fields of a loaded page that its own list leaves out, and the texts that the
 * buttons stand for. PDFium gives fields without an appearance one meanwhile, so that pages without either stay as they
 * are.
 */
export function withFieldsOf<T>(pdfium: Pdfium, form: number, page: number, use: () => T): T {
  const { api } = pdfium;
  if (!someAnnotation(pdfium, page, (annotation) => isUnread(pdfium, form, annotation))) return use();
  api.FORM_OnAfterLoadPage(page, form);
  try {
    return use();
  } finally {
    api.FORM_OnBeforeClosePage(page, form);
  }
}

function isUnread(pdfium: Pdfium, form: number, annotation: number): boolean {
  const kind = widgetKind(pdfium.api.FPDFAnnot_GetFormFieldType(form, annotation));
  return kind === 'checkbox' || kind === 'radio' || isStray(pdfium, form, annotation);
}

function someAnnotation({ api }: Pdfium, page: number, is: (annotation: number) => boolean): boolean {
  const count = Math.min(api.FPDFPage_GetAnnotCount(page), MOST_WIDGETS);
  for (let index = 0; index < count; index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const found = is(annotation);
    api.FPDFPage_CloseAnnot(annotation);
    if (found) return true;
  }
  return false;
}

const WIDGET = 20;
const HIDDEN = 2;
const NO_VIEW = 32;
const READ_ONLY = 1;
const REQUIRED = 2;
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const FILE_SELECT = 1 << 20;
const COMB = 1 << 24;
const MOST_CELLS = 200;
/** Longer names, tooltips and options are cut: no form that a person wrote has them, and every rule reads them. */
const LONGEST = 250;
const LONGEST_NAME = 1000;
/** In characters; a longer limit counts as no limit. */
export const LONGEST_ANSWER = 4_000;
/** The entry of a widget that `template prepare` writes, under a name of the second class (ISO 32000, annex E). */
export const PREPARED_ENTRY = 'ESGN_Field';
/** The entry of the document's information that `template prepare` writes, also where no field is left. */
export const PREPARED_MARK = 'ESGN_Prepared';
/** Whether text tags were written beside form fields. */
export type PreparedMark = 'fields' | 'tags';
const SMALLEST_SIDE = 1;
/** One more than a document may have, so that too many are noticed. */
const MOST_WIDGETS = 5_001;
const MOST_OPTIONS = 500;

/**
 * The fillable widgets of a loaded page in the order the file lists them; hidden and read-only ones are left out, and
 * so are signature fields that are signed already.
 */
export function readWidgets(pdfium: Pdfium, page: FormPage): readonly Widget[] {
  const { api } = pdfium;
  const widgets: Widget[] = [];
  const count = Math.min(api.FPDFPage_GetAnnotCount(page.page), MOST_WIDGETS);
  for (let index = 0; index < count; index++) {
    const annotation = api.FPDFPage_GetAnnot(page.page, index);
    if (annotation === 0) continue;
    try {
      const widget = readWidget(pdfium, page, { annotation, index });
      if (widget !== null) widgets.push(widget);
    } finally {
      api.FPDFPage_CloseAnnot(annotation);
    }
  }
  return widgets;
}

/** PDFium knows no type of a field that the form does not name. */
function isStray({ api }: Pdfium, form: number, annotation: number): boolean {
  if (api.FPDFAnnot_GetSubtype(annotation) !== WIDGET) return false;
  if ((api.FPDFAnnot_GetFlags(annotation) & (HIDDEN | NO_VIEW)) !== 0) return false;
  return api.FPDFAnnot_GetFormFieldType(form, annotation) < 0;
}

function readWidget(
  pdfium: Pdfium,
  { form, geometry }: FormPage,
  { annotation, index }: { readonly annotation: number; readonly index: number },
): Widget | null {
  const { api } = pdfium;
  if (api.FPDFAnnot_GetSubtype(annotation) !== WIDGET) return null;
  if ((api.FPDFAnnot_GetFlags(annotation) & (HIDDEN | NO_VIEW)) !== 0) return null;
  const kind = widgetKind(api.FPDFAnnot_GetFormFieldType(form, annotation));
  const flags = api.FPDFAnnot_GetFormFieldFlags(form, annotation);
  if (kind === null || (flags & READ_ONLY) !== 0) return null;
  if (kind === 'signature' && isFilled(pdfium, annotation)) return null;
  const area = widgetArea(pdfium, annotation, geometry);
  if (area === null) return null;
  const isComb = kind === 'text' && combs(flags);
  const name = legible(pdfium.text((buffer, size) => api.FPDFAnnot_GetFormFieldName(form, annotation, buffer, size)));
  const length = kind === 'text' ? maxLength(pdfium, annotation) : null;
  return {
    kind,
    page: geometry.page,
    name,
    tooltip: tidied(
      pdfium.text((buffer, size) => api.FPDFAnnot_GetFormFieldAlternateName(form, annotation, buffer, size)),
    ),
    required: (flags & REQUIRED) !== 0,
    multiline: kind === 'text' && (flags & MULTILINE) !== 0,
    cells: isComb && length !== null && length >= 2 && length <= MOST_CELLS ? length : null,
    maxLength: length,
    entry: pdfium.text((buffer, size) => api.FPDFAnnot_GetStringValue(annotation, PREPARED_ENTRY, buffer, size)),
    options: kind === 'choice' ? readOptions(pdfium, form, annotation) : [],
    exportValue: kind === 'checkbox' || kind === 'radio' ? exportValueOf(pdfium, form, annotation) : '',
    held: heldBy(pdfium, form, annotation, kind),
    annotation: index,
    ...area,
  };
}

function heldBy(pdfium: Pdfium, form: number, annotation: number, kind: WidgetKind): string | true | null {
  const { api, text } = pdfium;
  switch (kind) {
    case 'checkbox':
    case 'radio': {
      const state = text((buffer, size) => api.FPDFAnnot_GetStringValue(annotation, 'AS', buffer, size));
      return state !== '' && state !== 'Off' ? true : null;
    }
    case 'text':
      return text((buffer, size) => api.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size)) || null;
    case 'choice':
      return chosenOption(pdfium, form, annotation);
    case 'signature':
      return null;
  }
}

/** The text that stands for a button in the list of its field, or else the name of its state. */
function exportValueOf(pdfium: Pdfium, form: number, annotation: number): string {
  const value = pdfium.text((buffer, size) =>
    pdfium.api.FPDFAnnot_GetFormFieldExportValue(form, annotation, buffer, size),
  );
  const isListed = pdfium.api.FPDFAnnot_GetOptionCount(form, annotation) > 0;
  return tidied(isListed ? value : utf8Of(value)) ?? '';
}

/** PDFium takes the bytes of a name for letters; most programs write names in UTF-8. */
function utf8Of(name: string): string {
  if ([...name].some((letter) => letter > 'ÿ')) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    // Others write them in Latin-1.
    return name;
  }
}

function chosenOption(pdfium: Pdfium, form: number, annotation: number): string | null {
  const { api } = pdfium;
  const count = Math.min(Math.max(api.FPDFAnnot_GetOptionCount(form, annotation), 0), MOST_OPTIONS);
  const chosen = Array.from({ length: count }, (_, index) => index).filter((index) =>
    api.FPDFAnnot_IsOptionSelected(form, annotation, index),
  );
  const [only] = chosen;
  return chosen.length === 1 && only !== undefined ? optionAt(pdfium, form, annotation, only) : null;
}

function isFilled({ api }: Pdfium, annotation: number): boolean {
  return api.FPDFAnnot_HasKey(annotation, 'V');
}

/** A comb divides its width into as many cells as the answer may have letters; it may be neither of the other kinds. */
const combs = (flags: number): boolean => (flags & COMB) !== 0 && (flags & (MULTILINE | PASSWORD | FILE_SELECT)) === 0;

function maxLength(pdfium: Pdfium, annotation: number): number | null {
  const length = pdfium.withBlock(4, (value) =>
    pdfium.api.FPDFAnnot_GetNumberValue(annotation, 'MaxLen', value) ? pdfium.float(value) : 0,
  );
  return length >= 1 && length <= LONGEST_ANSWER ? Math.floor(length) : null;
}

// FPDF_FORMFIELD_*: push buttons (1) and what PDFium does not know are nothing to fill in.
function widgetKind(type: number): WidgetKind | null {
  switch (type) {
    case 2:
      return 'checkbox';
    case 3:
      return 'radio';
    case 4:
    case 5:
      return 'choice';
    case 6:
      return 'text';
    case 7:
      return 'signature';
    default:
      return null;
  }
}

function widgetArea(pdfium: Pdfium, annotation: number, geometry: PageGeometry): Area | null {
  const area = pdfium.withBlock(16, (box) => {
    if (!pdfium.api.FPDFAnnot_GetRect(annotation, box)) return null;
    return displayedArea(geometry, [
      pdfium.float(box),
      pdfium.float(box + 4),
      pdfium.float(box + 8),
      pdfium.float(box + 12),
    ]);
  });
  if (area === null) return null;
  const clipped = {
    left: Math.max(area.left, 0),
    top: Math.max(area.top, 0),
    right: Math.min(area.right, geometry.width),
    bottom: Math.min(area.bottom, geometry.height),
  };
  const seen = clipped.right - clipped.left >= SMALLEST_SIDE && clipped.bottom - clipped.top >= SMALLEST_SIDE;
  return seen ? clipped : null;
}

function readOptions(pdfium: Pdfium, form: number, annotation: number): readonly string[] {
  const { api } = pdfium;
  const count = Math.min(Math.max(api.FPDFAnnot_GetOptionCount(form, annotation), 0), MOST_OPTIONS);
  const options = Array.from({ length: count }, (_, index) => optionAt(pdfium, form, annotation, index));
  return [...new Set(options.filter((option) => option !== null))];
}

function optionAt(pdfium: Pdfium, form: number, annotation: number, index: number): string | null {
  const label = (buffer: number, size: number): number =>
    pdfium.api.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, size);
  return tidied(pdfium.text(label));
}

/** A name as the file has it, spaces and all: it is what other tools know the field by. */
function legible(name: string): string {
  return name.slice(0, LONGEST_NAME).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

function tidied(text: string): string | null {
  const plain = text
    .slice(0, LONGEST * 4)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, LONGEST)
    .trim();
  return plain === '' ? null : plain;
}
