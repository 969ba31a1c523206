import { optionFor } from '../../cli/flags/option.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import type { Context } from '../../cli/context/context.js';
import { serviceExitCodes } from '../../cli/failure/exit-code.js';
import { Cancelled, CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { retryInteractively } from '../../cli/context/until-connected.js';
import { addWriteOptions, write, type WriteOptions } from '../../cli/write/write.js';
import type { BodyOf } from '../../contract/operations.js';
import { type RecipientRequest, voidEnvelope } from '../../contract/operations/envelopes.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { announce, nextStepsFor } from '../../sending/envelope/next-steps.js';
import { envelopeId, envelopeView } from '../../sending/envelope/view.js';
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
import { replacedReason } from '../../sending/envelope/replace-envelope.js';
import { fitValues } from '../../sending/envelope/fit-values.js';
import { withRoles } from '../../sending/envelope/open-roles.js';
import { checkSending } from '../../sending/envelope/check-sending.js';
import { copyDeliveryIn } from '../../sending/envelope/signed-copy.js';
import { remember } from '../../sending/envelope/view.js';
import { blockedBy } from '../../sending/envelope/status-words.js';
import { endReason } from '../../sending/envelope/follow-end.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { neededRoles } from '../../domain/rules/recipients.js';
import { sentBody } from '../../store/run-rows.js';
import { knownTemplate } from '../../authoring/template/known-template.js';
import { refuseOver, refuseReplaced, refuseVoidFlags, replace, replaceAct } from './correct-void.js';

interface EnvelopeCorrectOptions extends WriteOptions, CreateOptions, PeopleOptions {
  readonly id: string;
  readonly input?: string;
  readonly interactive?: boolean;
  readonly plain?: boolean;
  readonly people?: string;
  readonly void?: boolean;
  readonly reason?: string;
}

/** `esign envelope correct ID`: the next envelope from one that ended unsigned. */
export function envelopeCorrectCommand(context: Context): EsignCommand {
  const command = new EsignCommand('correct')
    .summary('Create the next envelope, or replace a sent one')
    .description(
      'Create a new envelope from a declined, voided or expired one, with the same template, title, people and values; ' +
        'flags change them. With --void, replace one that is out for signature. --recipient replaces the person of its role. It is a draft, unless you add --send. The API ' +
        'does not return values: those of a bulk run are known on the machine that sent it, others come from the file ' +
        'of --input or from flags.\n\n' +
        'With --void, an envelope that is out for signature is replaced in one act: the corrected one is created as a ' +
        'draft, the old one is voided, and the draft is sent with the same deadline. Two are never out at once, and ' +
        'nothing is voided before the service has accepted the new one. After an interruption, run the same command ' +
        'again: it continues. Who has signed the old one is asked to sign again.',
    )
    .argument('<envelope>', 'envelope ID', envelopeId);
  addPeopleOptions(command, 'title that signers see (default: the same)');
  addCreateOptions(command);
  command
    .option('--input <file>', 'request body of the first envelope as YAML or JSON, for its values; `-` is stdin')
    .option('--void', 'void an envelope that is out for signature, and send the corrected one')
    .addOption(
      optionFor(
        '--reason <text>',
        `reason, kept on record (default: "${replacedReason}")`,
        voidEnvelope().body,
        'reason',
      ),
    )
    .option('--interactive', 'ask for the changes')
    .option('--plain', 'with --interactive: ask in plain lines, for screen readers')
    .option('--people <file>', 'with --interactive: people to choose from, as CSV, YAML or JSON')
    .offers('--input', { files: fileEndings.yaml })
    .offers('--people', { files: fileEndings.values })
    .example(
      'esign envelope correct 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --value .rental.amount=9500.00 --expires-in 14d',
      'Create a draft with another value from an envelope that was voided.',
    )
    .example('esign envelope correct 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --interactive', 'Answer questions.')
    .example(
      'esign envelope correct 9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f --void --value .rental.amount=9500.00',
      'Replace an envelope that was sent with a wrong value.',
    )
    .usesOperations(
      'createEnvelope',
      'voidEnvelope',
      'sendEnvelope',
      'getEnvelope',
      'getTemplate',
      'listTemplatePeople',
    )
    .prints({ of: 'createEnvelope' })
    .exits(serviceExitCodes)
    .everyday(
      '--recipient',
      '--value',
      '--title',
      '--send',
      '--void',
      '--expires-in',
      '--input',
      '--interactive',
      '--dry-run',
    )
    .action((id: string, options: Omit<EnvelopeCorrectOptions, 'id'>) =>
      runEnvelopeCorrect(context, { ...options, id }),
    );
  return addWriteOptions(command, 'takes key');
}

async function runEnvelopeCorrect(context: Context, options: EnvelopeCorrectOptions): Promise<void> {
  if (options.people !== undefined && options.interactive !== true) {
    throw new UsageFailure('--people needs --interactive, which offers the people of the file.', {
      code: 'missing_option',
      hint: 'Add --interactive, or name each person with --recipient.',
    });
  }
  refuseVoidFlags(options);
  const client = await context.api();
  const before = await retryInteractively(context, options, async (maxWait) => {
    return (await client.call('getEnvelope', { parameters: { envelopeId: options.id } }, { maxWait })).body;
  });
  const templateId = templateOf(before);
  if (options.void === true) await refuseOver(context, before);
  else {
    refuseOpen(before);
    await refuseReplaced(context, before);
  }
  const first = await firstBody(context, options);
  const template = (): ReturnType<typeof knownTemplate> => knownTemplate(context, templateId, client);
  // Without a key, the first one had no values.
  const mayHave = first === null && (await template()).fields.some(({ data_key: key }) => key !== null);
  if (mayHave) tellUnknownValues(context, options);
  const changed = await withRoles(options.recipient ?? [], [], async () => {
    return neededRoles(formFromTemplate(await template()));
  });
  const people = peopleOf(before, first ?? {}, changed);
  const values = listOf(first ?? {}, 'values');
  const known: Draft = {
    template_id: templateId,
    title: before.title,
    recipients: people,
    ...(values.length === 0 ? {} : { values }),
    ...carried(first ?? {}),
    // An envelope that is replaced while it is out ends when it would have ended.
    ...(options.void === true && before.expires_at !== null ? { expires_at: before.expires_at } : {}),
  };
  const given = await withSending(
    context,
    known,
    { ...options, recipient: [] },
    (written) => fitValues(context, written, templateId, options),
    () => Promise.resolve([]),
  );
  await askWithoutDeadline(context, before, given, options);
  const body = options.interactive === true ? await asked(context, before, given, options) : given;
  if (options.void === true) return await replace(context, before, { asked: body, known }, options);
  if (options.dryRun !== true) await checkSending(context, 'createEnvelope', { body }, options);
  const done = await retryInteractively(context, options, (maxWait) =>
    write(context, {
      operation: 'createEnvelope',
      // The client checks the body against its row and names the path of what is wrong.
      input: { body: body as BodyOf<'createEnvelope'> },
      options,
      maxWait,
      ...announce(body),
    }),
  );
  if (done === null) {
    const { refuseForeseen } = await import('../../sending/envelope/foresee.js');
    return await refuseForeseen(context, body, options);
  }
  const delivery = copyDeliveryIn(body);
  await remember(context, [done.body], done, delivery);
  const next = nextStepsFor(context, done.body);
  await context.output.result(done.body, envelopeView(done.body, next, { isSendResponse: true, delivery }));
}

/** What expired is not created again without a deadline unasked. Throws Cancelled. */
async function askWithoutDeadline(
  { prompt, flags, output }: Context,
  { status, title, expires_at: at }: Envelope,
  given: Draft,
  { interactive, dryRun }: EnvelopeCorrectOptions,
): Promise<void> {
  if (status !== 'expired' || at === null || given['expires_at'] !== undefined) return;
  if (interactive === true || dryRun === true || flags().yes === true || !prompt.available) return;
  prompt.say(`“${title}” expired on ${output.instant(at)}. The next one has no deadline, unless you add --expires-in.`);
  if (!(await prompt.confirm('Create it without a deadline?', false))) throw new Cancelled();
}

/** Throws CommandFailure (6). */
function templateOf({ id, template_id: template }: Envelope): string {
  if (template !== null) return template;
  throw new CommandFailure(6, 'envelope_without_template', `Envelope ${id} was created without a template.`, {
    hint: 'Create it again with `esign envelope one-off FILE`.',
  });
}

/** An envelope that is not over needs --void. Throws CommandFailure (6). */
function refuseOpen({ id, status }: Envelope): void {
  if (status === 'declined' || status === 'voided' || status === 'expired') return;
  const hint =
    status === 'completed'
      ? 'Everybody has acted on it. Create another with `esign envelope create`.'
      : status === 'draft'
        ? 'Nobody was asked to sign it. Create another with `esign envelope create`, and do not send this one.'
        : 'To void it and send the corrected one, add --void.';
  throw new CommandFailure(6, 'envelope_not_over', `Envelope ${id} is ${status}.`, { hint });
}

/** What it was created with, from a file or a bulk run of this machine; null: not known. */
async function firstBody(context: Context, { id, input }: EnvelopeCorrectOptions): Promise<Draft | null> {
  if (input !== undefined) return await readBodyFile(context, input, []);
  const sent = parseJson(sentBody(await context.state(), id) ?? '');
  return isObject(sent) ? sent : null;
}

/** A signer would get an empty form where the first one was filled in. Throws UsageFailure with --send. */
function tellUnknownValues(context: Context, options: EnvelopeCorrectOptions): void {
  const { send, value = [], valuesFile, interactive, void: voids } = options;
  if (value.length > 0 || valuesFile !== undefined || interactive === true) return;
  const unknown = 'The values of the first envelope are not known: the API does not return them.';
  if (send !== true && voids !== true) return context.output.warn(`${unknown} The new one has none.`);
  throw new UsageFailure(unknown, {
    code: 'values_unknown',
    hint: `Give them with --input, --values-file or --value${voids === true ? '' : ', or create a draft without --send'}.`,
  });
}

/** Those who were asked last, each with what was said of them first; a flag takes the place of its role. */
function peopleOf(
  { recipients }: Envelope,
  first: Draft,
  changed: readonly RecipientRequest[],
): readonly RecipientRequest[] {
  const known = listOf(first, 'recipients') as readonly RecipientRequest[];
  // One who delegated is followed by the one who took their place.
  const people = recipients
    .filter(({ status }) => status !== 'delegated')
    .map(({ role, name, email, embedded, external_ref: reference }): RecipientRequest => {
      const said = known.find((each) => each.role === role && each.email.toLowerCase() === email.toLowerCase());
      const own = { role, name, email, ...(embedded ? { embedded } : {}) };
      return said ?? (reference === null ? own : { ...own, external_ref: reference });
    });
  const replaced = people.map((each) => changed.find(({ role }) => role === each.role) ?? each);
  const added = changed.filter(({ role }) => !people.some((each) => each.role === role));
  return [...replaced, ...added];
}

/** Not the deadline, which has passed or begins again. */
const carried = (first: Draft): Draft =>
  Object.fromEntries(Object.entries(first).filter(([name]) => name === 'brand_id' || name === 'completion_delivery'));

async function asked(
  context: Context,
  before: Envelope,
  given: Draft,
  options: EnvelopeCorrectOptions,
): Promise<Draft> {
  const { interview } = await import('../../sending/envelope/interview.js');
  const { plain, send, people } = options;
  if (context.prompt.available) context.prompt.say(await endWords(context, before));
  const body = await interview(context, given, {
    ...(plain === undefined ? {} : { plain }),
    ...(send === undefined ? {} : { send }),
    ...(people === undefined ? {} : { people }),
    isCorrection: true,
    ...(options.void === true ? { replaces: replaceAct(before, given) } : {}),
  });
  if (options.void === true) return body;
  const { equivalentCommand } = await import('../../sending/envelope/equivalent-command.js');
  context.output.note(`The same as one command:\n  ${equivalentCommand(body, undefined)}`);
  return body;
}

/** Which envelope is followed by another, and how it ended. */
async function endWords(context: Context, before: Envelope): Promise<string> {
  const reason = await endReason(context, before);
  const ended = blockedBy(before, { sealed: null, failedAt: null });
  return `\nThe next envelope of “${before.title}”. ${ended}${reason === null ? '' : ` Reason: ${reason}`}`;
}
