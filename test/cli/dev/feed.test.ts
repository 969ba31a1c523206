import { expect, it } from 'vitest';
import { Feed } from '../../../src/cli/dev/feed.js';
import type { Activity } from '../../../src/cli/emulator/control-types.js';
import { type Entry, entryOf } from '../../../src/cli/timeline/entry.js';

const start = Date.parse('2026-12-01T08:00:00.000Z');
const envelope = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
const none = { cursor: '', requests: [], events: [], mails: [], visits: [] };
/** The emulator's time, in milliseconds after its start, which is a year ahead of this machine. */
const emulatorTime = (ms: number): string => new Date(start + 365 * 86_400_000 + ms).toISOString();

function opened(bodies = false) {
  const shown: Entry[] = [];
  const feed = new Feed((entries) => void shown.push(...entries), { bodies, now: start });
  /** Looks at the emulator at a time after the start, in milliseconds. */
  const look = (ms: number, more: object = {}): void =>
    feed.activity({ ...none, now: emulatorTime(ms), ...more } as Activity, start + ms);
  const texts = (): readonly string[] => shown.map(({ kind, what }) => `${kind} ${what}`);
  return { shown, feed, look, texts };
}

const request = (ms: number, path: string) => ({
  request: {
    at: emulatorTime(ms),
    milliseconds: 12.4,
    method: 'POST',
    path,
    operation: 'sendEnvelope',
    status: 200,
    refusal: null,
    fault: null,
    answered: true,
    headers: { 'Content-Type': 'application/json' },
    body: '{"secret":"of the body"}',
    size: 24,
    answer: { headers: {}, body: null, size: 0 },
  },
  curl: 'curl',
});
const occurred = (id: string) => ({
  event: { id, event: 'envelope.sent', envelope_id: envelope, recipient_id: null },
  title: 'Lease',
  recipient_name: 'Thandi Mokoena',
});
const delivered = (ms: number, more: object = {}) => ({
  type: 'delivery',
  id: 'd1',
  at: new Date(start + ms).toISOString(),
  event: 'envelope.sent',
  event_id: 'e1',
  envelope_id: envelope,
  app: { status: 204, milliseconds: 30, attempts: 1 },
  ...more,
});

it('a request stands above what it caused, though the app and the listener report first, by one clock', () => {
  const { feed, look, shown, texts } = opened();
  feed.add([entryOf({ at: start + 120, kind: 'app', what: 'took envelope.sent' })]);
  feed.line(delivered(135), start + 136);
  expect(shown).toEqual([]);
  look(250, { requests: [request(100, `/api/v1/envelopes/${envelope}/send`)], events: [occurred('e1')] });
  expect(texts()).toEqual([
    'api 200 POST /envelopes/9b2d6c1e/send  12 ms',
    'hook envelope.sent → app 204 in 30 ms',
    'app took envelope.sent',
  ]);
  expect(shown.map(({ at }) => at - start)).toEqual([100, 105, 120]);
  expect(shown[1]?.about).toBe('“Lease”  9b2d6c1e  Thandi Mokoena');
});

it('what happens after the emulator was asked waits for the next look, or for the end', () => {
  const { feed, look, texts } = opened();
  feed.add([entryOf({ at: start + 300, kind: 'app', what: 'later' })]);
  look(250);
  expect(texts()).toEqual([]);
  look(500);
  expect(texts()).toEqual(['app later']);
  feed.add([entryOf({ at: start + 600, kind: 'app', what: 'last' })]);
  feed.flush();
  expect(texts()).toEqual(['app later', 'app last']);
});

it('times stay between two looks, however the emulator’s clock was moved', () => {
  const { look, shown } = opened();
  look(250);
  look(500, { requests: [request(-3_600_000, '/api/v1/templates'), request(3_600_000, '/api/v1/templates')] });
  expect(shown.map(({ at }) => at - start)).toEqual([250, 500]);
});

it('an event is a line only when it does not arrive', () => {
  const { feed, look, texts } = opened();
  feed.line(delivered(100), start + 100);
  look(250, { events: [occurred('e1'), occurred('e2')] });
  const before = texts();
  look(10_000);
  expect(texts()).toEqual(before);
  look(16_000);
  look(17_000);
  expect(texts()).toEqual([...before, 'event envelope.sent has not arrived at the listener']);
});

it.each([true, false])('the body of a request is there when it is wanted: %s', (bodies) => {
  const { look, shown } = opened(bodies);
  look(250, { requests: [request(100, `/api/v1/envelopes/${envelope}/send`)] });
  expect(shown[0]?.details.join('\n').includes('of the body')).toBe(bodies);
  expect(shown[0]?.details).toContain(`Path       /api/v1/envelopes/${envelope}/send`);
});
