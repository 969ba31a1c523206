import type { Client } from '../../client/client.js';
import type { Context } from '../../cli/context/context.js';
import { FileFailure } from '../../cli/failure/failure.js';
import { readId } from '../../cli/flags/identifier.js';
import { readStructured } from '../../cli/files/structured-file.js';
import { problems } from '../../contract/schema.js';
import { template as templateBody, type Template } from '../../contract/resources/template.js';
import { parseJson } from '../../core/platform/json.js';

/**
 * The template that a command line names: by its id, read once from the service, or by a file that `template get ID
 * --json` wrote, which needs no network. Throws FileFailure for a file that holds no template.
 */
export async function knownTemplate(context: Context, named: string, client?: Pick<Client, 'call'>): Promise<Template> {
  if (readId(named) !== null) {
    const reader = client ?? (await context.api());
    return (await reader.call('getTemplate', { parameters: { templateId: named } })).body;
  }
  const body = await readTemplate(context, named);
  const [problem] = problems(templateBody(), body);
  if (problem === undefined) return body as Template;
  const what = `${problem.path === '' ? 'it' : `\`${problem.path}\``} ${problem.message}`;
  throw new FileFailure('input', named, `${named === '-' ? 'stdin' : named} holds no template: ${what}.`, {
    code: 'file_invalid',
    hint: 'Give the id of a template, or write it to a file: esign template get ID --json > template.json',
  });
}

/** Numbers of a template are numbers; as YAML a bare one would stay text. */
async function readTemplate(context: Context, file: string): Promise<unknown> {
  const text = (await context.files.readText(file, { limit: 64 * 1024 * 1024 })).replace(/^\uFEFF/, '');
  return parseJson(text) ?? readStructured(context.files, file);
}
