import { pluralize } from '../cli/context/counted.js';
import type { Authorisation } from '../contract/resources/authorisation.js';
import type { View } from '../core/terminal/output.js';
import type { Cell } from '../core/terminal/table.js';
import type { Act } from '../cli/write/write.js';
import type { Context } from '../cli/context/context.js';
import { parseKeyValueList } from '../cli/flags/key-value-list.js';
import { uuidOf } from '../cli/flags/identifier.js';

/** A standing authorisation as details. */
export function authorisationView(authorisation: Authorisation, next: readonly string[] = []): View {
  const { grantor, legal_entity: entity, brand, in_flight_count: inFlight } = authorisation;
  return {
    details: [
      ['Id', authorisation.id],
      ['Number', authorisation.number],
      ['Status', { state: authorisation.status }],
      ['Kind', authorisation.sandbox ? 'sandbox (not legally binding)' : 'live'],
      ['Brand', `${brand.name} (${brand.id})`],
      ['Grantor', `${grantor.name} <${grantor.email}>${grantor.job_title === null ? '' : `, ${grantor.job_title}`}`],
      ['For', entity.registration_number === null ? entity.name : `${entity.name} (${entity.registration_number})`],
      ['Use', authorisation.intended_use],
      [
        'Valid from',
        authorisation.valid_from === null ? 'the day it is granted' : { instant: authorisation.valid_from },
      ],
      ['Valid until', { instant: authorisation.valid_until }],
      authorisation.granted_at === null
        ? ['Invitation expires', instant(authorisation.invite_expires_at)]
        : ['Granted', instant(authorisation.granted_at)],
      ...ended('Cancelled', authorisation.cancellation),
      ...ended('Revoked', authorisation.revocation),
      ...ended('Invalidated', authorisation.invalidation),
      ['Applied to', pluralize(authorisation.applied_count, 'document')],
      ...(inFlight === undefined ? [] : [['Not yet sealed', inFlight] as const]),
      ['Reference', authorisation.reference],
    ],
    next,
  };
}

function ended(name: string, ending: Authorisation['cancellation']): readonly (readonly [string, Cell])[] {
  if (ending === null) return [];
  return [
    [name, instant(ending.at)],
    ['Reason', ending.reason === null ? `by ${ending.by}` : `${ending.reason} (by ${ending.by})`],
  ];
}

const instant = (iso: string | null): Cell => (iso === null ? null : { instant: iso });

/** The confirmation prompt for an action on an authorisation. Reads it, so it is built only when needed. */
export async function actOn(context: Context, id: string, what: string, question: string): Promise<Act> {
  const client = await context.api();
  const { body } = await client.call('getAuthorisation', { parameters: { authorisationId: id } });
  return {
    what: `${what} ${body.grantor.name} for ${body.legal_entity.name} (${body.number}, ${body.status})`,
    toWhom: [`${body.grantor.name} <${body.grantor.email}>`],
    question,
  };
}

export interface Grantor {
  readonly name: string;
  readonly email: string;
  readonly job_title?: string;
}

/** Reads `--grantor "name=…,email=…,job_title=…"`: the person who signs the mandate. */
export function parseGrantor(text: string): Grantor {
  const pairs = parseKeyValueList(text, {
    flag: '--grantor',
    names: ['name', 'email', 'job_title'],
    required: ['name', 'email'],
    example: 'name=Naledi Khumalo,email=naledi@example.test,job_title=Director',
  });
  const title = pairs.get('job_title');
  return {
    name: pairs.get('name') ?? '',
    email: pairs.get('email') ?? '',
    ...(title === undefined ? {} : { job_title: title }),
  };
}

/** Parsers for the ids of the authorisation commands, so that an invalid id sends no request. */
export const authorisationId = uuidOf('authorisation', 'esign authorisation list');
export const brandId = uuidOf('brand');
