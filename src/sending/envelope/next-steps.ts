import type { Envelope } from '../../contract/resources/envelope.js';
import type { Context } from '../../cli/context/context.js';

/**
 * The commands that fit the state of an envelope; with an emulator also signing for a recipient, or advancing the clock
 * until it is sealed. `sealed` is null if unknown; `sealingFailed`: sealing gave up and waits for support.
 */
export function nextStepsFor(
  context: Context,
  { id, status, recipients, template_id: template }: Envelope,
  sealed: boolean | null = null,
  sealingFailed = false,
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
      if (sealingFailed) return [`esign envelope wait ${id} --until sealed --past-sealing-failure`];
      return context.settings().emulator
        ? ['esign emulator clock advance 2m', `esign envelope download ${id} -o sealed.pdf`]
        : [`esign envelope documents ${id}`];
    case 'voided':
    case 'declined':
    case 'expired':
      return template === null ? [] : [`esign envelope correct ${id} --interactive`];
    default:
      return [];
  }
}
