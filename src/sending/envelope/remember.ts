import type { Context } from '../../cli/context/context.js';
import type { Envelope } from '../../contract/resources/envelope.js';

/**
 * Stores envelopes from a response, for lists and completion. A replayed response may be older than the stored state and
 * is ignored. Best effort: it never fails the command.
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
