import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { profileListCommand } from './list.js';

/** `esign profile`: named addresses and keys of the service. */
export function profileCommand(context: Context): EsignCommand {
  return new EsignCommand('profile')
    .description('Named ways to reach the service: a base address, one or two keys, and what differs there.')
    .verbs(profileListCommand(context));
}
