import { randomBytes } from 'node:crypto';

/** Codes that stand for a value for a short time, in memory only. */
export interface Codes<Value> {
  issue(value: Value): string;
  /** The value of a valid code, which stays valid. */
  read(code: string): Value | undefined;
  /** The value of a valid code, which is spent. */
  take(code: string): Value | undefined;
}

export interface CodesOptions {
  /** Milliseconds. */
  readonly lifetime: number;
  /** The oldest code makes room for a new one. */
  readonly max: number;
  /** Real time in milliseconds: the clock of the emulator may stand still. */
  readonly real: () => number;
}

/** Makes codes of 256 bits. They never follow the seed. */
export function createCodes<Value>({ lifetime, max, real }: CodesOptions): Codes<Value> {
  const valid = new Map<string, { readonly value: Value; readonly until: number }>();
  const read = (code: string): Value | undefined => {
    const found = valid.get(code);
    if (found !== undefined && real() < found.until) return found.value;
    valid.delete(code);
    return undefined;
  };
  return {
    issue(value) {
      const [oldest] = valid.keys();
      if (valid.size >= max && oldest !== undefined) valid.delete(oldest);
      const code = randomBytes(32).toString('base64url');
      valid.set(code, { value, until: real() + lifetime });
      return code;
    },
    read,
    take(code) {
      const value = read(code);
      valid.delete(code);
      return value;
    },
  };
}
