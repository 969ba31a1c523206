import type { Envelope } from '../../contract/resources/envelope.js';
import type { Context } from '../../cli/context/context.js';
import type { Act } from '../../cli/write/write.js';
import { isObject } from '../../core/platform/json.js';
import type { Draft } from './create-options.js';
import { personLine } from './view.js';

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

/** The confirmation prompt for a creation that sends; a draft emails nobody and needs none. */
export function announce(body: Draft): { readonly act?: Act } {
  if (body['send'] !== true) return {};
  const people = Array.isArray(body['recipients']) ? (body['recipients'] as readonly unknown[]) : [];
  return {
    act: {
      what: `This sends the envelope to ${people.length === 1 ? '1 person' : `${people.length} people`} for signature`,
      toWhom: people.filter(isPerson).map(personLine),
      question: 'Send it?',
    },
  };
}

/** Invalid recipients are reported later, by the check of the body. */
function isPerson(value: unknown): value is { readonly name: string; readonly email: string; readonly role: string } {
  if (!isObject(value)) return false;
  const { name, email, role } = value;
  return typeof name === 'string' && typeof email === 'string' && typeof role === 'string';
}
