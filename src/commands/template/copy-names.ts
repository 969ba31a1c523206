import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { InvalidArgumentError, Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { dryRunShape, shownRequests } from '../../cli/write/dry-run.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { Preview } from '../../client/call.js';
import type { Template } from '../../contract/resources/template.js';
import { type CopiedName, copyNames } from '../../authoring/names-file/copied-names.js';
import { overwritesOfRenames } from '../../authoring/last-seen/overwrites.js';
import {
  addTemplateWriteOptions,
  type TemplateWriteOptions,
  writeTemplate,
} from '../../authoring/last-seen/write-template.js';
import type { Table } from '../../core/terminal/table.js';
import { templateId } from '../../cli/flags/template-id.js';
import { refuseTestKey } from '../../authoring/template/live-key.js';
import { addressOf, count } from '../../authoring/template/view.js';

interface TemplateCopyNamesOptions extends TemplateWriteOptions {
  readonly from: string;
  readonly to: string;
  /** In per cent. */
  readonly minConfidence: number;
}

/** The names that were found for the fields of a new version, and what became of each. */
const copyResult = (s: ShapeBlocks) => ({
  from: s.text,
  to: s.text,
  min_confidence: s.number,
  data: s.list(
    s.object({
      from_field: s.text,
      to_field: s.nullable(s.text),
      address: s.nullable(s.text),
      confidence: s.number,
      by: s.nullable(s.text),
      outcome: s.text,
      reason: s.nullable(s.text),
      names: s.record(s.anything),
    }),
  ),
});
const copyShape = (s: ShapeBlocks) => s.object(copyResult(s));

/** `esign template copy-names FROM TO`: the names of a template for a new version of its form. */
export function templateCopyNamesCommand(context: Context): EsignCommand {
  const command = new EsignCommand('copy-names')
    .summary('Copy the names from another version of a form')
    .description(
      'Copy the data keys and subjects of the fields from another version of the same form. Fields are matched ' +
        'by the text around them and their position, and each match is shown with its confidence. A match by ' +
        'position alone has at most 70 %. Matches below --min-confidence are confirmed on a terminal, and listed ' +
        'only elsewhere. Existing names are never replaced. Names of questions are listed only; accept a naming ' +
        'run for them. Decide the people of the new template first. Requires a live key.',
    )
    .argument('<from>', 'ID or exact name of the template to copy from', templateId)
    .argument('<to>', 'ID or exact name of the template to copy to', templateId)
    .addOption(
      new Option('--min-confidence <percent>', 'confidence needed to copy without asking')
        .argParser(readPercent)
        .default(75),
    )
    .example(
      'esign template copy-names 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 0b6d3f5e-1c2d-4e3f-8a9b-0c1d2e3f4a5b --dry-run',
      'Show the matches and the request.',
    )
    .example(
      'esign template copy-names 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 0b6d3f5e-1c2d-4e3f-8a9b-0c1d2e3f4a5b ' +
        '--min-confidence 90 --no-input',
      'Copy only matches of high confidence.',
    )
    .usesOperations('getTemplate', 'renameTemplateFields')
    .prints(copyShape)
    .prints((s) => s.object({ ...dryRunShape(s).entries, ...copyResult(s) }), '--dry-run')
    .exits(serviceExitCodes)
    .action((from: string, to: string, options: TemplateCopyNamesOptions) =>
      runTemplateCopyNames(context, { ...options, from, to }),
    );
  return addTemplateWriteOptions(command);
}

function readPercent(text: string): number {
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (percent >= 0 && percent <= 100) return percent;
  throw new InvalidArgumentError('Use a whole number from 0 to 100.');
}

async function runTemplateCopyNames(context: Context, options: TemplateCopyNamesOptions): Promise<void> {
  await refuseTestKey(context);
  const client = await context.api();
  const read = (id: string) => client.call('getTemplate', { parameters: { templateId: id } });
  const [from, to] = [await read(options.from), await read(options.to)];
  const found = copyNames(from.body, to.body, options.minConfidence / 100);
  const chosen = options.dryRun === true ? found : await askAboutUnsure(context, from.body, to.body, found);
  const fields = chosen.flatMap(({ outcome, to: field, names }) =>
    outcome === 'copy' && field !== null ? [{ id: field.id, ...names }] : [],
  );
  const input = { parameters: { templateId: options.to }, body: { fields } };
  if (options.dryRun === true) {
    const ifMatch = options.ifMatch ?? etagOf(to);
    const previews = fields.length === 0 ? [] : [await client.preview('renameTemplateFields', { ...input, ifMatch })];
    return printMatches(context, previews, chosen, options);
  }
  if (fields.length === 0) {
    const next = nextSteps(options.to, chosen);
    await context.output.result(value(options, chosen), { table: matchTable(chosen), ids: [], next });
    context.output.note(`Nothing to copy.${leftWords(chosen)}`);
    return;
  }
  const done = await writeTemplate(context, {
    templateId: options.to,
    operation: 'renameTemplateFields',
    input,
    options,
    read: { body: to.body, etag: etagOf(to) },
    overwrites: overwritesOfRenames(fields),
    decidesPeople: false,
    printsAnswer: false,
    act: { what: `This names ${count(fields.length, 'field')} of “${to.body.name}” for all new envelopes` },
  });
  if (done === null) return;
  await context.output.result(value(options, chosen), {
    table: matchTable(chosen),
    ids: fields.map(({ id }) => id),
    next: nextSteps(options.to, chosen),
  });
  // Also where the table is piped: nothing is left out silently.
  context.output.note(`${count(fields.length, 'name')} copied.${leftWords(chosen)}`);
}

const nextSteps = (to: string, found: readonly CopiedName[]): readonly string[] => [
  `esign template fields ${to} --unnamed`,
  ...(found.some(({ from, outcome }) => from.question_id !== null && outcome === 'refused')
    ? [`esign template propose ${to}`]
    : []),
];

/** For --dry-run: the matches, and the one request that would be sent, if any, key masked. */
async function printMatches(
  context: Context,
  previews: readonly Preview[],
  found: readonly CopiedName[],
  options: TemplateCopyNamesOptions,
): Promise<void> {
  const copied = found.filter(({ outcome }) => outcome === 'copy').length;
  await context.output.result(
    { dry_run: true, requests: shownRequests(previews), ...value(options, found) },
    {
      human: `${count(copied, 'name')} would be copied${previews.map(({ method, url }) => ` with ${method} ${url}`).join('')}.${leftWords(found)}`,
      table: matchTable(found),
      ids: [],
    },
  );
  context.output.note('Dry run: nothing was sent.');
}

function etagOf({ etag }: { readonly etag: string | undefined }): string {
  if (etag !== undefined) return etag;
  throw new CommandFailure(
    8,
    'no_etag',
    'The service returned the template without an ETag, so it cannot be changed safely.',
  );
}

/** On a terminal each match that is not sure is a question; elsewhere it stays one that is only listed. */
async function askAboutUnsure(
  context: Context,
  from: Template,
  to: Template,
  found: readonly CopiedName[],
): Promise<readonly CopiedName[]> {
  if (!context.prompt.available) return found;
  const answered: CopiedName[] = [];
  for (const name of found) {
    const sure =
      name.outcome === 'unsure' ? copyNames(from, to, 0).find((other) => other.from.id === name.from.id) : null;
    if (sure?.outcome !== 'copy') {
      answered.push(name);
      continue;
    }
    const why = name.by === 'place' ? ', by position alone' : '';
    const address = addressOf(name.from.subject, name.from.data_key) ?? '';
    const old = `${words(name.from)} (${address})`;
    const question = `Is ${words(name.to)} the same field as ${old}? (confidence ${percent(name.confidence)}${why})`;
    answered.push((await context.prompt.confirm(question)) ? sure : name);
  }
  return answered;
}

const words = (field: CopiedName['to']): string =>
  field === null ? 'nothing' : `“${place(field) ?? field.type}” on page ${field.page}`;

const place = ({ context, label, question_id }: CopiedName['from']): string | null => {
  const caption = context.label ?? label;
  const parts = [
    context.section,
    question_id === null || caption === null ? caption : `question with “${caption}”`,
  ].filter((part) => part !== null && part.trim() !== '');
  return parts.length === 0 ? null : parts.join(' › ');
};

const percent = (confidence: number): string => `${Math.round(confidence * 100)} %`;

function value(options: TemplateCopyNamesOptions, found: readonly CopiedName[]): Shaped<typeof copyShape> {
  return {
    from: options.from,
    to: options.to,
    min_confidence: options.minConfidence,
    data: found.map(({ from, to, confidence, by, outcome, reason, names }) => ({
      from_field: from.id,
      to_field: to?.id ?? null,
      address: addressOf(from.subject, from.data_key),
      confidence: Math.round(confidence * 100),
      by: to === null ? null : by,
      outcome,
      reason,
      names,
    })),
  };
}

function matchTable(found: readonly CopiedName[]): Table {
  return {
    columns: ['ADDRESS', 'OLD FORM', 'NEW FORM', 'SURE', 'OUTCOME'],
    rows: found.map(({ from, to, confidence, outcome, reason }) => [
      addressOf(from.subject, from.data_key),
      place(from),
      to === null ? null : place(to),
      percent(confidence),
      reason ?? (outcome === 'copy' ? 'copied' : 'already named'),
    ]),
    empty: 'No field of the first template has a data key.',
  };
}

/** What was not copied, so that nothing is lost silently. */
function leftWords(found: readonly CopiedName[]): string {
  const of = (outcome: CopiedName['outcome']): number => found.filter((name) => name.outcome === outcome).length;
  const parts = [
    [of('same'), 'already named'],
    [of('unsure'), 'below the confidence'],
    [of('refused'), 'not possible'],
    [of('missing'), 'without a match'],
  ] as const;
  const left = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return left.length === 0 ? '' : ` Left out: ${left.join(', ')}.`;
}
