import { isObject } from '../platform/json.js';
import { limits } from '../contract/limits.js';
import { InputRefused, ServiceFailure } from './failure.js';
import type { RateWindow } from './rate-window.js';
import type { PreparedRequest } from './request.js';

/**
 * A batch of more rows than the key has requests in a minute would spend that minute and be refused (A2), so it does
 * not leave. The limit is asked for, where nothing told it yet, with a read of the batch's template. Throws
 * InputRefused, and what the read throws when there was no answer.
 */
export async function refuseOverLimit(
  { cost, json }: Pick<PreparedRequest, 'cost' | 'json'>,
  pace: RateWindow,
  readTemplate: (templateId: string) => Promise<unknown>,
): Promise<void> {
  if (cost <= limits.requestsPerMinute.free) return;
  const templateId = isObject(json) ? json['template_id'] : undefined;
  if (pace.limit === undefined && typeof templateId === 'string') {
    await readTemplate(templateId).catch((failure: unknown) => {
      // What is wrong with the key or the template is told of the batch itself.
      if (!(failure instanceof ServiceFailure)) throw failure;
    });
  }
  const { limit } = pace;
  if (limit === undefined || cost <= limit) return;
  throw new InputRefused(
    'rows',
    `contains ${cost} rows, one request each, but this key is limited to ${limit} requests per minute`,
    limit,
  );
}
