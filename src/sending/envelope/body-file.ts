import type { Context } from '../../cli/context/context.js';
import { FileFailure, UsageFailure } from '../../cli/failure/failure.js';
import { namesFile, namesProperties } from '../../cli/files/names-file.js';
import { readStructured } from '../../cli/files/structured-file.js';
import { isObject } from '../../core/platform/json.js';
import type { Draft } from './create-options.js';

/**
 * Reads `--input`: a request body as YAML or JSON; empty without the flag. `others` are the other input paths of
 * the command line, to refuse a second use of stdin.
 */
export async function readBodyFile(
  context: Context,
  path: string | undefined,
  others: readonly (string | undefined)[] = [],
): Promise<Draft> {
  if ([path, ...others].filter((one) => one === '-').length > 1) {
    throw new UsageFailure('Stdin (`-`) can be used only once.', { hint: 'Use a file for the others.' });
  }
  if (path === undefined) return {};
  const body = await readStructured(context.files, path);
  if (isObject(body)) {
    if (namesProperties.every((name) => Object.hasOwn(body, name))) throw namesFile(path, 'a request body');
    return body;
  }
  throw new FileFailure('input', path, `${path === '-' ? 'stdin' : path} is not a request body.`, {
    code: 'file_invalid',
    hint: 'Write a YAML or JSON object with properties such as template_id and recipients.',
  });
}
