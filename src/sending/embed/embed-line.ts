import type { ShapeBlocks } from '../../contract/shape.js';

/** The lines of `esign embed` for programs. */
export const embedLine = (s: ShapeBlocks) =>
  s.either(
    s.object({
      type: s.literal('ready'),
      url: s.url,
      origin: s.text,
      registered: s.flag,
      envelope_id: s.text,
      recipient_id: s.text,
    }),
    s.object({ type: s.literal('minted'), at: s.instant, why: s.oneOf('first', 'can_remint', 'no_ready') }),
    s.object({ type: s.literal('message'), at: s.instant, origin: s.text, trusted: s.flag, data: s.anything }),
    s.object({
      type: s.literal('ended'),
      at: s.instant,
      status: s.oneOf('signed', 'declined', 'delegated'),
      envelope_status: s.text,
    }),
  );
