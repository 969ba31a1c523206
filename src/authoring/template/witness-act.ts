import type { Act } from '../../cli/write/write.js';
import type { Context } from '../../cli/context/context.js';

/** That a decision which saves a witness is permanent, as live safety says it before the decision is sent (A14). */
export const witnessAct = (whom: readonly string[] = []): Act => ({
  what: 'This saves a witness, which cannot be changed or taken back',
  toWhom: whom,
  question: 'Save it?',
});

/** The same for the service's own proposals; null when none of them is a witness (A13). */
export async function proposedWitnesses(context: Context, id: string, personId?: string): Promise<Act | null> {
  const client = await context.api();
  const { body } = await client.call('listTemplatePeople', { parameters: { templateId: id } });
  const witnesses = body.people.filter(
    ({ id: each, proposed }) => proposed.decision === 'witness' && (personId === undefined || each === personId),
  );
  if (witnesses.length === 0) return null;
  return witnessAct(witnesses.map(({ heading, page }) => `“${heading}” on page ${page}`));
}
