import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { reportLines } from '../../listen/receive/report.js';

/**
 * The lines of `esign listen` for programs: the first is `ready`, the last `done`. With `--poll`, both are others. Reports
 * come before `ready` only when the start takes more than 30 seconds.
 */
export const listenLine = (s: ShapeBlocks) => {
  const routes = s.list(s.object({ pattern: s.text, target: s.text }));
  return s.either(
    s.object({
      type: s.literal('ready'),
      url: s.text,
      endpoint_id: s.nullable(s.text),
      reused: s.flag,
      port: s.count,
      tunnel: s.text,
      events: s.list(s.text),
      routes,
      ack: s.oneOf('early', 'app'),
      live_events: s.flag,
      resumed: s.count,
      left: s.list(s.text),
      waiting_elsewhere: s.count,
      uncertain: s.list(s.text),
      secret_file: s.optional(s.text),
      secret: s.optional(s.text),
      clock_ahead_seconds: s.optional(s.number),
    }),
    s.object({
      type: s.literal('ready'),
      url: s.literalNull,
      tunnel: s.literal('poll'),
      synthetic: s.yes,
      following: s.count,
      unread: s.optional(s.count),
      events: s.list(s.text),
      routes,
      secret: s.optional(s.text),
    }),
    ...reportLines(s),
    s.object({
      type: s.literal('done'),
      deliveries: s.count,
      repeats: s.count,
      others: s.count,
      refused: s.count,
      forwarded: s.count,
      undelivered: s.list(
        s.object({
          id: s.text,
          event: s.nullable(s.text),
          envelope_id: s.nullable(s.text),
          target: s.nullable(s.text),
          state: s.nullable(s.text),
        }),
      ),
      missed: s.nullable(s.count),
      hint: s.optional(s.text),
      missed_unknown_because: s.optional(s.text),
      missed_before: s.optional(s.count),
      envelopes_read: s.count,
      endpoint_removed: s.flag,
    }),
    s.object({
      type: s.literal('done'),
      events: s.count,
      forwarded: s.count,
      undelivered: s.list(s.text),
      hint: s.optional(s.text),
    }),
  );
};
export type ListenLine = Shaped<typeof listenLine>;
