import type { ShapeBlocks } from '../../contract/shape.js';

/** The lines of `esign template edit` for programs. */
export const editLine = (s: ShapeBlocks) =>
  s.either(
    s.object({ type: s.literal('ready'), url: s.url, template_id: s.text }),
    s.object({ type: s.literal('saved'), at: s.instant, change: s.text, command: s.text }),
  );
