import type { GlobalFlags } from './global-flags.js';

/** The flags by which a command line reached the service, for another one that is to reach the same. */
export const reachFlags = (flags: GlobalFlags): readonly string[] => [
  ...flagWords('--profile', flags.profile),
  ...flagWords('--mode', flags.mode),
  ...flagWords('--base-url', flags.baseUrl),
  ...flagWords('--api-key-file', flags.apiKeyFile),
  ...flagWords('--contract', flags.contract),
];

/** A flag with its value as words of a command line; nothing without a value. */
export const flagWords = (name: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : value.startsWith('-') ? [`${name}=${value}`] : [name, value];
