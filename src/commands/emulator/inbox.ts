import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { addListOptions, endList, limitOf, type ListOptions, sinceOf } from '../../cli/flags/paging.js';
import type { Context } from '../../cli/context/context.js';
import { uuidOf } from '../../cli/flags/identifier.js';
import type { Cell } from '../../core/terminal/table.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { listMail, mailId, readMail, showMail, withoutLink } from '../../cli/emulator/inbox-mail.js';
import { emulatorInboxOpenCommand } from './inbox-open.js';
import { emulatorInboxWaitCommand } from './inbox-wait.js';
import { type CapturedMail, controlAnswer } from '../../cli/emulator/control-types.js';
import { mailKinds } from '../../emulator/names.js';

interface InboxListOptions extends ListOptions {
  readonly to?: string;
  readonly kind?: string;
  readonly envelope?: string;
  readonly print?: boolean;
}

interface InboxShowOptions {
  readonly mail: string;
  readonly html?: boolean;
  readonly print?: boolean;
}

/** The most that the emulator lists in one response. */
const maxLimit = 10_000;
const usual = 50;
const exits = [0, 1, 2, 3, 4, 8, 130] as const;
const printAbout = 'also show signing links; anyone with a link can sign';

/** `esign emulator inbox`: the mail that the service would have sent. */
export function emulatorInboxCommand(context: Context): EsignCommand {
  const inbox = new EsignCommand('inbox')
    .summary('Read the mail of the emulator')
    .description(
      'List the mail that the service would have sent, newest first. No mail leaves this machine unless you started the ' +
        'emulator with --smtp-forward.',
    );
  inbox.addCommand(emulatorInboxListCommand(context), { isDefault: true });
  inbox.addCommand(emulatorInboxShowCommand(context));
  inbox.addCommand(emulatorInboxWaitCommand(context));
  inbox.addCommand(emulatorInboxOpenCommand(context));
  return inbox;
}

function emulatorInboxListCommand(context: Context): EsignCommand {
  const command = new EsignCommand('list')
    .summary('List the mail')
    .description('List the mail, newest first.')
    .option('--to <email>', 'show mail to this address only')
    .addOption(new Option('--kind <kind>', 'show this kind only').choices(mailKinds))
    .option('--envelope <id>', 'show mail about this envelope only', uuidOf('envelope'))
    .option('--print', printAbout)
    .example('esign emulator inbox list', 'List the latest 50 mails.')
    .example(
      'esign emulator inbox list --to thandi@example.test --kind invitation --print --jq ".data[0].link"',
      'Get a signing link.',
    )
    .prints(controlAnswer('mailList'))
    .exits(exits)
    .action((options: InboxListOptions) => runInboxList(context, options));
  return addListOptions(command, usual);
}

async function runInboxList(context: Context, options: InboxListOptions): Promise<void> {
  const { to, kind, envelope } = options;
  const limit = Math.min(maxLimit, limitOf(options, usual));
  const found = await listMail(context, { to, kind, envelope, limit });
  const from = options.since === undefined ? -Infinity : sinceOf(options, await serviceTime(context));
  const recent = found.data.filter(({ accepted_at: at }) => !(Date.parse(at) < from));
  const body = { ...found, more: found.more && recent.length === found.data.length };
  const data = recent.map((mail) => (options.print === true ? mail : withoutLink(mail)));
  const columns = columnsFor(context, options);
  await context.output.result(
    { ...body, data },
    {
      table: {
        columns: columns.map(([name]) => name),
        rows: data.map((mail) => columns.map(([, cell]) => cell(mail))),
        empty: emptyInbox(options),
      },
    },
  );
  endList(context, options, { data, more: body.more });
}

/** Why the list is empty, and how to get mail. */
const emptyInbox = ({ to, kind, envelope, since }: InboxListOptions): string =>
  [to, kind, envelope, since].some((wish) => wish !== undefined)
    ? 'No matching mail found. List all mail with `esign emulator inbox list`.'
    : 'No mail found. Send an envelope to get mail: esign envelope create --template ID --recipient … --send';

type Column = readonly [name: string, cell: (mail: CapturedMail) => Cell];

/** A narrow terminal has no room for the time and the kind; the subject says most of it. */
function columnsFor({ output }: Context, { print }: InboxListOptions): readonly Column[] {
  const isNarrow = output.columns !== undefined && output.columns < 100;
  const more: readonly Column[] = [
    ['TIME', (mail) => ({ instant: mail.accepted_at })],
    ['KIND', (mail) => mail.kind],
    ['DELIVERED', (mail) => (mail.delivered_at === null ? (mail.lost ? 'lost' : 'not yet') : 'yes')],
  ];
  return [
    ['MAIL', (mail) => ({ id: mail.id })],
    ...(isNarrow && print !== true ? [] : more),
    ['TO', (mail) => mail.to.email],
    ['SUBJECT', (mail) => mail.subject],
    ...(print === true ? [['LINK', (mail: CapturedMail) => mail.link] as const] : []),
  ];
}

function emulatorInboxShowCommand(context: Context): EsignCommand {
  return new EsignCommand('show')
    .alias('get')
    .summary('Show a mail')
    .description('Show one mail with its text.')
    .argument('<mail>', 'mail ID, or its first characters', mailId)
    .option('--html', 'print only its HTML part')
    .option('--print', printAbout)
    .example('esign emulator inbox show 2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f6a', 'Show a mail.')
    .example('esign emulator inbox show 2d3e4f5a-6b7c-4d8e-9f0a-1b2c3d4e5f6a --print', 'Show it with its signing link.')
    .prints(controlAnswer('mailWithHtml'))
    .prints((s) => s.object({ html: s.text }), '--html')
    .plain('--html')
    .exits(exits)
    .action((mail: string, options: InboxShowOptions) => runInboxShow(context, { ...options, mail }));
}

async function runInboxShow(context: Context, { mail: id, html, print }: InboxShowOptions): Promise<void> {
  const read = await readMail(context, id);
  const mail = print === true ? read : withoutLink(read);
  if (html === true && mail.html !== undefined) return context.output.text('html', mail.html);
  await showMail(context, mail);
}
