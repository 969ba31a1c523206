import { createHash } from 'node:crypto';
import { RenderFailed } from '../document-failure.js';
import { openPdf, withPage } from '../engine/open-pdf.js';
import { pageGeometry, type PageGeometry } from '../engine/page-geometry.js';
import { type Area, displayedArea, withTextLayer } from '../engine/page-glyphs.js';
import { meets, type Part, type Shade } from '../engine/page-shades.js';
import { withForm } from '../engine/page-widgets.js';
import type { Pdfium } from '../engine/pdfium.js';
import { readingFrame, turnOf } from '../engine/reading-frame.js';
import type { Rect } from '../read-document.js';
import type { Drawing, Mark } from '../render-job.js';
import { type Annotation, partsOf } from './annotations.js';
import { areaOn, beneathOf, keyOf } from './beneath.js';
import type { PageFrame } from './piece.js';

/** Documents. */
const MOST_REMEMBERED = 24;
const remembered = new WeakMap<Pdfium, Map<string, readonly PageFrame[]>>();

/**
 * Every page of a document, and what is printed where these marks go; `annotations` are those of each page. It is a
 * third of the work of a draft, and a template is drawn on once for each of its envelopes: what was found in the last
 * few documents is kept.
 */
export function framesOf(
  pdfium: Pdfium,
  annotations: readonly (readonly Annotation[])[],
  drawing: Drawing,
): readonly PageFrame[] {
  const { pdf, marks, assumesWhite = false } = drawing;
  if (marks.length === 0) return readFrames(pdfium, annotations, drawing, [], new Map());
  const documents = remembered.get(pdfium) ?? new Map<string, readonly PageFrame[]>();
  remembered.set(pdfium, documents);
  // An attempt that was too slow for once says nothing of the next envelope.
  const key = `${createHash('sha256').update(pdf).digest('hex')} ${assumesWhite}`;
  const known = documents.get(key) ?? [];
  const unknown = unknownPlaces(known, marks);
  const frames =
    known.length > 0 && unknown.size === 0 ? known : readFrames(pdfium, annotations, drawing, known, unknown);
  documents.delete(key);
  documents.set(key, frames);
  for (const oldest of documents.keys()) if (documents.size > MOST_REMEMBERED) documents.delete(oldest);
  return frames;
}

/** The places that something is drawn into and of which nothing is known yet, by page. */
function unknownPlaces(known: readonly PageFrame[], marks: readonly Mark[]): ReadonlyMap<number, readonly Rect[]> {
  const unknown = new Map<number, Rect[]>();
  for (const mark of marks) {
    const more = mark.kind === 'text' ? (mark.continuations ?? []) : [];
    for (const { page, rect } of [mark, ...more]) {
      if (known[page - 1]?.beneath?.has(keyOf(rect))) continue;
      const places = unknown.get(page);
      if (places === undefined) unknown.set(page, [rect]);
      else places.push(rect);
    }
  }
  return unknown;
}

function readFrames(
  pdfium: Pdfium,
  annotations: readonly (readonly Annotation[])[],
  { pdf: bytes, assumesWhite = false }: Drawing,
  known: readonly PageFrame[],
  unknown: ReadonlyMap<number, readonly Rect[]>,
): readonly PageFrame[] {
  const pdf = openPdf(pdfium, bytes);
  const looks = new Map<string, Shade>();
  try {
    if (annotations.length !== pdf.pageCount) {
      throw new RenderFailed('failed', 'the pages of the document cannot be counted');
    }
    return withForm(pdfium, pdf, (form) =>
      annotations.map((own, index) => {
        const before = known[index];
        const places = unknown.get(index + 1) ?? [];
        if (before !== undefined && places.length === 0) return before;
        return withPage(pdfium, pdf, index, (page) => {
          const parts = (displayed: PageGeometry): readonly Part[] => partsOf(own, displayed, looks);
          const loaded = { form, page, number: index + 1, parts, assumesWhite };
          const { beneath, ...frame } = readFrame(pdfium, loaded, places);
          return { ...frame, beneath: new Map([...(before?.beneath ?? []), ...(beneath ?? [])]) };
        });
      }),
    );
  } finally {
    pdf.close();
  }
}

interface Loaded {
  readonly form: number;
  readonly page: number;
  /** 1-based. */
  readonly number: number;
  /** Its annotations. */
  parts(displayed: PageGeometry): readonly Part[];
  readonly assumesWhite: boolean;
}

function readFrame(pdfium: Pdfium, loaded: Loaded, places: readonly Rect[]): PageFrame {
  const { page, number, parts } = loaded;
  const displayed = pageGeometry(pdfium, page, number);
  const see = (layer: number): PageFrame => {
    const { geometry: read, turn } = readingFrame(pdfium, layer, displayed);
    const frame = { displayed, read, turn };
    return { ...frame, beneath: beneathOf(pdfium, { ...loaded, layer, frame, parts: parts(displayed) }, places) };
  };
  const areas = places.map((place) => areaOn(displayed, place));
  return isPlainText(pdfium, page, displayed, areas) ? see(0) : withTextLayer(pdfium, page, see);
}

const TEXT = 1;
const FORM = 5;
const MOST_OBJECTS = 5_000;
/** Points: letters without outlines of their own take up the room of their line. */
const THINNEST = 0.5;

/**
 * Whether all text of a loaded page runs upright as the page is displayed, and none of it lies in these areas (points
 * as displayed). False also where only the text layer tells: putting that together takes PDFium longer than loading the
 * page, and its texts are asked in a fiftieth of that.
 */
export function isPlainText(pdfium: Pdfium, page: number, geometry: PageGeometry, areas: readonly Area[]): boolean {
  const { api, float, withBlock } = pdfium;
  const count = api.FPDFPage_CountObjects(page);
  if (count > MOST_OBJECTS) return false;
  return withBlock(24, (scratch) => {
    const at = (index: number): number => float(scratch + 4 * index);
    for (let index = 0; index < count; index += 1) {
      const object = api.FPDFPage_GetObject(page, index);
      const type = api.FPDFPageObj_GetType(object);
      if (type === FORM) return false;
      if (type !== TEXT) continue;
      if (!api.FPDFPageObj_GetMatrix(object, scratch)) return false;
      const [a, b, c, d] = [at(0), at(1), at(2), at(3)];
      if (turnOf(Math.atan2(c, a), geometry.toUser) !== 0) return false;
      if (!api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return false;
      const [left, bottom, right, top] = [at(0), at(1), at(2), at(3)];
      const isThin = Math.min(right - left, top - bottom) < THINNEST;
      const isSized = isThin && api.FPDFTextObj_GetFontSize(object, scratch);
      const more = isSized ? at(0) * Math.hypot(a, b, c, d) : 0;
      const place = displayedArea(geometry, [left - more, bottom - more, right + more, top + more]);
      if (areas.some((area) => meets(place, area))) return false;
    }
    return true;
  });
}
