import { pageText } from '../../core/http/page-text.js';
import { isObject } from '../../core/platform/json.js';
import { foundBefore } from '../../listen/receive/report-line.js';
import { type Entry, entryOf } from './entry.js';

/** Lines of `esign listen --json` as entries. */

type Line = Readonly<Record<string, unknown>>;

/** Null for a line that says nothing new, such as `ready`. */
export function listenerEntry(line: Line, at: number): Entry | null {
  switch (line['type']) {
    case 'delivery':
      return deliveryEntry(line, at);
    case 'refused':
      return entryOf({
        at,
        kind: 'hook',
        tone: 'bad',
        what: `refused, ${words(line['cause'])}`,
        why: [words(line['message']), words(line['hint'])].filter((text) => text !== ''),
        deliveryId: textOf(line['id']),
      });
    case 'app':
      return messageEntry(line, at, line['reachable'] === true ? 'good' : 'warn');
    case 'warning':
    case 'notice':
    case 'tunnel':
      return messageEntry(line, at, line['type'] === 'notice' ? 'dim' : 'warn');
    default:
      return null;
  }
}

function deliveryEntry(line: Line, at: number): Entry {
  const app = isObject(line['app']) ? line['app'] : null;
  const said = pageText(words(app?.['said']));
  const attempts = Number(app?.['attempts'] ?? 1);
  const { outcome, tone } = outcomeOf(app, line['repeat'] === true);
  const id = textOf(line['id']);
  // Without a response, the words say how long it was awaited.
  const isTimed = typeof app?.['status'] === 'number' && typeof app['milliseconds'] === 'number';
  const took = isTimed ? Math.round(Number(app?.['milliseconds'])) : null;
  const what = `${words(line['event'])} → ${outcome}${took === null ? '' : ` in ${tookWords(took)}`}`;
  const envelopeId = textOf(line['envelope_id']);
  return entryOf({
    at,
    kind: 'hook',
    tone,
    what: `${what}${attempts > 1 ? `, attempt ${attempts}` : ''}`,
    short: `${what.replace(' → app ', ' → ')}${attempts > 1 ? ` #${attempts}` : ''}`,
    about: envelopeId?.slice(0, shortId) ?? '',
    isRetry: attempts > 1,
    why: [
      ...(tone === 'bad' && said !== '' ? [`The app said: ${said}`] : []),
      ...(typeof app?.['cause'] === 'string' ? [foundBefore(app['cause'])] : []),
    ],
    details: [
      `Delivery   ${id ?? '-'}`,
      `Event      ${words(line['event_id'])}`,
      `Envelope   ${words(line['envelope_id'])}`,
      'Signature  verifies',
    ],
    envelopeId,
    deliveryId: id,
  });
}

function outcomeOf(app: Line | null, isRepeat: boolean): { readonly outcome: string; readonly tone: Entry['tone'] } {
  if (app === null) return { outcome: 'recorded', tone: 'dim' };
  const { status } = app;
  if (typeof status === 'number') {
    return { outcome: `app ${status}`, tone: status >= 200 && status < 300 ? 'good' : 'bad' };
  }
  const why = words(app['message']);
  if (why !== '') return { outcome: why, tone: 'bad' };
  // Of a repeat the app has had the first one; another one waits its turn.
  const state = words(app['state']).replace('_', ' ');
  return { outcome: isRepeat || state === '' ? 'a repeat' : state, tone: isRepeat ? 'dim' : 'warn' };
}

/** The first sentence is the line, and the rest stands below it. */
function messageEntry(line: Line, at: number, tone: Entry['tone']): Entry {
  const [what = '', ...more] = words(line['message']).split(/(?<=\.) (?=[A-Z])/);
  const why = more.length === 0 ? [] : [more.join(' ')];
  const isOfApp = line['type'] === 'app' || line['code'] === 'app_mistake' || line['code'] === 'test_copies';
  return entryOf({ at, kind: isOfApp ? 'hook' : 'esign', tone, what, why });
}

const shortId = 8;

/** `12 ms`, or `1.5 s`. */
export const tookWords = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const words = (value: unknown): string => (typeof value === 'string' ? value : '');
