import type { Act } from '../../cli/write/confirm.js';
import type { Context } from '../../cli/context/context.js';

/** The effect of an operation on an endpoint, with its URL; read only for a confirmation. */
export async function actOn(
  context: Context,
  id: string,
  what: (url: string) => string,
  question: string,
): Promise<Act> {
  const client = await context.api();
  const { body } = await client.call('getWebhook', { parameters: { webhookId: id } });
  return { what: what(body.url), question };
}
