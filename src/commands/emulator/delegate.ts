import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseKeyValueList } from '../../cli/flags/key-value-list.js';
import { parsePerson, type Person } from '../../cli/flags/person.js';
import { act, actExits, type ActOptions, envelopeId, recipientAbout } from '../../sending/envelope/which-recipient.js';

interface EmulatorDelegateOptions extends ActOptions {
  readonly to: Person;
}

/** `esign emulator delegate ENVELOPE RECIPIENT --to …`: replaces a recipient by another person with a new ID. */
export function emulatorDelegateCommand(context: Context): EsignCommand {
  return new EsignCommand('delegate')
    .summary('Delegate a recipient’s place to another person')
    .description(
      'Delegate the place of a recipient to another person. The recipient is retired, and the replacement gets a new ID.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId)
    .argument('<recipient>', recipientAbout)
    .addOption(
      new Option('--to <name=…,email=…>', 'person who signs instead; also "NAME <ADDRESS>"')
        .argParser(readReplacement)
        .makeOptionMandatory(),
    )
    .example(
      'esign emulator delegate 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Landlord --to "Lerato Nkosi <lerato@example.test>"',
      'Delegate the place to Lerato.',
    )
    .example(
      'esign emulator delegate 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f Landlord --to "Lerato Nkosi <lerato@example.test>" -q',
      'Print only the envelope ID.',
    )
    .prints({ of: 'getEnvelope' })
    .exits(actExits)
    .action((envelope: string, recipient: string, options: EmulatorDelegateOptions) =>
      runEmulatorDelegate(context, { ...options, envelope, recipient }),
    );
}

async function runEmulatorDelegate(context: Context, options: EmulatorDelegateOptions): Promise<void> {
  await act(context, options, 'delegate', options.to);
}

function readReplacement(text: string): Person {
  const names = ['name', 'email'];
  const person = parsePerson(text, '--to', names);
  if (person !== null) return person;
  const example = 'name=Lerato Nkosi,email=lerato@example.test';
  const pairs = parseKeyValueList(text, { flag: '--to', names, required: names, example });
  return { name: pairs.get('name') ?? '', email: pairs.get('email') ?? '' };
}
