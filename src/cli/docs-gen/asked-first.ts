import { type Consequence, effectsOf, type KeyKind, mayHarm, sentencesOf } from '../../contract/effects.js';
import type { Operation } from '../../contract/operation.js';
import { operationIds, operations } from '../../contract/operations.js';

/** The confirmations, from the rows of the operations: their effects, and with which keys. */
export function askedFirst(): readonly (readonly [operation: string, about: string])[] {
  const rows = operationIds.map((id): Operation => operations[id]).filter(mayHarm);
  return rows.map((row) => {
    const sentences = sentencesFor(row, 'live').map((sentence) => `${sentence}.`);
    const keys = sentencesFor(row, 'test').length > 0 ? 'With a live and with a test key.' : 'With a live key.';
    return [row.id, [...sentences, keys].join(' ')];
  });
}

/** Those of any body. */
function sentencesFor(row: Operation, key: KeyKind): readonly string[] {
  const always = <C extends Consequence>(each: C | null): C | null =>
    each === null ? null : { ...each, when: () => true };
  const { mails, destructive } = row;
  return sentencesOf(effectsOf({ ...row, mails: always(mails), destructive: always(destructive) }, undefined, key));
}
