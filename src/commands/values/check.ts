import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import { readChecked } from '../../cli/checked-file.js';
import type { Context } from '../../cli/context.js';
import { serviceExitCodes } from '../../cli/exit-code.js';
import { pluralize } from '../../cli/counted.js';
import { CommandFailure, UsageFailure } from '../../cli/failure.js';
import { collect, parseRecipient } from '../../cli/recipient.js';
import type { WrittenFile } from '../../cli/written-request.js';
import { limits } from '../../contract/limits.js';
import type { RecipientRequest } from '../../contract/operations/envelopes.js';
import { type Finding, judge, type Verdict } from '../../envelope/judge-values.js';
import { knownTemplate } from '../../template/known-template.js';
import { verdictView } from '../../envelope/verdict-view.js';
import { fileEndings } from '../../cli/completion-hint.js';

interface ValuesCheckOptions {
  readonly file: string;
  readonly template?: string;
  readonly recipient?: readonly RecipientRequest[];
}

/** `esign values check FILE`: everything that the service would refuse about a file, before it is sent. */
export function valuesCheckCommand(context: Context): EsignCommand {
  return new EsignCommand('check')
    .summary('Tell what would be refused about values, before they are sent')
    .description(
      'Tell everything about a file that would be refused when an envelope is made from it, each with its line and ' +
        'column, and exit 5 if there is any. The file holds values as for --values-file, a request as for ' +
        '`envelope create --from-file`, or the rows of `envelope batch` and `envelope create --rows`. Only the ' +
        'template is read, once; with the template in a file nothing is. What only the service knows is not judged: ' +
        'brands, mandates, the plan, and whom a test key may mail.',
    )
    .argument('<file>', 'values, a request or rows, as YAML, JSON or CSV, or rows as NDJSON; `-` is stdin')
    .addOption(
      new Option(
        '--template <id|file>',
        'the template, or a file that `template get ID --json` wrote; the one that the request names otherwise',
      ),
    )
    .addOption(
      new Option(
        '--recipient <role=…,name=…,email=…>',
        'judge the people too; one person, as for `envelope create`; may be repeated',
      ).argParser(collect(parseRecipient)),
    )
    .offers('file', { files: fileEndings.rows })
    .offers('--template', { files: fileEndings.json })
    .example(
      'esign values check lease.yaml --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
      'Exit 5, with every mistake, if anything would be refused.',
    )
    .example('esign values check lease.yaml --template template.json', 'Without any network, as a commit hook.')
    .example('esign values check request.json -q', 'Only the places, such as request.json:12:5.')
    .usesOperations('getTemplate')
    .exits(serviceExitCodes)
    .action((file: string, options: Omit<ValuesCheckOptions, 'file'>) => runValuesCheck(context, { ...options, file }));
}

async function runValuesCheck(context: Context, options: ValuesCheckOptions): Promise<void> {
  const { file, recipient = [] } = options;
  if (file === '-' && options.template === '-') throw new UsageFailure('Stdin (`-`) can be read once only.');
  const written = await readChecked(context.files, file);
  const template = await knownTemplate(context, options.template ?? namedIn(written));
  const body = recipient.length === 0 ? written.body : { ...written.body, recipients: peopleOf(written, recipient) };
  const judged = await judge(context, body, {
    template,
    now: context.clock.now(),
    people: written.holds === 'request' || recipient.length > 0,
    placeOf: written.placeOf,
  });
  const named = otherTemplate(written, template.id);
  const many = beyondBatch(written);
  const { rows } = written.body;
  // None of them could be read, which is told already.
  const unread = written.mistakes.length > 0 && Array.isArray(rows) && rows.length === 0;
  const verdict = {
    ...judged,
    problems: [
      ...written.mistakes.map(unreadable),
      ...judged.problems.filter(({ path }) => path !== 'rows' || (many === null && !unread)),
    ],
    warnings: [...named, ...(many === null ? [] : [many]), ...judged.warnings],
  };
  await context.output.result(toJson(file, template.id, verdict), verdictView(file, verdict, written.placeOf));
  const [first] = verdict.problems;
  if (first === undefined && verdict.unchecked !== null) throw verdict.unchecked;
  if (first === undefined) return;
  const count = pluralize(verdict.problems.length, 'problem');
  throw new CommandFailure(5, first.code, `${count}: this would be refused.`, {
    hint: 'Correct the file and check it again; nothing was sent.',
  });
}

/** What cannot be read is no value of the request, so it comes first. */
const unreadable = ({ line, column, message }: WrittenFile['mistakes'][number]): Finding => ({
  code: 'file_invalid',
  path: '',
  says: `${message}.`,
  place: { line, column },
});

function namedIn({ body }: WrittenFile): string {
  const id = body['template_id'];
  if (typeof id === 'string' && id !== '') return id;
  throw new UsageFailure('No template is given, and the file names none.', {
    code: 'missing_option',
    hint: 'Give it like this: --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
  });
}

function otherTemplate({ body, placeOf }: WrittenFile, id: string): readonly Finding[] {
  const named = body['template_id'];
  if (typeof named !== 'string' || named.toLowerCase() === id.toLowerCase()) return [];
  const says = 'is not the id of the template that the file is checked against.';
  return [{ code: 'other_template', path: 'template_id', says, place: placeOf('template_id') }];
}

/** Rows alone are no request yet: what is too many for one batch is sent by a bulk run all the same. */
function beyondBatch({ body }: WrittenFile): Finding | null {
  const { rows } = body;
  const most = limits.requestsPerMinute.paid;
  if (!Array.isArray(rows) || 'template_id' in body || rows.length <= most) return null;
  const says = `hold ${rows.length} rows, and one batch at most ${most}; \`envelope create --rows\` sends them all.`;
  return { code: 'too_many_for_a_batch', path: 'rows', says, place: null };
}

function peopleOf({ body }: WrittenFile, given: readonly RecipientRequest[]): readonly unknown[] {
  const before = body['recipients'];
  return [...(Array.isArray(before) ? (before as readonly unknown[]) : []), ...given];
}

function toJson(file: string, templateId: string, { problems, warnings, unchecked, open }: Verdict): object {
  const entry = ({ code, path, says, place }: Finding): object => ({
    code,
    path,
    line: place?.line ?? null,
    column: place?.column ?? null,
    message: path === '' ? says : `${path} ${says}`,
  });
  return {
    file,
    template_id: templateId,
    refused: problems.length > 0,
    problems: problems.map(entry),
    warnings: warnings.map(entry),
    unchecked: unchecked === null ? null : { code: unchecked.code, message: unchecked.message },
    left_to_signers: open,
  };
}
