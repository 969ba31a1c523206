import type { Affine, PageGeometry } from '../engine/page-geometry.js';
import { fromUser } from '../engine/page-geometry.js';
import type { Pdfium } from '../engine/pdfium.js';
import type { Rect } from '../read-document.js';

/** Quarter turns, clockwise, by which a page's own text is turned as displayed. */
export type Turns = 0 | 1 | 2 | 3;

/** So many letters tell how a page runs. */
const SAMPLE = 40;
const SIZE_OF_MATRIX = 24;

/**
 * How the text of a page runs as displayed; `layer` is its text layer. A page may lie on its side, and then an answer that stands upright on
 * the display would have to be squeezed into a box that is narrow and tall.
 */
export function turnsOfText(pdfium: Pdfium, layer: number, geometry: PageGeometry): Turns {
  return layer === 0 ? 0 : mostFrequent(sampled(pdfium, layer, geometry));
}

function sampled(pdfium: Pdfium, text: number, geometry: PageGeometry): readonly Turns[] {
  const { api } = pdfium;
  const count = api.FPDFText_CountChars(text);
  const step = Math.max(Math.floor(count / SAMPLE), 1);
  return pdfium.withBlock(SIZE_OF_MATRIX, (matrix) => {
    const found: Turns[] = [];
    for (let index = 0; index < count; index += step) {
      if (api.FPDFText_GetUnicode(text, index) <= 0x20 || !api.FPDFText_GetMatrix(text, index, matrix)) continue;
      const turns = turnsOf(geometry, pdfium.float(matrix), pdfium.float(matrix + 4));
      if (turns !== null) found.push(turns);
    }
    return found;
  });
}

/** Into which quarter a direction of user space points as displayed; null when it points nowhere. */
function turnsOf(geometry: PageGeometry, a: number, b: number): Turns | null {
  const [fromX, fromY] = fromUser(geometry, 0, 0);
  const [toX, toY] = fromUser(geometry, a, b);
  const [right, down] = [(toX - fromX) * geometry.width, (toY - fromY) * geometry.height];
  if (!Number.isFinite(right) || !Number.isFinite(down) || (right === 0 && down === 0)) return null;
  if (Math.abs(right) >= Math.abs(down)) return right > 0 ? 0 : 2;
  return down > 0 ? 1 : 3;
}

function mostFrequent(all: readonly Turns[]): Turns {
  const counts = [0, 0, 0, 0];
  for (const turns of all) counts[turns] = (counts[turns] ?? 0) + 1;
  const most = Math.max(...counts);
  return ([0, 1, 2, 3] as const).find((turns) => counts[turns] === most) ?? 0;
}

/** The page as somebody sees it who turns it until its text is upright. */
export function turnedGeometry(geometry: PageGeometry, turns: Turns): PageGeometry {
  const { width, height, toUser } = geometry;
  const sideways = turns % 2 === 1;
  return {
    ...geometry,
    width: sideways ? height : width,
    height: sideways ? width : height,
    toUser: turnedAffine(toUser, turns),
  };
}

function turnedAffine([a, b, c, d, e, f]: Affine, turns: Turns): Affine {
  switch (turns) {
    case 0:
      return [a, b, c, d, e, f];
    case 1:
      return [c, d, -a, -b, e + a, f + b];
    case 2:
      return [-a, -b, -c, -d, e + a + c, f + b + d];
    case 3:
      return [-c, -d, a, b, e + c, f + d];
  }
}

/** A box of the page as displayed, in fractions of the page as turned. */
export function turnedRect({ x, y, w, h }: Rect, turns: Turns): Rect {
  switch (turns) {
    case 0:
      return { x, y, w, h };
    case 1:
      return { x: y, y: 1 - x - w, w: h, h: w };
    case 2:
      return { x: 1 - x - w, y: 1 - y - h, w, h };
    case 3:
      return { x: 1 - y - h, y: x, w: h, h: w };
  }
}
