import type { Context } from '../../cli/context/context.js';
import type { ValueRequest } from '../../contract/operations/envelopes.js';
import { retryInteractively } from '../../cli/context/until-connected.js';
import { ServiceFailure } from '../../client/failure.js';
import { isWrittenFreely, readCells } from '../../domain/rules/cell.js';
import { formFromTemplate } from '../../domain/rules/from-template.js';
import type { Form } from '../../domain/rules/template-form.js';
import { readOnce } from './foresee.js';

/** How the template may be read: with --interactive the user is asked while it cannot be, and --dry-run goes on. */
interface Reading {
  readonly interactive?: boolean;
  readonly plain?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Values as the fields of a template take them: true and false, dates and options. The template is read only where it is
 * needed. Throws the client's failures.
 */
export async function fitValues(
  context: Context,
  values: readonly ValueRequest[],
  templateId: unknown,
  reading: Reading,
): Promise<readonly ValueRequest[]> {
  if (typeof templateId !== 'string' || !values.some(isWrittenFreely)) return values;
  const form = await readForm(context, templateId, reading);
  return form === null ? values : readCells(values, form);
}

/** Null where the service refuses to show the template: the creation says why. */
async function readForm(context: Context, templateId: string, reading: Reading): Promise<Form | null> {
  if (reading.dryRun === true) {
    const template = await readOnce(context, templateId);
    return template === null ? null : formFromTemplate(template);
  }
  try {
    return await retryInteractively(context, reading, async (maxWait) => {
      const client = await context.api();
      return formFromTemplate((await client.call('getTemplate', { parameters: { templateId } }, { maxWait })).body);
    });
  } catch (failure) {
    if (failure instanceof ServiceFailure && failure.status < 500 && failure.status !== 429) return null;
    throw failure;
  }
}
