import type { Context } from '../../cli/context/context.js';
import { Cancelled, UsageFailure } from '../../cli/failure/failure.js';
import { type Act, actText } from '../../cli/write/write.js';
import type { RecipientRequest, ValueRequest } from '../../contract/operations/envelopes.js';
import type { Template } from '../../contract/resources/template.js';
import type { Form } from '../../domain/rules/template-form.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { messageOf } from '../../domain/rules/problem.js';
import { copyRole } from '../../domain/rules/recipients.js';
import { deadlineProblem, usableProblems } from '../../domain/rules/request.js';
import type { Choice, Prompt } from '../../core/terminal/prompt.js';
import { PromptLeft } from '../../core/terminal/failure.js';
import { chooseTemplate } from '../../authoring/wizard/choose-template.js';
import { checkValues } from './check-values.js';
import { knownTemplate } from '../../authoring/template/known-template.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { localInstant } from '../../core/terminal/time.js';
import { askCopies, askPeople, askPerson } from './ask-people.js';
import { askAnswer, askValues, inWords } from './ask-values.js';
import { equivalentCommand } from './equivalent-command.js';
import { impatientClient, untilConnected } from '../../cli/context/until-connected.js';
import { type KnownPeople, openPeople } from './known-people.js';
import { conditionalRoles, decidePeople } from './form-people.js';
import { type Draft, listOf } from './create-options.js';
import { visibleJson } from '../../core/platform/visible-text.js';
import { isInstant } from '../../contract/schema.js';
import { durationOf } from '../../core/platform/duration.js';

export interface InterviewOptions {
  /** Plain prompts, for screen readers. */
  readonly plain?: boolean;
  /** The file for the answers, as a request body. */
  readonly save?: string;
  readonly input?: string;
  readonly send?: boolean;
  /** A file of people to choose from. */
  readonly people?: string;
  /** What is known is of an earlier envelope, so only what is missing is asked for before the review. */
  readonly isCorrection?: boolean;
  /** What voiding the earlier envelope and sending this one does; it leaves no draft to choose. */
  readonly replaces?: Act;
}

/** The state of an interview: the prompt, the form and the answers so far. */
export interface Interview {
  readonly prompt: Prompt;
  /** The people of `--people`; null without it. */
  readonly known: KnownPeople | null;
  readonly form: Form;
  readonly template: Template;
  /** Roles that are only on some forms, which the service asks for all the same. */
  readonly conditional: readonly string[];
  recipients: readonly RecipientRequest[];
  values: readonly ValueRequest[];
  /** ISO 8601; null: none. Undefined: not asked yet. */
  deadline: string | null | undefined;
}

/**
 * Asks for the missing parts of a creation: the template, the people and the values, each validated as it is typed; then
 * shows a summary and asks what to do. Throws UsageFailure without a terminal, Cancelled when the user leaves, and
 * PromptLeft on Ctrl-C; with `save` the answers so far are stored in both cases.
 */
export async function interview(context: Context, draft: Draft, options: InterviewOptions): Promise<Draft> {
  if (!context.prompt.available) {
    throw new UsageFailure('--interactive needs a terminal.', {
      code: 'no_terminal',
      hint: 'Use --template, --recipient and --value, or --input with a request body.',
    });
  }
  const prompt = options.plain === true ? context.prompt.plain() : context.prompt;
  const known = options.people === undefined ? null : await openPeople(context, options.people, true);
  const chosen = await templateFor(context, draft, prompt);
  const template = await decidePeople(context, prompt, chosen);
  const form = formFromTemplate(template);
  const [unusable] = usableProblems(form);
  if (unusable !== undefined) throw new UsageFailure(messageOf(unusable), { code: unusable.code });
  const held: Interview = {
    prompt,
    known,
    conditional: await untilConnected(prompt, () => conditionalRoles(context, template.id)),
    form,
    template,
    recipients: listOf(draft, 'recipients') as readonly RecipientRequest[],
    values: listOf(draft, 'values') as readonly ValueRequest[],
    deadline: deadlineIn(draft),
  };
  const body = (send: boolean): Draft => ({
    ...draft,
    template_id: template.id,
    recipients: held.recipients,
    ...(held.values.length === 0 ? {} : { values: held.values }),
    ...(held.deadline === undefined ? {} : { expires_at: held.deadline }),
    ...(send ? { send: true } : {}),
  });
  const keep = keeper(context, options);
  await keep(body(false));
  try {
    const isKnown = options.isCorrection === true && held.values.length > 0;
    await askPeople(held);
    if (options.isCorrection !== true) await askCopies(held);
    await askValues(held, isKnown);
    if (held.deadline === undefined) held.deadline = await askDeadline(context, prompt, null);
    const send = await review(context, held, options);
    return body(send);
  } catch (error) {
    if (error instanceof PromptLeft || error instanceof Cancelled) prompt.say(resumeHint(body(false), options.save));
    throw error;
  } finally {
    await keep(body(false));
  }
}

const deadlineIn = ({ expires_at: at }: Draft): string | null | undefined =>
  typeof at === 'string' || at === null ? at : undefined;

/** How to continue an interview that was left. */
const resumeHint = (body: Draft, save: string | undefined): string =>
  save === undefined
    ? `To continue, run:\n  ${equivalentCommand(body, undefined)} --interactive`
    : `Your answers are saved in ${save}. To continue, add --input ${save} --interactive.`;

/** The choice is kept while the chosen template cannot be read. */
async function templateFor(context: Context, draft: Draft, prompt: Prompt): Promise<Template> {
  const given = draft['template_id'];
  const id = typeof given === 'string' ? given : await chooseTemplate(context, prompt);
  return await untilConnected(prompt, async () => knownTemplate(context, id, await impatientClient(context)));
}

/** Saves the answers with mode 0600, since they name people. An existing other file is not overwritten. */
function keeper(context: Context, { save, input }: InterviewOptions): (body: Draft) => Promise<void> {
  let own = save !== undefined && input !== undefined && context.files.resolve(save) === context.files.resolve(input);
  return async (body) => {
    if (save === undefined) return;
    const existsHint = `Use another file name, or add --input ${save} to continue with its answers.`;
    await context.files.write(
      save,
      `${visibleJson(body, 2)}
`,
      { private: true, overwrite: own, existsHint },
    );
    own = true;
  };
}

type Step = 'draft' | 'send' | 'change' | 'leave';

/** Shows a summary and asks what to do; true means send. An invalid envelope can only be changed or left. */
async function review(
  context: Context,
  held: Interview,
  { send = false, replaces }: Pick<InterviewOptions, 'send' | 'replaces'>,
): Promise<boolean> {
  const { prompt, template } = held;
  for (;;) {
    prompt.say(summary(held));
    if (replaces !== undefined) prompt.say(actText(replaces));
    const { recipients, values, deadline = null } = held;
    const body = { template_id: template.id, recipients, values, expires_at: deadline };
    const judging = { template, now: await serviceTime(context), people: true, placeOf: () => null };
    const { problems } = await checkValues(context, body, judging);
    for (const { path, says } of problems) prompt.say(`Invalid: ${nameOf(path, held)} ${says}`);
    const choices: readonly Choice<Step>[] = [
      ...(problems.length > 0
        ? []
        : replaces === undefined
          ? ([
              { value: 'draft', name: 'Create a draft (emails nobody)' },
              { value: 'send', name: 'Create and send' },
            ] as const)
          : ([{ value: 'send', name: 'Void the sent one, and send this one' }] as const)),
      { value: 'change', name: 'Change an answer' },
      { value: 'leave', name: 'Leave without creating it' },
    ];
    const step = await prompt.select(
      'What do you want to do?',
      choices,
      problems.length > 0 || replaces !== undefined ? 'change' : send ? 'send' : 'draft',
    );
    if (step === 'leave') throw new Cancelled('Nothing was created.');
    if (step !== 'change') return step === 'send';
    await change(context, held);
  }
}

/** Names a recipient or a field instead of its path in the request. */
function nameOf(path: string, { recipients, values }: Interview): string {
  const [, list, index] = /^(recipients|values)\[(\d+)\]/.exec(path) ?? [];
  const recipient = list === 'recipients' ? recipients[Number(index)] : undefined;
  if (recipient !== undefined) return `${recipient.role}, ${recipient.name}:`;
  const value = list === 'values' ? values[Number(index)] : undefined;
  return value === undefined ? path : `${value.subject ?? ''}.${value.key}`;
}

const deadlineWords = ({ deadline }: Interview): string => (deadline == null ? 'none' : localInstant(deadline));

const summary = (held: Interview): string => {
  const { template, recipients, values } = held;
  return [
    '',
    `Envelope from template “${template.name}”:`,
    ...recipients.map(({ role, name, email }) => `  ${role}: ${name} <${email}>`),
    ...values.map((value) => `  ${value.subject ?? ''}.${value.key} = ${inWords(value.value)}`),
    ...(values.length === 0 ? ['  No values: the signers fill in all fields.'] : []),
    `  Deadline: ${deadlineWords(held)}`,
    '',
  ].join('\n');
};

async function change(context: Context, held: Interview): Promise<void> {
  const { prompt, recipients, values } = held;
  const choices = [
    ...recipients.map(({ role, name }, index) => ({ value: `recipient ${index}`, name: `${role}: ${name}` })),
    ...values.map(({ subject, key }, index) => ({ value: `value ${index}`, name: `${subject ?? ''}.${key}` })),
    { value: 'more', name: 'Add a value' },
    { value: 'copy', name: 'Add a person who gets a copy' },
    { value: 'deadline', name: `Deadline: ${deadlineWords(held)}` },
  ];
  const [what, at] = (await prompt.select('What do you want to change?', choices)).split(' ');
  const index = Number(at);
  if (what === 'recipient') {
    const before = recipients[index];
    if (before === undefined) return;
    const asked = await askPerson(held, before.role, before);
    held.recipients = recipients.map((each, place) => (place === index ? asked : each));
  } else if (what === 'value') {
    held.values = values.filter((_, place) => place !== index);
    const before = values[index];
    if (before !== undefined) await askAnswer(held, before);
  } else if (what === 'deadline') {
    held.deadline = await askDeadline(context, prompt, held.deadline ?? null);
  } else if (what === 'copy') {
    held.recipients = [...recipients, await askPerson(held, copyRole)];
  } else {
    await askValues(held);
  }
}

/**
 * Asks until when people can sign, which cannot be changed afterwards; null: without a deadline. `before` is an earlier answer,
 * ISO 8601 UTC.
 */
async function askDeadline(context: Context, prompt: Prompt, before: string | null): Promise<string | null> {
  const now = await serviceTime(context);
  const check = (typed: string): string | null => {
    if (typed.trim() === '') return null;
    const at = deadlineOf(typed, now);
    if (at === null) return 'It must be a duration such as 14d, a day such as 2026-12-31, or a time with its zone.';
    const problem = deadlineProblem(at, now);
    return problem === null ? null : `It ${problem.says}`;
  };
  const question = 'Deadline, such as 14d or 2026-12-31; it cannot be added later (empty: none)';
  const typed = await prompt.edit(question, { initial: before ?? '', check });
  return typed.trim() === '' ? null : deadlineOf(typed, now);
}

/** ISO 8601 UTC; null if the text is not a deadline. A day ends where the user is. */
function deadlineOf(typed: string, now: number): string | null {
  const text = typed.trim();
  if (isInstant(text)) return new Date(text).toISOString();
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const end = new Date(`${text}T23:59:59`);
    return Number.isNaN(end.getTime()) ? null : end.toISOString();
  }
  const span = text.includes('.') ? undefined : durationOf(text);
  const end = new Date(now + (span ?? Number.NaN));
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}
