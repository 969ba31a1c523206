import type { Client } from '../client/client.js';
import { automaticKey } from '../cli/automatic-key.js';
import { inOneOrder } from '../contract/one-order.js';
import type { BodyOf } from '../contract/operations.js';

/** One envelope of a bulk run. */
export interface BulkRow {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** The line of the file that it stands in. */
  readonly line: number;
  /** The Idempotency-Key of its own. */
  readonly key: string;
  /** The body of its creation. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Gives every row its Idempotency-Key, from what it says and from the run: the same row in the same run always has the
 * same one, on whichever machine. Rows that say the same are counted, since each is an envelope of its own.
 */
export async function keyRows(
  client: Client,
  rows: readonly Omit<BulkRow, 'key'>[],
  identity: readonly string[],
): Promise<readonly BulkRow[]> {
  const seen = new Map<string, number>();
  const keyed: BulkRow[] = [];
  for (const row of rows) {
    const { meant } = await client.preview('createEnvelope', { body: row.body });
    const said = inOneOrder(meant.body);
    const before = seen.get(said) ?? 0;
    seen.set(said, before + 1);
    keyed.push({ ...row, key: automaticKey('createEnvelope', meant, ['bulk', ...identity, String(before)]) });
  }
  return keyed;
}

/** The rows that say the same as an earlier one, by their numbers. */
export function repeatedRows(rows: readonly Omit<BulkRow, 'key'>[]): readonly (readonly [number, number])[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ number, body }) => {
    const said = inOneOrder(body);
    const earlier = first.get(said);
    first.set(said, earlier ?? number);
    return earlier === undefined ? [] : [[earlier, number] as const];
  });
}

export const bodyOfRow = ({ body }: BulkRow): BodyOf<'createEnvelope'> =>
  // The client checks the body against its row.
  body as unknown as BodyOf<'createEnvelope'>;
