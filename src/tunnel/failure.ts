import type { ExitInfo, ExitReason } from './provider.js';

/** A tunnel did not come about, or was given up; `code` says whose move is next. */
export class TunnelFailure extends Error {
  override readonly name = 'TunnelFailure';
  readonly code: `tunnel_${ExitReason}` | 'tunnel_unavailable' | 'tunnel_setting';
  readonly hint: string;
  /** How the provider's process ended; undefined when none was started. */
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

/** The failure of a start that ended like this. */
export function exitFailure(exit: ExitInfo): TunnelFailure {
  return new TunnelFailure(exit.words, { code: `tunnel_${exit.reason}`, hint: exit.hint, exit });
}

/** The failure of a tunnel that is not installed, not signed in or not set up. */
export function unavailable(message: string, hint: string): TunnelFailure {
  return new TunnelFailure(message, { code: 'tunnel_unavailable', hint });
}

/** The failure of a setting that cannot be understood. */
export function badSetting(message: string, hint: string): TunnelFailure {
  return new TunnelFailure(message, { code: 'tunnel_setting', hint });
}

/** How any failure of a start ended, as an exit. */
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
