import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { profileAddCommand } from './add.js';
import { profileListCommand } from './list.js';
import { profileRemoveCommand } from './remove.js';
import { profileShowCommand } from './show.js';
import { profileUseCommand } from './use.js';

/** `esign profile`: named addresses and keys of the service. */
export function profileCommand(context: Context): EsignCommand {
  return new EsignCommand('profile')
    .description('Named ways to reach the service: a base address, one or two keys, and what differs there.')
    .verbs(
      profileAddCommand(context),
      profileListCommand(context),
      profileUseCommand(context),
      profileShowCommand(context),
      profileRemoveCommand(context),
    );
}
