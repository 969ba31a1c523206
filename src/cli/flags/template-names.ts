import type { EsignCommand } from './command.js';
import type { Context } from '../context/context.js';
import { CommandFailure, UsageFailure } from '../failure/failure.js';
import { maybeFile, templateNameIn } from './template-id.js';
import { readPages } from './paging.js';
import { nearest } from '../../core/platform/nearest.js';

const maxShown = 10;
const maxSuggested = 3;

/**
 * Replaces the names of templates in the arguments and flags of a command by their IDs, which it asks the service for
 * (GET /templates). Throws CommandFailure (4) for a name that no template has, and UsageFailure for one that several have.
 */
export async function withTemplateIds(command: EsignCommand, context: Context): Promise<void> {
  const { templatesFrom: flag } = command;
  const profile: unknown = flag === null ? undefined : command.opts()[flag];
  const templates = await listed(typeof profile === 'string' ? context.at(profile, `--${flag}`) : context);
  const idOf = (value: unknown): string | null => {
    const name = templateNameIn(value);
    return name === null ? null : idNamed(context, name, templates, maybeFile(value));
  };
  for (const [index, value] of command.processedArgs.entries()) {
    const id = idOf(value);
    if (id !== null) command.processedArgs[index] = id;
  }
  for (const [flag, value] of Object.entries(command.opts())) {
    const id = idOf(value);
    if (id !== null) command.setOptionValueWithSource(flag, id, command.getOptionValueSource(flag));
  }
}

/** The ID of the template of a name; asks and throws as `withTemplateIds` does. */
export const templateIdNamed = async (context: Context, name: string): Promise<string> =>
  idNamed(context, name, await listed(context), false);

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

async function listed(context: Context): Promise<readonly Listed[]> {
  const client = await context.api();
  const { data } = await readPages(context, { all: true }, 'listTemplates', async (query) => {
    return (await client.call('listTemplates', { query })).body;
  });
  return data;
}

function idNamed({ output }: Context, name: string, templates: readonly Listed[], orFile: boolean): string {
  // An ID that is not a UUID is looked up like a name.
  const found = templates.filter((each) => each.name === name || each.id === name);
  const [first] = found;
  if (first === undefined) {
    const names = [...new Set(templates.map((each) => each.name))];
    const begun = names.filter((each) => each.toLowerCase().startsWith(name.toLowerCase())).slice(0, maxSuggested);
    const close = nearest(name, names) ?? (begun.length === 0 ? null : begun.join('" or "'));
    const next = close === null ? 'List the templates with `esign template list`.' : `Did you mean "${close}"?`;
    throw new CommandFailure(4, 'template_not_found', `No template has the name or ID "${name}".`, {
      hint: orFile ? `${next} To use a file of this name, write ./${name}` : next,
    });
  }
  if (found.length === 1) return first.id;
  const shown = found.slice(0, maxShown).map(({ id, created_at: at }) => `  ${id}  ${output.instant(at)}`);
  const more = found.length > maxShown ? [`  and ${found.length - maxShown} more`] : [];
  throw new UsageFailure(`${found.length} templates are named "${name}".`, {
    code: 'invalid_id',
    hint: ['Use the ID, newest first:', ...shown, ...more].join('\n'),
  });
}
