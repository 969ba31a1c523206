import type { Act } from '../cli/confirm.js';
import type { Context } from '../cli/context.js';

/** What an act on an endpoint means, with its address: read only when somebody has to be asked. */
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
