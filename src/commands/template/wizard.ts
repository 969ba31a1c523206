import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { noteLive } from '../../cli/write/write.js';
import { PromptLeft } from '../../core/terminal/failure.js';
import { templateId } from '../../cli/flags/template-id.js';
import { templateView } from '../../authoring/template/view.js';
import { picturesFor } from '../../authoring/wizard/template-pictures.js';
import { type PictureChoice, pictureKinds } from '../../core/terminal/picture-kind.js';

interface TemplateWizardOptions {
  readonly id?: string;
  readonly plain?: boolean;
  readonly picture?: PictureChoice;
}

/** `esign template wizard [ID]`: the people and the names of a template, a screen each, or as single questions. */
export function templateWizardCommand(context: Context): EsignCommand {
  return new EsignCommand('wizard')
    .summary('Set up people and field names step by step')
    .description(
      'Answer questions about the people on a form and the names of its fields. Each answer is saved on the ' +
        'service at once, so you can leave and continue later. Each screen lists its keys; `o` opens the page of ' +
        '`template edit` beside the wizard, and each shows what the other saves. Without an ID, choose a template or ' +
        'create one from a file. At the end the wizard shows the commands that do the same. Requires a terminal and a ' +
        'live key.',
    )
    .argument('[template]', 'ID or exact name of the template', templateId)
    .addOption(new Option('--plain', 'numbered questions without pictures, for screen readers'))
    .addOption(
      new Option('--picture <kind>', 'how to show pages (default: detected)').choices([...pictureKinds, 'none']),
    )
    .example('esign template wizard', 'Choose a template or create one.')
    .example('esign template wizard 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --plain', 'Use a screen reader.')
    .usesOperations(
      'listTemplates',
      'createTemplate',
      'getTemplate',
      'listTemplatePeople',
      'decideTemplatePerson',
      'createNamingRun',
      'acceptNamingRun',
      'renameTemplateField',
      'renameTemplateFields',
      'getDocumentPage',
    )
    .prints({ of: 'createTemplate' })
    .exits(serviceExitCodes)
    .action((id: string | undefined, options: TemplateWizardOptions) =>
      runTemplateWizard(context, { ...options, ...(id === undefined ? {} : { id }) }),
    );
}

async function runTemplateWizard(context: Context, options: TemplateWizardOptions): Promise<void> {
  refuseWithoutTerminal(context, options.id);
  await refuseTestKey(context);
  const plain = options.plain === true || context.machine.env['TERM'] === 'dumb';
  const prompt = plain ? context.prompt.plain() : context.prompt;
  await noteLive(context);
  const { chooseTemplate } = await import('../../authoring/wizard/choose-template.js');
  const id = options.id ?? (await orLeft(() => chooseTemplate(context, prompt)));
  const { withSession } = await import('../../authoring/editor/wizard-session.js');
  const { runWizard } = await import('../../authoring/wizard/wizard.js');
  const pictures = picturesFor(context, prompt, plain ? 'none' : options.picture);
  const again = ['esign template wizard', id, ...(options.plain === true ? ['--plain'] : [])].join(' ');
  const { finished, template } = await orLeft(
    () => withSession(context, id, { prompt, pictures, afterPeople: 'names' }, runWizard),
    again,
  );
  const next = finished
    ? [`esign template fields ${id}`, `esign envelope create --template ${id} --recipient role=…,name=…,email=…`]
    : [again];
  await context.output.result(template, templateView(template, next));
}

function refuseWithoutTerminal(context: Context, id = 'ID'): void {
  if (context.prompt.available) return;
  const verbs = [
    'people ID',
    'decide ID PERSON --decision …',
    'propose ID',
    'accept ID RUN --high',
    'rename ID FIELD …',
  ];
  const lines = verbs.map((verb) => `  esign template ${verb.replace('ID', id)}`);
  throw new UsageFailure('The wizard requires a terminal.', {
    code: 'no_terminal',
    hint: `Use these commands instead:\n${lines.join('\n')}`,
  });
}

async function refuseTestKey(context: Context): Promise<void> {
  const key = await context.settings().key();
  if (key?.value.mode !== 'test') return;
  throw new CommandFailure(3, 'test_key_cannot_edit_templates', 'The wizard requires a live key.', {
    hint: 'Use --mode live, or practise on the emulator: `esign emulator start`.',
  });
}

/** Ctrl-C: what was decided is on the service already, and `again` continues. */
async function orLeft<T>(talk: () => Promise<T>, again?: string): Promise<T> {
  try {
    return await talk();
  } catch (error) {
    if (!(error instanceof PromptLeft)) throw error;
    const message =
      again === undefined ? 'Nothing was saved.' : `Stopped. What is shown as saved is saved. Continue with: ${again}`;
    throw new CommandFailure(130, 'cancelled', message);
  }
}
