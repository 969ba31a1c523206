import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { webhookDeleteCommand } from './delete.js';
import { webhookDisableCommand } from './disable.js';
import { webhookEnableCommand } from './enable.js';
import { webhookGetCommand } from './get.js';
import { webhookListCommand } from './list.js';
import { webhookRegisterCommand } from './register.js';
import { webhookRotateCommand } from './rotate.js';
import { webhookUpdateCommand } from './update.js';

/** `esign webhook`: endpoints that receive signed events. */
export function webhookCommand(context: Context): EsignCommand {
  return new EsignCommand('webhook')
    .description('Endpoints that receive signed events when an envelope changes; ten at most.')
    .verbs(
      webhookRegisterCommand(context),
      webhookListCommand(context),
      webhookGetCommand(context),
      webhookUpdateCommand(context),
      webhookEnableCommand(context),
      webhookDisableCommand(context),
      webhookDeleteCommand(context),
      webhookRotateCommand(context),
    );
}
