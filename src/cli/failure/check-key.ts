import { ServiceFailure } from '../../client/failure.js';
import type { Context, Reach } from '../context/context.js';

/** The result of one harmless read with a key. */
export type KeyCheck = 'accepted' | 'accepted, without the scope to read templates' | 'refused';

/**
 * Reads one template, the cheapest request (A6). A 401 means rejected; a missing scope means that the key is valid.
 * Other failures are thrown.
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
