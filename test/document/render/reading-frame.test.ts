import { describe, expect, it } from 'vitest';
import type { PageGeometry } from '../../../src/document/engine/page-geometry.js';
import { turnedGeometry, turnedRect } from '../../../src/document/render/reading-frame.js';

/** An upright A4 page, its origin at the bottom left. */
const page: PageGeometry = { page: 1, width: 595, height: 842, rotation: 0, toUser: [595, 0, 0, -842, 0, 842] };
const rect = { x: 0.1, y: 0.2, w: 0.3, h: 0.05 };

describe.each([0, 1, 2, 3] as const)('a page whose text is turned by %s quarters', (turns) => {
  it('has every field at the same place of the paper, seen from another side', () => {
    const seen = turnedGeometry(page, turns);
    const box = turnedRect(rect, turns);
    const user = ({ toUser: [a, b, c, d, e, f] }: PageGeometry, x: number, y: number) => [
      Math.round(a * x + c * y + e),
      Math.round(b * x + d * y + f),
    ];
    const middle = (of: typeof rect) => [of.x + of.w / 2, of.y + of.h / 2] as const;
    expect(user(seen, ...middle(box))).toEqual(user(page, ...middle(rect)));
    expect([box.w * seen.width, box.h * seen.height].toSorted()).toEqual(
      [rect.w * page.width, rect.h * page.height].toSorted(),
    );
  });

  it('runs its lines to the right when it is seen so', () => {
    const [a, b] = turnedGeometry(page, turns).toUser;
    const directions = [
      [1, 0],
      [0, -1],
      [-1, 0],
      [0, 1],
    ];
    expect([Math.sign(a), Math.sign(b)].map((sign) => sign + 0)).toEqual(directions[turns]!.map((sign) => sign + 0));
  });
});
