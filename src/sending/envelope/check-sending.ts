import type { AllowOptions } from '../../authoring/template/allow-problem.js';
import type { Context } from '../../cli/context/context.js';
import type { AnyInput } from '../../client/request.js';
import type { OperationId } from '../../contract/operations.js';
import { isObject } from '../../core/platform/json.js';
import { refuseCreation, refuseFirstSend, templateOf } from './first-send.js';
import { creationsIn, isNoted } from './note-answers.js';

/**
 * Before any operation is called: checks the form that it sends for the first time, whether it names a template, a draft
 * or documents of its own, and notes what becomes of the answers of a creation. Any other operation passes. Throws
 * CommandFailure (5).
 */
export async function checkSending(
  context: Context,
  operation: OperationId,
  { parameters = {}, body }: AnyInput,
  options: AllowOptions,
): Promise<void> {
  if (operation === 'sendEnvelope') {
    return await refuseFirstSend(context, await templateOf(context, parameters['envelopeId'] ?? ''), options);
  }
  if (!isObject(body)) return;
  if (operation === 'createEnvelope' || operation === 'createEnvelopeBatch') {
    return await refuseCreation(context, body, options);
  }
  if (operation !== 'createOneOffEnvelope') return;
  if (body['send'] !== true && !isNoted(creationsIn(body))) return;
  const { refuseOneOff } = await import('./foresee-one-off.js');
  await refuseOneOff(context, body, options);
}
