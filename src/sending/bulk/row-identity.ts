import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { RowIdentity } from '../../contract/recorded-write.js';
import { isObject } from '../../core/platform/json.js';

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

/** What a row says, as a digest: its request body in one order, without the deadline, which the run fixes. */
export function contentOf(body: unknown): string {
  const identity = isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'expires_at'))
    : (body ?? null);
  return digest(['content', identity]);
}

const digest = (value: readonly unknown[]): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 32);
