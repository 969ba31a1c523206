import type { Shaped, ShapeBlocks } from '../../contract/shape.js';

const rowResult = (s: ShapeBlocks) => ({
  row: s.count,
  line: s.count,
  key: s.text,
  status: s.oneOf('created', 'failed', 'unknown'),
  envelope_id: s.nullable(s.text),
  envelope_status: s.nullable(s.text),
  replayed: s.flag,
  code: s.nullable(s.text),
  message: s.nullable(s.text),
  exit_code: s.exitCode,
  replaces: s.optional(s.list(s.text)),
});
const rowShape = (s: ShapeBlocks) => s.object(rowResult(s));

/**
 * How one row ended. `unknown`: no answer came, and the same command finds out. `replayed`: an earlier attempt had made
 * it. `replaces`: the envelopes that were voided for it. `exit_code` is the one that the row alone would have ended with.
 */
export type RowResult = Shaped<typeof rowShape>;

/** The counts of a run, and where its results are. */
const runFacts = (s: ShapeBlocks) => ({
  rows: s.count,
  created: s.count,
  replayed: s.count,
  earlier: s.count,
  failed: s.count,
  unknown: s.count,
  skipped: s.count,
  left: s.count,
  replaced: s.count,
  results: s.text,
});
const runFactsShape = (s: ShapeBlocks) => s.object(runFacts(s));
export type RunFacts = Shaped<typeof runFactsShape>;

const compared = (s: ShapeBlocks) => ({
  run: s.text,
  same: s.count,
  changed: s.count,
  new: s.count,
  gone: s.count,
  lines: s.object({ changed: s.list(s.count), new: s.list(s.count), gone: s.list(s.count) }),
  other_parts: s.optional(
    s.object({ known: s.count, new: s.count, gone: s.count, lines: s.object({ new: s.list(s.count) }) }),
  ),
});
/** The comparison of a file with what its run sent before. */
const comparedShape = (s: ShapeBlocks) => s.object(compared(s));
export type ComparedFacts = Shaped<typeof comparedShape>;

/** The lines that a bulk run prints for programs. */
export const bulkLine = (s: ShapeBlocks) =>
  s.named(
    'BulkLine',
    s.either(
      s.object({ type: s.literal('compared'), ...compared(s) }),
      s.object({
        type: s.literal('ready'),
        rows: s.count,
        to_do: s.count,
        done: s.count,
        shard: s.nullable(s.text),
        results: s.text,
      }),
      s.object({ type: s.literal('row'), ...rowResult(s) }),
      s.object({ type: s.literal('connection'), state: s.oneOf('lost', 'restored'), message: s.text }),
      s.object({ type: s.literal('done'), ...runFacts(s) }),
    ),
  );
export type BulkLine = Shaped<typeof bulkLine>;

/** What a dry run prints: the requests, and on the first line the comparison with what was sent before. */
export const bulkRequests = (s: ShapeBlocks) =>
  s.named(
    'BulkRequests',
    s.object({
      dry_run: s.yes,
      compared: s.optional(comparedShape(s)),
      requests: s.list(
        s.object({
          row: s.count,
          line: s.count,
          method: s.text,
          url: s.url,
          headers: s.record(s.text),
          body: s.anything,
        }),
      ),
    }),
  );
export type BulkRequests = Shaped<typeof bulkRequests>;
