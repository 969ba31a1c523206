import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { control } from '../../cli/emulator/control.js';
import { controlAnswer, type EmulatorAuthority } from '../../cli/emulator/control-types.js';

interface EmulatorCaOptions {
  readonly output?: string;
  readonly force?: boolean;
}

/** `esign emulator ca`: the certificate that verifies the seals of the emulator. */
export function emulatorCaCommand(context: Context): EsignCommand {
  return new EsignCommand('ca')
    .summary('Export the CA certificate of the emulator')
    .description(
      'Print the certificate of the emulator’s test certificate authority as PEM. Use it to verify PDFs sealed by this ' +
        'emulator with `esign pdf verify --ca-file`, pdfsig or a PDF reader. Each data file has its own authority, which ' +
        'survives a reset. It is for tests only: never trust it on a machine that reads real documents.',
    )
    .addOption(new Option('-o, --output <file>', 'file or folder/ to write to (default: stdout)'))
    .addOption(new Option('--force', 'overwrite an existing file'))
    .example('esign emulator ca -o ca.pem', 'Write the certificate to a file.')
    .example('esign emulator ca | openssl x509 -noout -text', 'Show its details.')
    .prints(controlAnswer('authority'))
    .plain()
    .prints((s) => s.object({ file: s.text, name: s.text, sha256: s.text }), '--output')
    .exits([0, 1, 2, 3, 4, 8, 130])
    .action((options: EmulatorCaOptions) => runEmulatorCa(context, options));
}

async function runEmulatorCa(context: Context, options: EmulatorCaOptions): Promise<void> {
  const output = await context.files.place(options.output ?? '-', 'ca.pem');
  const authority = await control<EmulatorAuthority>(context, { method: 'GET', path: '/_emulator/ca' });
  if (output === '-') {
    if (context.output.form === 'json') await context.output.result(authority, { ids: [authority.sha256] });
    else await context.output.bytes(Buffer.from(authority.pem, 'utf8'));
    return;
  }
  const file = await context.files.write(output, authority.pem, { overwrite: options.force === true });
  const { name, sha256 } = authority;
  await context.output.result({ file, name, sha256 }, { human: `Wrote ${output}: “${name}”.`, ids: [file] });
}
