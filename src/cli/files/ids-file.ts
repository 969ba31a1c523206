import { UsageFailure } from '../failure/failure.js';
import type { Files } from './files.js';

const limit = 16 * 1024 * 1024;

/**
 * The IDs in a file, each once, in their order: separated by white space or commas, as `-q` prints them; `-` is stdin.
 * `check` throws for what cannot be an ID. Throws FileFailure, and UsageFailure for a file without IDs.
 */
export async function readIdsFile(
  files: Files,
  path: string,
  check: (text: string) => string,
): Promise<readonly string[]> {
  const text = (await files.readText(path, { limit })).replace(/^\uFEFF/, '');
  const ids = text.split(/[\s,]+/).filter((word) => word !== '');
  if (ids.length > 0) return [...new Set(ids.map((id) => check(id)))];
  throw new UsageFailure(`${path === '-' ? 'stdin' : path} contains no IDs.`, {
    code: 'invalid_value',
    hint: 'Write one ID a line, for example: esign envelope list --all -q > ids.txt',
  });
}
