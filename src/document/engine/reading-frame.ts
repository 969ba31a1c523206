import { quarterTurns } from './page-geometry.js';
import type { Rect } from '../read-document.js';
import type { PageGeometry } from './page-geometry.js';
import type { Pdfium } from './pdfium.js';

/** By how many degrees, clockwise, the text of a page lies turned when the page is displayed. */
export type TextTurn = 0 | 90 | 180 | 270;

/** How a page is turned for reading: its geometry with the text upright, and the turn that brings it back. */
export interface ReadingFrame {
  readonly geometry: PageGeometry;
  readonly turn: TextTurn;
}

const SAMPLES = 120;
const FEWEST = 4;
const MOST_OF_IT = 0.6;

/**
 * A page that is shown on its side, as scanners and careless rotation leave it, is read the way its text runs. Pages
 * with text in several directions, or hardly any, are read as they are displayed. `layer` is that of the text, 0 for none.
 */
export function readingFrame(pdfium: Pdfium, layer: number, displayed: PageGeometry): ReadingFrame {
  const turn = layer === 0 ? 0 : textTurn(pdfium, layer, displayed);
  return { turn, geometry: turn === 0 ? displayed : turned(displayed, turn) };
}

/** A rectangle found in the reading frame, in fractions of the page as displayed. */
export function asDisplayed({ x, y, w, h }: Rect, turn: TextTurn): Rect {
  switch (turn) {
    case 0:
      return { x, y, w, h };
    case 90:
      return { x: 1 - y - h, y: x, w: h, h: w };
    case 180:
      return { x: 1 - x - w, y: 1 - y - h, w, h };
    case 270:
      return { x: y, y: 1 - x - w, w: h, h: w };
  }
}

/** The other way round: a rectangle of the page as displayed, in fractions of the page as it is read. */
export const asRead = (rect: Rect, turn: TextTurn): Rect => asDisplayed(rect, quarterTurns(-turn / 90));

/** How text lies on the displayed page that is turned by this angle in user space: clockwise, in radians. */
export const turnOf = (angle: number, toUser: PageGeometry['toUser']): TextTurn =>
  quarterTurns(Math.round(displayedAngle(-angle, toUser) / (Math.PI / 2)));

function textTurn({ api }: Pdfium, layer: number, { toUser }: PageGeometry): TextTurn {
  const votes = new Map<TextTurn, number>();
  const count = api.FPDFText_CountChars(layer);
  const step = Math.max(1, Math.floor(count / SAMPLES));
  let asked = 0;
  for (let index = 0; index < count; index += step) {
    if (api.FPDFText_GetUnicode(layer, index) <= 0x20) continue;
    const turn = turnOf(api.FPDFText_GetCharAngle(layer, index), toUser);
    asked++;
    votes.set(turn, (votes.get(turn) ?? 0) + 1);
  }
  const [most] = [...votes].sort((a, b) => b[1] - a[1]);
  return most !== undefined && asked >= FEWEST && most[1] >= MOST_OF_IT * asked ? most[0] : 0;
}

/** A direction in user space, counter-clockwise, as seen on the displayed page: clockwise; both in radians. */
function displayedAngle(angle: number, [a, b, c, d]: PageGeometry['toUser']): number {
  const determinant = a * d - b * c;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  // The sides of the page may differ in length; only the direction counts.
  const across = ((d * x - c * y) / determinant) * Math.hypot(a, b);
  const down = ((a * y - b * x) / determinant) * Math.hypot(c, d);
  return Math.atan2(down, across);
}

/** The geometry whose fractions run along the text; `turn` of it is what the page as displayed shows. */
function turned(displayed: PageGeometry, turn: TextTurn): PageGeometry {
  const [a, b, c, d, e, f] = displayed.toUser;
  const origin = asDisplayed({ x: 0, y: 0, w: 0, h: 0 }, turn);
  const right = asDisplayed({ x: 1, y: 0, w: 0, h: 0 }, turn);
  const bottom = asDisplayed({ x: 0, y: 1, w: 0, h: 0 }, turn);
  const user = ({ x, y }: Rect): readonly [number, number] => [a * x + c * y + e, b * x + d * y + f];
  const [at, alongRight, alongDown] = [user(origin), user(right), user(bottom)];
  const swapped = turn === 90 || turn === 270;
  return {
    ...displayed,
    width: swapped ? displayed.height : displayed.width,
    height: swapped ? displayed.width : displayed.height,
    toUser: [alongRight[0] - at[0], alongRight[1] - at[1], alongDown[0] - at[0], alongDown[1] - at[1], at[0], at[1]],
  };
}
