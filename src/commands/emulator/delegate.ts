import { Option } from 'commander';
import { EsignCommand } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseKeyValueList } from '../../cli/key-value-list.js';
import { act, actExits, type ActOptions, envelopeId, recipientAbout } from '../../envelope/recipient-acts.js';

interface Replacement {
  readonly name: string;
  readonly email: string;
}

export interface EmulatorDelegateOptions extends ActOptions {
  readonly to: Replacement;
}

/** `esign emulator delegate ENVELOPE RECIPIENT --to …`: hands the position to somebody else, who gets a new id. */
export function emulatorDelegateCommand(context: Context): EsignCommand {
  return new EsignCommand('delegate')
    .summary('Hand a recipient’s place to somebody else')
    .description(
      'Hand the place of a recipient to somebody else: the recipient is retired, the replacement has a new id.',
    )
    .argument('<envelope>', 'the id of the envelope', envelopeId)
    .argument('<recipient>', recipientAbout)
    .addOption(
      new Option('--to <name=…,email=…>', 'who signs instead').argParser(readReplacement).makeOptionMandatory(),
    )
    .example(
      'esign emulator delegate 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Landlord --to "name=Lerato Nkosi,email=lerato@example.test"',
      'Lerato signs instead.',
    )
    .example(
      'esign emulator delegate 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Landlord --to "name=Lerato Nkosi,email=lerato@example.test" -q',
      'The same, and nothing but the envelope’s id.',
    )
    .answers({ of: 'getEnvelope' })
    .exits(actExits)
    .action((envelope: string, recipient: string, options: EmulatorDelegateOptions) =>
      runEmulatorDelegate(context, { ...options, envelope, recipient }),
    );
}

export async function runEmulatorDelegate(context: Context, options: EmulatorDelegateOptions): Promise<void> {
  await act(context, options, 'delegate', options.to);
}

function readReplacement(text: string): Replacement {
  const names = ['name', 'email'];
  const example = 'name=Lerato Nkosi,email=lerato@example.test';
  const pairs = parseKeyValueList(text, { flag: '--to', names, required: names, example });
  return { name: pairs.get('name') ?? '', email: pairs.get('email') ?? '' };
}
