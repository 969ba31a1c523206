import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { CommandFailure } from '../../cli/failure.js';
import { uuidOf } from '../../cli/identifier.js';
import { listMail, type MailChoice, showMail, withoutLink } from '../../emulator-client/inbox-mail.js';
import { mailKinds } from '../../emulator/names.js';

export interface InboxWaitOptions extends MailChoice {
  readonly to: string;
  readonly print?: boolean;
}

/** Milliseconds. */
const usual = 30_000;
/** Milliseconds between two looks: at first a short while, later a longer one. */
const soonest = 50;
const latest = 500;

/** `esign emulator inbox wait --to EMAIL`: the newest mail to somebody, as soon as there is one. */
export function emulatorInboxWaitCommand(context: Context): EsignCommand {
  return new EsignCommand('wait')
    .summary('Wait for a mail to somebody')
    .description(
      'Wait for a mail to somebody, and show it; when there is one already, the newest is shown at once. Exit 12 when ' +
        'none has come within 30 seconds, or within --timeout.',
    )
    .requiredOption('--to <email>', 'the address that the mail goes to')
    .option('--subject <text>', 'only mail with this in its subject')
    .addOption(new Option('--kind <kind>', 'only this kind').choices(mailKinds))
    .option('--envelope <id>', 'only mail about this envelope', uuidOf('envelope'))
    .addOption(
      new Option('--after <mail>', 'only mail that came after this one').argParser(
        uuidOf('mail', 'esign emulator inbox'),
      ),
    )
    .option('--print', 'show its signing link too; whoever has it can sign')
    .example('esign emulator inbox wait --to thandi@example.test --timeout 60s', 'Show what she was sent.')
    .example(
      'esign emulator inbox wait --to thandi@example.test --kind invitation --print --jq .link',
      'Her signing link, for a browser test.',
    )
    .exits([0, 1, 2, 3, 4, 8, 12, 130])
    .action((options: InboxWaitOptions) => runInboxWait(context, options));
}

export async function runInboxWait(context: Context, options: InboxWaitOptions): Promise<void> {
  const { clock, signal } = context;
  const limit = context.flags().timeout ?? usual;
  const end = clock.now() + limit;
  for (let pause = soonest; ; pause = Math.min(pause * 1.5, latest)) {
    const [newest] = (await listMail(context, options)).data;
    if (newest !== undefined) return await showMail(context, options.print === true ? newest : withoutLink(newest));
    const left = end - clock.now();
    if (left <= 0) throw nothingCame(options, limit);
    await clock.sleep(Math.min(pause, left), signal);
    if (signal.aborted) throw new CommandFailure(130, 'interrupted', 'Interrupted.');
  }
}

const nothingCame = ({ to }: InboxWaitOptions, limit: number): CommandFailure =>
  new CommandFailure(12, 'timed_out', `No such mail to ${to} came within ${limit / 1000} s.`, {
    hint: `Look at what there is: esign emulator inbox list --to ${to}`,
  });
