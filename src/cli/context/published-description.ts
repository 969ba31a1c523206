import { requireBaseUrl } from '../../core/config/settings.js';
import { parseJson } from '../../core/platform/json.js';
import type { Context } from './context.js';
import { CommandFailure, FileFailure } from '../failure/failure.js';
import { readStructured } from '../files/structured-file.js';

const maxBytes = 96 * 1024 * 1024;

/** The API description of a file, JSON or YAML, or the one that the service publishes. */
export async function readPublished(context: Context, file: string | undefined): Promise<unknown> {
  if (file !== undefined) return parsed(context, file, await context.files.readText(file, { limit: maxBytes }));
  const client = await context.api({ baseUrl: requireBaseUrl(context.settings()), apiKey: null });
  return (await client.call('getSpecification', {})).body;
}

/**
 * The value of a text, which errors name by its source. JSON is YAML too, but the JSON parser is twenty times as fast for
 * a description of ten megabytes.
 */
export const parsed = async ({ files }: Context, source: string, text: string): Promise<unknown> =>
  parseJson(text) ?? (await readStructured({ ...files, readText: () => Promise.resolve(text) }, source));

/** What is made of a description; one that cannot be read is the fault of its file, or of the service. */
export async function reading<T>(file: string | undefined, act: () => T): Promise<T> {
  const { DescriptionUnreadable } = await import('../../contract/published/document.js');
  try {
    return act();
  } catch (failure) {
    if (!(failure instanceof DescriptionUnreadable)) throw failure;
    if (file !== undefined) {
      throw new FileFailure('input', file, `${file} is not an OpenAPI description: ${failure.message}.`);
    }
    throw new CommandFailure(
      8,
      'unexpected_answer',
      `The response of the service is not an OpenAPI description: ${failure.message}.`,
    );
  }
}
