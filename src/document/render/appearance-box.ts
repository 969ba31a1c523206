import type { PdfArray, PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { PdfNumber } from '@libpdf/core';

type Resolve = (ref: PdfRef) => PdfObject | null;
type Box = readonly [left: number, bottom: number, right: number, top: number];
type Matrix = readonly [number, number, number, number, number, number];

/** A rectangle with its corners in order; null when it is not a rectangle. */
export function boxOf(array: PdfArray | undefined, resolve: Resolve): Box | null {
  const numbers = numbersOf(array, resolve);
  if (numbers.length !== 4) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** The matrix that puts an appearance into its widget's rectangle (ISO 32000, algorithm for appearance streams). */
export function placement(
  appearance: PdfStream,
  rect: Box,
  resolve: Resolve,
): [number, number, number, number, number, number] | null {
  const box = boxOf(appearance.getArray('BBox', resolve), resolve);
  if (box === null) return null;
  const matrix = numbersOf(appearance.getArray('Matrix', resolve), resolve);
  const shown = transformed(box, matrix.length === 6 ? (matrix as unknown as Matrix) : [1, 0, 0, 1, 0, 0]);
  const [width, height] = [shown[2] - shown[0], shown[3] - shown[1]];
  if (!(width > 0) || !(height > 0)) return null;
  const [sx, sy] = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height];
  return [sx, 0, 0, sy, rect[0] - shown[0] * sx, rect[1] - shown[1] * sy];
}

function transformed([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function numbersOf(array: PdfArray | undefined, resolve: Resolve): readonly number[] {
  const numbers: number[] = [];
  for (const entry of array ?? []) {
    const value = 'objectNumber' in entry ? resolve(entry) : entry;
    if (value instanceof PdfNumber && Number.isFinite(value.value)) numbers.push(value.value);
  }
  return numbers;
}
