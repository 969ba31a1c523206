import { CommandFailure } from '../../cli/failure/failure.js';
import type { Client } from '../../client/client.js';
import { isUuid } from '../../contract/schema.js';
import type { Envelope, Recipient } from '../../contract/resources/envelope.js';
import type { Context } from '../../cli/context/context.js';
import { uuidOf } from '../../cli/flags/identifier.js';
import { nextStepsFor } from './next-steps.js';
import { envelopeView } from './view.js';
import { control } from '../../cli/emulator/control.js';

export const recipientAbout = 'role or ID of the recipient';

/**
 * Finds the id of a recipient by id, by the start of an id, or by role. Of several recipients in one role, as after a
 * delegation, the one who can still act is used. Throws CommandFailure: 4 if none matches, 6 if several do.
 */
export async function whichRecipient(client: Client, envelope: string, named: string): Promise<string> {
  if (isUuid(named)) return named.toLowerCase();
  const { recipients } = (await client.call('getEnvelope', { parameters: { envelopeId: envelope } })).body;
  const [match, ...more] =
    named.length < 8 ? [] : recipients.filter(({ id }) => id === named || id.startsWith(named.toLowerCase()));
  if (match !== undefined && more.length === 0) return match.id;
  const holders = recipients.filter(({ role }) => role.toLowerCase() === named.toLowerCase());
  const open = holders.filter(canAct);
  const [only, ...others] = open.length > 0 ? open : holders;
  if (only === undefined) {
    throw new CommandFailure(4, 'recipient_unknown', `The envelope has no recipient in the role "${named}".`, {
      hint: `Use one of: ${[...new Set(recipients.map(({ role }) => role))].join(', ')}.`,
    });
  }
  if (others.length > 0) {
    throw new CommandFailure(6, 'recipient_ambiguous', `The envelope has several recipients in the role "${named}".`, {
      hint: `Use the id of the recipient. List them with \`esign envelope get ${envelope}\`.`,
    });
  }
  return only.id;
}

const canAct = ({ status }: Recipient): boolean => !['signed', 'declined', 'delegated'].includes(status);

export const actExits = [0, 1, 2, 3, 4, 5, 6, 8, 130] as const;
export const envelopeId = uuidOf('envelope');

export interface ActOptions {
  readonly envelope: string;
  /** A role name or a recipient id. */
  readonly recipient: string;
}

/** Performs an action on behalf of a recipient (sign, decline, delegate) and shows the resulting envelope. */
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
