import type { Context } from '../context/context.js';
import type { GlobalFlags } from './global-flags.js';

/** The flags by which a command line reached the service, for another one that is to reach the same. */
export const reachFlags = (flags: GlobalFlags): readonly string[] => [
  ...flagWords('--profile', flags.profile),
  ...flagWords('--mode', flags.mode),
  ...flagWords('--base-url', flags.baseUrl),
  ...flagWords('--api-key-file', flags.apiKeyFile),
  ...flagWords('--contract', flags.contract),
];

/**
 * The end of a command line that somebody is to paste, maybe in another shell: its flags, and the profile of the environment.
 */
export function reachWords(context: Pick<Context, 'flags' | 'settings'>): string {
  const flags = context.flags();
  const { profile } = context.settings();
  const chosen = profile?.origin.from === 'environment' ? { ...flags, profile: profile.value } : flags;
  return reachFlags(chosen)
    .map((word) => ` ${shellWord(word)}`)
    .join('');
}

/** A flag with its value as words of a command line; nothing without a value. */
export const flagWords = (name: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : value.startsWith('-') ? [`${name}=${value}`] : [name, value];

/** A word that a POSIX shell reads as it is. */
export const shellWord = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
