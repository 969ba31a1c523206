import type { Context } from '../cli/context.js';
import { FileFailure, UsageFailure } from '../cli/failure.js';
import { readStructured } from '../cli/structured-file.js';
import { isObject } from '../platform/json.js';
import type { Draft } from './create-options.js';

/**
 * Reads `--from-file`: a whole request body as YAML or JSON. Without the flag the body begins empty. `others` are
 * further paths of the command line; stdin may be only one of them all.
 */
export async function readBodyFile(
  context: Context,
  path: string | undefined,
  others: readonly (string | undefined)[] = [],
): Promise<Draft> {
  if ([path, ...others].filter((one) => one === '-').length > 1) {
    throw new UsageFailure('Stdin (`-`) can be read once only.', { hint: 'Name a file for one of the two.' });
  }
  if (path === undefined) return {};
  const body = await readStructured(context.files, path);
  if (isObject(body)) return body;
  throw new FileFailure('input', path, `${path === '-' ? 'stdin' : path} holds no request body.`, {
    code: 'file_invalid',
    hint: 'Write it as YAML or JSON, with names such as template_id and recipients.',
  });
}
