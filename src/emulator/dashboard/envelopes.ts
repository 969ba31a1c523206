import { envelopeNamed } from '../control/route.js';
import { isEnvelopeState, shownState, waitingSince } from './shown-state.js';
import { Refusal } from '../domain/refusal.js';
import type { Envelope, Recipient } from '../domain/envelope.js';
import { isOpen } from '../domain/envelope.js';
import { whoseTurn } from '../domain/routing.js';
import type { Service } from '../service.js';
import { overviewRepository } from '../store/overview-repository.js';
import { pageOf, positionOf, readSize, searchOf } from './list-page.js';
import type { EnvelopeDetail, EnvelopeRow, ListPage, RowPerson } from './shapes.js';
import { timelineOf, type TimelineLogs } from './timeline.js';

/** Entries of a timeline: eight attempts of each event to a few endpoints are far fewer. */
const maxEntries = 500;

/** One page of envelopes, newest first. Throws invalid_request. */
export function listEnvelopes(service: Service, query: URLSearchParams): ListPage<EnvelopeRow> {
  const state = query.get('state');
  if (state !== null && state !== 'sealed' && !isEnvelopeState(state)) {
    throw new Refusal('invalid_request', 'state must be sealed or a state of envelopes.');
  }
  const overview = overviewRepository(service.store.sql);
  const found = overview.envelopes({
    text: searchOf(query),
    status: state === 'sealed' ? 'completed' : state,
    sealed: state === 'sealed' ? true : state === 'completed' ? false : null,
    before: positionOf(query),
    max: readSize,
  });
  const now = service.clock.now();
  return pageOf(service, found, overview.count('envelopes'), ({ envelope }) => rowOf(envelope, now));
}

function rowOf(envelope: Envelope, now: number): EnvelopeRow {
  const { id, title, mode, created_at } = envelope;
  const turn = turnOf(envelope, now);
  const people = envelope.recipients.map((recipient): RowPerson => {
    const { name, role, status } = recipient;
    return { name, role, status, turn: recipient === turn };
  });
  return { id, title, state: shownState(envelope), mode, created_at, people, waiting_since: waitingSince(envelope) };
}

const turnOf = (envelope: Envelope, now: number): Recipient | null =>
  isOpen(envelope, now) ? whoseTurn(envelope) : null;

/** One envelope with its timeline. Throws not_found. */
export function envelopeDetail(service: Service, logs: TimelineLogs, id: string): EnvelopeDetail {
  const envelope = envelopeNamed(service, id);
  const turn = turnOf(envelope, service.clock.now());
  const timeline = timelineOf(service, envelope, logs);
  return {
    id: envelope.id,
    title: envelope.title,
    state: shownState(envelope),
    mode: envelope.mode,
    created_at: envelope.created_at,
    expires_at: envelope.expires_at,
    end_reason: envelope.end_reason,
    template_id: envelope.template_id,
    documents: envelope.documents.map(({ position, name, page_count }) => ({ position, name, page_count })),
    people: envelope.recipients.map((recipient) => ({
      id: recipient.id,
      name: recipient.name,
      email: recipient.email,
      role: recipient.role,
      routing_type: recipient.routing_type,
      status: recipient.status,
      embedded: recipient.embedded,
      turn: recipient === turn,
    })),
    timeline: timeline.slice(-maxEntries),
    left_out: Math.max(0, timeline.length - maxEntries),
  };
}
