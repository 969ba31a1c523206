import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { control } from '../../cli/emulator/control.js';
import { controlAnswer, type ExportedTest } from '../../cli/emulator/control-types.js';
import { testRunners, type TestRunner } from '../../emulator/names.js';
import { envelopeId } from '../../sending/envelope/which-recipient.js';

interface EmulatorExportTestOptions {
  readonly envelope: string;
  readonly runner?: TestRunner;
  readonly output?: string;
  readonly force?: boolean;
}

/** `esign emulator export-test ENVELOPE`: what happened to an envelope, as a test. */
export function emulatorExportTestCommand(context: Context): EsignCommand {
  return new EsignCommand('export-test')
    .summary('Export what happened to an envelope as a test')
    .description(
      'Write a Vitest or pytest file that replays what happened to an envelope on another emulator: its creation, ' +
        'what people did, the moves of the clock, and the events. The test fails at the line where the events differ, or ' +
        'where your app does not accept a delivery with a 2xx response. Set ESIGN_APP_WEBHOOK_URL to the URL where your ' +
        'app receives deliveries, and ESIGN_WEBHOOK_SECRET to the secret with which it verifies them. The file contains ' +
        'the names, addresses and values of the envelope, but no document, key or secret.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .addOption(new Option('-o, --output <file>', 'file or folder/ to write to (default: stdout)'))
    .addOption(
      new Option('--runner <name>', 'test runner (default: pytest for a .py file, else vitest)').choices(testRunners),
    )
    .addOption(new Option('--force', 'overwrite an existing file'))
    .example(
      'esign emulator export-test 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -o lease.test.ts',
      'Write a Vitest file. Run it with `npx vitest run lease.test.ts`.',
    )
    .example(
      'esign emulator export-test 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f -o test_lease.py',
      'Write a pytest file. Run it with `esign emulator exec -- pytest test_lease.py`.',
    )
    .prints(controlAnswer('exportedTest'))
    .plain()
    .prints((s) => s.object({ file: s.text, runner: s.oneOf(...testRunners) }), '--output')
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((envelope: string, options: Omit<EmulatorExportTestOptions, 'envelope'>) =>
      runEmulatorExportTest(context, { ...options, envelope }),
    );
}

async function runEmulatorExportTest(context: Context, options: EmulatorExportTestOptions): Promise<void> {
  const { envelope, force } = options;
  const runner = options.runner ?? (options.output?.endsWith('.py') === true ? 'pytest' : 'vitest');
  // pytest finds no other names, and imports them.
  const name = runner === 'pytest' ? `test_${envelope.replaceAll('-', '_')}.py` : `${envelope}.test.ts`;
  const output = await context.files.place(options.output ?? '-', name);
  const path = `/_emulator/envelopes/${envelope}/test?runner=${runner}` as const;
  const exported = await control<ExportedTest>(context, { method: 'GET', path });
  if (output === '-') {
    if (context.output.form === 'json') await context.output.result(exported, { ids: [exported.name] });
    else await context.output.bytes(Buffer.from(exported.text, 'utf8'));
    return;
  }
  const file = await context.files.write(output, exported.text, { overwrite: force === true });
  const run = runner === 'vitest' ? `npx vitest run ${output}` : `esign emulator exec -- pytest ${output}`;
  await context.output.result({ file, runner }, { human: `Wrote ${output}.`, ids: [file], next: [run] });
}
