import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { control } from '../../cli/emulator/control.js';
import { openSecretly } from '../../cli/emulator/open-secretly.js';

interface OpenOptions {
  readonly print?: boolean;
}

/** `esign emulator open`: opens the page of the emulator in the browser. */
export function emulatorOpenCommand(context: Context): EsignCommand {
  return new EsignCommand('open')
    .summary('Open the page of the emulator in the browser')
    .description(
      'Open the page of the emulator in the browser. It shows each envelope with everything that happened to it, and ' +
        'can sign, move the clock, go back to an earlier state, inject faults and export a test. The URL contains a code ' +
        'that works once, within a minute. It is not shown anywhere, not even in the process list, unless you use --print.',
    )
    .option('--print', 'print the URL instead of opening it; it gives access to this emulator')
    .example('esign emulator open', 'Open the page.')
    .example('esign emulator open --print', 'Print a URL that opens the page once.')
    .prints((s) => s.object({ url: s.url, opened: s.yes }))
    .prints((s) => s.object({ url: s.url }), '--print')
    .plain('--print')
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((options: OpenOptions) => runEmulatorOpen(context, options));
}

async function runEmulatorOpen(context: Context, { print }: OpenOptions): Promise<void> {
  const { url } = await control<{ readonly url: string }>(context, {
    method: 'POST',
    path: '/_emulator/dashboard/codes',
  });
  if (print === true) return context.output.text('url', url);
  await openSecretly(context, url, 'esign emulator open --print');
  const page = new URL(url).origin;
  await context.output.result({ url: page, opened: true }, { human: `Opened the page of the emulator at ${page}.` });
}
