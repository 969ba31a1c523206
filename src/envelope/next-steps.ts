import type { Envelope } from '../contract/resources/envelope.js';
import type { Context } from '../cli/context.js';

/**
 * What one would type next for an envelope as it stands; against an emulator that may be signing for somebody, or moving
 * the clock to where it is sealed. `sealed` is null when that is not known.
 */
export function nextStepsFor(
  context: Context,
  { id, status, recipients }: Envelope,
  sealed: boolean | null = null,
): readonly string[] {
  switch (status) {
    case 'draft':
      return [`esign envelope send ${id}`];
    case 'sent':
    case 'partially_signed': {
      const turn = recipients.find((recipient) => recipient.status === 'sent' && recipient.routing_type !== 'cc');
      if (turn === undefined || !context.settings().emulator) return [`esign envelope draft ${id} -o draft.pdf`];
      return [`esign emulator sign ${id} ${/^[\w-]+$/.test(turn.role) ? turn.role : turn.id}`];
    }
    case 'completed':
      if (sealed === true) return [`esign envelope download ${id} -o sealed.pdf`];
      return context.settings().emulator
        ? ['esign emulator clock advance 2m', `esign envelope download ${id} -o sealed.pdf`]
        : [`esign envelope documents ${id}`];
    case 'voided':
    case 'declined':
    case 'expired':
      return [];
  }
}
