import type { Client } from '../client/client.js';
import { automaticKey } from '../cli/automatic-key.js';
import type { BodyOf } from '../contract/operations.js';
import type { BulkRow } from './bulk-row.js';

/**
 * Rows of one batch. The borders are fixed, so that a row is in the same block on every machine, whatever the minute has
 * left there; twenty go evenly into the minute of every plan (Limits, Request rate).
 */
const blockRows = 20;

/** From 1. */
const blockOf = ({ number }: BulkRow): number => Math.ceil(number / blockRows);

/** Rows by the block that they are in, in the order of the file. */
export function blocksOf(rows: readonly BulkRow[]): ReadonlyMap<number, readonly BulkRow[]> {
  const blocks = new Map<number, BulkRow[]>();
  for (const row of rows) {
    const block = blocks.get(blockOf(row)) ?? [];
    block.push(row);
    blocks.set(blockOf(row), block);
  }
  return blocks;
}

/**
 * The Idempotency-Key of a block's batch: by its place in the run, and by how many batches of the block were answered
 * before. So the service itself refuses rows that differ from those that left from there, on whichever machine, and
 * nothing of them is made twice. A run without a name is told by what its rows say.
 */
export async function batchKey(
  client: Client,
  run: readonly string[],
  { block, answered, rows }: { readonly block: number; readonly answered: number; readonly rows: readonly BulkRow[] },
): Promise<string> {
  const { meant } = await client.preview('createEnvelopeBatch', { body: batchBody(rows) });
  const said = run.length === 0 ? rows.map(({ key }) => key) : [];
  const place = ['bulk', ...run, `block ${block}`, `after ${answered}`, ...said];
  return automaticKey('createEnvelopeBatch', { ...meant, body: { template_id: rows[0]?.body['template_id'] } }, place);
}

/** What all rows say alike stands around them. */
export function batchBody(rows: readonly BulkRow[]): BodyOf<'createEnvelopeBatch'> {
  const own = (name: string): boolean => ['title', 'recipients', 'values'].includes(name);
  const part = (row: BulkRow, wanted: boolean): object =>
    Object.fromEntries(Object.entries(row.body).filter(([name]) => own(name) === wanted));
  const [first] = rows;
  // The client checks the body against its row.
  return {
    ...(first === undefined ? {} : part(first, false)),
    rows: rows.map((row) => part(row, true)),
  } as unknown as BodyOf<'createEnvelopeBatch'>;
}
