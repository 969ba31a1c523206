import type { PageGeometry } from './page-geometry.js';
import type { Area } from './page-glyphs.js';
import { displayedArea } from './page-glyphs.js';
import { meets } from './page-shades.js';
import type { Pdfium } from './pdfium.js';
import { turnOf } from './reading-frame.js';

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
