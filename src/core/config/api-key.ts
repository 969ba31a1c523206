import { ConfigFailure } from './failure.js';

export type KeyMode = 'live' | 'test';

export interface ApiKey {
  readonly secret: string;
  /** From the prefix (Authentication 2); null for another prefix, which is then treated as live. */
  readonly mode: KeyMode | null;
  /** The prefix and the last four characters, safe to show. */
  readonly masked: string;
}

/** Reads a key: one word of printable characters without quotes, so that it is valid in a header. Throws ConfigFailure. */
export function readApiKey(text: string, givenBy: string): ApiKey {
  const secret = text.trim();
  if (secret === '') {
    throw new ConfigFailure(
      'key_invalid',
      `${capital(givenBy)} is empty, not an API key.`,
      'Specify the key on one line.',
    );
  }
  if (!/^[\x21-\x7e]{1,512}$/.test(secret) || /["']/.test(secret)) {
    throw new ConfigFailure(
      'key_invalid',
      `${capital(givenBy)} does not contain a valid API key.`,
      'Specify the key alone, on one line, without quotes.',
    );
  }
  return { secret, mode: modeOf(secret), masked: maskKey(secret) };
}

/** `word_live_…` and `word_test_…`; null for any other prefix. */
export function modeOf(secret: string): KeyMode | null {
  const mode = /^(?:[A-Za-z0-9]+_)*?(live|test)_/.exec(secret)?.[1];
  return mode === 'live' || mode === 'test' ? mode : null;
}

/** `word_live_****Ab3d`; a short or unknown key is masked entirely. */
export function maskKey(secret: string): string {
  const prefix = /^(?:[A-Za-z0-9]+_)*?(?:live|test)_/.exec(secret)?.[0] ?? '';
  const rest = secret.slice(prefix.length);
  return `${prefix}****${rest.length >= 16 ? rest.slice(-4) : ''}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
