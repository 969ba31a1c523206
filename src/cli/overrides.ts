import { overrideLines, overridesBroken, overridesPath } from '../config/overrides.js';
import type { Corrections } from '../contract/corrections.js';

export interface Overrides {
  readonly file: string;
  readonly corrections: Corrections;
}

/**
 * The overrides for a base URL; undefined without any, which is the normal case. Throws ConfigFailure with the invalid
 * line.
 */
export async function readOverrides(configFolder: string, baseUrl: string): Promise<Overrides | undefined> {
  const lines = overrideLines(configFolder, baseUrl);
  if (lines === null) return undefined;
  const file = overridesPath(configFolder);
  // Loaded only if there are overrides.
  const { CorrectionRefused, readCorrections } = await import('../contract/corrections.js');
  try {
    return { file, corrections: readCorrections(lines) };
  } catch (failure) {
    if (!(failure instanceof CorrectionRefused)) throw failure;
    throw overridesBroken(file, `\`${failure.line.slice(0, 200)}\` ${failure.problem}`);
  }
}
