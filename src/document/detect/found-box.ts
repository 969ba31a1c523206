import type { Area } from '../engine/page-glyphs.js';
import type { Widget } from '../engine/page-widgets.js';
import type { Box } from '../read-document.js';

/** A box as found, before anyone has asked whose it is and what to call its answer. */
export interface FoundBox extends Pick<
  Box,
  'type' | 'label' | 'required' | 'page' | 'options' | 'question' | 'option_value' | 'context' | 'tag' | 'multiline'
> {
  /** In points of the page as displayed. */
  readonly area: Area;
  /** The compartments of a comb, those of its continuations last, in points; null when it is not a comb. */
  readonly cells: readonly Area[] | null;
  /** Where the answer runs on, in points; null when nowhere. */
  readonly continuations: readonly { readonly page: number; readonly area: Area }[] | null;
  /** What its control in a Word file was filled in with; absent where nothing was. */
  readonly start?: string | true;
  /** The form field that it is; absent where no form field is. */
  readonly widget?: Widget;
}

/** Whether a text tag made it. */
export const isTagged = ({ tag, widget }: FoundBox): boolean => tag !== null && widget === undefined;

/** Reading order: by page, then row by row, then from left to right. */
export function byReadingOrder(
  a: { readonly page: number; readonly area: Area },
  b: { readonly page: number; readonly area: Area },
): number {
  if (a.page !== b.page) return a.page - b.page;
  const sameRow = Math.abs(a.area.top - b.area.top) < 4;
  return sameRow ? a.area.left - b.area.left : a.area.top - b.area.top;
}
