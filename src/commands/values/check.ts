import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { readChecked } from '../../cli/files/checked-file.js';
import { asSentence } from '../../core/platform/misplaced.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { collect } from '../../cli/flags/option.js';
import { parseRecipient } from '../../cli/flags/recipient.js';
import type { WrittenFile } from '../../cli/write/written-request.js';
import { limits } from '../../contract/limits.js';
import type { RecipientRequest } from '../../contract/operations/envelopes.js';
import { readId } from '../../cli/flags/identifier.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { type Finding, checkValues, type Verdict } from '../../sending/envelope/check-values.js';
import { templateOrFile } from '../../cli/flags/template-id.js';
import { knownTemplate } from '../../authoring/template/known-template.js';
import { withRoles } from '../../sending/envelope/open-roles.js';
import { creationsIn, noteAnswers } from '../../sending/envelope/note-answers.js';
import { verdictView } from '../../sending/envelope/verdict-view.js';
import { fittedRows } from '../../sending/bulk/row-body.js';
import { foldWrongNames } from '../../sending/bulk/wrong-names.js';
import { readCells } from '../../domain/rules/cell.js';
import { isObject } from '../../core/platform/json.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { neededRoles } from '../../domain/rules/recipients.js';
import type { Form } from '../../domain/rules/template-form.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface ValuesCheckOptions {
  readonly file: string;
  readonly template?: string;
  readonly recipient?: readonly RecipientRequest[];
}

/** `esign values check FILE`: validates values, a request body or rows offline, as the service would. */
export function valuesCheckCommand(context: Context): EsignCommand {
  return new EsignCommand('check')
    .summary('Validate values, a request body or rows against a template')
    .description(
      'Validate a file against a template and list every problem with its line and column. The file contains values ' +
        'as for --values-file, a request body as for `envelope create --input`, or rows as for `envelope create ' +
        '--rows`. Exit 5: the service would refuse the file. Only the template is requested; with the template in a ' +
        'file, nothing is. Brands, mandates, the plan and the recipients allowed for a test key are not checked.',
    )
    .argument('<file>', 'values, a request body or rows: YAML, JSON, CSV or NDJSON; `-` is stdin')
    .addOption(
      new Option(
        '--template <id-or-file>',
        'ID or exact name of the template, or a file that `template get` printed (default: the template_id in the file)',
      ).argParser(templateOrFile),
    )
    .addOption(
      new Option(
        '--to, --recipient <role=…,name=…,email=…>',
        'also check this recipient, as for `envelope create`; repeatable',
      ).argParser(collect(parseRecipient)),
    )
    .offers('file', { files: fileEndings.rows })
    .offers('--template', { files: fileEndings.json })
    .example('esign values check lease.yaml --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'List all problems.')
    .example('esign values check lease.yaml --template template.json', 'Check offline, for example in a commit hook.')
    .example('esign values check request.json -q', 'Print only the positions, such as request.json:12:5.')
    .usesOperations('getTemplate')
    .prints(judged)
    .exits(serviceExitCodes)
    .action((file: string, options: Omit<ValuesCheckOptions, 'file'>) => runValuesCheck(context, { ...options, file }));
}

const judged = (s: ShapeBlocks) => {
  const finding = s.object({
    code: s.text,
    path: s.text,
    line: s.nullable(s.count),
    column: s.nullable(s.count),
    message: s.text,
  });
  return s.object({
    file: s.text,
    template_id: s.text,
    refused: s.flag,
    problems: s.list(finding),
    warnings: s.list(finding),
    unchecked: s.nullable(s.object({ code: s.text, message: s.text })),
    left_to_signers: s.list(
      s.object({ subject: s.nullable(s.text), key: s.nullable(s.text), label: s.nullable(s.text), role: s.text }),
    ),
  });
};

async function runValuesCheck(context: Context, options: ValuesCheckOptions): Promise<void> {
  const { file, recipient = [] } = options;
  if (file === '-' && options.template === '-') throw new UsageFailure('Stdin (`-`) can be used only once.');
  const written = await readChecked(context.files, file);
  const named = options.template ?? namedIn(written);
  const template = await knownTemplate(context, named);
  const form = formFromTemplate(template);
  const added = await withRoles(recipient, peopleOf(written, []), () => Promise.resolve(neededRoles(form)));
  const given = added.length === 0 ? written.body : { ...written.body, recipients: peopleOf(written, added) };
  const body = fittedBody(given, written, form);
  const judged = await checkValues(context, body, {
    template,
    // A template in a file is checked without a network.
    now: readId(named) !== null ? await serviceTime(context) : context.clock.now(),
    people: written.holds === 'request' || recipient.length > 0,
    placeOf: written.placeOf,
  });
  const others = otherTemplate(written, template.id);
  const many = beyondBatch(written);
  const { rows } = written.body;
  // No row could be read, which is reported already.
  const isUnread = written.mistakes.length > 0 && Array.isArray(rows) && rows.length === 0;
  const verdict = {
    ...judged,
    problems: namedOnce(written, [
      ...written.mistakes.map(unreadable),
      ...judged.problems.filter(({ path }) => path !== 'rows' || (many === null && !isUnread)),
    ]),
    warnings: [...others, ...(many === null ? [] : [many]), ...judged.warnings],
  };
  await context.output.result(toJson(file, template.id, verdict), verdictView(file, verdict, written.placeOf));
  const [first] = verdict.problems;
  if (first === undefined) await noteAnswers(context, template, creationsIn(body), false);
  if (first === undefined && verdict.unchecked !== null) throw verdict.unchecked;
  if (first === undefined) return;
  const count = pluralize(verdict.problems.length, 'problem');
  const unread = verdict.problems.every(({ code }) => code === 'file_invalid');
  const why = unread ? 'This file cannot be sent.' : 'The service would refuse this file.';
  throw new CommandFailure(5, first.code, `${count} found. ${why}`, {
    hint: 'Correct the file and check it again. Nothing was sent.',
  });
}

/** What people wrote is read as `envelope create` reads it, in the body and in its rows. */
function fittedBody(body: WrittenFile['body'], { hasCells }: WrittenFile, form: Form): WrittenFile['body'] {
  const { rows, values } = body;
  if (hasCells(null) && Array.isArray(values))
    return { ...body, values: readCells(values as readonly unknown[], form) };
  if (!Array.isArray(rows)) return body;
  const fitted = fittedRows(form);
  return { ...body, rows: rows.map((row: unknown, at) => (hasCells(at) && isObject(row) ? fitted(row) : row)) };
}

/** A wrong name in the header of a sheet is one problem, and not one of each row. */
function namedOnce({ columns }: WrittenFile, problems: readonly Finding[]): readonly Finding[] {
  const placed = problems.map((each) => ({ ...each, cell: columns?.cellOf(each.path) ?? null }));
  return (columns === undefined ? placed : foldWrongNames(placed, columns)).map(({ cell, ...each }) => {
    // Unreadable parts have no path in the request.
    if (each.code === 'file_invalid') return { ...each, path: '' };
    return each.path === '' && cell != null ? { ...each, says: `${cell.column}: ${each.says}` } : each;
  });
}

/** Unreadable parts are listed first. */
const unreadable = ({ line, column, message, row }: WrittenFile['mistakes'][number]): Finding => ({
  code: 'file_invalid',
  path: row === null ? '' : `rows[${row - 1}]`,
  says: asSentence(message),
  place: { line, column },
});

function namedIn({ body }: WrittenFile): string {
  const id = body['template_id'];
  if (typeof id === 'string' && id !== '') return id;
  throw new UsageFailure('Missing --template. The file has no template_id either.', {
    code: 'missing_option',
    hint: 'Example: --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
  });
}

function otherTemplate({ body, placeOf }: WrittenFile, id: string): readonly Finding[] {
  const named = body['template_id'];
  if (typeof named !== 'string' || named.toLowerCase() === id.toLowerCase()) return [];
  const says = 'differs from the template that the file is checked against.';
  return [{ code: 'other_template', path: 'template_id', says, place: placeOf('template_id') }];
}

/** Only a warning: rows that do not fit into one batch can still be sent by a bulk run. */
function beyondBatch({ body }: WrittenFile): Finding | null {
  const { rows } = body;
  const maxRows = limits.requestsPerMinute.paid;
  if (!Array.isArray(rows) || 'template_id' in body || rows.length <= maxRows) return null;
  const says = `contains ${rows.length} rows, but one batch takes at most ${maxRows}. Send them with \`envelope create --rows\`.`;
  return { code: 'too_many_for_a_batch', path: 'rows', says, place: null };
}

function peopleOf({ body }: WrittenFile, given: readonly RecipientRequest[]): readonly unknown[] {
  const before = body['recipients'];
  return [...(Array.isArray(before) ? (before as readonly unknown[]) : []), ...given];
}

function toJson(
  file: string,
  templateId: string,
  { problems, warnings, unchecked, open }: Verdict,
): Shaped<typeof judged> {
  const entry = ({ code, path, says, place }: Finding) => ({
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
