import type { Authorisation } from '../contract/resources/authorisation.js';
import type { View } from '../terminal/output.js';
import type { Cell } from '../terminal/table.js';

/** How a person sees a standing authorisation: who lets whom sign what, and until when. */
export function authorisationView(authorisation: Authorisation, next: readonly string[] = []): View {
  const { grantor, legal_entity: entity, brand, in_flight_count: inFlight } = authorisation;
  return {
    details: [
      ['Id', authorisation.id],
      ['Number', authorisation.number],
      ['Status', { state: authorisation.status }],
      ['Kind', authorisation.sandbox ? 'sandbox: it binds nobody' : 'live'],
      ['Brand', `${brand.name} (${brand.id})`],
      ['Grantor', `${grantor.name} <${grantor.email}>${grantor.job_title === null ? '' : `, ${grantor.job_title}`}`],
      ['For', entity.registration_number === null ? entity.name : `${entity.name} (${entity.registration_number})`],
      ['Use', authorisation.intended_use],
      ['Valid from', authorisation.valid_from === null ? 'the grant' : { instant: authorisation.valid_from }],
      ['Valid until', { instant: authorisation.valid_until }],
      authorisation.granted_at === null
        ? ['Invitation until', instant(authorisation.invite_expires_at)]
        : ['Granted', instant(authorisation.granted_at)],
      ...ended('Cancelled', authorisation.cancellation),
      ...ended('Revoked', authorisation.revocation),
      ...ended('Invalidated', authorisation.invalidation),
      ['Applied to', `${authorisation.applied_count} documents`],
      ...(inFlight === undefined ? [] : [['Still to be sealed', inFlight] as const]),
      ['Reference', authorisation.reference],
    ],
    next,
  };
}

function ended(name: string, ending: Authorisation['cancellation']): readonly (readonly [string, Cell])[] {
  if (ending === null) return [];
  return [
    [name, instant(ending.at)],
    ['Because', ending.reason === null ? `by ${ending.by}` : `${ending.reason} (by ${ending.by})`],
  ];
}

const instant = (iso: string | null): Cell => (iso === null ? null : { instant: iso });
