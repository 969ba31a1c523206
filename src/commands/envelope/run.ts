import { serviceAhead } from '../../sending/bulk/sent-rows.js';
import { usualRetryMs } from '../../client/retry.js';
import { type Plan, planLimit, readPlan } from '../../sending/bulk/plan-file.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { bulkLine, bulkRequests } from '../../sending/bulk/bulk-line.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { pluralize } from '../../cli/context/counted.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { Option } from 'commander';
import type { Template } from '../../contract/resources/template.js';
import { type AllowOptions, allowProblemOption, isFormProblem } from '../../authoring/template/allow-problem.js';
import { refuseFirstRun, refuseForm } from '../../sending/envelope/first-send.js';
import { answersOf, noteAnswers } from '../../sending/envelope/note-answers.js';
import { serviceOf } from '../../sending/bulk/read-rows.js';
import { findBulkRun, requireSameSettings } from '../../sending/bulk/find-run.js';
import { type BulkJob, runBulk, previewRun } from '../../sending/bulk/run-bulk.js';
import { refuseSelection } from '../../sending/bulk/view.js';
import { resultsBeside } from '../../sending/bulk/create-rows.js';
import { addRunOptions, refuseKeptAndReplaced, type RowsFlags } from '../../sending/bulk/rows-options.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

interface EnvelopeRunOptions
  extends Pick<RowsFlags, 'results' | 'shard' | 'old' | 'resend' | 'replace' | 'skip'>, AllowOptions {
  readonly plan: string;
  readonly dryRun?: boolean;
}

/** `esign envelope run PLAN`: sends exactly what `envelope plan` wrote down. */
export function envelopeRunCommand(context: Context): EsignCommand {
  const command = new EsignCommand('run')
    .summary('Send the envelopes of a plan')
    .description(
      'Send exactly what `envelope plan` wrote. Requests stay within the rate limit of the key, and the result ' +
        'of each row is recorded. Run the same command again to continue an interrupted run. Exit 6, nothing sent: ' +
        'the plan or the template changed, the plan is for another service or kind of key, or rows were already ' +
        'sent with other content. Exit 13: some envelopes were not created, or an outcome is unknown.',
    )
    .argument('<plan>', 'file written by `envelope plan`');
  return addRunOptions(command)
    .addOption(allowProblemOption('send a form with this problem'))
    .addOption(new Option('--dry-run', 'print the requests, key masked, and send nothing'))
    .offers('plan', { files: fileEndings.json })
    .example('esign envelope run plan.json', 'Send a plan. Run it again to continue.')
    .example('esign envelope run plan.json --shard 2/8 --yes', 'Send the second of eight parts.')
    .usesOperations('getTemplate', 'listTemplatePeople', 'createEnvelope', 'getEnvelope')
    .streams(bulkLine)
    .streams(bulkRequests, '--dry-run')
    .exits(serviceExitCodes, 13)
    .action((plan: string, options: Omit<EnvelopeRunOptions, 'plan'>) => runEnvelopeRun(context, { ...options, plan }));
}

async function runEnvelopeRun(context: Context, options: EnvelopeRunOptions): Promise<void> {
  const { shard, plan: path, old = false } = options;
  const { retryFor = usualRetryMs } = context.flags();
  refuseKeptAndReplaced(options);
  if (options.dryRun !== true) refuseSelection(context);
  const plan = await soundPlan(context, path);
  const { settings, requests, expires_at: expiresAt } = plan;
  const file = await resultsBeside(context, path, options);
  const [kind, name, ...more] = settings.run;
  const found = await findBulkRun(context, {
    // A plan with --run belongs to the run of that name, in whatever file it is.
    name: kind === 'run' && more.length === 0 ? name : undefined,
    source: path,
    templateId: settings.template_id,
    shard,
    results: file,
    renewed: false,
    isPlan: true,
  });
  requireSameSettings(found, settings);
  const { template, ...pace } = await currentTemplate(context, plan);
  if (pace.outdated === null) {
    await checkForm(context, template, plan, options);
    await noteAnswers(context, template, answersOf(requests));
  }
  const job = { rows: requests, settings, expiresAt, file, found, shard, ...pace, old, retryFor, flags: options };
  await (options.dryRun === true ? previewRun : runBulk)(context, job);
}

/** A plan as it was written, for this service and this kind of key. Throws FileFailure, and CommandFailure (5, 6). */
async function soundPlan(context: Context, path: string): Promise<Plan> {
  const { plan, changed } = readPlan(await context.files.readText(path, { limit: planLimit }), path);
  if (changed) {
    throw new CommandFailure(6, 'plan_changed', `${path} was edited after it was written. Nothing was sent.`, {
      hint: 'Edit the rows and plan again.',
    });
  }
  const { host, mode } = await serviceOf(context);
  if (host !== plan.settings.host || mode !== plan.settings.mode) {
    const planned = `${plan.settings.host} with a ${plan.settings.mode} key`;
    throw new CommandFailure(6, 'plan_for_another', `${path} is for ${planned}, not for ${host} with a ${mode} key.`, {
      hint: 'Use the profile that it was planned with, or plan again.',
    });
  }
  if (plan.refusals.length === 0) return plan;
  throw new CommandFailure(
    5,
    'plan_refused',
    `The rows of ${path} have ${pluralize(plan.refusals.length, 'problem')}. Nothing was sent.`,
    {
      hint: 'Correct the rows and plan again.',
      details: { refusals: plan.refusals.slice(0, 100) },
    },
  );
}

/** The template, which outdates a plan for an earlier state of it. Throws the client's failures. */
async function currentTemplate(
  context: Context,
  { template }: Plan,
): Promise<Pick<BulkJob, 'rate' | 'serviceAhead' | 'outdated'> & { readonly template: Template }> {
  const client = await context.api();
  const { body, etag, rate, headers } = await client.call('getTemplate', { parameters: { templateId: template.id } });
  const outdated = new CommandFailure(
    6,
    'template_changed',
    `Template “${template.name}” changed after the plan was written. Nothing was sent.`,
    {
      hint: 'Plan again and review the new plan.',
      details: { template_id: template.id },
    },
  );
  return {
    template: body,
    rate,
    serviceAhead: serviceAhead(headers, context.clock.now()),
    outdated: (etag ?? null) === template.etag ? null : outdated,
  };
}

/** What was allowed when the rows were planned is allowed. Throws CommandFailure (5). */
async function checkForm(
  context: Context,
  template: Template,
  { settings, allowed_problems: allowed = [] }: Plan,
  { dryRun, allowProblem = [] }: EnvelopeRunOptions,
): Promise<void> {
  const options = { allowProblem: [...allowProblem, ...allowed.filter(isFormProblem)] };
  if (dryRun === true) await refuseForm(context, template, options);
  else if (settings.send) await refuseFirstRun(context, template, options);
}
