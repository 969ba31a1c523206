import type { Context } from '../../cli/context/context.js';
import { completePath } from '../../cli/flags/complete-path.js';
import { FileFailure } from '../../cli/failure/failure.js';
import { ServiceFailure } from '../../client/failure.js';
import { readUploads } from '../../cli/files/upload.js';
import type { TemplateSummary } from '../../contract/resources/template.js';
import type { Prompt } from '../../core/terminal/prompt.js';
import { impatientClient, untilConnected } from '../../cli/context/until-connected.js';

const another = 'create';
const older = 'older';

/** Offers the templates, newest first, or makes one from a file. Answers with the id. */
export async function chooseTemplate(context: Context, prompt: Prompt): Promise<string> {
  const client = await impatientClient(context);
  let cursor: string | null = null;
  for (;;) {
    const query: { limit: number; cursor?: string } = { limit: 10, ...(cursor === null ? {} : { cursor }) };
    const { body } = await untilConnected(prompt, () => client.call('listTemplates', { query }));
    const chosen = await prompt.select('Which template?', [
      ...body.data.map((each) => ({ value: each.id, name: inALine(each) })),
      ...(body.next_cursor === null ? [] : [{ value: older, name: 'Older ones' }]),
      { value: another, name: 'Create one from a PDF or Word file' },
    ]);
    if (chosen === another) return createFromFile(context, prompt);
    if (chosen !== older) return chosen;
    cursor = body.next_cursor;
  }
}

const inALine = ({ name, coverage: { prefillable, unnamed } }: TemplateSummary): string =>
  `${name.length > 40 ? `${name.slice(0, 39)}…` : name} (${prefillable - unnamed} of ${prefillable} named)`;

async function createFromFile(context: Context, prompt: Prompt): Promise<string> {
  for (;;) {
    const path = await prompt.text('Which file?', {
      check: (typed) => (typed.trim() === '' ? 'Enter a file name.' : null),
      complete: (typed) => completePath(context.files.resolve('.'), typed),
    });
    try {
      const documents = await readUploads(context.files, [path.trim()]);
      const client = await impatientClient(context);
      prompt.say('Reading the form …');
      const { body } = await untilConnected(prompt, () => client.call('createTemplate', { body: { documents } }));
      return body.id;
    } catch (error) {
      // What the service says of the file, another file can mend.
      const isOfFile = error instanceof ServiceFailure && error.code === 'invalid_request';
      if (!isOfFile && !(error instanceof FileFailure)) throw error;
      prompt.say(error.message);
    }
  }
}
