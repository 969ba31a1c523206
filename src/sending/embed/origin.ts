import { ServiceFailure } from '../../client/failure.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { requireBaseUrl } from '../../core/config/settings.js';
import { isLoopback } from '../../core/http/network.js';
import { controlAt } from '../../cli/emulator/control.js';

/** An origin that the emulator allows to embed the signing page. */
export interface Registered {
  /** Removes it again, unless it existed before. */
  takeAway(): Promise<void>;
}

/** Milliseconds: an emulator responds at once, and esign does not wait for other programs. */
const timeoutMs = 5_000;

/** Registers an origin for the brand of an envelope; null when the service is not an emulator on this machine. */
export async function register(context: Context, envelopeId: string, origin: string): Promise<Registered | null> {
  const base = requireBaseUrl(context.settings());
  if (!URL.canParse(base) || !isLoopback(new URL(base).hostname)) return null;
  const change = (registered: boolean, signal: AbortSignal): Promise<{ readonly changed: boolean }> =>
    controlAt(
      { ...context, signal },
      base,
      { method: 'POST', path: `/_emulator/envelopes/${envelopeId}/origins`, body: { origin, registered } },
      timeoutMs,
    );
  try {
    const { changed } = await change(true, context.signal);
    return {
      async takeAway() {
        // After Ctrl-C too.
        if (changed) await change(false, AbortSignal.timeout(timeoutMs)).catch(() => undefined);
      },
    };
  } catch (error) {
    // Another service on this machine, or an emulator without this route.
    if (error instanceof ServiceFailure || (error instanceof CommandFailure && error.exitCode !== 130)) return null;
    throw error;
  }
}
