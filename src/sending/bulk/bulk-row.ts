import { createHash } from 'node:crypto';
import { automaticKey } from '../../cli/write/automatic-key.js';
import type { Client } from '../../client/client.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { BodyOf } from '../../contract/operations.js';
import type { RowIdentity } from '../../contract/recorded-write.js';
import { isObject } from '../../core/platform/json.js';

/** One row of a file, read and checked. */
export interface ReadRow {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** The line of the file that it stands in. */
  readonly line: number;
  /** The text of the `--id-column`; null without one. */
  readonly id: string | null;
  /** The body of its creation. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One envelope of a bulk run. */
export interface BulkRow extends Omit<ReadRow, 'id'> {
  /** The Idempotency-Key of its own. */
  readonly key: string;
  readonly identity: RowIdentity;
  /** A digest of what it says. */
  readonly content: string;
}

/**
 * Gives every row its Idempotency-Key, from what it says and from the run: the same row in the same run always has the
 * same one, on whichever machine. Rows that say the same are counted, since each is an envelope of its own.
 */
export async function keyRows(
  client: Pick<Client, 'preview'>,
  rows: readonly ReadRow[],
  run: readonly string[],
): Promise<readonly BulkRow[]> {
  const seen = new Map<string, number>();
  const keyed: BulkRow[] = [];
  for (const { id, ...row } of rows) {
    const { meant } = await client.preview('createEnvelope', { body: row.body });
    const canonical = canonicalJson(meant.body);
    const before = seen.get(canonical) ?? 0;
    seen.set(canonical, before + 1);
    const key = automaticKey('createEnvelope', meant, ['bulk', ...run, String(before)]);
    keyed.push({ ...row, key, identity: identityOf(meant.body, id), content: contentOf(meant.body) });
  }
  return keyed;
}

/** Another key for a row whose own one has made an envelope already: the same every time it is asked for. */
export const nextKey = (key: string): string =>
  `auto-${createHash('sha256').update(`esign again\n${key}`).digest('hex').slice(0, 40)}`;

/** The rows that say the same as an earlier one and have no ID of their own: pairs of line numbers. */
export function repeatedRows(rows: readonly ReadRow[]): readonly (readonly [first: number, again: number])[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ line, id, body }) => {
    const canonical = canonicalJson([id, body]);
    const earlier = first.get(canonical);
    first.set(canonical, earlier ?? line);
    return earlier === undefined ? [] : [[earlier, line] as const];
  });
}

/** Rows that have the same ID and say different things: pairs of line numbers. */
export function sharedIds(rows: readonly ReadRow[]): readonly (readonly [first: number, again: number])[] {
  const first = new Map<string, { readonly line: number; readonly canonical: string }>();
  return rows.flatMap(({ line, id, body }) => {
    if (id === null) return [];
    const canonical = canonicalJson(body);
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, { line, canonical: canonical });
    return earlier === undefined || earlier.canonical === canonical ? [] : [[earlier.line, line] as const];
  });
}

/** The client checks the body against its row of the contract. */
export const asCreation = (body: BulkRow['body']): BodyOf<'createEnvelope'> => body as BodyOf<'createEnvelope'>;

/** Finds a row's identity in its request body; `id` is the text of the `--id-column`, null without one. */
export function identityOf(body: unknown, id: string | null): RowIdentity {
  const people = isObject(body) && Array.isArray(body['recipients']) ? body['recipients'].filter(isObject) : [];
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  // Neither the role nor the order: renaming a role or moving a column must not make another row of it.
  const who = digest(['who', ...people.map(({ email }) => text(email).toLowerCase()).toSorted()]);
  if (id !== null) return { by: 'id_column', id: digest(['id', id]), who };
  const references = people.map(({ external_ref: reference }) => text(reference)).filter((each) => each !== '');
  if (references.length > 0) return { by: 'external_ref', id: digest(['ref', ...references.toSorted()]), who };
  return { by: 'recipients', id: who, who };
}

/** A digest of a row's request body in canonical order, without the deadline, which the run fixes. */
export function contentOf(body: unknown): string {
  const identity = isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'expires_at'))
    : (body ?? null);
  return digest(['content', identity]);
}

const digest = (value: readonly unknown[]): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 32);

/** One part of a run that is split over several machines: `2/8` is the second of eight. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Whether a row belongs to a shard. The identity alone decides, never the place in the file: rows that are added, removed
 * or sorted move no other row to another machine, which would not know that it was sent. Rows of one identity stay
 * together.
 */
export const isInShard = ({ id }: Pick<RowIdentity, 'id'>, { index, of }: Shard): boolean =>
  Number.parseInt(id.slice(0, digits), 16) % of === index - 1;

/** Enough that the parts are of similar size, and few enough for a whole number. */
const digits = 12;

export const writeShard = ({ index, of }: Shard): string => `${index}/${of}`;
