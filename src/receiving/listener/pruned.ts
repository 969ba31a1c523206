import type { ShapeBlocks } from '../../contract/shape.js';

/** What `esign listen --prune` deleted, and what it left with the reason. */
export const pruned = (s: ShapeBlocks) =>
  s.object({ removed: s.count, left: s.list(s.object({ id: s.text, url: s.text, why: s.text })) });
