import { UsageFailure } from '../failure/failure.js';
import type { HeaderPair } from '../../core/http/headers.js';

/** Headers about the connection or the length of a body must not be overridden. */
const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'expect'];

/** Reads `name: value`; `taken` are further forbidden names in lower case. Throws UsageFailure. */
export function readHeader(text: string, flag: string, taken: readonly string[] = []): HeaderPair {
  const [, name, value] =
    /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*(?![ \t])([\t\x20-\x7e\x80-\xff]{0,4000})$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw invalid(`Invalid ${flag} value. Use name: value.`, `Example: ${flag} 'X-Tenant: demo'`);
  }
  if (framing.includes(name.toLowerCase())) {
    throw notSettable(flag, name, 'Remove it: the HTTP connection sets it where it is needed.');
  }
  if (taken.includes(name.toLowerCase())) throw notSettable(flag, name);
  return [name, value.trim()];
}

/** Throws UsageFailure for the signature header: a receiver would get two of them. `signature` is its name. */
export function refuseSignature(headers: readonly HeaderPair[], flag: string, signature: string): void {
  const found = headers.find(([name]) => name.toLowerCase() === signature.toLowerCase());
  if (found !== undefined) throw notSettable(flag, found[0]);
}

const notSettable = (
  flag: string,
  name: string,
  hint = 'Remove it: the delivery sets this header itself.',
): UsageFailure => invalid(`${flag} cannot set ${name}.`, hint);

const invalid = (message: string, hint: string): UsageFailure =>
  new UsageFailure(message, { code: 'invalid_value', hint });
