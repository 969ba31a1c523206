import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { explain } from '../../cli/failure/explain.js';
import type { Client } from '../../client/client.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { reachWords } from '../../cli/flags/reach-flags.js';
import type { Person, Template } from '../../contract/resources/template.js';
import { isUuid } from '../../contract/schema.js';
import { serviceHost } from '../../contract/service-host.js';
import { hasSentFrom } from '../../store/envelope-states.js';
import type { AllowOptions } from '../../authoring/template/allow-problem.js';
import {
  type FormFinding,
  formFindings,
  nothingRequired,
  withoutAllowed,
} from '../../authoring/template/form-findings.js';
import { openMemory } from './known-status.js';
import { creationsIn, isNoted, noteAnswers } from './note-answers.js';

/**
 * Before a draft is sent: checks its template as a form to sign, if this machine has sent no envelope of it yet. What was
 * sent before goes on as it did. A template that cannot be read is not checked. Throws CommandFailure (5).
 */
export async function refuseFirstSend(context: Context, templateId: unknown, options: AllowOptions): Promise<void> {
  if (typeof templateId !== 'string' || !isUuid(templateId) || (await wasSent(context, templateId))) return;
  const template = await readTemplate(context, templateId);
  if (template !== null) await refuseForm(context, template, options);
}

/**
 * Before an envelope, or a batch, is created: the same if it is sent at once, and notes what becomes of its answers.
 * Throws CommandFailure (5).
 */
export async function refuseCreation(
  context: Context,
  body: Readonly<Record<string, unknown>>,
  options: AllowOptions,
): Promise<void> {
  const { template_id: templateId, send } = body;
  if (typeof templateId !== 'string' || !isUuid(templateId)) return;
  const bodies = creationsIn(body);
  const isFirst = send === true && !(await wasSent(context, templateId));
  if (!isFirst && !isNoted(bodies)) return;
  const template = await readTemplate(context, templateId);
  if (template === null) return;
  if (isFirst) await refuseForm(context, template, options);
  await noteAnswers(context, template, bodies, isFirst);
}

const readTemplate = async (context: Context, templateId: string): Promise<Template | null> =>
  await readNow(context, null, async (client) => {
    return (await client.call('getTemplate', { parameters: { templateId } }, { maxWait: 0 })).body;
  });

/** The same for a template that was read. Throws CommandFailure (5). */
export async function refuseFirstRun(context: Context, template: Template, options: AllowOptions): Promise<void> {
  if (!(await wasSent(context, template.id))) await refuseForm(context, template, options);
}

const wasSent = async (context: Context, templateId: string): Promise<boolean> =>
  hasSentFrom(await context.state(), serviceHost(await context.recordedAs()), templateId);

/** For a dry run: the same, whether or not it was sent before. Throws CommandFailure (5). */
export async function refuseForm(context: Context, template: Template, options: AllowOptions): Promise<void> {
  refuseFindings(context, template.name, formFindings(template, await peopleOf(context, template.id)), options);
  noteForm(context, template);
}

/** Says that nothing is required of a form that is sent, and how much of it stands in brackets for answers. */
export function noteForm({ output }: Context, template: Template): void {
  for (const { message, fix } of nothingRequired(template)) output.note(`${message}\n  ${fix}`);
  for (const { code, message } of template.warnings) if (code === 'unread_bracket') output.note(message);
}

/** Throws CommandFailure (5) with the code of the first problem that is not allowed, if there is one. */
export function refuseFindings(
  context: Context,
  name: string,
  found: readonly FormFinding[],
  { allowProblem = [] }: AllowOptions,
): void {
  const findings = withoutAllowed(found, allowProblem);
  const [first] = findings;
  if (first === undefined) return;
  const reach = reachWords(context);
  const lines = findings.flatMap(({ message, fix }) => [`  ${message}`, `    ${fix}${reach}`]);
  const head = `“${name}” has ${pluralize(findings.length, 'problem')} as a form to sign. Nothing was sent.`;
  const flags = [...new Set(findings.map(({ code }) => code))].map((code) => `--allow-problem ${code}`).join(' ');
  throw new CommandFailure(5, first.code, [head, ...lines].join('\n'), {
    hint: `Fix the form, or send it as it is with ${flags}.`,
    details: { problems: findings.map(({ code, message, fix }) => ({ code, message, fix: `${fix}${reach}` })) },
  });
}

/** The template of an envelope, as last read here or at the service; null for none, and for what cannot be read now. */
export async function templateOf(context: Context, envelopeId: string): Promise<string | null> {
  const seen = await (await openMemory(context)).read(envelopeId);
  if (seen?.template !== undefined) return seen.template;
  const parameters = { envelopeId };
  return await readNow(context, null, async (client) => {
    return (await client.call('getEnvelope', { parameters }, { maxWait: 0 })).body.template_id;
  });
}

/** None if they cannot be read now: the rest of the form is still checked. */
const peopleOf = async (context: Context, templateId: string): Promise<readonly Person[]> =>
  await readNow(context, [], async (client) => {
    return (await client.call('listTemplatePeople', { parameters: { templateId } }, { maxWait: 0 })).body.people;
  });

/** What is read, or `otherwise` if the service does not answer or refuses it: the sending itself says why. */
async function readNow<T>(context: Context, otherwise: T, read: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await read(await context.api());
  } catch (failure) {
    const { ours, exitCode } = explain(failure);
    if (ours || exitCode === 130) throw failure;
    return otherwise;
  }
}
