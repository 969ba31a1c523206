import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { releaseHeld } from '../../cli/emulator/point-fault.js';

/** `esign emulator fault release`: continues what `--hold` and `--stuck` hold. */
export function emulatorFaultReleaseCommand(context: Context): EsignCommand {
  return new EsignCommand('release')
    .summary('Continue held requests')
    .description('Continue the requests that --hold, --stuck or --delay hold. The faults stay.')
    .example('esign emulator fault release', 'Continue held requests.')
    .prints((s) => s.object({ released: s.yes }))
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action(() => runEmulatorFaultRelease(context));
}

async function runEmulatorFaultRelease(context: Context): Promise<void> {
  await releaseHeld(context);
  await context.output.result({ released: true }, { human: 'Released the held requests.', ids: [] });
}
