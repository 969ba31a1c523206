import type { AllowOptions } from '../../authoring/template/allow-problem.js';
import type { Context } from '../../cli/context/context.js';
import type { AnyInput } from '../../client/request.js';
import type { OperationId } from '../../contract/operations.js';
import { isObject } from '../../core/platform/json.js';
import { creationsIn } from './small-answers.js';
import { refuseFirstSend, templateOf } from './first-send.js';

/**
 * Before any operation is called: checks the form that it sends for the first time, whether it names a template, a draft
 * or documents of its own. An operation that sends nothing passes. Throws CommandFailure (5).
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
  if (!isObject(body) || body['send'] !== true) return;
  if (operation === 'createEnvelope' || operation === 'createEnvelopeBatch') {
    return await refuseFirstSend(context, body['template_id'], options, creationsIn(body));
  }
  if (operation !== 'createOneOffEnvelope') return;
  const { refuseOneOff } = await import('./foresee-one-off.js');
  await refuseOneOff(context, body, options);
}
