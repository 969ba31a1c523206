import type { Context } from '../../cli/context/context.js';
import { uuidOf } from '../../cli/flags/identifier.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { nextStepsFor } from './next-steps.js';
import { envelopeView } from './view.js';
import { control } from '../../cli/emulator/control.js';

/** Actions on behalf of a recipient: sign, decline, delegate. */

export const actExits = [0, 1, 2, 3, 4, 5, 6, 8, 130] as const;
export const envelopeId = uuidOf('envelope');
export { recipientAbout } from './which-recipient.js';

export interface ActOptions {
  readonly envelope: string;
  /** A role name or a recipient id. */
  readonly recipient: string;
}

/** Performs an action and shows the resulting envelope. */
export async function act(
  context: Context,
  { envelope, recipient }: ActOptions,
  verb: 'sign' | 'decline' | 'delegate',
  body: object,
): Promise<void> {
  const after = await control<Envelope>(context, {
    method: 'POST',
    path: `/_emulator/envelopes/${envelope}/recipients/${encodeURIComponent(recipient)}/${verb}`,
    body,
  });
  await context.output.result(after, envelopeView(after, nextStepsFor(context, after)));
}
