import type { Context } from '../cli/context.js';
import type { Envelope } from '../contract/resources/envelope.js';

/**
 * Remembers envelopes as a write has just answered them, so that a shell offers them with their titles. An answer that
 * was given to an earlier request may be older than what is known, and is left. Best effort: it fails no write.
 */
export async function remember(
  context: Context,
  envelopes: readonly Envelope[],
  { replayed }: { readonly replayed: boolean | undefined },
): Promise<void> {
  if (replayed === true) return;
  const { openMemory } = await import('./known-status.js');
  const memory = await openMemory(context);
  await memory.keep(envelopes.map((envelope) => ({ envelope, sealed: null, rate: undefined })));
}
