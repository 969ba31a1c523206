import { UsageFailure } from './failure.js';
import type { HeaderPair } from '../http/headers.js';

/** What says where a body ends: a request with one of its own would never arrive whole. */
const framing = ['content-length', 'transfer-encoding', 'connection'];

/** Reads `name: value`; `taken` are further names, in lower case, that nobody else may set. Throws UsageFailure. */
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
