import type { Context } from '../../cli/context/context.js';
import { pluralize } from '../../cli/context/counted.js';
import { explain } from '../../cli/failure/explain.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { isUuid } from '../../contract/schema.js';
import { isObject } from '../../core/platform/json.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import { type FormProblem, messageOf } from '../../domain/rules/problem.js';
import { checkRequest, usableProblems } from '../../domain/rules/request.js';
import type { AllowOptions } from '../../authoring/template/allow-problem.js';
import { undrawnTexts } from './check-values.js';
import type { Draft } from './create-options.js';
import { refuseForm } from './first-send.js';
import { creationsIn, noteAnswers } from './note-answers.js';

/** Rows that a message names. */
const maxRowsShown = 20;

/**
 * For `--dry-run` of a creation, or of a batch with `rows`: every refusal that can be foreseen from the template, which
 * is read once. A template that cannot be read is noted. The deadline is left to the service, whose clock decides.
 * Throws CommandFailure (5) with the code of the first refusal.
 */
export async function refuseForeseen(context: Context, body: Draft, options: AllowOptions): Promise<void> {
  const { template_id: templateId, rows } = body;
  if (typeof templateId !== 'string' || !isUuid(templateId)) return;
  const template = await readOnce(context, templateId);
  if (template === null) return;
  const form = formFromTemplate(template);
  const settings = { form, now: context.clock.now(), title: template.name, people: true, withoutGuesses: true };
  const judge = (request: Draft, path = '') => checkRequest(request, { ...settings, path });
  if (!Array.isArray(rows)) {
    const { problems, drawn } = judge(body);
    refuse([...problems, ...(await undrawnTexts(context, drawn)).undrawn], 'The service would refuse this request:');
    await noteAnswers(context, template, creationsIn(body));
    return await refuseForm(context, template, options);
  }
  const unusable = usableProblems(form);
  if (unusable.length > 0) return refuse(unusable, 'The service would refuse every row:');
  const judged = rows.map((row, index) => judge(isObject(row) ? row : {}, pathOf(index)));
  const { undrawn } = await undrawnTexts(
    context,
    judged.flatMap(({ drawn }) => drawn),
  );
  const refused = judged.map(({ problems }, index) => [
    ...problems,
    ...undrawn.filter(({ path }) => path.startsWith(pathOf(index))),
  ]);
  const count = refused.filter((problems) => problems.length > 0).length;
  const head = `The service would refuse ${count} of ${pluralize(rows.length, 'row')}:`;
  refuse(refused.flat(), head, maxRowsShown);
  await noteAnswers(context, template, creationsIn(body));
  await refuseForm(context, template, options);
}

const pathOf = (index: number): string => `rows[${index}].`;

/**
 * Throws CommandFailure (5) with the code of the first problem, if there is one. The deadline is left to the service.
 * `max` is the number of problems that the message lists.
 */
export function refuse(found: readonly FormProblem[], head: string, max = Infinity): void {
  const problems = found.filter(({ path }) => !path.endsWith('expires_at'));
  const [first] = problems;
  if (first === undefined) return;
  const shown = problems.slice(0, max);
  const lines = shown.map((problem) => `  ${inARow(messageOf(problem))} (${problem.code})`);
  const more = problems.length > shown.length ? [`  And ${problems.length - shown.length} more.`] : [];
  throw new CommandFailure(5, first.code, [head, ...lines, ...more].join('\n'), {
    hint: 'Correct it and try again. Nothing was sent.',
    details: { problems: problems.map(({ code, path, says }) => ({ code, path, message: says })) },
  });
}

/** `Row 2: recipients …`, as the answer to a batch counts them. */
const inARow = (message: string): string =>
  message.replace(
    /^rows\[(\d+)\]\.(.*)$/su,
    (_whole, index: string, rest: string) => `Row ${Number(index) + 1}: ${rest}`,
  );

/** The template, or null with a note where it cannot be read now. */
export async function readOnce(context: Context, templateId: string) {
  try {
    const client = await context.api();
    return (await client.call('getTemplate', { parameters: { templateId } }, { maxWait: 0 })).body;
  } catch (failure) {
    const { ours, exitCode, message } = explain(failure);
    if (ours || exitCode === 130) throw failure;
    context.output.note(`Not checked against the template: ${message}`);
    return null;
  }
}
