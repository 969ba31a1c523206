import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { parseDuration, parseInstant } from '../../cli/flags/duration.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { optionFor } from '../../cli/flags/option.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import { createAuthorisation } from '../../contract/operations/authorisations.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { authorisationView, brandId, type Grantor, parseGrantor } from '../../sending/authorisation.js';

interface AuthorisationCreateOptions extends WriteOptions {
  readonly brand: string;
  readonly entityName: string;
  readonly entityNumber?: string;
  readonly grantor: Grantor;
  readonly purpose: string;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly validFor?: number;
  readonly reference?: string;
}

const { body } = createAuthorisation();

/** `esign authorisation create`: requests a standing authorisation; the mandate is emailed to the grantor (A12). */
export function authorisationCreateCommand(context: Context): EsignCommand {
  const command = new EsignCommand('create')
    .summary('Request a standing authorisation')
    .description(
      'Request a standing authorisation. The mandate is emailed to the grantor and takes effect when they sign it. ' +
        'Envelopes of the brand can then use it for a recipient, who no longer has to sign.',
    )
    .addOption(
      new Option('--brand <id>', 'the brand it covers; list the brands of an emulator with `esign emulator brands`')
        .argParser(brandId)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--grantor <name=…,email=…>', 'the person who signs the mandate; optional: job_title')
        .argParser(parseGrantor)
        .makeOptionMandatory(),
    )
    .addOption(
      optionFor(
        '--entity-name <name>',
        'the company that the grantor signs for',
        body,
        'legal_entity.name',
      ).makeOptionMandatory(),
    )
    .addOption(
      optionFor(
        '--entity-number <number>',
        'registration number of the company',
        body,
        'legal_entity.registration_number',
      ),
    )
    .addOption(
      optionFor('--purpose <text>', 'purpose, printed on the mandate', body, 'intended_use').makeOptionMandatory(),
    )
    .addOption(
      new Option('--valid-until <time>', 'end of validity, for example 2027-12-01T00:00:00+02:00')
        .argParser((text) => parseInstant(text, '--valid-until'))
        .conflicts('validFor'),
    )
    .addOption(
      new Option('--valid-for <duration>', 'end of validity from now, for example 365d').argParser((text) =>
        parseDuration(text, '--valid-for'),
      ),
    )
    .addOption(
      new Option('--valid-from <time>', 'start of validity (default: when it is granted)').argParser((text) =>
        parseInstant(text, '--valid-from'),
      ),
    )
    .addOption(optionFor('--reference <text>', 'your reference', body, 'reference'))
    .example(
      'esign authorisation create --brand 8d9e0f1a-2b3c-4d4e-8f5a-6b7c8d9e0f1a --entity-name "Khumalo Homes (Pty) Ltd" ' +
        '--grantor "name=Naledi Khumalo,email=naledi@example.test,job_title=Director" --purpose "Residential leases" --valid-for 365d',
      'Request one for a year.',
    )
    .example(
      'esign authorisation create --brand 8d9e0f1a-2b3c-4d4e-8f5a-6b7c8d9e0f1a --entity-name "Khumalo Homes (Pty) Ltd" ' +
        '--grantor "name=Naledi Khumalo,email=naledi@example.test" --purpose Leases --valid-until 2027-12-01T00:00:00+02:00 --dry-run',
      'Print the request instead.',
    )
    .usesOperations('createAuthorisation')
    .exits(serviceExitCodes)
    .action((options: AuthorisationCreateOptions) => runAuthorisationCreate(context, options));
  return addWriteOptions(command, 'takes key');
}

async function runAuthorisationCreate(context: Context, options: AuthorisationCreateOptions): Promise<void> {
  const { validFor, validUntil, validFrom, entityNumber, reference } = options;
  const until = validFor === undefined ? validUntil : new Date((await serviceTime(context)) + validFor).toISOString();
  if (until === undefined) {
    throw new UsageFailure('Missing --valid-until or --valid-for.', {
      code: 'missing_option',
      hint: 'Example: --valid-for 365d, or --valid-until 2027-12-01T00:00:00+02:00',
    });
  }
  const done = await write(context, {
    operation: 'createAuthorisation',
    input: {
      body: {
        brand_id: options.brand,
        legal_entity: {
          name: options.entityName,
          ...(entityNumber === undefined ? {} : { registration_number: entityNumber }),
        },
        grantor: options.grantor,
        intended_use: options.purpose,
        ...(validFrom === undefined ? {} : { valid_from: validFrom }),
        valid_until: until,
        ...(reference === undefined ? {} : { reference }),
      },
    },
    options,
    act: {
      what: `This emails a request for a standing authorisation of “${options.entityName}”`,
      toWhom: [`${options.grantor.name} <${options.grantor.email}>`],
      question: 'Email them?',
    },
  });
  if (done === null) return;
  await context.output.result(done.body, authorisationView(done.body, [`esign authorisation get ${done.body.id}`]));
}
