import { isObject } from '../../core/platform/json.js';
import { type Entry, entryOf } from './entry.js';

/** Lines of `esign listen --json` as entries. */

/** What the app knows about the deliveries that it gets. */
export interface AppFacts {
  /** The file with the secret, or null when it was not written. */
  readonly settingsFile: string | null;
  readonly signatureHeader: string;
}

type Line = Readonly<Record<string, unknown>>;

/** Null for a line that says nothing new, such as `ready`. */
export function listenerEntry(line: Line, at: number, facts: AppFacts): Entry | null {
  switch (line['type']) {
    case 'delivery':
      return deliveryEntry(line, at, facts);
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
      return entryOf({
        at,
        kind: 'hook',
        tone: line['reachable'] === true ? 'good' : 'warn',
        what: words(line['message']),
      });
    case 'warning':
    case 'notice':
    case 'tunnel':
      return entryOf({ at, kind: 'esign', tone: 'warn', what: words(line['message']) });
    default:
      return null;
  }
}

function deliveryEntry(line: Line, at: number, facts: AppFacts): Entry {
  const app = isObject(line['app']) ? line['app'] : null;
  const status = app?.['status'];
  const said = words(app?.['said']);
  const attempts = Number(app?.['attempts'] ?? 1);
  const { outcome, tone } = outcomeOf(app, line['repeat'] === true);
  const id = textOf(line['id']);
  return entryOf({
    at,
    kind: 'hook',
    tone,
    what: `${words(line['event'])} → ${outcome}${attempts > 1 ? `, attempt ${attempts}` : ''}`,
    why: tone === 'bad' ? [...(said === '' ? [] : [`The app said: ${said}`]), ...whyOf(status, facts)] : [],
    details: [
      `Delivery   ${id ?? '-'}`,
      `Event      ${words(line['event_id'])}`,
      `Envelope   ${words(line['envelope_id'])}`,
      'Signature  verifies',
    ],
    envelopeId: textOf(line['envelope_id']),
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

/** The listener has verified the delivery, so the app refuses something that is right. */
function whyOf(status: unknown, { settingsFile, signatureHeader }: AppFacts): readonly string[] {
  if (status === 400 || status === 401 || status === 403) {
    const secret = settingsFile === null ? 'ESIGN_WEBHOOK_SECRET' : `ESIGN_WEBHOOK_SECRET of ${settingsFile}`;
    return [
      `It verifies with ${secret}, so the app checks it wrongly. Check that it reads the header ${signatureHeader}, uses ` +
        'this secret, and verifies the raw bytes of the body, not parsed JSON.',
    ];
  }
  if (status === 404 || status === 405) return ['Nothing in the app answers a POST to this path. Check --forward-to.'];
  return [];
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const words = (value: unknown): string => (typeof value === 'string' ? value : '');
