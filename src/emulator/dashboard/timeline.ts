import type { EventName } from '../../contract/events.js';
import type { OperationId } from '../../contract/operations.js';
import { appWords } from '../delivery/response-log.js';
import { mailRepository } from '../store/mail-repository.js';
import { eventRepository } from '../store/event-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { type DeliveryRow, overviewRepository } from '../store/overview-repository.js';
import type { Envelope, HistoryAct } from '../domain/envelope.js';
import type { LoggedRequest, RequestLog } from '../http/request-log.js';
import type { Service } from '../service.js';
import type { RestorePoints } from './restore-points.js';
import type { GivenAnswer, TimelineEntry, Tone } from './shapes.js';
import type { LoggedVisit, VisitLog } from './visit-log.js';
import type { Answers } from '../../domain/rules/values.js';
import { fieldsOf, nameOf } from '../../domain/rules/template-form.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';

export interface TimelineLogs {
  readonly requests: RequestLog;
  readonly visits: VisitLog;
  readonly points: Pick<RestorePoints, 'sees' | 'beforeEvent'>;
}

/** Everything that is known about an envelope, from its creation to its seal, in the order in which it happened. */
export function timelineOf(
  service: Service,
  envelope: Envelope,
  { requests, visits, points }: TimelineLogs,
): readonly TimelineEntry[] {
  return inOrder([
    ...requestEntries(requests, points, envelope),
    ...mailEntries(service, envelope),
    ...visits
      .of(envelope.id)
      .filter(({ sequence }) => points.sees('visits', sequence))
      .map((visit) => visitEntry(visit, envelope)),
    ...answerEntries(service, envelope),
    ...historyEntries(envelope),
    ...eventEntries(service, points, envelope),
    ...overviewRepository(service.store.sql).deliveries({ envelope: envelope.id }).flatMap(deliveryEntries(service)),
  ]);
}

/** The calls that created it, named it in their path, or answered with it to a write. */
function requestEntries(log: RequestLog, points: TimelineLogs['points'], { id }: Envelope): readonly Placed[] {
  const about = ({ path, method, answer }: LoggedRequest): boolean =>
    path.toLowerCase().includes(id) || (method !== 'GET' && answer.body?.includes(id) === true);
  return log
    .list(() => null)
    .filter((request) => about(request) && points.sees('requests', request.sequence))
    .map((request): Placed => {
      const { sequence, at, method, path, status, refusal, fault, operation } = request;
      const isFine = status !== null && status < 400;
      return {
        key: `request-${sequence}`,
        at,
        kind: 'request',
        title: `${method} ${path}`,
        detail: refusal === null ? (fault ?? `${status ?? 'no response'} ${operation ?? ''}`.trim()) : refusal.code,
        tone: isFine ? 'plain' : 'bad',
        opens: { what: 'request', sequence },
        rank: operation === null ? null : (requestRanks[operation] ?? null),
        sequence,
      };
    });
}

/** Calls that come before what they cause; the others read. */
const requestRanks: Readonly<Partial<Record<OperationId, number>>> = {
  createEnvelope: 0,
  createOneOffEnvelope: 0,
  createEnvelopeBatch: 0,
  sendEnvelope: 0.7,
  voidEnvelope: 890,
};

function mailEntries(service: Service, envelope: Envelope): readonly Placed[] {
  const mails = mailRepository(service.store.sql);
  return overviewRepository(service.store.sql)
    .mailsOf(envelope)
    .flatMap((id, sequence): readonly Placed[] => {
      const mail = mails.find(id);
      if (mail === null) return [];
      const undelivered = mail.lost ? 'lost by a fault' : 'not reported as delivered yet';
      const delivered = mail.delivered_at === null ? undelivered : 'delivered';
      return [
        {
          key: `mail-${id}`,
          at: mail.accepted_at,
          kind: 'mail',
          title: mail.subject,
          detail: `to ${mail.to.name} <${mail.to.email}>, ${delivered}`,
          tone: 'plain',
          opens: { what: 'mail', id },
          rank: mail.kind === 'completed' ? 950 : turnRank(envelope, mail.recipient_id) + 2,
          sequence,
        },
      ];
    });
}

function visitEntry({ sequence, at, method, where, status, recipient_id: id }: LoggedVisit, of: Envelope): Placed {
  const name = of.recipients.find((each) => each.id === id)?.name ?? 'A former recipient';
  const did = method === 'POST' ? 'sent the form of' : method === 'HEAD' ? 'was probed by a link scanner on' : 'opened';
  return {
    key: `visit-${sequence}`,
    at,
    kind: 'visit',
    title: `${name} ${did} the signing page`,
    detail: `${where === 'mailed' ? 'by the link in the mail' : 'embedded in the application'}, ${status}`,
    tone: status < 400 ? 'plain' : status === 422 ? 'wait' : 'bad',
    opens: null,
    rank: turnRank(of, id) + (method === 'POST' ? 4 : 3),
    sequence,
  };
}

function answerEntries(service: Service, envelope: Envelope): readonly Placed[] {
  const form = envelopeRepository(service.store.sql).formOf(envelope.id);
  return envelope.recipients.flatMap((recipient, sequence): readonly Placed[] => {
    if (recipient.status !== 'signed' || recipient.acted_at === null) return [];
    const given = givenAnswers(form, envelope.answers, recipient.role);
    const own = given.filter((answer) => !answer.by_app).length;
    if (given.length === 0) return [];
    return [
      {
        key: `answers-${recipient.id}`,
        at: recipient.acted_at,
        kind: 'answers',
        title: `${recipient.name} answered ${own} ${own === 1 ? 'field' : 'fields'}`,
        detail: given.length > own ? `${given.length - own} more were filled in by the application` : null,
        tone: 'plain',
        opens: { what: 'answers', given },
        rank: turnRank(envelope, recipient.id) + 5,
        sequence,
      },
    ];
  });
}

/** The lines of the certificate. */
const historyEntries = (envelope: Envelope): readonly Placed[] =>
  envelope.history.map(({ at, act, recipient_id: recipient, text }, sequence) => ({
    key: `act-${sequence}`,
    at,
    kind: 'act',
    title: text,
    detail: null,
    tone: acts[act].tone,
    opens: null,
    rank: recipient === null ? acts[act].rank : turnRank(envelope, recipient) + acts[act].rank,
    sequence,
  }));

/** The rank of what a recipient does counts from where their turn begins. */
const acts: Readonly<Record<HistoryAct, { readonly tone: Tone; readonly rank: number }>> = {
  created: { tone: 'plain', rank: 0.5 },
  sent: { tone: 'plain', rank: 1 },
  invited: { tone: 'plain', rank: 1 },
  opened: { tone: 'plain', rank: 3 },
  signed: { tone: 'good', rank: 6 },
  filled_in: { tone: 'good', rank: 6 },
  agreed: { tone: 'good', rank: 6 },
  declined: { tone: 'bad', rank: 6 },
  delegated: { tone: 'plain', rank: 6 },
  voided: { tone: 'bad', rank: 900 },
  expired: { tone: 'bad', rank: 900 },
  completed: { tone: 'good', rank: 901 },
  sealed: { tone: 'good', rank: 900 },
};

/** The turns of the recipients come one after the other. */
function turnRank({ recipients }: Envelope, id: string | null): number {
  const at = recipients.findIndex((recipient) => recipient.id === id);
  return 10 + (at === -1 ? recipients.length : at) * 10;
}

const eventTones: Readonly<Partial<Record<EventName, Tone>>> = {
  'envelope.sealed': 'good',
  'envelope.completed': 'good',
  'envelope.sealing_failed': 'bad',
  'envelope.declined': 'bad',
  'envelope.voided': 'bad',
  'envelope.expired': 'bad',
};

const eventRank = (envelope: Envelope, name: EventName, recipient: string | null): number =>
  recipient !== null ? turnRank(envelope, recipient) + 7 : (eventRanks[name] ?? 910);

const eventRanks: Readonly<Partial<Record<EventName, number>>> = { 'envelope.sent': 2, 'envelope.completed': 902 };

function eventEntries(service: Service, points: TimelineLogs['points'], envelope: Envelope): readonly Placed[] {
  const found = eventRepository(service.store.sql).list({ envelope_id: envelope.id, after: 0, max: 1000 });
  return found.map(({ id, name, created_at, recipient_id, sequence }) => ({
    key: `event-${id}`,
    at: new Date(created_at).toISOString(),
    kind: name === 'envelope.sealed' || name === 'envelope.sealing_failed' ? 'seal' : 'event',
    title: name,
    detail: null,
    tone: eventTones[name] ?? 'plain',
    opens: { what: 'event', id, back: points.beforeEvent(sequence) },
    rank: eventRank(envelope, name, recipient_id),
    sequence,
  }));
}

/** An attempt in a list, in `words` that get what was answered; null before the first one. */
export function attemptEntry(service: Service, row: DeliveryRow, words: AttemptWords): TimelineEntry | null {
  const { delivery_id: delivery, sequence, number, at, status, error, milliseconds, copy } = row;
  if (sequence === null || number === null || at === null) return null;
  const app = service.deliveryResponses.app(row);
  const answered = [
    status === null ? (error ?? 'no response') : `${status} in ${milliseconds ?? 0} ms`,
    ...(copy === 0 ? [] : ['duplicated by a fault']),
    ...(app === null ? [] : [appWords(app)]),
  ].join('; ');
  const isFine = [status, app === null ? status : app.status].every((one) => one !== null && one >= 200 && one < 300);
  return {
    key: `attempt-${sequence}`,
    at: new Date(at).toISOString(),
    kind: 'delivery',
    ...words(row, answered),
    tone: isFine ? 'good' : 'bad',
    opens: { what: 'attempt', delivery, sequence },
  };
}

type AttemptWords = (row: DeliveryRow, answered: string) => Pick<TimelineEntry, 'title' | 'detail'>;

const toEndpoint: AttemptWords = ({ event, url, number }, answered) => ({
  title: `${event} to ${url ?? 'a deleted endpoint'}`,
  detail: `attempt ${number ?? 0}: ${answered}`,
});

/** An attempt; the one that is due next follows the last one. */
const deliveryEntries =
  (service: Service) =>
  (row: DeliveryRow, at: number, rows: readonly DeliveryRow[]): readonly Placed[] => {
    const isLast = rows[at + 1]?.delivery_id !== row.delivery_id;
    const entry = attemptEntry(service, row, toEndpoint);
    const made: Placed[] = entry === null ? [] : [{ ...entry, rank: 970, sequence: row.sequence ?? 0 }];
    if (isLast && row.delivery_status === 'queued' && row.next_attempt_at !== null) {
      made.push({
        key: `due-${row.delivery_id}`,
        at: new Date(row.next_attempt_at).toISOString(),
        kind: 'due',
        title: toEndpoint(row, '').title,
        detail: `attempt ${(row.number ?? 0) + 1} is due`,
        tone: 'wait',
        opens: { what: 'delivery', delivery: row.delivery_id },
        rank: 980,
        sequence: at,
      });
    }
    return made;
  };

const maxAnswers = 200;
const maxLength = 500;

/** The answers in the fields of a role; a question is answered by the options that are ticked. */
function givenAnswers(form: EnvelopeForm, answers: Answers, role: string): readonly GivenAnswer[] {
  const given: GivenAnswer[] = [];
  for (const field of fieldsOf(form, role)) {
    const answer = answers[field.id];
    if (answer === undefined || answer.value === false || answer.value === '') continue;
    const question = form.questions.find(({ id }) => id === field.question_id);
    const value = answer.value === true ? (field.option_value ?? 'yes') : answer.value;
    given.push({
      label: question?.label ?? nameOf(field),
      value: value.slice(0, maxLength),
      by_app: answer.locked,
    });
    if (given.length === maxAnswers) break;
  }
  return given;
}

/** An entry with what decides its place among those of the same instant, which a frozen clock has many of. */
interface Placed extends TimelineEntry {
  /** By what causes what; null where only the order of its kind is known, as for calls that read: these come last. */
  readonly rank: number | null;
  /** Within its kind. */
  readonly sequence: number;
}

/** By time, then by cause and effect, then in the order of each kind. */
const inOrder = (entries: readonly Placed[]): readonly TimelineEntry[] =>
  entries.toSorted(compare).map(({ rank: _rank, sequence: _sequence, ...entry }) => entry);

const last = 1000;

function compare(a: Placed, b: Placed): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return (a.rank ?? last) - (b.rank ?? last) || a.sequence - b.sequence;
}
