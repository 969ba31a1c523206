import type { Act } from '../../cli/write/confirm.js';
import type { Context } from '../../cli/context/context.js';

/** The confirmation prompt for an action on an authorisation. Reads it, so it is built only when needed. */
export async function actOn(context: Context, id: string, what: string, question: string): Promise<Act> {
  const client = await context.api();
  const { body } = await client.call('getAuthorisation', { parameters: { authorisationId: id } });
  return {
    what: `${what} ${body.grantor.name} for ${body.legal_entity.name} (${body.number}, ${body.status})`,
    toWhom: [`${body.grantor.name} <${body.grantor.email}>`],
    question,
  };
}
