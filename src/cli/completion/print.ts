import { join } from 'node:path';
import { packageRoot } from '../../core/platform/package-files.js';
import type { Context } from '../context/context.js';
import { completionFiles, type Shell } from '../docs-gen/shells.js';

/** The script of a shell as the release holds it. */
export function scriptOf(context: Pick<Context, 'files'>, shell: Shell): Promise<string> {
  return context.files.readText(join(packageRoot(), 'completions', completionFiles[shell]), { limit: 1024 * 1024 });
}
