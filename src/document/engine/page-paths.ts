import type { Affine, PageGeometry } from './page-geometry.js';
import { fromUser } from './page-geometry.js';
import type { Area } from './page-glyphs.js';
import type { Pdfium } from './pdfium.js';

/** A straight line along the page's edges, in points as displayed: thin, so its area says where it runs. */
export interface Stroke extends Area {
  readonly direction: 'across' | 'down';
}

/** A closed outline that bounds an area: a rectangle, or something round and as wide as it is high. */
export interface Outline extends Area {
  readonly shape: 'rectangle' | 'round';
  /** How light it is filled, from 0 for black to 1 for white; null when it is not filled. */
  readonly light: number | null;
  readonly stroked: boolean;
}

/** The drawn lines and outlines of a page, in the order of the file; pictures and text are not among them. */
export interface PagePaths {
  readonly strokes: readonly Stroke[];
  readonly outlines: readonly Outline[];
}

type Point = readonly [x: number, y: number];

interface Subpath {
  readonly points: Point[];
  /** How many of its pieces are curves. */
  curves: number;
  closed: boolean;
}

interface Paint {
  readonly light: number | null;
  readonly strokeLight: number | null;
  /** Whether its filling hides what was drawn before. */
  readonly hides: boolean;
}

const PATH = 2;
const FORM = 5;
const SEGMENT_LINE = 0;
const SEGMENT_BEZIER = 1;
const SEGMENT_MOVE = 2;

const MOST_OBJECTS = 60_000;
const MOST_SEGMENTS = 240_000;
const DEEPEST = 8;

/** Thicker ink is an area, not a line. */
const THICKEST = 3;
const STRAIGHT = 0.75;
const SHORTEST = 2;
const ALMOST_WHITE = 0.985;
const FAINTEST = 8;
const OPAQUE = 250;
/** A page that paints over its lines more often than this is a picture. */
const MOST_HIDING = 600;
const ROUND_SIDE = { min: 4, max: 26 };

/** Reads the drawing of a loaded page, also inside Form XObjects. What cannot be seen is left out. */
export function readPaths(pdfium: Pdfium, page: number, geometry: PageGeometry): PagePaths {
  const { api } = pdfium;
  return pdfium.withBlock(32, (scratch) => {
    const reader = new PathReader(pdfium, geometry, scratch);
    const count = api.FPDFPage_CountObjects(page);
    for (let index = 0; index < count; index++) {
      if (!reader.read(api.FPDFPage_GetObject(page, index), [1, 0, 0, 1, 0, 0], 0)) break;
    }
    return { strokes: reader.strokes, outlines: reader.outlines };
  });
}

class PathReader {
  strokes: Stroke[] = [];
  readonly outlines: Outline[] = [];
  private readonly pdfium: Pdfium;
  private readonly geometry: PageGeometry;
  private readonly scratch: number;
  private objects = 0;
  private hiding = 0;
  private segments = 0;

  constructor(pdfium: Pdfium, geometry: PageGeometry, scratch: number) {
    this.pdfium = pdfium;
    this.geometry = geometry;
    this.scratch = scratch;
  }

  /** False when the page holds more than anybody would read. */
  read(object: number, parent: Affine, depth: number): boolean {
    if (object === 0) return true;
    if (++this.objects > MOST_OBJECTS || this.segments > MOST_SEGMENTS) return false;
    const { api } = this.pdfium;
    const type = api.FPDFPageObj_GetType(object);
    if (type === PATH) this.readPath(object, joined(this.matrixOf(object), parent));
    if (type !== FORM || depth >= DEEPEST) return true;
    const own = joined(this.matrixOf(object), parent);
    const count = api.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count; index++) {
      if (!this.read(api.FPDFFormObj_GetObject(object, index), own, depth + 1)) return false;
    }
    return true;
  }

  private matrixOf(object: number): Affine {
    const { api, float } = this.pdfium;
    const at = this.scratch;
    if (!api.FPDFPageObj_GetMatrix(object, at)) return [1, 0, 0, 1, 0, 0];
    return [float(at), float(at + 4), float(at + 8), float(at + 12), float(at + 16), float(at + 20)];
  }

  private readPath(object: number, matrix: Affine): void {
    const paint = this.paintOf(object);
    if (paint.light === null && paint.strokeLight === null) return;
    const subpaths = this.subpathsOf(object, matrix);
    const isFrame = isOutlinedFrame(subpaths);
    for (const subpath of subpaths) this.take(subpath, isFrame ? { ...paint, light: null } : paint, isFrame);
  }

  /** How light the path is filled and stroked; null for what leaves no ink. */
  private paintOf(object: number): Paint {
    const { api, int } = this.pdfium;
    const at = this.scratch;
    if (!api.FPDFPath_GetDrawMode(object, at, at + 4)) return { light: null, strokeLight: null, hides: false };
    const [fill, stroke] = [int(at), int(at + 4)];
    let alpha = 0;
    const light = (read: boolean): number | null => {
      alpha = read ? int(at + 12) : 0;
      if (alpha < FAINTEST) return null;
      return (0.299 * int(at) + 0.587 * int(at + 4) + 0.114 * int(at + 8)) / 255;
    };
    const strokeLight =
      stroke === 0 ? null : light(api.FPDFPageObj_GetStrokeColor(object, at, at + 4, at + 8, at + 12));
    const filled = fill === 0 ? null : light(api.FPDFPageObj_GetFillColor(object, at, at + 4, at + 8, at + 12));
    return { light: filled, strokeLight, hides: filled !== null && filled >= ALMOST_WHITE && alpha >= OPAQUE };
  }

  private subpathsOf(object: number, matrix: Affine): readonly Subpath[] {
    const { api } = this.pdfium;
    const count = Math.min(api.FPDFPath_CountSegments(object), MOST_SEGMENTS);
    const found: Subpath[] = [];
    let curve = 0;
    for (let index = 0; index < count && ++this.segments <= MOST_SEGMENTS; index++) {
      const segment = api.FPDFPath_GetPathSegment(object, index);
      const type = api.FPDFPathSegment_GetType(segment);
      const point = this.pointOf(segment, matrix);
      if (point === null) continue;
      if (type === SEGMENT_MOVE || found.length === 0) found.push({ points: [], curves: 0, closed: false });
      const subpath = found.at(-1);
      if (subpath === undefined) continue;
      // A curve comes as three points; the two that pull at it are not on it.
      if (type === SEGMENT_BEZIER) curve = (curve + 1) % 3;
      if (type === SEGMENT_BEZIER && curve === 1) subpath.curves++;
      if (type === SEGMENT_LINE || type === SEGMENT_MOVE || curve === 0) subpath.points.push(point);
      if (api.FPDFPathSegment_GetClose(segment)) subpath.closed = true;
    }
    return found;
  }

  private pointOf(segment: number, [a, b, c, d, e, f]: Affine): Point | null {
    const { api, float } = this.pdfium;
    const at = this.scratch;
    if (!api.FPDFPathSegment_GetPoint(segment, at, at + 4)) return null;
    const [x, y] = [float(at), float(at + 4)];
    const [left, top] = fromUser(this.geometry, a * x + c * y + e, b * x + d * y + f);
    return [left * this.geometry.width, top * this.geometry.height];
  }

  private take(subpath: Subpath, { light, strokeLight, hides }: Paint, isFrame: boolean): void {
    const area = bounds(subpath.points);
    if (area === null || !this.isOnPage(area)) return;
    const [width, height] = [area.right - area.left, area.bottom - area.top];
    const stroked = strokeLight !== null && strokeLight < ALMOST_WHITE;
    if (light !== null && Math.min(width, height) <= THICKEST && Math.max(width, height) > THICKEST) {
      if (light < ALMOST_WHITE) this.line(area);
      return;
    }
    const outline = outlineOf(subpath, area);
    if (hides && light !== null && outline === 'rectangle' && ++this.hiding <= MOST_HIDING) this.hide(area);
    if (outline !== null && (light !== null || stroked)) {
      this.outlines.push({ ...area, shape: outline, light, stroked });
    }
    // The sides of a box with round corners meet all the same.
    if (stroked && outline === 'rectangle' && subpath.curves > 0)
      this.sides({ ...subpath, points: cornersOf(area), closed: true });
    else if (stroked || isFrame) this.sides(subpath);
  }

  /** Takes off the part of each line across that a white rectangle lies over, as behind the words of a sentence. */
  private hide({ left, top, right, bottom }: Area): void {
    this.strokes = this.strokes.flatMap((stroke) => {
      const isUnder = stroke.top > top + STRAIGHT && stroke.bottom < bottom - STRAIGHT;
      if (stroke.direction === 'down' || !isUnder || stroke.left >= right || stroke.right <= left) return [stroke];
      const before = { ...stroke, right: left };
      const after = { ...stroke, left: right };
      return [before, after].filter((part) => part.right - part.left > SHORTEST);
    });
  }

  private isOnPage({ left, top, right, bottom }: Area): boolean {
    const { width, height } = this.geometry;
    return right > 0 && left < width && bottom > 0 && top < height;
  }

  private sides({ points, closed }: Subpath): void {
    for (let index = closed ? 0 : 1; index < points.length; index++) {
      const [from, to] = [points.at(index - 1), points[index]];
      if (from === undefined || to === undefined) continue;
      const side = bounds([from, to]);
      if (side !== null && Math.min(side.right - side.left, side.bottom - side.top) <= STRAIGHT) this.line(side);
    }
  }

  private line(area: Area): void {
    const across = area.right - area.left >= area.bottom - area.top;
    if (Math.max(area.right - area.left, area.bottom - area.top) < SHORTEST) return;
    this.strokes.push({ ...area, direction: across ? 'across' : 'down' });
  }
}

/** First `a`, then `b`. */
function joined(a: Affine, b: Affine): Affine {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}

function bounds(points: readonly Point[]): Area | null {
  if (points.length < 2) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return Number.isFinite(right - left + bottom - top) ? { left, top, right, bottom } : null;
}

const cornersOf = ({ left, top, right, bottom }: Area): Point[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** Some programs draw a border as one rectangle inside another, filled between the two. */
function isOutlinedFrame(subpaths: readonly Subpath[]): boolean {
  if (subpaths.length !== 2) return false;
  const [outer, inner] = [bounds(subpaths[0]?.points ?? []), bounds(subpaths[1]?.points ?? [])];
  if (outer === null || inner === null) return false;
  const gaps = [
    Math.abs(inner.left - outer.left),
    Math.abs(inner.top - outer.top),
    Math.abs(inner.right - outer.right),
    Math.abs(inner.bottom - outer.bottom),
  ];
  return Math.max(...gaps) <= THICKEST && outer.right - outer.left > 2 * THICKEST;
}

/** What a subpath bounds; rounded corners are still a rectangle, a circle is round. */
function outlineOf({ points, curves, closed }: Subpath, area: Area): Outline['shape'] | null {
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  if (Math.min(width, height) <= THICKEST) return null;
  const [first, last] = [points[0], points.at(-1)];
  const meets = first !== undefined && last !== undefined && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1;
  if (!closed && !meets) return null;
  let straight = 0;
  for (let index = 0; index < points.length; index++) {
    const side = bounds([points.at(index - 1) ?? [0, 0], points[index] ?? [0, 0]]);
    if (side === null) continue;
    const [w, h] = [side.right - side.left, side.bottom - side.top];
    if (Math.min(w, h) <= STRAIGHT && isOnEdge(side, area)) straight += Math.max(w, h);
  }
  if (straight >= 1.2 * (width + height)) return 'rectangle';
  const even = Math.abs(width - height) <= 0.2 * Math.max(width, height);
  const small = Math.max(width, height) <= ROUND_SIDE.max && Math.min(width, height) >= ROUND_SIDE.min;
  return curves >= 2 && even && small && isRound(points, area) ? 'round' : null;
}

/** How near the middle an outline may come, as a share of half its side. */
const DENT = 0.75;

/** A letter drawn as an outline comes near its middle somewhere; a circle never does. */
function isRound(points: readonly Point[], { left, top, right, bottom }: Area): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const least = (DENT * Math.max(right - left, bottom - top)) / 2;
  return points.every(([px, py]) => Math.hypot(px - x, py - y) >= least);
}

function isOnEdge(side: Area, area: Area): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= STRAIGHT;
  if (side.right - side.left > side.bottom - side.top) return near(side.top, area.top) || near(side.top, area.bottom);
  return near(side.left, area.left) || near(side.left, area.right);
}
