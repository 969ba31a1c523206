import type { ShapeBlocks } from '../../../contract/shape.js';

/** The lines of the page of `esign template prepare` for programs. */
export const prepareLine = (s: ShapeBlocks) =>
  s.either(
    s.object({ type: s.literal('ready'), url: s.url, file: s.text }),
    s.object({
      type: s.literal('prepared'),
      file: s.text,
      fields: s.count,
      signatures: s.count,
      people: s.list(s.text),
    }),
  );
