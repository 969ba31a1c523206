import { createRequire } from 'node:module';
import { isObject } from './json.js';

/** A package with native code cannot be used. */
export abstract class NativePackageTrouble extends Error {}

/** It is not installed: it was left out, or it has no build for this system. */
export class NativePackageMissing extends NativePackageTrouble {
  override readonly name = 'NativePackageMissing';
  /** The build that is missing, such as `@libsql/linux-x64-gnu`. */
  readonly missing: string;

  constructor(missing: string, cause: unknown) {
    super(`The package ${missing} is not installed.`, { cause });
    this.missing = missing;
  }
}

/** It is there, and the system has not what it needs. */
export class NativePackageRefused extends NativePackageTrouble {
  override readonly name = 'NativePackageRefused';
}

/**
 * Loads a package whose native code comes as an optional package for each system, at the first use instead of with the
 * file that uses it. Throws NativePackageMissing and NativePackageRefused.
 */
export function loadNative(name: string, load: (id: string) => unknown = createRequire(import.meta.url)): unknown {
  try {
    return load(name);
  } catch (error) {
    const { code, message } = isObject(error) ? error : {};
    if (code === 'ERR_DLOPEN_FAILED') throw new NativePackageRefused(String(message), { cause: error });
    const said = code === 'MODULE_NOT_FOUND' ? String(message) : '';
    const [, missing] = /^Cannot find module '([^'\n]+)'/.exec(said) ?? [];
    throw missing === undefined ? error : new NativePackageMissing(missing, error);
  }
}
