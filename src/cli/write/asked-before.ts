import { mayHarm } from '../../contract/effects.js';
import { type OperationId, operations } from '../../contract/operations.js';

const maxActs = 3;

/** The confirmations of a command with these operations, as one sentence from their rows; null without any. */
export function askedBefore(ids: readonly OperationId[]): string | null {
  const says = ids
    .map((id) => operations[id])
    .filter(mayHarm)
    .flatMap(({ mails, destructive }) => [mails, destructive])
    .flatMap((consequence) => (consequence === null ? [] : [consequence.says]));
  const acts = [...new Set(says)].map((each) => each.replace(/^This may (\w+)/, 'This $1s').replace(/^This /, ''));
  if (acts.length > maxActs) return 'Asks for confirmation before operations that email people or cannot be undone.';
  return acts.length === 0 ? null : `Asks for confirmation before it ${acts.join(', or ')}.`;
}
