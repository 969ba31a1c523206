import { describe, expect, it } from 'vitest';
import {
  edgesOf,
  moved,
  resized,
  snapped,
  spanned,
  within,
} from '../../../../../src/authoring/prepare/page/browser/geometry.js';

const rect = { x: 0.2, y: 0.2, w: 0.2, h: 0.1 };
const page = { width: 600, height: 800 };

describe('fields on a page', () => {
  it('move together and stop at the edge of the page, their distances kept', () => {
    const [one, other] = moved([rect, { ...rect, x: 0.7 }], 0.5, -0.5);
    expect(one!.x).toBeCloseTo(0.3);
    expect(other!.x).toBeCloseTo(0.8);
    expect([one!.y, other!.y]).toEqual([0, 0]);
  });

  it('are resized by a corner that never passes the opposite one', () => {
    const larger = resized(rect, 'se', { x: 0.1, y: 0.1 }, page);
    expect([larger.x, larger.y]).toEqual([0.2, 0.2]);
    expect([larger.w, larger.h].map((size) => size.toFixed(3))).toEqual(['0.300', '0.200']);
    const least = resized(rect, 'nw', { x: 1, y: 1 }, page);
    expect(least.w * page.width).toBeCloseTo(4);
    expect(least.x + least.w).toBeCloseTo(0.4);
    expect(resized(rect, 'se', { x: 9, y: 9 }, page)).toMatchObject({ w: 0.8, h: 0.8 });
  });

  it('lie within the page, drawn in any direction', () => {
    const drawn = spanned({ x: 1.2, y: 0.5 }, { x: 0.9, y: -0.2 });
    expect([drawn.x, drawn.y, drawn.x + drawn.w, drawn.y + drawn.h]).toEqual([0.9, 0, 1, 0.5]);
    expect(within({ x: 0.95, y: -1, w: 0.2, h: 2 })).toEqual({ x: 0.8, y: 0, w: 0.2, h: 1 });
  });

  it('go to the edge of another field that is close, the nearest one first', () => {
    const others = [
      { x: 0.41, y: 0.6, w: 0.1, h: 0.1 },
      { x: 0.3, y: 0.9, w: 0.005, h: 0.05 },
    ];
    const near = { x: 0.02, y: 0.02 };
    const snap = snapped(edgesOf([rect]), others, { x: 0.005, y: 0 }, near);
    expect(snap.dx).toBeCloseTo(0.01);
    expect(snap.x).toBeCloseTo(0.41);
    expect(snap).toMatchObject({ dy: 0, y: null });
    expect(snapped(edgesOf([rect]), others, { x: 0.005, y: 0 }, { x: -1, y: -1 })).toMatchObject({
      dx: 0.005,
      x: null,
    });
  });
});
