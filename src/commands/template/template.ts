import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { templateAcceptCommand } from './accept.js';
import { templateApplyCommand } from './apply.js';
import { templateCreateCommand } from './create.js';
import { templateDecideCommand } from './decide.js';
import { templateFieldsCommand } from './fields.js';
import { templateGetCommand } from './get.js';
import { templateListCommand } from './list.js';
import { templatePageCommand } from './page.js';
import { templatePeopleCommand } from './people.js';
import { templateProposeCommand } from './propose.js';
import { templateRenameAllCommand } from './rename-all.js';
import { templateRenameCommand } from './rename.js';

/** `esign template`: documents with their signing roles and fields, made once and sent often. */
export function templateCommand(context: Context): EsignCommand {
  return new EsignCommand('template')
    .description('Documents with their signing roles and fields: made once, named, and sent often.')
    .verbs(
      templateListCommand(context),
      templateGetCommand(context),
      templateCreateCommand(context),
      templatePeopleCommand(context),
      templateDecideCommand(context),
      templateApplyCommand(context),
      templateFieldsCommand(context),
      templateRenameCommand(context),
      templateRenameAllCommand(context),
      templateProposeCommand(context),
      templateAcceptCommand(context),
      templatePageCommand(context),
    );
}
