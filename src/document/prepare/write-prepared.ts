import type { PdfObject } from '@libpdf/core';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core';
import { UnreadableDocument } from '../document-failure.js';
import { isSigned } from '../engine/is-signed.js';
import { openPdf, savePlain } from '../engine/open-pdf.js';
import { eachPage } from '../engine/page-geometry.js';
import { type Area, withTextLayer } from '../engine/page-glyphs.js';
import { PREPARED_MARK, type PreparedMark } from '../engine/page-widgets.js';
import type { Pdfium } from '../engine/pdfium.js';
import { readingFrame } from '../engine/reading-frame.js';
import { removeText } from '../engine/redact.js';
import { withStableNames } from '../engine/stable-bytes.js';
import { removeConformanceClaims } from '../render/conformance-claims.js';
import { resolver } from '../render/page-resources.js';
import { nameFields } from './field-names.js';
import { removeFillable } from './old-fields.js';
import { linesOf, type PreparedField, type PreparedForm, type PreparedGroup } from './prepared-field.js';
import { tidyForm } from './tidy-form.js';
import { type DrawnPage, widgetDict } from './widget-dict.js';
import { writeTags } from './write-tags.js';

const RADIO = (1 << 15) | (1 << 14);
const NO_TOGGLE_TO_OFF = 1 << 14;
const REQUIRED = 2;

/** A line of text that is taken off a page. */
export interface TakenOff {
  readonly page: number;
  readonly area: Area;
}

/** A PDF and what was drawn on it. */
export interface PrepareJob {
  readonly pdf: Uint8Array;
  /** Null: only what is taken off goes, and the document is read as any other. */
  readonly form: PreparedForm | null;
  /** What is taken off the pages (1-based), in fractions of them: lines of text tags that a field takes the place of. */
  readonly off?: readonly TakenOff[];
  /** Fields that are written as text tags; see `tagFields`. */
  readonly tags?: readonly PreparedField[];
  /**
   * The full name of each field, for a form that readers shall take for one that they know nothing of: it has no entries
   * of `template prepare`, and fields of one name that answer one question are its radio buttons.
   */
  readonly names?: readonly string[];
}

/**
 * Writes a form into a PDF as fields of an AcroForm, in place of those that it had; the content of the pages stays as
 * it is, but for what is taken off. The form has no problems by `problemsOf`. Throws UnreadableDocument, with code `signed` for a PDF with a
 * signature.
 */
export async function writePrepared(
  pdfium: Pdfium,
  { pdf: bytes, form: drawn, off = [], tags = [], names: given }: PrepareJob,
): Promise<Uint8Array> {
  const { plain, pages } = readPlain(pdfium, bytes, off);
  if (drawn === null) return withStableNames(plain);
  const pdf = await PDF.load(plain);
  const resolve = resolver(pdf);
  const { fields: whole, groups } = tidyForm(drawn);
  const form = { fields: whole.flatMap(linesOf), groups };
  const heads = new Set(whole.map(({ rect }) => rect));
  const kept = removeFillable(pdf);
  const fields = new FieldTree(pdf, kept);
  const names = given?.map((name) => name.split('.')) ?? nameFields(form, fields.names());
  const isPlain = given !== undefined;
  const widgets = new Map<number, PdfRef[]>();
  for (const [index, field] of form.fields.entries()) {
    const [page, name] = [pdf.getPages()[field.page - 1], names[index]];
    const shown = pages[field.page - 1];
    if (page === undefined || shown === undefined || name === undefined) {
      throw new UnreadableDocument('damaged', `a PDF whose page ${field.page} cannot be written`);
    }
    const group = form.groups.find((each) => each.name === field.group) ?? null;
    const place = form.fields.filter((other) => other.group === field.group).indexOf(field);
    const radios = form.fields.filter((other) => other.group === field.group).map(({ option }) => option ?? '');
    const state = group === null ? stateOf([field.option ?? ''], 0) : stateOf(radios, place);
    const dict = widgetDict(pdf, field, { page: shown, group, state, isPlain, isLine: !heads.has(field.rect) });
    dict.set('P', page.ref);
    const ref =
      group?.max_selected === 1 ? fields.addRadio(name, dict, { group, field, radios }) : fields.add(name, dict);
    widgets.set(field.page, [...(widgets.get(field.page) ?? []), ref]);
  }
  for (const [number, own] of widgets) {
    const page = pdf.getPages()[number - 1];
    page?.dict.set('Annots', new PdfArray([...(page.dict.getArray('Annots', resolve) ?? []), ...own]));
  }
  writeTags(pdf, pages, tags);
  setForm(pdf, fields.top());
  // New fields are not tagged, and their font is not embedded.
  if (form.fields.length > 0) removeConformanceClaims(pdf);
  if (!isPlain) setMark(pdf, tags.length > 0 ? 'tags' : 'fields');
  return withStableNames(await pdf.save());
}

function readPlain(
  pdfium: Pdfium,
  bytes: Uint8Array,
  off: readonly TakenOff[],
): { readonly plain: Uint8Array; readonly pages: readonly DrawnPage[] } {
  const pdf = openPdf(pdfium, bytes);
  try {
    if (isSigned(pdfium, pdf)) {
      throw new UnreadableDocument('signed', 'a signed PDF: new fields would break its signature');
    }
    const pages = eachPage(pdfium, pdf, (page, geometry) => {
      const turn = withTextLayer(pdfium, page, (layer) => readingFrame(pdfium, layer, geometry).turn);
      const { toUser, rotation, width, height } = geometry;
      return { toUser, upright: (360 + rotation - turn) % 360, width, height };
    });
    removeText(
      pdfium,
      pdf,
      off.flatMap(({ page, area: { left, top, right, bottom } }) => {
        const { width, height } = pages[page - 1] ?? { width: 0, height: 0 };
        const area = { left: left * width, top: top * height, right: right * width, bottom: bottom * height };
        return width === 0 ? [] : [{ page, area }];
      }),
    );
    return { plain: savePlain(pdfium, pdf.handle), pages };
  } finally {
    pdf.close();
  }
}

/** Plain options name their state; others are numbered, and `Opt` holds their words. */
const arePlain = (options: readonly string[]): boolean =>
  options.every((option) => /^[A-Za-z0-9][A-Za-z0-9 ,.'-]*$/u.test(option) && option !== 'Off');

const stateOf = (options: readonly string[], place: number): string =>
  arePlain(options) ? (options[place] ?? 'Yes') : String(place);

/** The fields of a form by their names, those between them with the fields below. */
class FieldTree {
  readonly #pdf: PDF;
  readonly #top: PdfObject[];
  readonly #nodes = new Map<string, { readonly dict: PdfDict; readonly ref: PdfRef }>();

  constructor(pdf: PDF, kept: readonly PdfObject[]) {
    this.#pdf = pdf;
    this.#top = [...kept];
  }

  top(): readonly PdfObject[] {
    return this.#top;
  }

  /** The names at the top so far. */
  names(): ReadonlySet<string> {
    const resolve = resolver(this.#pdf);
    return new Set(
      this.#top.flatMap((entry) => {
        const dict = entry instanceof PdfRef ? this.#pdf.getObject(entry) : entry;
        return dict instanceof PdfDict ? (dict.getString('T', resolve)?.asString() ?? []) : [];
      }),
    );
  }

  /** A field that is its own widget. */
  add(name: readonly string[], field: PdfDict): PdfRef {
    field.set('T', PdfString.fromString(name.at(-1) ?? ''));
    const ref = this.#pdf.register(field);
    this.#putBelow(name.slice(0, -1), field, ref);
    return ref;
  }

  /** A button of a question of which one answer may be chosen. */
  addRadio(
    name: readonly string[],
    button: PdfDict,
    asked: { readonly group: PreparedGroup; readonly field: PreparedField; readonly radios: readonly string[] },
  ): PdfRef {
    const path = name.join('.');
    if (!this.#nodes.has(path)) {
      const dict = PdfDict.of({
        FT: PdfName.of('Btn'),
        T: PdfString.fromString(name.at(-1) ?? ''),
        Ff: PdfNumber.of(asked.field.required ? RADIO | REQUIRED : RADIO & ~NO_TOGGLE_TO_OFF),
        V: PdfName.of('Off'),
        Kids: new PdfArray([]),
      });
      if (asked.group.label !== null) dict.set('TU', PdfString.fromString(asked.group.label));
      if (!arePlain(asked.radios))
        dict.set('Opt', new PdfArray(asked.radios.map((text) => PdfString.fromString(text))));
      const node = { dict, ref: this.#pdf.register(dict) };
      this.#nodes.set(path, node);
      this.#putBelow(name.slice(0, -1), dict, node.ref);
    }
    const ref = this.#pdf.register(button);
    this.#putBelow(name, button, ref);
    return ref;
  }

  #putBelow(parent: readonly string[], field: PdfDict, ref: PdfRef): void {
    if (parent.length === 0) {
      this.#top.push(ref);
      return;
    }
    const node = this.#node(parent);
    node.dict.getArray('Kids')?.push(ref);
    field.set('Parent', node.ref);
  }

  #node(name: readonly string[]): { readonly dict: PdfDict; readonly ref: PdfRef } {
    const path = name.join('.');
    const known = this.#nodes.get(path);
    if (known !== undefined) return known;
    const dict = PdfDict.of({ T: PdfString.fromString(name.at(-1) ?? ''), Kids: new PdfArray([]) });
    const node = { dict, ref: this.#pdf.register(dict) };
    this.#nodes.set(path, node);
    this.#putBelow(name.slice(0, -1), dict, node.ref);
    return node;
  }
}

/** What the form was for fields that are gone goes with them: XFA, the order of calculation, rights to fill it in. */
function setForm(pdf: PDF, fields: readonly PdfObject[]): void {
  const resolve = resolver(pdf);
  const catalog = pdf.getCatalog();
  const form = catalog.getDict('AcroForm', resolve) ?? new PdfDict();
  for (const key of ['XFA', 'CO', 'NeedAppearances', 'SigFlags']) form.delete(key);
  for (const key of ['Perms', 'NeedsRendering']) catalog.delete(key);
  form.set('Fields', new PdfArray([...fields]));
  form.set('DA', PdfString.fromString('/Helv 0 Tf 0 g'));
  const resources = form.getDict('DR', resolve)?.clone() ?? new PdfDict();
  const fonts = resources.getDict('Font', resolve)?.clone() ?? new PdfDict();
  if (!fonts.has('Helv')) fonts.set('Helv', pdf.register(fontDict('Helvetica', 'WinAnsiEncoding')));
  if (!fonts.has('ZaDb')) fonts.set('ZaDb', pdf.register(fontDict('ZapfDingbats', null)));
  resources.set('Font', fonts);
  form.set('DR', resources);
  catalog.set('AcroForm', form);
}

/** Says that what was drawn is all there is to fill in, even where nothing was. */
function setMark(pdf: PDF, mark: PreparedMark): void {
  const { trailer } = pdf.context.info;
  const known = trailer.getDict('Info', resolver(pdf));
  const info = known ?? new PdfDict();
  if (known === undefined) trailer.set('Info', pdf.register(info));
  info.set(PREPARED_MARK, PdfString.fromString(mark));
}

function fontDict(name: string, encoding: string | null): PdfDict {
  const dict = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type1'),
    BaseFont: PdfName.of(name),
  });
  if (encoding !== null) dict.set('Encoding', PdfName.of(encoding));
  return dict;
}
