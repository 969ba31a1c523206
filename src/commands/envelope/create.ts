import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import { bulkLine, bulkRequests } from '../../sending/bulk/bulk-line.js';
import type { Context } from '../../cli/context/context.js';
import { dryRunShape } from '../../cli/write/dry-run.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { retryInteractively } from '../../cli/context/until-connected.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import type { BodyOf } from '../../contract/operations.js';
import type { ResultOf } from '../../client/call.js';
import { ServiceFailure } from '../../client/failure.js';
import { announce, nextStepsFor } from '../../sending/envelope/next-steps.js';
import { templateId } from '../../cli/flags/template-id.js';
import {
  addCreateOptions,
  addPeopleOptions,
  type CreateOptions,
  type Draft,
  listOf,
  type PeopleOptions,
  readBodyFile,
  withSending,
} from '../../sending/envelope/create-options.js';
import { checkSending } from '../../sending/envelope/check-sending.js';
import { copyDeliveryIn } from '../../sending/envelope/signed-copy.js';
import { remember } from '../../sending/envelope/view.js';
import {
  addRowsOptions,
  addRunOptions,
  refuseOtherSources,
  requireRows,
  type RowsFlags,
} from '../../sending/bulk/rows-options.js';
import { fitValues } from '../../sending/envelope/fit-values.js';
import { envelopeView } from '../../sending/envelope/view.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';

const exampleTemplate = '--template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';

interface EnvelopeCreateOptions extends WriteOptions, CreateOptions, PeopleOptions, RowsFlags {
  readonly template?: string;
  readonly input?: string;
  readonly interactive?: boolean;
  readonly plain?: boolean;
  readonly save?: string;
  readonly people?: string;
}

/** `esign envelope create`: an envelope from a template, as a draft or sent at once. */
export function envelopeCreateCommand(context: Context): EsignCommand {
  const command = new EsignCommand('create')
    .summary('Create an envelope from a template')
    .description(
      'Create an envelope from a template. It is a draft that emails nobody, unless you add --send. An envelope ' +
        'cannot be changed after it is created. With --rows, create one envelope per row: all rows are checked ' +
        'first, requests stay within the rate limit of the key, and each result is recorded. Run the same command ' +
        'again to continue an interrupted run: nothing is sent twice. Exit 13: some envelopes were not created, or ' +
        'an outcome is unknown. See `esign help bulk`.',
    )
    .addOption(new Option('--template <id>', 'ID or exact name of the template').argParser(templateId));
  addPeopleOptions(
    command,
    'title that signers see, such as "Lease {Tenant.name}" (default: the name of the template)',
  );
  addCreateOptions(command);
  command
    .option('--input <file>', 'request body as YAML or JSON; `-` is stdin; flags add to it')
    .option('--interactive', 'ask for the template, the people, the values and the deadline')
    .option('--save <file>', 'with --interactive: save the answers to a file for --input')
    .option('--plain', 'with --interactive: ask in plain lines, for screen readers')
    .option(
      '--people <file>',
      'people to choose from, as CSV, YAML or JSON: name, email and usual role; without --interactive, the ' +
        'only person of a role takes it',
    );
  const rows = 'one envelope per row: CSV with columns such as Tenant.email, NDJSON, YAML or JSON; `-` is stdin';
  const heading = 'Options for many envelopes:';
  addRowsOptions(command, new Option('--rows <file>', rows), heading);
  const valid = 'leave rows with a problem out, and create the others; run again when they are corrected';
  command.addOption(new Option('--only-valid', valid).helpGroup(heading));
  addRunOptions(command, heading);
  command
    .aliasFlags({ '--from-file': '--input' })
    .offers('--input', { files: fileEndings.yaml })
    .offers('--save', { files: fileEndings.json })
    .offers('--people', { files: fileEndings.values })
    .example(
      'esign envelope create --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 ' +
        '--recipient "role=Tenant,name=Thandi Mokoena,email=thandi@example.test" ' +
        '--recipient "role=Landlord,name=Pieter van Wyk,email=pieter@example.test" ' +
        '--value tenant.person.full_name="Thandi Mokoena" --expires-in 14d',
      'Create a draft with its signers, a value and a deadline.',
    )
    .example('esign envelope create --input lease.yaml --send', 'Create an envelope from a file and send it.')
    .example('esign envelope create --input lease.yaml --send --dry-run', 'Print the request instead.')
    .example('esign envelope create --interactive --save lease.json', 'Answer questions, and save the answers.')
    .example(
      'esign envelope create --interactive --people office.yaml',
      'Choose people of a file, which remembers new ones.',
    )
    .example(
      'esign envelope create --template 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --rows people.csv --send --yes',
      'Send one per row. Run it again to continue.',
    )
    .usesOperations(
      'createEnvelope',
      'getTemplate',
      'listTemplatePeople',
      'listTemplates',
      'createTemplate',
      'getEnvelope',
      'voidEnvelope',
    )
    .prints({ of: 'createEnvelope' })
    .streams((s) => s.either(bulkLine(s), bulkRequests(s)), '--rows')
    .prints(dryRunShape, '--dry-run')
    .exits(serviceExitCodes, 13)
    .everyday('--template', '--recipient', '--value', '--values-file', '--title', '--send', '--expires-in', '--input')
    .everyday('--interactive', '--rows', '--dry-run')
    .hintsAtExcess((word) =>
      /\.(pdf|docx?)$/i.test(word) ? 'To send a file without a template, use `esign envelope one-off FILE`.' : null,
    )
    .action((options: EnvelopeCreateOptions) => runEnvelopeCreate(context, options));
  return addWriteOptions(command, 'takes key');
}

async function runEnvelopeCreate(context: Context, options: EnvelopeCreateOptions): Promise<void> {
  const { rows } = options;
  if (rows !== undefined) {
    refuseOtherSources({ ...options });
    const { runCreateRows } = await import('../../sending/bulk/create-rows.js');
    return await runCreateRows(context, { ...options, rows });
  }
  requireRows({ ...options });
  const from = await readBodyFile(context, options.input, [options.valuesFile]);
  const templateId = options.template ?? from['template_id'];
  const draft = await withSending(
    context,
    from,
    options,
    (values) => fitValues(context, values, templateId, options),
    () => rolesOfTemplate(context, templateId, options),
  );
  const given = { ...draft, ...(options.template === undefined ? {} : { template_id: options.template }) };
  const answered =
    options.interactive === true ? await asked(context, given, options) : await peopled(context, given, options);
  const body = options.title === undefined ? answered : await titled(answered, options.title);
  if (!('template_id' in body)) throw missing(options, 'template', exampleTemplate);
  if (!('recipients' in body)) {
    throw missing(options, 'recipient', '--recipient "role=Tenant,name=Thandi Mokoena,email=thandi@example.test"');
  }
  if (options.dryRun !== true) await checkSending(context, 'createEnvelope', { body }, options);
  const create = (maxWait?: number): Promise<ResultOf<'createEnvelope'> | null> =>
    write(context, {
      operation: 'createEnvelope',
      // The client checks the body against its row and names the path of what is wrong.
      input: { body: body as BodyOf<'createEnvelope'> },
      options,
      maxWait,
      ...announce(body),
    });
  const done = await retryInteractively(context, options, create).catch(async (error: unknown) => {
    throw await withAllMissing(context, body, error);
  });
  if (done === null) {
    const { refuseForeseen } = await import('../../sending/envelope/foresee.js');
    return await refuseForeseen(context, body, options);
  }
  const delivery = copyDeliveryIn(body);
  await remember(context, [done.body], done, delivery);
  if (done.replayed === true) {
    context.output.note(
      `This envelope was ${done.body.sent_at === null ? 'created' : 'created and sent'} before. Nothing was done twice.`,
    );
  }
  await context.output.result(
    done.body,
    envelopeView(done.body, nextStepsFor(context, done.body), { isSendResponse: true, delivery }),
  );
}

/** The roles that need a recipient. Throws the client's failures, and UsageFailure without a template. */
async function rolesOfTemplate(
  context: Context,
  templateId: unknown,
  options: EnvelopeCreateOptions,
): Promise<readonly string[]> {
  if (typeof templateId !== 'string') throw missing(options, 'template', exampleTemplate);
  const { neededRoles } = await import('../../domain/rules/recipients.js');
  const { formFromTemplate } = await import('../../domain/rules/from-template.js');
  return await retryInteractively(context, options, async (maxWait) => {
    const client = await context.api();
    return neededRoles(
      formFromTemplate((await client.call('getTemplate', { parameters: { templateId } }, { maxWait })).body),
    );
  });
}

/** The title of the flags with its names filled in. */
async function titled(body: Draft, pattern: string): Promise<Draft> {
  if (!pattern.includes('{')) return body;
  const { fillTitle } = await import('../../sending/envelope/title-pattern.js');
  const filled = fillTitle(pattern, body);
  if ('title' in filled) return { ...body, title: filled.title };
  throw new UsageFailure(`--title needs \`${filled.missing}\`, which this envelope does not have.`, {
    code: 'invalid_value',
    hint: 'Name a recipient or a value, such as {Tenant.name} or {tenant.person.full_name}. Write {{ for a brace.',
  });
}

/** The body with the people of `--people` in their roles. */
async function peopled(context: Context, given: Draft, { people }: EnvelopeCreateOptions): Promise<Draft> {
  if (people === undefined) return given;
  const { withKnownPeople } = await import('../../sending/envelope/known-people.js');
  return await withKnownPeople(context, given, people);
}

/** The body with what is missing asked for; says the command that needs no question. */
async function asked(context: Context, given: Draft, options: EnvelopeCreateOptions): Promise<Draft> {
  const { interview } = await import('../../sending/envelope/interview.js');
  const { equivalentCommand } = await import('../../sending/envelope/equivalent-command.js');
  const save = options.save === undefined ? {} : { save: await context.files.place(options.save, 'envelope.json') };
  const body = await interview(context, given, { ...options, ...save });
  context.output.note(`The same as one command:\n  ${equivalentCommand(body, save.save)}`);
  return body;
}

/** The service names one role without a person at a time; here all of them are, so that one more try is enough. */
async function withAllMissing(context: Context, body: Draft, error: unknown): Promise<unknown> {
  if (!(error instanceof ServiceFailure) || error.code !== 'recipient_role_missing') return error;
  const { template_id: templateId } = body;
  if (typeof templateId !== 'string') return error;
  const { neededRoles } = await import('../../domain/rules/recipients.js');
  const { formFromTemplate } = await import('../../domain/rules/from-template.js');
  const taken = (listOf(body, 'recipients') as readonly { readonly role?: unknown }[]).map(({ role }) => role);
  try {
    const client = await context.api();
    const { body: template } = await client.call('getTemplate', { parameters: { templateId } });
    const open = neededRoles(formFromTemplate(template)).filter((name) => !taken.includes(name));
    if (open.length < 2) return error;
    return new ServiceFailure(`${error.message} Missing roles: ${quotedNames(open)}.`, error);
  } catch {
    // The template cannot be read: the service's own message says what is missing.
    return error;
  }
}

const quotedNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

function missing({ input }: EnvelopeCreateOptions, what: string, example: string): UsageFailure {
  const inFile = what === 'template' ? 'template_id' : 'recipients';
  const more = input === undefined ? 'Or use --input.' : `Or add \`${inFile}\` to ${input === '-' ? 'stdin' : input}.`;
  return new UsageFailure(`Missing --${what}.`, { code: 'missing_option', hint: `Example: ${example}. ${more}` });
}
