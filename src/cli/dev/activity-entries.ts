import { isObject, parseJson } from '../../core/platform/json.js';
import type { Activity, ActiveRequest, PageVisit } from '../emulator/control-types.js';
import { type Entry, entryOf } from '../timeline/entry.js';
import { tookWords } from '../timeline/listener-entries.js';

/** Where times of the emulator lie on the clock of this machine, in milliseconds since 1970. */
export interface Span {
  /** Nothing that is reported now happened before. */
  readonly from: number;
  readonly to: number;
}

/**
 * Requests, mails and visits as entries, with their times on the clock of this machine: by the distance of the emulator's
 * `now` from the end of the span, and within the span however that clock was moved. `bodies`: with the headers and bodies
 * of requests.
 */
export function activityEntries(
  { now, requests, mails, visits }: Activity,
  span: Span,
  bodies: boolean,
): readonly Entry[] {
  const ahead = span.to - Date.parse(now);
  const at = (time: string): number => Math.max(span.from, Math.min(Date.parse(time) + ahead, span.to));
  return [
    ...requests.map((active) => requestEntry(active, at(active.request.at), bodies)),
    ...visits.map((visit) => visitEntry(visit, at(visit.at))),
    ...mails.map((mail) => {
      const what = `${mail.kind.replaceAll('_', ' ')} to ${mail.to.name}`;
      return entryOf({
        at: at(mail.accepted_at),
        kind: 'mail',
        tone: 'dim',
        what: `${what} <${mail.to.email}>`,
        short: what,
        about: mail.subject,
        details: [
          `Mail       ${mail.id}`,
          `Time       ${mail.accepted_at}`,
          '',
          `Read it: esign emulator inbox show ${mail.id}`,
        ],
        envelopeId: mail.envelope_id,
      });
    }),
  ];
}

function requestEntry({ request, curl }: ActiveRequest, at: number, bodies: boolean): Entry {
  const { method, path, operation, status, refusal, fault, answered } = request;
  const failed = status === null || status >= 400;
  const took = tookWords(request.milliseconds);
  const envelopeId = envelopeIn(path) ?? envelopeIn(`/envelopes/${idIn(request.answer.body) ?? ''}`);
  return entryOf({
    at,
    kind: 'api',
    tone: failed ? 'bad' : method === 'GET' ? 'dim' : 'plain',
    what: `${status ?? '---'} ${method} ${shortPath(path)}  ${took}`,
    short: `${status ?? '---'} ${operation ?? method} ${envelopeId?.slice(0, 8) ?? ''}  ${took}`,
    why: [
      ...(refusal === null ? [] : [`${refusal.code}: ${refusal.message}`, placeOf(refusal)]),
      ...(fault === null ? [] : [`A fault was injected: ${fault}.`]),
      ...(answered ? [] : ['The connection was closed before a response.']),
    ],
    details: [
      `Operation  ${operation ?? '-'}`,
      `Path       ${path}`,
      `Time       ${request.at}`,
      ...(bodies
        ? [
            '',
            ...exchange('Request', request.headers, request.body, request.size),
            '',
            ...exchange('Response', request.answer.headers, request.answer.body, request.answer.size),
          ]
        : []),
    ],
    envelopeId,
    curl,
  });
}

function visitEntry(visit: PageVisit, at: number): Entry {
  const { method, where, status, recipient_name: name, envelope_id: envelopeId, recipient_id: id } = visit;
  const did = method === 'POST' ? 'sent the form of' : method === 'HEAD' ? 'was probed by a link scanner on' : 'opened';
  const shortly = method === 'POST' ? 'sent the form' : method === 'HEAD' ? 'was probed' : 'opened the page';
  const page = where === 'mailed' ? 'the signing page' : 'the embedded signing page';
  return entryOf({
    at,
    kind: 'page',
    tone: status < 400 ? 'dim' : status === 422 ? 'warn' : 'bad',
    what: `${name ?? 'A former recipient'} ${did} ${page}: ${status}  ${tookWords(visit.milliseconds)}`,
    short: `${name ?? 'A former recipient'} ${shortly}: ${status}  ${tookWords(visit.milliseconds)}`,
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

/** As a person tells paths apart: without what all begin with, and with the beginning of each ID. */
const shortPath = (path: string): string =>
  path
    .replace(/^\/api\/v1(?=\/)/, '')
    .replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '$1');

const envelopeIn = (path: string): string | null => /\/envelopes\/([0-9a-f-]{36})(?:[/?]|$)/i.exec(path)?.[1] ?? null;

function idIn(body: string | null): string | null {
  const value = body === null ? null : parseJson(body);
  const isEnvelope = isObject(value) && 'recipients' in value && typeof value['id'] === 'string';
  return isEnvelope ? String(value['id']) : null;
}
