import { UnreadableDocument } from '../document-failure.js';
import { type OpenPdf, withPage } from '../engine/open-pdf.js';
import { type PageGeometry, pageGeometry } from '../engine/page-geometry.js';
import { type Glyph, readText, withTextLayer } from '../engine/page-glyphs.js';
import { readWidgets, type Widget, withFieldsOf, withForm } from '../engine/page-widgets.js';
import type { Pdfium } from '../engine/pdfium.js';
import { type PagePaths, readPaths } from '../engine/page-paths.js';
import { readingFrame, type TextTurn } from '../engine/reading-frame.js';
import type { Reading } from './read-pdf.js';
import { canBeOption, withoutRow } from './caption-words.js';
import { type PlacedTag, withoutTags } from './text-tags.js';
import { type PageLines, readPageLines } from './text-lines.js';
import { plainWords } from './words.js';

/** What one page holds, as far as finding boxes and people needs it. */
export interface PageFacts extends PageLines {
  /** The page with its text upright: what everything here is measured in. */
  readonly geometry: PageGeometry;
  readonly displayed: PageGeometry;
  /** By how much the page as displayed is turned against `geometry`. */
  readonly turn: TextTurn;
  readonly tags: readonly PlacedTag[];
  /** Visible characters in the order in which the file draws them, without those of tags. */
  readonly glyphs: readonly Glyph[];
  readonly widgets: readonly Widget[];
  /** Lines and outlines that are drawn. */
  readonly paths: PagePaths;
  /** Whether the page has hardly any text and shows a picture, which may be of one. */
  readonly isPicture: boolean;
}

const MOST_FIELDS = 5_000;
const MOST_CHARACTERS = 3_000_000;
/** A scanned page may bear a number that was printed on it afterwards. */
const FEW_GLYPHS = 8;
/** In points. */
const SHORTEST_SIDE = 1;
const LONGEST_SIDE = 100_000;

/** What an author's program left in place of a description describes nothing. */
const withWords = (widget: Widget): Widget => {
  if (widget.entry !== '') return widget;
  const words = widget.tooltip === null ? '' : withoutRow(widget.tooltip);
  const isName = /^[\p{Ll}\d ]+$/u.test(words) && /\d/u.test(words) && plainWords(words) === plainWords(widget.name);
  return { ...widget, tooltip: canBeOption(words) && !isName ? words : null };
};

/**
 * Reads every page of an open document; `controls` are those whose marks stand on them, where it was a Word file. Throws
 * UnreadableDocument where it holds more than any form does, or a text tag that is wrong.
 */
export function readPages(pdfium: Pdfium, pdf: OpenPdf, { controls }: Pick<Reading, 'controls'>): readonly PageFacts[] {
  let [fields, characters] = [0, 0];
  const withCount = (page: PageFacts): PageFacts => {
    const { width, height } = page.geometry;
    if (Math.min(width, height) < SHORTEST_SIDE || Math.max(width, height) > LONGEST_SIDE) {
      throw new UnreadableDocument('damaged', `a PDF whose page ${page.geometry.page} has a size that nobody can see`);
    }
    fields += page.widgets.length;
    characters += page.glyphs.length;
    if (fields > MOST_FIELDS) {
      throw new UnreadableDocument('too_many_fields', `a PDF with too many form fields, the limit is ${MOST_FIELDS}`);
    }
    if (characters > MOST_CHARACTERS) {
      throw new UnreadableDocument('too_complex', 'a PDF with too much text for a form');
    }
    return page;
  };
  return withForm(pdfium, pdf, (form) =>
    Array.from({ length: pdf.pageCount }, (_, index) =>
      withPage(pdfium, pdf, index, (page) => {
        const displayed = pageGeometry(pdfium, page, index + 1);
        const framed = withTextLayer(pdfium, page, (layer) => {
          const frame = readingFrame(pdfium, layer, displayed);
          const seen = withFieldsOf(pdfium, form, page, () =>
            readWidgets(pdfium, { form, page, geometry: frame.geometry }),
          );
          const widgets = seen.map(withWords);
          const whole = readText(pdfium, layer, frame.geometry);
          const { tags, glyphs } = withoutTags(whole, index + 1, controls);
          const taken = [...widgets, ...tags.flatMap(({ lines }) => lines)];
          const paths = readPaths(pdfium, page, frame.geometry);
          return {
            ...frame,
            widgets,
            tags,
            glyphs,
            paths,
            ...readPageLines({ ...whole, glyphs }, taken, paths.strokes),
          };
        });
        const isPicture = framed.glyphs.length < FEW_GLYPHS && hasPicture(pdfium, page);
        return withCount({ ...framed, displayed, isPicture });
      }),
    ),
  );
}

const IMAGE = 3;
const FORM = 5;
const MOST_OBJECTS = 5_000;
const DEEPEST = 4;

/** Whether a loaded page shows a picture, such as a scan, also inside a Form XObject. */
function hasPicture({ api }: Pdfium, page: number): boolean {
  let left = MOST_OBJECTS;
  const isPicture = (object: number, depth: number): boolean => {
    left -= 1;
    const type = api.FPDFPageObj_GetType(object);
    if (type === IMAGE) return true;
    if (type !== FORM || depth >= DEEPEST) return false;
    return some(api.FPDFFormObj_CountObjects(object), (index) =>
      isPicture(api.FPDFFormObj_GetObject(object, index), depth + 1),
    );
  };
  const some = (count: number, is: (index: number) => boolean): boolean => {
    for (let index = 0; index < count && left > 0; index++) if (is(index)) return true;
    return false;
  };
  return some(api.FPDFPage_CountObjects(page), (index) => isPicture(api.FPDFPage_GetObject(page, index), 0));
}
