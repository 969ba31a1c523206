import { createRequire } from 'node:module';
import { isObject } from './json.js';

/** A package with native code is not installed: it was left out, or it has no build for this system. */
export class NativePackageMissing extends Error {
  override readonly name = 'NativePackageMissing';
  /** The build that is missing, such as `@libsql/linux-x64-gnu`. */
  readonly missing: string;

  constructor(missing: string, cause: unknown) {
    super(`The package ${missing} is not installed.`, { cause });
    this.missing = missing;
  }
}

/**
 * Loads a package whose native code comes as an optional package for each system, at the first use instead of with the
 * file that uses it. Throws NativePackageMissing.
 */
export function loadNative(name: string, load: (id: string) => unknown = createRequire(import.meta.url)): unknown {
  try {
    return load(name);
  } catch (error) {
    const said = isObject(error) && error['code'] === 'MODULE_NOT_FOUND' ? String(error['message']) : '';
    const [, missing] = /^Cannot find module '([^'\n]+)'/.exec(said) ?? [];
    throw missing === undefined ? error : new NativePackageMissing(missing, error);
  }
}
