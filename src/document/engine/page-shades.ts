import type { PageGeometry } from './page-geometry.js';
import type { Area } from './page-glyphs.js';
import { displayedArea } from './page-glyphs.js';
import type { Pdfium } from './pdfium.js';

/** What may be seen beneath, but for letters and lines. `any` is what only drawing the page would tell. */
export type Shade = 'white' | 'light' | 'any';

const TEXT = 1;
const PATH = 2;
const MOST_OBJECTS = 5_000;
/** Points: thinner ink is a line or a frame, and no ground. */
const THINNEST = 3;
/** Of each of red, green and blue, 0 to 1: dark ink shows on all that is lighter. */
const LIGHT = 0.6;
const WHITE = 0.995;
/** Characters of an appearance; a longer one may hold anything. */
export const LONGEST_LOOK = 4_096;
const FILL = /(?<=^|\s)(?:f\*?|F|B\*?|b\*?)(?=\s|$)/u;
/** Pictures, shades, other parts, and colours of other kinds. */
const UNTOLD = /(?<=^|\s)(?:sh|Do|BI|k|scn?|cs|gs)(?=\s|$)/u;
const COLOUR = /(?<=^|\s)([\d.]+)\s+(?:([\d.]+)\s+([\d.]+)\s+rg|g)(?=\s|$)/gu;

/**
 * The darkest that a loaded page may show in each of these areas (points as displayed): of filled outlines, and of the
 * parts that lie over them, such as the looks of fields. Asking takes a tenth of drawing the page.
 */
export function shadesBeneath(
  pdfium: Pdfium,
  page: number,
  geometry: PageGeometry,
  areas: readonly Area[],
  over: readonly Part[],
): readonly Shade[] {
  return pdfium.withBlock(16, (scratch) => {
    const shades = areas.map((): Shade => 'white');
    for (const parts of [objectsOf({ pdfium, page, geometry, scratch }), over]) {
      for (const part of parts) {
        let found: Shade | null = null;
        for (const [index, area] of areas.entries()) {
          if (shades[index] === 'any' || !part.isUnder(area)) continue;
          found ??= part.shade();
          shades[index] = darker(shades[index] ?? found, found);
        }
      }
    }
    return shades;
  });
}

interface Seen {
  readonly pdfium: Pdfium;
  readonly page: number;
  readonly geometry: PageGeometry;
  /** Memory of PDFium for its answers. */
  readonly scratch: number;
}

/** Something on the page: where, and how dark it is, which takes its time to ask. */
export interface Part {
  isUnder(area: Area): boolean;
  shade(): Shade;
}

const ANYTHING: Part = { isUnder: () => true, shade: () => 'any' };

export const meets = (place: Area, area: Area): boolean =>
  place.left < area.right && place.right > area.left && place.top < area.bottom && place.bottom > area.top;

const order: readonly Shade[] = ['white', 'light', 'any'];
const darker = (one: Shade, other: Shade): Shade => (order.indexOf(one) > order.indexOf(other) ? one : other);

/** Of a colour by its parts, 0 to 1 each. */
function shadeOf(parts: readonly number[]): Shade {
  const darkest = Math.min(...parts);
  if (!(darkest >= LIGHT)) return 'any';
  return darkest >= WHITE ? 'white' : 'light';
}

function* objectsOf({ pdfium, page, geometry, scratch }: Seen): Generator<Part> {
  const { api, float } = pdfium;
  const at = [scratch, scratch + 4, scratch + 8, scratch + 12] as const;
  const count = api.FPDFPage_CountObjects(page);
  if (count > MOST_OBJECTS) yield ANYTHING;
  for (let index = 0; index < Math.min(count, MOST_OBJECTS); index += 1) {
    const object = api.FPDFPage_GetObject(page, index);
    const type = api.FPDFPageObj_GetType(object);
    if (type === TEXT) continue;
    if (api.FPDFPageObj_GetBounds(object, ...at)) {
      const place = displayedArea(geometry, [float(at[0]), float(at[1]), float(at[2]), float(at[3])]);
      const isThin = Math.min(place.right - place.left, place.bottom - place.top) < THINNEST;
      yield {
        isUnder: (area) => meets(place, area),
        shade: () => (type !== PATH ? 'any' : isThin ? 'white' : shadeOfPath(pdfium, object, at)),
      };
    } else yield ANYTHING;
  }
}

function shadeOfPath({ api, int }: Pdfium, object: number, at: readonly [number, number, number, number]): Shade {
  if (!api.FPDFPath_GetDrawMode(object, at[0], at[1])) return 'any';
  if (int(at[0]) === 0) return 'white';
  if (!api.FPDFPageObj_GetFillColor(object, ...at)) return 'any';
  return shadeOf(at.slice(0, 3).map((part) => int(part) / 255));
}

/** Without the texts: what stands from one operator to the other draws letters only. */
function withoutLetters(look: string): string {
  let rest = '';
  let at = 0;
  for (const begin of look.matchAll(/\bBT\b/gu)) {
    if (begin.index < at) continue;
    const end = look.slice(begin.index).search(/\bET\b/u);
    if (end === -1) break;
    rest += `${look.slice(at, begin.index)} `;
    at = begin.index + end + 2;
  }
  return rest + look.slice(at);
}

/** Of the operators that a field is drawn with. */
export function shadeOfLook(look: string): Shade {
  if (look.length > LONGEST_LOOK) return 'any';
  const drawn = withoutLetters(look);
  const fill = FILL.exec(drawn);
  if (UNTOLD.test(drawn)) return 'any';
  if (fill === null) return 'white';
  const colours = [...drawn.matchAll(COLOUR)];
  // Without a colour, a fill is black.
  if (colours[0] === undefined || colours[0].index > fill.index) return 'any';
  return colours
    .map(([, first = '', ...more]) => shadeOf([first, ...more].filter((part) => part !== undefined).map(Number)))
    .reduce(darker, 'white');
}
