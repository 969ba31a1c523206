import { ServiceFailure } from '../client/failure.js';
import type { Context, Reach } from './context.js';

/** What one harmless read says about a key. */
export type KeyCheck = 'accepted' | 'accepted, without the scope to read templates' | 'refused';

/**
 * Asks the service for one template, the cheapest read there is (A6). A 401 means refused; a lacking scope means that the
 * key itself is good. Anything else that goes wrong is thrown.
 */
export async function checkKey(context: Context, reach?: Reach): Promise<KeyCheck> {
  const client = await context.api(reach);
  try {
    await client.call('listTemplates', { query: { limit: 1 } });
    return 'accepted';
  } catch (failure) {
    if (!(failure instanceof ServiceFailure)) throw failure;
    if (failure.code === 'insufficient_scope') return 'accepted, without the scope to read templates';
    if (failure.status === 401 || failure.code === 'api_key_owner_removed') return 'refused';
    throw failure;
  }
}
