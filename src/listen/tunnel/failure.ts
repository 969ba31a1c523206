import type { ExitInfo, ExitReason } from './provider.js';

/** A tunnel could not be opened or failed permanently; `code` says what to do next. */
export class TunnelFailure extends Error {
  override readonly name = 'TunnelFailure';
  readonly code: `tunnel_${ExitReason}` | 'tunnel_unavailable' | 'tunnel_setting';
  readonly hint: string;
  /** How the provider's process exited; undefined when none was started. */
  readonly exit: ExitInfo | undefined;

  constructor(
    message: string,
    facts: {
      readonly code: `tunnel_${ExitReason}` | 'tunnel_unavailable' | 'tunnel_setting';
      readonly hint?: string;
      readonly exit?: ExitInfo;
    },
  ) {
    super(message);
    this.code = facts.code;
    this.hint = facts.hint ?? '';
    this.exit = facts.exit;
  }
}

/** The failure of a start with this exit. */
export function exitFailure(exit: ExitInfo): TunnelFailure {
  return new TunnelFailure(exit.words, { code: `tunnel_${exit.reason}`, hint: exit.hint, exit });
}

/** The failure of a tunnel that is not installed, not signed in or not set up. */
export function unavailable(message: string, hint: string): TunnelFailure {
  return new TunnelFailure(message, { code: 'tunnel_unavailable', hint });
}

/** The failure of an invalid setting. */
export function badSetting(message: string, hint: string): TunnelFailure {
  return new TunnelFailure(message, { code: 'tunnel_setting', hint });
}

/** Any failure of a start, as an exit. */
export function exitOf(error: unknown): ExitInfo {
  if (error instanceof TunnelFailure && error.exit !== undefined) return error.exit;
  const words = error instanceof Error ? error.message : String(error);
  const final = error instanceof TunnelFailure;
  return {
    code: null,
    signal: null,
    reason: 'crash',
    retryable: !final,
    words,
    hint: final ? error.hint : '',
  };
}
