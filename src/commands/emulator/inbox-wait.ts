import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { uuidOf } from '../../cli/flags/identifier.js';
import { listMail, type MailChoice, showMail, withoutLink } from '../../cli/emulator/inbox-mail.js';
import { controlAnswer } from '../../cli/emulator/control-types.js';
import { mailKinds } from '../../emulator/names.js';
import { maxWaitOption } from '../../cli/flags/duration.js';

interface InboxWaitOptions extends MailChoice {
  readonly to: string;
  readonly print?: boolean;
  readonly maxWait?: number;
}

/** Milliseconds. */
const usual = 30_000;
/** Milliseconds between two polls: short at first, longer later. */
const soonest = 50;
const latest = 500;

/** `esign emulator inbox wait --to EMAIL`: waits for the newest mail to an address. */
export function emulatorInboxWaitCommand(context: Context): EsignCommand {
  return new EsignCommand('wait')
    .summary('Wait for a mail to an address')
    .description(
      'Wait for a mail to an address and show it. If there is already one, the newest is shown at once. It exits with 12 ' +
        'if no mail arrives within 30 seconds or within --max-wait.',
    )
    .requiredOption('--to <email>', 'address of the recipient')
    .option('--subject <text>', 'accept only mail with this text in its subject')
    .addOption(new Option('--kind <kind>', 'accept only this kind').choices(mailKinds))
    .option('--envelope <id>', 'accept only mail about this envelope', uuidOf('envelope'))
    .addOption(
      new Option('--after <mail>', 'accept only mail newer than this one').argParser(
        uuidOf('mail', 'esign emulator inbox'),
      ),
    )
    .addOption(maxWaitOption('wait at most this long (default: 30s)'))
    .option('--print', 'also show its signing link; anyone with the link can sign')
    .example('esign emulator inbox wait --to thandi@example.test --max-wait 60s', 'Show the mail to a recipient.')
    .example(
      'esign emulator inbox wait --to thandi@example.test --kind invitation --print --jq .link',
      'Get the signing link for a browser test.',
    )
    .prints(controlAnswer('mail'))
    .exits([0, 1, 2, 3, 4, 8, 12, 130])
    .action((options: InboxWaitOptions) => runInboxWait(context, options));
}

async function runInboxWait(context: Context, options: InboxWaitOptions): Promise<void> {
  const { clock, signal } = context;
  const limit = options.maxWait ?? usual;
  const end = clock.now() + limit;
  for (let pause = soonest; ; pause = Math.min(pause * 1.5, latest)) {
    const [newest] = (await listMail(context, { ...options, lost: false, limit: 1 })).data;
    if (newest !== undefined) return await showMail(context, options.print === true ? newest : withoutLink(newest));
    const left = end - clock.now();
    if (left <= 0) throw nothingCame(options, limit);
    await clock.sleep(Math.min(pause, left), signal);
    if (signal.aborted) throw new CommandFailure(130, 'interrupted', 'Interrupted.');
  }
}

const nothingCame = ({ to }: InboxWaitOptions, limit: number): CommandFailure =>
  new CommandFailure(12, 'timed_out', `Timed out after ${limit / 1000} s waiting for a mail to ${to}.`, {
    hint: `List the existing mail: esign emulator inbox list --to ${to}`,
  });
