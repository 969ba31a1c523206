import type { PDF } from '@libpdf/core';
import { RenderFailed } from '../document-failure.js';
import type { PageGeometry } from '../engine/page-geometry.js';
import type { TextTurn } from '../engine/reading-frame.js';
import { asRead } from '../engine/reading-frame.js';
import type { Rect } from '../read-document.js';
import type { Annex } from './annex.js';
import { BLANK, keyOf, type Beneath } from './beneath.js';
import type { Canvas } from './canvas.js';
import type { Fonts } from './fonts.js';

/** What marks are drawn on. */
export interface Ground {
  readonly pdf: PDF;
  readonly fonts: Fonts;
  readonly frames: readonly PageFrame[];
  readonly annex: Annex;
}

/** A page as displayed, and as its own text is read. */
export interface PageFrame {
  readonly displayed: PageGeometry;
  readonly read: PageGeometry;
  readonly turn: TextTurn;
  /** What is printed in the places of the marks, by `keyOf`. */
  readonly beneath?: ReadonlyMap<string, Beneath>;
}

/** What of a mark lies in one place of one page. */
export interface Piece {
  /** 1-based. */
  readonly page: number;
  readonly place: Place;
  draw(canvas: Canvas): void;
}

/** In points of the page as its text is read, from its top left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface At {
  readonly page: number;
  readonly rect: Rect;
}

/** Where on its page something lies. Throws RenderFailed for a page that the document does not have. */
export function placeOn({ frames }: Pick<Ground, 'frames'>, { page, rect }: At): Place {
  const frame = frames[page - 1];
  if (frame === undefined) {
    throw new RenderFailed('failed', `something is to be drawn on page ${page}, which the document does not have`);
  }
  const { width, height } = frame.read;
  const { x, y, w, h } = asRead(rect, frame.turn);
  return { x: x * width, y: y * height, w: w * width, h: h * height };
}

/** What is printed where something goes. */
export const beneathAt = ({ frames }: Pick<Ground, 'frames'>, { page, rect }: At): Beneath =>
  frames[page - 1]?.beneath?.get(keyOf(rect)) ?? BLANK;

/** One piece, as the list that a mark is made of. */
export function pieceAt(ground: Ground, at: At, draw: (canvas: Canvas) => void): readonly Piece[] {
  return [{ page: at.page, place: placeOn(ground, at), draw }];
}
