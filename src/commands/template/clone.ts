import { Option } from 'commander';
import { type CloneOptions, cloneTemplate } from '../../authoring/clone/clone.js';
import { clonedMembers } from '../../authoring/clone/report.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { templateId } from '../../cli/flags/template-id.js';
import { dryRunShape } from '../../cli/write/dry-run.js';

/** `esign template clone ID --from PROFILE --to PROFILE`: a template made again elsewhere. */
export function templateCloneCommand(context: Context): EsignCommand {
  return new EsignCommand('clone')
    .summary('Copy a template to another service or the emulator')
    .description(
      'Make a template again with another profile: its pages, fields, people, decisions and names. What cannot be ' +
        'taken over is listed before anything is written. At the end, the copy is compared with the source, and the ' +
        'names of both are saved as files for `template diff`. A copy that this machine made before is completed, ' +
        'and not uploaded again. Requires a live key in the profile of --to.',
    )
    .argument('<template>', 'ID or exact name of the template', templateId)
    .namesTemplatesAt('from')
    .addOption(new Option('--from <profile>', 'profile that has the template (default: the profile in use)'))
    .addOption(new Option('--to <profile>', 'profile that gets the copy').makeOptionMandatory())
    .addOption(new Option('--again', 'make another copy'))
    .addOption(new Option('-o, --output <folder>', 'folder for the two names files (default: this folder)'))
    .addOption(new Option('--force', 'overwrite existing files'))
    .addOption(new Option('--dry-run', 'list what cannot be taken over, and print the request without sending it'))
    .example(
      'esign template clone 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --to local --dry-run',
      'List what the copy would not have.',
    )
    .example(
      'esign template clone 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --from production --to local',
      'Copy a live template to the emulator.',
    )
    .usesOperations(
      'listTemplates',
      'getTemplate',
      'listTemplatePeople',
      'getDocumentPage',
      'createTemplate',
      'decideTemplatePerson',
      'renameTemplateFields',
      'createNamingRun',
      'acceptNamingRun',
    )
    .prints((s) => s.object(clonedMembers(s)))
    .prints((s) => {
      const { name, from, to, not_taken_over } = clonedMembers(s);
      return s.object({
        ...dryRunShape(s).entries,
        name,
        from,
        to,
        decisions: s.count,
        names: s.count,
        not_taken_over,
      });
    }, '--dry-run')
    .exits(serviceExitCodes)
    .action((id: string, options: Omit<CloneOptions, 'templateId'>) =>
      cloneTemplate(context, { ...options, templateId: id }),
    );
}
