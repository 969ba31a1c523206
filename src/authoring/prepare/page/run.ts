import { basename } from 'node:path';
import type { Context } from '../../../cli/context/context.js';
import { pluralize } from '../../../cli/context/counted.js';
import { CommandFailure, FileFailure } from '../../../cli/failure/failure.js';
import { shellWord } from '../../../cli/flags/reach-flags.js';
import { explain } from '../../../cli/failure/explain.js';
import type { DocumentEngine } from '../../../document/document-engine.js';
import type { PreparedForm } from '../../../document/prepare/prepared-field.js';
import type { PrivatePage } from '../../../core/http/private-page.js';
import { type PageOptions, untilDone } from '../../page/until-done.js';
import { jobFor, type PreparedAs } from '../from-file.js';
import { type FormToPrepare, readForm } from '../read-form.js';
import { servePrepare } from './serve-prepare.js';
import { PrepareSession } from './session.js';
import type { PageField, PageForm } from './shapes.js';

export interface PreparePageOptions extends PageOptions {
  /** A PDF or Word file. */
  readonly file: string;
  /** Where the prepared PDF goes. */
  readonly output: string;
  readonly force?: boolean;
  readonly as?: PreparedAs;
  /** Whether words in brackets that ask for an answer are fields from the start. */
  readonly brackets?: boolean;
}

/**
 * Serves the page on which a form is prepared until the person is done with it, and tells what was written.
 * Throws CommandFailure (5, 12, 130), and what reading and writing files throw.
 */
export async function prepareOnPage(context: Context, options: PreparePageOptions): Promise<void> {
  const { file, output } = options;
  await refuseExisting(context, output, options.force === true);
  const held: { session?: PrepareSession } = {};
  const serve = async (engine: DocumentEngine, port: number, done: () => void): Promise<PrivatePage> => {
    const on = await readForm(context, engine, file, options.brackets);
    const { read, blank, form } = on;
    const { problemsOf } = await import('../../../document/prepare/problems.js');
    const { keysFromWords } = await import('../../../document/keys-from-words.js');
    const fromWords = keysFromWords(form, read.pages, () => false);
    let unsaid: readonly string[] = [];
    let isOurs = options.force === true;
    const session = await PrepareSession.open({
      file: basename(file),
      out: basename(output),
      pages: read.pages,
      form: pageForm(on, fromWords),
      keysOf: (page) => keysFromWords(page, read.pages, ({ key_from: from }: PageField) => from !== 'words'),
      problemsOf: (form) => problemsOf(form, read.pages),
      doubtsOf: (form) => [...unsaid.map((words) => ({ field: null, page: null, words })), ...on.doubtsIn(form)],
      off: on.off,
      write: async (form) => {
        try {
          const written = await jobFor(engine, on, form, options.as);
          unsaid = written.unsaid;
          await context.files.write(output, await engine.prepare(written.job), { overwrite: isOurs });
        } catch (error) {
          const { message, ours } = explain(error);
          if (ours) throw error;
          return message;
        }
        isOurs = true;
        return null;
      },
    });
    held.session = session;
    return await servePrepare({ session, engine, pdf: blank, done }, port);
  };
  await untilDone(context, options, {
    serve,
    ready: (url) =>
      context.output.event(
        { type: 'ready', url, file: output },
        (colour) => `Open ${colour.accent(url)}\nEvery change is saved in ${output}. Press Ctrl-C to stop.`,
      ),
    stopped: () => {
      const [problem] = held.session?.problems ?? [];
      if (problem === undefined) return `Stopped. Every change is saved in ${output}.`;
      return `Stopped. The last changes are not saved in ${output}: ${problem.words}`;
    },
  });
  const [problem] = held.session?.problems ?? [];
  if (problem !== undefined) {
    throw new CommandFailure(5, 'not_prepared', `The last changes are not saved in ${output}: ${problem.words}`, {
      hint: `Prepare ${output} again, and put it right.`,
    });
  }
  await tellPrepared(context, output, held.session?.form ?? { fields: [], groups: [] });
}

/** Most of the time what exists was drawn before, and with --force alone the form would be read from the start. */
async function refuseExisting(context: Context, output: string, force: boolean): Promise<void> {
  await context.files.check(output, { overwrite: force }).catch((error: unknown) => {
    if (!(error instanceof FileFailure) || error.code !== 'file_exists') throw error;
    const word = shellWord(output);
    throw new FileFailure('output', output, error.message, {
      code: error.code,
      hint: `Go on with what was drawn: \`esign template prepare ${word} -o ${word} --force\`. Or use another file name.`,
    });
  });
}

/** The form as it was read: a key that its author wrote counts as typed, unless the words of its field say it as well. */
function pageForm(
  { form: { fields, groups }, written }: Pick<FormToPrepare, 'form' | 'written'>,
  fromWords: readonly (string | null)[],
): PageForm {
  return {
    fields: fields.map((field, index) => {
      const isTyped = field.key !== null && written.has(field.key) && field.key !== fromWords[index];
      return { ...field, key_from: isTyped ? 'typed' : 'read' };
    }),
    groups,
    right: [],
  };
}

/** What the file holds, and what comes next. */
async function tellPrepared(context: Context, file: string, { fields }: PreparedForm): Promise<void> {
  const people = [...new Set(fields.flatMap(({ role }) => role ?? []))];
  const signatures = fields.filter(({ type }) => type === 'signature').length;
  await context.output.event({ type: 'prepared', file, fields: fields.length, signatures, people }, (colour, clean) => {
    const whose = people.length === 0 ? '' : ` for ${people.join(', ')}`;
    const held = `${pluralize(fields.length, 'field')}${whose}, ${pluralize(signatures, 'signature')} among them.`;
    return `${clean(`${file} has ${held}`)}\n${colour.dim(clean(`Next: esign template create ${shellWord(file)}`))}`;
  });
}
