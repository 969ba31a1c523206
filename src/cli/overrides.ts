import { overrideLines, overridesBroken, overridesPath } from '../config/overrides.js';
import type { Corrections } from '../contract/corrections.js';

export interface Overrides {
  readonly file: string;
  readonly corrections: Corrections;
}

/**
 * What the override file corrects about the service at a base address; undefined when it says nothing of it, as nearly
 * always. Throws ConfigFailure that names the line that is wrong.
 */
export async function readOverrides(configFolder: string, baseUrl: string): Promise<Overrides | undefined> {
  const lines = overrideLines(configFolder, baseUrl);
  if (lines === null) return undefined;
  const file = overridesPath(configFolder);
  // Loaded only when there is something to correct.
  const { CorrectionRefused, readCorrections } = await import('../contract/corrections.js');
  try {
    return { file, corrections: readCorrections(lines) };
  } catch (failure) {
    if (!(failure instanceof CorrectionRefused)) throw failure;
    throw overridesBroken(file, `\`${failure.line.slice(0, 200)}\` ${failure.problem}`);
  }
}
