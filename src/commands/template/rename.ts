import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { optionFor } from '../../cli/flags/option.js';
import { renameTemplateField, type Rename } from '../../contract/operations/templates.js';
import type { Field } from '../../contract/resources/template.js';
import { overwritesOfRenames } from '../../authoring/last-seen/overwrites.js';
import {
  addTemplateWriteOptions,
  allowSharedFlag,
  type TemplateWriteOptions,
  writeTemplate,
} from '../../authoring/last-seen/write-template.js';
import { templateId } from '../../cli/flags/template-id.js';
import { findField } from '../../authoring/template/find-field.js';
import { agreeToShare } from '../../authoring/template/shared-names.js';
import { addressOf } from '../../authoring/template/view.js';

interface TemplateRenameOptions extends TemplateWriteOptions {
  readonly id: string;
  readonly field: string;
  /** False after `--no-data-key`, and so for the others: the name is removed. */
  readonly dataKey?: string | false;
  readonly label?: string | false;
  readonly subject?: string | false;
  readonly allowShared?: boolean;
}

const body = renameTemplateField().body;

/** `esign template rename ID FIELD`: gives one field its data key, label or subject, or takes one away. */
export function templateRenameCommand(context: Context): EsignCommand {
  const command = new EsignCommand('rename')
    .summary('Rename one field')
    .description(
      'Change the data key, label or subject of one field. If another field has the same subject and key already, ' +
        'one value fills both: esign asks first, and needs --allow-shared without a terminal. Requires a live key.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .argument('<field>', 'ID, label or address of the field, or its number in `template preview`')
    .addOption(optionFor('--data-key <key>', 'key that values are written to', body, 'data_key'))
    .addOption(new Option('--no-data-key', 'remove the data key'))
    .addOption(optionFor('--label <label>', 'label that the sender sees', body, 'label'))
    .addOption(new Option('--no-label', 'remove the label'))
    .addOption(optionFor('--subject <key>', 'subject that the data is about', body, 'subject'))
    .addOption(new Option('--no-subject', 'make it a field of the signer'))
    .addOption(allowSharedFlag())
    .example(
      'esign template rename 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 14 --data-key person.full_name --subject tenant',
      'Fill the field with the number 14 with tenant.person.full_name.',
    )
    .example(
      'esign template rename 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 "Full nmae" --label "Full name"',
      'Correct a label.',
    )
    .usesOperations('getTemplate', 'renameTemplateField')
    .exits(serviceExitCodes)
    .action((id: string, field: string, options: TemplateRenameOptions) =>
      runTemplateRename(context, { ...options, id, field }),
    );
  return addTemplateWriteOptions(command);
}

async function runTemplateRename(context: Context, options: TemplateRenameOptions): Promise<void> {
  const { id, dataKey, label, subject, allowShared } = options;
  const rename: Rename = { ...named('data_key', dataKey), ...named('label', label), ...named('subject', subject) };
  if (Object.keys(rename).length === 0) {
    throw new UsageFailure('Missing --data-key, --label or --subject.', {
      code: 'missing_option',
      hint: 'Use at least one of them.',
    });
  }
  const field = await findField(context, id, options.field);
  const done = await writeTemplate(context, {
    templateId: id,
    operation: 'renameTemplateField',
    input: { parameters: { templateId: id, fieldId: field }, body: rename },
    options,
    overwrites: overwritesOfRenames([{ id: field, ...rename }]),
    decidesPeople: false,
    printsAnswer: true,
    check: ({ fields }) =>
      agreeToShare(context, {
        before: fields,
        after: fields.map((each) => (each.id === field ? { ...each, ...rename } : each)),
        allowed: allowShared === true,
      }),
  });
  if (done === null) return;
  const now = done.body.fields.find((candidate) => candidate.id === field);
  await context.output.result(done.body, {
    human: now === undefined ? 'The template changed.' : sentence(rename, now),
    ids: [field],
  });
}

function named(name: keyof Rename, value: string | false | undefined): Rename {
  return value === undefined ? {} : { [name]: value === false ? null : value };
}

/** Only what was asked for is called new: a field without an address may never have had one. */
function sentence(rename: Rename, { label, subject, data_key: key }: Field): string {
  const isAddressed = rename.data_key !== undefined || rename.subject !== undefined;
  if (!isAddressed) return label === null ? 'The field has no label.' : `The field is now called “${label}”.`;
  const what = label === null ? 'The field' : `“${label}”`;
  const address = addressOf(subject, key);
  return address === null ? `${what} has no address.` : `${what} now takes values for ${address}.`;
}
