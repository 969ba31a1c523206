import { isObject } from '../core/platform/json.js';
import { limits } from '../contract/limits.js';
import { InputRefused, ServiceFailure } from './failure.js';
import type { RateWindow } from './rate-window.js';
import type { PreparedRequest } from './request.js';

/**
 * A batch with more rows than the rate limit of the key would use up the limit and be rejected (A2), so it is not sent.
 * If the limit is unknown, it is queried with a read of the batch's template. Throws InputRefused, and the failure of
 * the read without a response.
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
      // Problems with the key or the template are reported for the batch itself.
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
