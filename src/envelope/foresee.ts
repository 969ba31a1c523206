import type { Context } from '../cli/context.js';
import { explain } from '../cli/explain.js';
import { CommandFailure } from '../cli/failure.js';
import { isUuid } from '../contract/schema.js';
import { formFromTemplate } from '../rules/from-template.js';
import { messageOf } from '../rules/problem.js';
import { checkRequest } from '../rules/request.js';
import type { Draft } from './create-options.js';

/**
 * For `--dry-run` of a creation: every refusal that can be foreseen from the template, which is read once. A template
 * that cannot be read is noted. The deadline is left to the service, whose clock decides. Throws CommandFailure (5) with
 * the code of the first refusal.
 */
export async function refuseForeseen(context: Context, body: Draft): Promise<void> {
  const { template_id: templateId } = body;
  if (typeof templateId !== 'string' || !isUuid(templateId)) return;
  const template = await readOnce(context, templateId);
  if (template === null) return;
  const form = formFromTemplate(template);
  const settings = { form, now: context.clock.now(), title: template.name, people: true };
  const problems = checkRequest(body, settings).problems.filter(({ path }) => path !== 'expires_at');
  const [first] = problems;
  if (first === undefined) return;
  const lines = problems.map((problem) => `  ${messageOf(problem)} (${problem.code})`);
  throw new CommandFailure(5, first.code, ['The service would refuse this request:', ...lines].join('\n'), {
    hint: 'Correct it and try again. Nothing was sent.',
    details: { problems: problems.map(({ code, path, says }) => ({ code, path, message: says })) },
  });
}

async function readOnce(context: Context, templateId: string) {
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
