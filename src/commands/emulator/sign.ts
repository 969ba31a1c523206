import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { collect } from '../../cli/flags/option.js';
import { parseValue } from '../../cli/flags/value.js';
import { isUuid } from '../../contract/schema.js';
import type { ValueRequest } from '../../contract/operations/envelopes.js';
import { act, actExits, type ActOptions, envelopeId, recipientAbout } from '../../sending/envelope/which-recipient.js';

interface FieldAnswer {
  readonly field_id: string;
  readonly value: string;
}

interface EmulatorSignOptions extends ActOptions {
  readonly value?: readonly ValueRequest[];
  readonly field?: readonly FieldAnswer[];
  readonly signature?: string;
  /** False with `--no-fill`. */
  readonly fill?: boolean;
}

/** `esign emulator sign ENVELOPE RECIPIENT`: signs as the recipient would on the signing page. */
export function emulatorSignCommand(context: Context): EsignCommand {
  return new EsignCommand('sign')
    .summary('Sign as a recipient')
    .description(
      'Sign as a recipient, with the same checks as on the signing page. Required fields without a value get a valid ' +
        'sample value.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .argument('[recipient]', `${recipientAbout} (default: whose turn it is)`, 'next')
    .addOption(
      new Option('--value <subject.key=text>', 'set a field value (repeatable)').argParser(collect(parseValue)),
    )
    .addOption(
      new Option('--field <id=text>', 'set a field value by field ID (repeatable)').argParser(collect(readField)),
    )
    .addOption(new Option('--signature <text>', 'typed signature (default: the name of the recipient)'))
    .addOption(new Option('--no-fill', 'add no sample values; missing required fields are an error'))
    .example(
      'esign emulator sign 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f',
      'Sign as the next recipient, with sample values.',
    )
    .example(
      'esign emulator sign 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Tenant --value tenant.person.full_name=Thandi --signature Thandi --no-fill',
      'Sign with your own values only.',
    )
    .prints({ of: 'getEnvelope' })
    .exits(actExits)
    .action((envelope: string, recipient: string, options: EmulatorSignOptions) =>
      runEmulatorSign(context, { ...options, envelope, recipient }),
    );
}

async function runEmulatorSign(context: Context, options: EmulatorSignOptions): Promise<void> {
  const values = [...(options.value ?? []), ...(options.field ?? [])];
  await act(context, options, 'sign', {
    ...(values.length === 0 ? {} : { values }),
    ...(options.signature === undefined ? {} : { signature: options.signature }),
    ...(options.fill === false ? { fill: false } : {}),
  });
}

function readField(text: string): FieldAnswer {
  const equals = text.indexOf('=');
  const id = text.slice(0, Math.max(0, equals));
  if (isUuid(id)) return { field_id: id.toLowerCase(), value: text.slice(equals + 1) };
  throw new UsageFailure(`Invalid --field value "${text}". Use FIELD_ID=text.`, {
    code: 'invalid_value',
    hint: 'Find the field ID with `esign template fields ID`.',
  });
}
