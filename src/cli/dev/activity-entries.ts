import type { EventName } from '../../contract/events.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import type { Activity, ActiveRequest, PageVisit } from '../emulator/control-types.js';
import { type Entry, entryOf } from '../timeline/entry.js';

/** What the emulator reports, as entries in the order in which it happened. */
export function activityEntries({ requests, events, mails, visits }: Activity, at: number): readonly Entry[] {
  const all = [
    ...requests.map((active) => ({ time: active.request.at, entry: requestEntry(active, at) })),
    ...visits.map((visit) => ({ time: visit.at, entry: visitEntry(visit, at) })),
    ...mails.map((mail) => ({
      time: mail.accepted_at,
      entry: entryOf({
        at,
        kind: 'mail',
        tone: 'dim',
        what: `${mail.kind.replaceAll('_', ' ')} to ${mail.to.name} <${mail.to.email}>: ${mail.subject}`,
        details: [
          `Mail       ${mail.id}`,
          `Time       ${mail.accepted_at}`,
          '',
          `Read it: esign emulator inbox show ${mail.id}`,
        ],
        envelopeId: mail.envelope_id,
      }),
    })),
    ...events.map((event) => ({
      time: event.created_at,
      entry: entryOf({
        at,
        kind: 'event',
        what: event.event,
        tone: eventTones[event.event] ?? 'plain',
        details: [
          `Event      ${event.id}`,
          `Time       ${event.created_at}`,
          `Envelope   ${event.envelope_id ?? '-'}`,
          `Recipient  ${event.recipient_id ?? '-'}`,
        ],
        envelopeId: event.envelope_id,
      }),
    })),
  ];
  return all.toSorted((one, other) => one.time.localeCompare(other.time)).map(({ entry }) => entry);
}

function requestEntry({ request, curl }: ActiveRequest, at: number): Entry {
  const { method, path, status, refusal, fault, answered } = request;
  const failed = status === null || status >= 400;
  const took = `${Math.round(request.milliseconds)} ms`;
  return entryOf({
    at,
    kind: 'api',
    tone: failed ? 'bad' : method === 'GET' ? 'dim' : 'plain',
    what: `${status ?? '---'} ${method} ${path}  ${took}`,
    why: [
      ...(refusal === null ? [] : [`${refusal.code}: ${refusal.message}`, placeOf(refusal)]),
      ...(fault === null ? [] : [`A fault was injected: ${fault}.`]),
      ...(answered ? [] : ['The connection was closed before a response.']),
    ],
    details: [
      `Operation  ${request.operation ?? '-'}`,
      `Time       ${request.at}`,
      '',
      ...exchange('Request', request.headers, request.body, request.size),
      '',
      ...exchange('Response', request.answer.headers, request.answer.body, request.answer.size),
    ],
    envelopeId: envelopeIn(path) ?? envelopeIn(`/envelopes/${idIn(request.answer.body) ?? ''}`),
    curl,
  });
}

function visitEntry(visit: PageVisit, at: number): Entry {
  const { method, where, status, recipient_name: name, envelope_id: envelopeId, recipient_id: id } = visit;
  const did = method === 'POST' ? 'sent the form of' : method === 'HEAD' ? 'was probed by a link scanner on' : 'opened';
  const page = where === 'mailed' ? 'the signing page' : 'the embedded signing page';
  return entryOf({
    at,
    kind: 'page',
    tone: status < 400 ? 'dim' : status === 422 ? 'warn' : 'bad',
    what: `${name ?? 'A former recipient'} ${did} ${page}: ${status}`,
    details: [`Recipient  ${id}`, `Time       ${visit.at}`, `Took       ${Math.round(visit.milliseconds)} ms`],
    envelopeId,
  });
}

function placeOf({ rule, rule_id: id, section }: NonNullable<ActiveRequest['request']['refusal']>): string {
  const place = [section, id === null ? null : `esign spec rule ${id}`].filter((part) => part !== null).join('; ');
  return place === '' ? rule : `${rule} (${place})`;
}

function exchange(
  title: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
  size: number,
): readonly string[] {
  const text = body ?? (size === 0 ? 'No body' : `A body of ${size} bytes, which is not kept`);
  return [title, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ...indented(text)];
}

/** JSON is laid out; anything else stays as it is. */
function indented(text: string): readonly string[] {
  const value = parseJson(text);
  const laidOut = isObject(value) || Array.isArray(value) ? JSON.stringify(value, null, 2) : text;
  return laidOut.split('\n').map((line) => `  ${line}`);
}

const envelopeIn = (path: string): string | null => /\/envelopes\/([0-9a-f-]{36})(?:[/?]|$)/i.exec(path)?.[1] ?? null;

function idIn(body: string | null): string | null {
  const value = body === null ? null : parseJson(body);
  const isEnvelope = isObject(value) && 'recipients' in value && typeof value['id'] === 'string';
  return isEnvelope ? String(value['id']) : null;
}

const eventTones: Readonly<Partial<Record<EventName, Entry['tone']>>> = {
  'recipient.completed': 'good',
  'envelope.completed': 'good',
  'envelope.sealed': 'good',
  'envelope.declined': 'warn',
  'envelope.voided': 'warn',
  'envelope.expired': 'warn',
  'envelope.sealing_failed': 'warn',
};
