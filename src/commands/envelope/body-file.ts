import type { Context } from '../../cli/context.js';
import { FileFailure } from '../../cli/failure.js';
import { readStructured } from '../../cli/structured-file.js';
import type { Draft } from './sending.js';

/** Reads `--from-file`: a whole request body as YAML or JSON. Without the flag the body begins empty. */
export async function readBodyFile(context: Context, path: string | undefined): Promise<Draft> {
  if (path === undefined) return {};
  const body = await readStructured(context.files, path);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Draft;
  throw new FileFailure('input', path, `${path === '-' ? 'stdin' : path} holds no request body.`, {
    code: 'file_invalid',
    hint: 'Write it as YAML or JSON, with names such as template_id and recipients.',
  });
}
