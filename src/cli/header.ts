import { UsageFailure } from './failure.js';
import type { HeaderPair } from '../http/headers.js';

/** Headers that define the length of a body must not be overridden. */
const framing = ['content-length', 'transfer-encoding', 'connection'];

/** Reads `name: value`; `taken` are further forbidden names in lower case. Throws UsageFailure. */
export function readHeader(text: string, flag: string, taken: readonly string[] = []): HeaderPair {
  const [, name, value] =
    /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*([\t\x20-\x7e\x80-\xff]{0,4000})$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw invalid(`Invalid ${flag} value. Use name: value.`, `Example: ${flag} 'X-Tenant: demo'`);
  }
  if ([...framing, ...taken].includes(name.toLowerCase())) {
    throw invalid(`${flag} cannot set ${name}.`, 'Remove it: the delivery sets this header itself.');
  }
  return [name, value.trim()];
}

const invalid = (message: string, hint: string): UsageFailure =>
  new UsageFailure(message, { code: 'invalid_value', hint });
