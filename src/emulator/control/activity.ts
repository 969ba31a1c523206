import type { EmulatorEvent } from '../api-types.js';
import type { VisitLog } from '../dashboard/visit-log.js';
import { Refusal } from '../domain/refusal.js';
import type { RequestLog } from '../http/request-log.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { eventRepository } from '../store/event-repository.js';
import { mailRepository } from '../store/mail-repository.js';
import { activity } from './answers.js';
import { listEvents } from './deliveries.js';
import { curlOf } from './request-text.js';
import { type ControlRoute, route } from './route.js';

/** Entries of one response of each kind; the rest comes with the next one. */
const most = 200;

/** What happened since a reader last looked: requests, events, mail and visits, for a screen that follows them. */
export const activityRoutes = (
  log: RequestLog,
  visitLog: Pick<VisitLog, 'since' | 'last'>,
): readonly ControlRoute[] => [
  route({
    method: 'GET',
    path: '/_emulator/activity',
    summary: 'List what happened after a cursor; without one, only return the cursor of now',
    query: { after: 'the `cursor` of the last response' },
    body: null,
    answer: activity,
    async handle({ service, query }) {
      const { ruleNamed } = await import('../../contract/statements.js');
      const requests = log.list((rule) => ruleNamed(rule)?.section ?? null);
      const after = query.get('after');
      const now = service.clock.instant();
      if (after === null) {
        const cursor = textOf({ ...newest(service, requests), visit: visitLog.last() });
        return { cursor, now, requests: [], events: [], mails: [], visits: [] };
      }
      const from = cursorOf(after);
      const mails = mailRepository(service.store.sql).since(from.mail, most);
      const events = listEvents(service, { envelope_id: null, after: from.event, max: most });
      const visits = visitLog.since(from.visit).slice(0, most);
      // After a restart the log counts from one again.
      const isOlder = from.request <= (requests.at(-1)?.sequence ?? 0);
      const fresh = requests.filter(({ sequence }) => !isOlder || sequence > from.request).slice(0, most);
      const cursor = {
        request: fresh.at(-1)?.sequence ?? (isOlder ? from.request : 0),
        event: events.at(-1)?.sequence ?? from.event,
        mail: mails.at(-1)?.sequence ?? from.mail,
        visit: visits.at(-1)?.sequence ?? Math.min(from.visit, visitLog.last()),
      };
      return {
        cursor: textOf(cursor),
        now,
        requests: fresh
          .filter(({ sequence }) => !log.isLook(sequence))
          .map((request) => ({ request, curl: curlOf(service.settings.baseUrl, request) })),
        events: events.map((event) => ({
          event,
          title: envelopeRepository(service.store.sql).findAnywhere(event.envelope_id)?.title ?? null,
          recipient_name: nameOf(service, event),
        })),
        mails: mails.map(({ link: _link, text: _text, sequence: _sequence, ...mail }) => mail),
        visits: visits.map((visit) => ({ ...visit, recipient_name: nameOf(service, visit) })),
      };
    },
  }),
];

function nameOf(
  { store }: Service,
  { envelope_id, recipient_id }: Pick<EmulatorEvent, 'envelope_id' | 'recipient_id'>,
): string | null {
  const envelope = envelopeRepository(store.sql).findAnywhere(envelope_id);
  return envelope?.recipients.find(({ id }) => id === recipient_id)?.name ?? null;
}

interface Cursor {
  readonly request: number;
  readonly event: number;
  readonly mail: number;
  readonly visit: number;
}

const textOf = ({ request, event, mail, visit }: Cursor): string => `${request}.${event}.${mail}.${visit}`;

function cursorOf(text: string): Cursor {
  const [, ...parts] = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  const [request, event, mail, visit] = parts.map(Number);
  if (request === undefined || event === undefined || mail === undefined || visit === undefined)
    throw new Refusal('invalid_request', 'after must be the cursor of an earlier response.');
  return { request, event, mail, visit };
}

function newest(
  { store: { sql } }: Service,
  requests: readonly { readonly sequence: number }[],
): Omit<Cursor, 'visit'> {
  return {
    request: requests.at(-1)?.sequence ?? 0,
    event: eventRepository(sql).last(),
    mail: mailRepository(sql).last(),
  };
}
