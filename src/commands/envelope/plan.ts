import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { Option } from 'commander';
import { type Plan, writePlan } from '../../sending/bulk/plan-file.js';
import type { BulkRow } from '../../sending/bulk/bulk-row.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { addSaveOptions, type SaveOptions } from '../../cli/files/written-files.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { templateId } from '../../cli/flags/template-id.js';
import { findingJson, refuseProblems, tellProblems, tellWarnings } from '../../sending/bulk/problems.js';
import { countPeople } from '../../sending/bulk/confirm-run.js';
import { refuseDuplicates } from '../../sending/bulk/duplicates.js';
import { checkedRows, keyedRows, runOf, type RowsOptions } from '../../sending/bulk/read-rows.js';
import { addRowsOptions } from '../../sending/bulk/rows-options.js';
import { addPeopleOptions, addCreateOptions } from '../../sending/envelope/create-options.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import { refuseFirstRun } from '../../sending/envelope/first-send.js';
import { answersOf, noteAnswers } from '../../sending/envelope/note-answers.js';
import { isObject } from '../../core/platform/json.js';

interface EnvelopePlanOptions extends RowsOptions, SaveOptions {}

/** `esign envelope plan`: a file with exactly what a bulk run will send, to be looked at and applied later. */
export function envelopePlanCommand(context: Context): EsignCommand {
  const command = new EsignCommand('plan')
    .summary('Plan a bulk run without sending anything')
    .description(
      'Write a file with every request that a bulk run would send, its idempotency key, and every row that would ' +
        'be refused. Review it, then send exactly that with `esign envelope run`. Exit 5: the plan was written, but ' +
        'some rows would be refused.',
    )
    .addOption(new Option('--template <id>', 'ID or exact name of the template').argParser(templateId));
  addRowsOptions(
    command,
    new Option('--rows <file>', 'rows: CSV, NDJSON, YAML or JSON, as for `envelope create`').makeOptionMandatory(),
  );
  addPeopleOptions(command, 'title for rows without one (default: the name of the template)');
  addCreateOptions(command);
  return addSaveOptions(command, 'file or folder/ for the plan, readable by you only')
    .offers('--output', { files: fileEndings.json })
    .example(
      'esign envelope plan --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --rows people.csv --send -o plan.json',
      'Write a plan to review.',
    )
    .usesOperations('getTemplate', 'listTemplatePeople')
    .prints(planFacts)
    .exits(serviceExitCodes)
    .everyday('--template', '--rows', '--mapping', '--run', '--title', '--send', '--expires-in', '--output', '--force')
    .action((options: EnvelopePlanOptions) => runEnvelopePlan(context, options));
}

const planFacts = (s: ShapeBlocks) =>
  s.object({
    plan: s.text,
    template_id: s.text,
    rows: s.count,
    envelopes: s.count,
    people: s.count,
    send: s.flag,
    expires_at: s.nullable(s.instant),
    refusals: s.list(s.anything),
    warnings: s.list(s.anything),
  });

async function runEnvelopePlan(context: Context, options: EnvelopePlanOptions): Promise<void> {
  const { output, force, expiresIn, ...rest } = options;
  const file = await context.files.place(output, 'plan.json');
  if (file === '-') throw new UsageFailure('A plan needs a file.', { hint: 'Use -o FILE.' });
  const now = await serviceTime(context);
  // A plan has one deadline, whenever it is applied.
  const expiresAt = expiresIn === undefined ? rest.expiresAt : new Date(now + expiresIn).toISOString();
  const fixed = { expiresAt: null, run: runOf(context, options.run) };
  const planned = { ...rest, ...(expiresAt === undefined ? {} : { expiresAt }) };
  const checked = await checkedRows(context, planned, () => Promise.resolve(fixed));
  tellWarnings(context, options.rows, checked);
  if (checked.problems.some(({ code }) => code === 'file_invalid')) refuseProblems(context, options, checked);
  refuseDuplicates(checked.rows, options);
  const { template, settings, problems, warnings } = checked;
  if (settings.send) await refuseFirstRun(context, template, options);
  await noteAnswers(context, template, answersOf(checked.rows));
  // A row that would be refused has no key yet: its body may not even be one.
  const requests = problems.length > 0 ? [] : await keyedRows(context, checked);
  const plan: Plan = {
    kind: 'esign bulk plan',
    version: 1,
    planned_at: new Date(now).toISOString(),
    settings,
    template: { id: template.id, name: template.name, etag: checked.etag ?? null },
    expires_at: settings.deadline === null ? null : String(settings.deadline),
    refusals: problems.map(findingJson),
    warnings: warnings.map(findingJson),
    ...(options.allowProblem === undefined ? {} : { allowed_problems: options.allowProblem }),
    requests,
  };
  await context.files.write(file, writePlan(plan, file), {
    private: true,
    ...(force === undefined ? {} : { overwrite: force }),
  });
  await show(context, plan, file, checked.total);
  if (problems.length === 0) return;
  tellProblems(context, options.rows, checked);
  const count = pluralize(problems.length, 'problem');
  throw new CommandFailure(
    5,
    problems[0]?.code ?? 'refused',
    `${count} in ${options.rows === '-' ? 'stdin' : options.rows}. This plan cannot be applied.`,
    {
      hint: `See \`refusals\` in ${file}, correct the rows and plan again with --force.`,
      details: { plan: file, refusals: plan.refusals.slice(0, 100) },
    },
  );
}

const maxShown = 10;

async function show(context: Context, plan: Plan, file: string, total: number): Promise<void> {
  const { template, settings, requests, refusals, warnings } = plan;
  const people = countPeople(requests.map(({ body }) => body));
  const facts: Shaped<typeof planFacts> = {
    plan: context.files.resolve(file),
    template_id: template.id,
    rows: total,
    envelopes: requests.length,
    people,
    send: settings.send,
    expires_at: plan.expires_at,
    refusals,
    warnings,
  };
  const more = requests.length > maxShown ? `, the first ${maxShown} shown` : '';
  await context.output.result(facts, {
    human: `${file}: ${pluralize(requests.length, 'envelope')} of “${template.name}” to ${pluralize(people, 'person')}${more}.`,
    table: {
      columns: ['ROW', 'TITLE', 'TO'],
      rows: requests
        .slice(0, maxShown)
        .map((request) => [request.number, titleOf(request), { sentence: peopleOf(request.body).join(', ') }]),
      empty: 'The plan sends nothing.',
    },
    ...(refusals.length > 0 ? {} : { next: [`esign envelope run ${file}`] }),
    ids: [],
    items: 'refusals',
  });
}

const titleOf = ({ body }: Pick<BulkRow, 'body'>): string | null =>
  typeof body['title'] === 'string' ? body['title'] : null;

function peopleOf(body: BulkRow['body']): readonly string[] {
  const people = Array.isArray(body['recipients']) ? (body['recipients'] as readonly unknown[]) : [];
  return people.map((one) => {
    const { name, email } = isObject(one) ? one : {};
    return `${String(name)} <${String(email)}>`;
  });
}
