import { dryRunShape, inSequence, requestText, shownRequests } from '../../cli/write/dry-run.js';
import type { ShapeBlocks } from '../../contract/shape.js';
import type { Context } from '../../cli/context/context.js';
import { explain } from '../../cli/failure/explain.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import type { Client } from '../../client/client.js';
import type { Preview } from '../../client/call.js';
import { ServiceFailure } from '../../client/failure.js';
import { changeWords } from '../names-file/merge.js';
import { namesOf, type WholeTemplate } from '../names-file/names.js';
import { fieldsAfter, type Plan, renamesLeft } from '../names-file/plan.js';
import { count } from './view.js';

/** What a push has written so far: ids of people and of fields. */
export interface Progress {
  readonly decided: string[];
  readonly renamed: string[];
}

/** The plan as a person reads it. */
export function planText(name: string, { decisions, renames }: Plan): string {
  const parts = [
    ...(decisions.length === 0 ? [] : [count(decisions.length, 'decision')]),
    ...(renames.length === 0 ? [] : [`${count(renames.length, 'name')} in one request`]),
  ];
  const lines = [...decisions.map(({ change }) => change), ...renames].map((change) => `  ${changeWords(change)}`);
  return [`Plan for “${name}”: ${parts.join(', then ')}.`, ...lines].join('\n');
}

/** Sends the steps in their order, each with the ETag that the one before answered. */
export async function pushChanges(client: Client, service: WholeTemplate, plan: Plan, done: Progress): Promise<void> {
  const templateId = service.body.id;
  let etag: string = service.etag;
  let fields: Parameters<typeof renamesLeft>[0] = service.body.fields.map((field) => ({
    id: field.id,
    ...namesOf(field),
  }));
  for (const { change, body } of plan.decisions) {
    const parameters = { templateId, personId: change.id };
    const answer = await client.call('decideTemplatePerson', { parameters, body, ifMatch: etag });
    done.decided.push(change.id);
    etag = answer.etag ?? '';
    fields = answer.body.fields;
  }
  const renames = renamesLeft(fields, plan.wishes);
  if (renames.length === 0) return;
  const parameters = { templateId };
  await client.call('renameTemplateFields', { parameters, body: { fields: [...renames] }, ifMatch: etag });
  done.renamed.push(...renames.map(({ id }) => id));
}

/** Whether somebody else changed the template first, so that the plan must be made again. */
export const isOvertaken = (failure: unknown): boolean =>
  failure instanceof ServiceFailure && failure.code === 'template_changed';

/** A failure half way, with what was written so far and the command line that continues. */
export function stoppedAt(failure: unknown, command: string, plan: Plan, done: Progress): unknown {
  const { ours, exitCode, code, message, hint, details } = explain(failure);
  if (ours) return failure;
  const left = plan.decisions.filter(({ change }) => !done.decided.includes(change.id)).length;
  const progress =
    done.decided.length === 0
      ? 'Nothing was changed'
      : `${count(done.decided.length, 'decision')} stand${done.decided.length === 1 ? 's' : ''}`;
  const open = [
    ...(left === 0 ? [] : [count(left, 'decision')]),
    ...(plan.renames.length === 0 ? [] : [count(plan.renames.length, 'name')]),
  ].join(' and ');
  return new CommandFailure(exitCode, code, `${message}\n${progress} that is known of; ${open} are open.`, {
    hint: [`Run it again to finish: ${command}`, ...(hint === null ? [] : [hint])].join('\n'),
    details: { ...details, decided: done.decided, decisions_left: left, names_left: plan.renames.length },
  });
}

/** `changes` are the differences that the requests settle. */
export const plannedSteps = (s: ShapeBlocks) =>
  s.object({
    ...dryRunShape(s).entries,
    template_id: s.text,
    changes: s.list(s.anything),
  });

/** For --dry-run: the plan, and every request that would be sent, key masked. */
export async function printSteps(context: Context, client: Client, service: WholeTemplate, plan: Plan): Promise<void> {
  const templateId = service.body.id;
  const steps: Preview[] = [];
  for (const { change, body } of plan.decisions) {
    const parameters = { templateId, personId: change.id };
    steps.push(await client.preview('decideTemplatePerson', { parameters, body, ifMatch: service.etag }));
  }
  const fields = renamesLeft(fieldsAfter(service, plan.decisions), plan.wishes);
  if (fields.length > 0) {
    const input = { parameters: { templateId }, body: { fields: [...fields] }, ifMatch: service.etag };
    steps.push(await client.preview('renameTemplateFields', input));
  }
  const requests = shownRequests(inSequence(steps));
  const changes = [...plan.decisions.map(({ change }) => change), ...plan.renames];
  await context.output.result(
    { dry_run: true, requests, template_id: templateId, changes },
    {
      human:
        steps.length === 0 ? 'Nothing to push.' : `${planText(service.body.name, plan)}\n\n${requestText(requests)}`,
      ids: [],
      items: 'requests',
    },
  );
  context.output.note('Dry run: nothing was sent.');
}
