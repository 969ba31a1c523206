import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { openSecretly } from '../../cli/emulator/open-secretly.js';
import { listMail, mailId, readMail } from '../../cli/emulator/inbox-mail.js';
import type { CapturedMail } from '../../cli/emulator/control-types.js';

interface InboxOpenOptions {
  readonly mail?: string;
  readonly to?: string;
  readonly print?: boolean;
}

/** `esign emulator inbox open`: opens the link of a mail in the browser. */
export function emulatorInboxOpenCommand(context: Context): EsignCommand {
  return new EsignCommand('open')
    .summary('Open the signing link of a mail in the browser')
    .description(
      'Open the signing link of a mail in the browser. The link is not shown anywhere, not even in the process list, ' +
        'unless you use --print.',
    )
    .argument('[mail]', 'mail ID, or its first characters', mailId)
    .option('--to <email>', 'open the newest mail with a link to this address')
    .option('--print', 'print the link instead of opening it; anyone with the link can sign')
    .example('esign emulator inbox open --to thandi@example.test', 'Open the newest link for a recipient.')
    .example('esign emulator inbox open 2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f6a --print', 'Print the link of a mail.')
    .prints((s) => s.object({ id: s.text, opened: s.yes }))
    .prints((s) => s.object({ link: s.url }), '--print')
    .plain('--print')
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((mail: string | undefined, options: InboxOpenOptions) =>
      runInboxOpen(context, mail === undefined ? options : { ...options, mail }),
    );
}

async function runInboxOpen(context: Context, options: InboxOpenOptions): Promise<void> {
  const { link, mail } = await findLink(context, options);
  if (options.print === true) return context.output.text('link', link);
  await openSecretly(context, link, `esign emulator inbox open ${mail.id} --print`);
  await context.output.result(
    { id: mail.id, opened: true },
    { human: `Opened the link of “${mail.subject}” to ${mail.to.email}.` },
  );
}

async function findLink(
  context: Context,
  { mail: id, to }: InboxOpenOptions,
): Promise<{ readonly link: string; readonly mail: CapturedMail }> {
  if ((id === undefined) === (to === undefined)) {
    throw new UsageFailure('Specify either a mail ID or --to.', {
      hint: 'List the mail with: esign emulator inbox',
    });
  }
  const found =
    id === undefined ? (await listMail(context, to === undefined ? {} : { to })).data : [await readMail(context, id)];
  const mail = found.find(({ link }) => link !== null);
  if (mail !== undefined && mail.link !== null) return { link: mail.link, mail };
  const message = id === undefined ? `No mail to ${to ?? ''} has a link.` : 'The mail has no link.';
  throw new CommandFailure(4, 'no_link', message, { hint: 'List the mail with: esign emulator inbox list' });
}
