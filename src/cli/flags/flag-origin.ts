import type { EsignCommand } from './command.js';
import { shellWord } from './reach-flags.js';

/** Names the flag that a property of the request came from; null when no flag gave it, or it is not known which. */
export type FlagOrigin = (path: string) => string | null;

/** Properties whose flags have other names; the flags in the order of their options. */
const flagsOf: Readonly<Record<string, readonly string[]>> = {
  expires_at: ['--expires-at', '--expires-in'],
  valid_until: ['--valid-until', '--valid-for'],
  subscribed_events: ['--event'],
  brand_id: ['--brand'],
};

/** Reads the flags that a command was called with. A path is like that of the service: `recipients[1].email`. */
export function flagOrigin(command: EsignCommand): FlagOrigin {
  const options = command.opts<Readonly<Record<string, unknown>>>();
  const given = (flag: string): boolean => {
    const option = command.optionNamed(flag);
    return option !== undefined && command.getOptionValueSource(option.attributeName()) === 'cli';
  };
  return (path) => {
    const [, list, index] = /^(recipients|values)\[(\d{1,4})\]/.exec(path) ?? [];
    if (list !== undefined) return entryFlag(options, list, Number(index));
    const name = /^(?:[a-z_]+|Idempotency-Key|If-Match)/.exec(path)?.[0].toLowerCase() ?? '';
    const flags = Object.hasOwn(flagsOf, name) ? (flagsOf[name] ?? []) : [`--${name.replaceAll('_', '-')}`];
    return flags.find(given) ?? null;
  };
}

/** `--recipient` or `--value` of an entry. Entries of a file come first, so their number says nothing about a flag. */
function entryFlag(options: Readonly<Record<string, unknown>>, list: string, index: number): string | null {
  if (options['input'] !== undefined) return null;
  const { role, name, email } = entryOf(options['recipient'], index);
  if (list === 'recipients') {
    if (role === undefined) return null;
    return `--recipient ${shellWord(role === '' ? `${name ?? ''} <${email ?? ''}>` : `role=${role}`)}`;
  }
  if (options['valuesFile'] !== undefined) return null;
  const { subject, key } = entryOf(options['value'], index);
  return key === undefined ? null : `--value ${shellWord(`${(subject ?? '').replaceAll('.', '\\.')}.${key}`)}`;
}

function entryOf(entries: unknown, index: number): Readonly<Record<string, string | undefined>> {
  const entry: unknown = Array.isArray(entries) ? entries[index] : undefined;
  return (entry ?? {}) as Readonly<Record<string, string | undefined>>;
}
