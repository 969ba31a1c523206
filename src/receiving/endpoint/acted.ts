import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { SendFailure } from '../../core/http/send-failure.js';
import { parseJson } from '../../core/platform/json.js';
import { type DeliverOptions, openSender } from './deliver-options.js';
import type { Act } from '../../cli/write/write.js';

const answerLimit = 4 * 1024 * 1024;
const timeout = 10_000;

/**
 * Reads the processed events of an app: a URL of its test build returns their IDs as a JSON list, once for each time.
 * Throws CommandFailure (8) for any other response.
 */
export function openActed(
  context: Context,
  url: URL,
  { header = [], caFile }: DeliverOptions,
): () => Promise<readonly string[]> {
  return async () => {
    const sender = await openSender(context, caFile);
    try {
      const headers = [['Accept', 'application/json'] as const, ...header];
      const answer = await sender.send({
        method: 'GET',
        url,
        headers,
        timeout,
        maxBody: answerLimit,
        signal: context.signal,
      });
      const parts: Buffer[] = [];
      for await (const part of answer.body as AsyncIterable<Buffer>) parts.push(part);
      const ids = answer.status === 200 ? read(Buffer.concat(parts).toString('utf8')) : undefined;
      if (ids === undefined)
        throw unusable(url, `responded with ${answer.status}, but not with a JSON array of strings`);
      return ids;
    } catch (error) {
      if (!(error instanceof SendFailure) || context.signal.aborted) throw error;
      throw unusable(url, `did not respond: ${error.message}`);
    } finally {
      await sender.close();
    }
  };
}

function read(text: string): readonly string[] | undefined {
  const value = parseJson(text);
  return Array.isArray(value) && value.every((id): id is string => typeof id === 'string') ? value : undefined;
}

const unusable = (url: URL, what: string): CommandFailure =>
  new CommandFailure(8, 'acted_url_unusable', `${url.href} ${what}.`, {
    hint: 'It must return the IDs of the processed events, for example ["5f8c2f3e-0c57-4c54-9d2e-0f9a1b2c3d4e"].',
  });

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
