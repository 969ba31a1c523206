import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { collect } from '../../cli/flags/option.js';
import { overwritesOfRun } from '../../authoring/last-seen/overwrites.js';
import {
  addTemplateWriteOptions,
  type TemplateWriteOptions,
  writeTemplate,
} from '../../authoring/last-seen/write-template.js';
import { templateId } from '../../cli/flags/template-id.js';
import { noteUnlike } from '../../authoring/template/shared-names.js';
import { templateView } from '../../authoring/template/view.js';
import { proposedWitnesses } from '../../authoring/template/witness-act.js';

interface TemplateAcceptOptions extends TemplateWriteOptions {
  readonly id: string;
  readonly run: string;
  readonly all?: boolean;
  readonly high?: boolean;
  readonly proposal?: readonly string[];
}

/** `esign template accept ID RUN`: takes names and decisions that a naming run proposed. */
export function templateAcceptCommand(context: Context): EsignCommand {
  const command = new EsignCommand('accept')
    .summary('Accept proposals of a naming run')
    .description(
      'Accept the proposals of a naming run, if the template has not changed since. --all accepts every name and ' +
        'every person, --high only names of high confidence. Requires a live key.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .argument('<run>', 'ID of the run, from `template propose`')
    .addOption(new Option('--all', 'accept every name and every person').conflicts(['high', 'proposal']))
    .addOption(new Option('--high', 'accept names of high confidence only').conflicts(['all', 'proposal']))
    .addOption(new Option('--proposal <id>', 'accept this proposal; repeatable').argParser(collect(String)))
    .example(
      'esign template accept 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 5d0c7f52-8d0e-4a39-9a5e-6b7c8d9e0f1a --high',
      'Accept the names of high confidence.',
    )
    .example(
      'esign template accept 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 5d0c7f52-8d0e-4a39-9a5e-6b7c8d9e0f1a ' +
        '--proposal 7e8d9c0b-1a2b-4c3d-8e9f-0a1b2c3d4e5f',
      'Take one.',
    )
    .usesOperations('getTemplate', 'listTemplatePeople', 'acceptNamingRun')
    .exits(serviceExitCodes)
    .action((id: string, runId: string, options: TemplateAcceptOptions) =>
      runTemplateAccept(context, { ...options, id, run: runId }),
    );
  return addTemplateWriteOptions(command);
}

async function runTemplateAccept(context: Context, options: TemplateAcceptOptions): Promise<void> {
  const accept = options.all === true ? 'all' : options.high === true ? 'high' : options.proposal;
  if (accept === undefined) {
    throw new UsageFailure('Missing --all, --high or --proposal.', {
      code: 'missing_option',
      hint: 'Choose what to accept: --all, --high or --proposal ID.',
    });
  }
  const done = await writeTemplate(context, {
    templateId: options.id,
    operation: 'acceptNamingRun',
    input: {
      parameters: { templateId: options.id, runId: options.run },
      body: { accept: typeof accept === 'string' ? accept : [...accept] },
    },
    options,
    overwrites: overwritesOfRun(options.run, accept),
    // Only `all` decides people.
    decidesPeople: accept === 'all',
    printsAnswer: true,
    act: accept === 'all' ? () => proposedWitnesses(context, options.id) : undefined,
  });
  if (done === null) return;
  noteUnlike(context, options.id, done.body.fields);
  await context.output.result(done.body, templateView(done.body, [`esign template fields ${options.id}`]));
}
