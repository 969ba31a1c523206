import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/core/platform/json.js';
import { HeaderList } from '../../../src/core/http/headers.js';
import type { Send } from '../../../src/core/http/send.js';
import { verify } from '../../../src/domain/webhook/signature.js';
import { AppMistakes } from '../../../src/listen/forward/app-mistakes.js';
import type { AppAnswer } from '../../../src/listen/receive/answer.js';
import { delivery } from '../../support/listening/listen-reports.js';

const secret = 'whsec_of_this_test';
const body = Buffer.from('{ "id": "e1", "event": "envelope.sent" }\n');
const target = 'http://127.0.0.1:3000/hooks';

/** What an app makes of a delivery before it verifies it. */
interface App {
  readonly secret?: string;
  readonly read?: (body: Buffer) => Buffer;
  /** Seconds. */
  readonly ahead?: number;
  /** The status of a rejection. */
  readonly rejects?: number;
}

function listener(first: App = {}, asksApp = true) {
  let app = first;
  let now = Date.now();
  const said: string[] = [];
  const notes: string[] = [];
  const sent: Buffer[] = [];
  const marks: (string | undefined)[] = [];
  const appSend: Send = ({ body: given, headers }) => {
    const { secret: own = secret, read = (same: Buffer) => same, ahead = 0, rejects = 401 } = app;
    const bytes = Buffer.from(given as Buffer);
    sent.push(bytes);
    marks.push(headers.find(([name]) => name === 'Esign-Test-Copy')?.[1]);
    const header = headers.flatMap(([name, value]) => (name === 'Service-Signature' ? [value] : []));
    const { ok } = verify({ current: own, header, body: read(bytes), now: now + ahead * 1000 });
    return Promise.resolve({ status: ok ? 204 : rejects, headers: new HeaderList([]), body: Readable.from([]) });
  };
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const mistakes = new AppMistakes({
    appSend,
    clock,
    signatureHeader: 'Service-Signature',
    ownHeaders: [],
    asksApp,
    secret: () => secret,
    body: () => body,
    tell: (report) => void (report.is === 'remark' && (report.grave ? said : notes).push(report.words)),
  });
  const answers = (
    status: number,
    more: Partial<Extract<AppAnswer, { is: 'answered' }>> = {},
    event = 'envelope.sent',
  ): string | null => {
    const answer = { is: 'answered', status, milliseconds: 5, said: '', ...more } as const;
    const report = { ...delivery, event, target, attempts: 1, app: answer };
    const cause = mistakes.known(report);
    mistakes.take(report);
    return cause;
  };
  return {
    said,
    notes,
    sent,
    marks,
    answers,
    stop: () => mistakes.stop(),
    /** The app is changed, a minute later. */
    becomes: (changed: App) => {
      app = changed;
      now += 60_000;
    },
  };
}

/** Lets what was begun come to its end: nothing here waits for anything outside. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('an app that rejects a valid delivery', () => {
  it('hears again what was found, and not what is only likely', async () => {
    const found = listener({ secret: `${secret}\n` });
    found.answers(401);
    await expect.poll(() => found.said).toHaveLength(1);
    expect(found.answers(401)).toContain('a newline after it');
    const likely = listener({ secret: 'whsec_other' });
    likely.answers(401);
    await expect.poll(() => likely.said).toHaveLength(1);
    expect(likely.answers(401)).toBeNull();
  });

  it.each<[string, App, string]>([
    [
      'parses before it verifies',
      { read: (bytes) => Buffer.from(JSON.stringify(parseJson(bytes.toString()))) },
      'It accepts the body as JavaScript writes it: it parses before it verifies. Verify the raw bytes. It took a copy',
    ],
    ['runs ten minutes ahead', { ahead: 600 }, 'It accepts a delivery signed 10 minutes from now'],
    [
      'reads the secret with its newline',
      { secret: `${secret}\n` },
      'the secret and a newline after it: use the secret',
    ],
    ['has another secret', { secret: 'whsec_other' }, 'so it most likely uses another secret than this endpoint'],
  ])('is told that it %s, once', async (_, app, words) => {
    const { said, sent, answers } = listener(app);
    answers(401);
    answers(401);
    await expect.poll(() => said).toEqual([expect.stringContaining(words)]);
    expect(said[0]).toContain('`esign webhook certify http://127.0.0.1:3000/hooks`');
    const copies = sent.length;
    answers(403);
    expect([copies > 0, copies <= 80, sent.length]).toEqual([true, true, copies]);
    // It is the event that was rejected, and none that did not happen.
    expect(sent.every((bytes) => bytes.equals(body))).toBe(true);
  });

  it('is told that it may ask for a login when it responds with 403 to everything', async () => {
    const { said, answers } = listener({ secret: 'whsec_other', rejects: 403 });
    answers(403);
    await expect.poll(() => said).toEqual([expect.stringContaining('it most likely asks for a login or a CSRF token')]);
  });

  it('is told before that copies follow, which are numbered', async () => {
    const { said, notes, marks, answers } = listener({ ahead: 600 });
    answers(401);
    expect(notes).toEqual([
      expect.stringContaining('up to 80 copies with the usual mistakes follow, each with the header'),
    ]);
    await expect.poll(() => said).toHaveLength(1);
    expect(marks.toSorted((one, other) => Number(one) - Number(other))).toEqual(marks.map((_, at) => String(at + 1)));
    expect(notes).toHaveLength(1);
  });

  it('is told of a second mistake after the first, and in few words of one that stays', async () => {
    const { said, sent, answers, becomes } = listener({
      read: (bytes) => Buffer.from(JSON.stringify(parseJson(bytes.toString()))),
    });
    expect(answers(401)).toBeNull();
    await expect.poll(() => said).toHaveLength(1);
    expect(answers(401)).toMatch(/^it accepts the body as JavaScript writes it/);
    becomes({ read: (bytes) => Buffer.from(JSON.stringify(parseJson(bytes.toString()))) });
    const copies = sent.length;
    answers(401);
    // One copy shows that it is the same.
    await expect.poll(() => sent.length).toBe(copies + 1);
    await turns();
    becomes({ ahead: 600 });
    answers(401);
    await expect.poll(() => said).toHaveLength(2);
    expect(said[1]).toContain('its clock is fast');
    becomes({ secret: 'whsec_other' });
    answers(401, {}, 'recipient.completed');
    await expect.poll(() => said).toHaveLength(3);
    expect(said[2]).toContain('another secret');
  });

  it('is asked no more when it has got several hundred copies', async () => {
    const { sent, answers, becomes } = listener({ secret: 'whsec_other' });
    for (let round = 0; round < 20; round += 1) {
      answers(401, { said: `round ${round}` });
      await turns();
      becomes({ secret: 'whsec_other' });
    }
    await expect.poll(() => sent.length).toBeGreaterThan(300);
    expect(sent.length).toBeLessThanOrEqual(400);
  });

  it('is told again at the end of what it has not mended', async () => {
    const { said, answers, stop } = listener();
    answers(302, { location: 'http://[' });
    answers(204, { milliseconds: 6_000 });
    answers(204);
    answers(404);
    stop();
    expect(said.slice(-1)).toEqual([expect.stringMatching(/^Not mended: The app responds with 404/)]);
    expect(said).toHaveLength(4);
  });

  it('gets no copy when nobody asked for them', () => {
    const { said, sent, answers } = listener({ secret: 'whsec_other' }, false);
    answers(401);
    answers(401);
    expect([said, sent]).toEqual([[expect.stringContaining('use --find-cause')], []]);
  });
});

describe('what needs no question', () => {
  const told = (...answered: Parameters<ReturnType<typeof listener>['answers']>[]): readonly string[] => {
    const { said, sent, answers } = listener();
    for (const each of answered) answers(...each);
    expect(sent).toEqual([]);
    return said;
  };

  it.each<[string, Parameters<typeof told>, string | null]>([
    [
      'a slow answer',
      [
        [204, { milliseconds: 6_200 }],
        [204, { milliseconds: 7_000 }],
      ],
      'takes 6.2 s to respond. After 10 s',
    ],
    ['a quick answer', [[204]], null],
    ['a redirect', [[307, { location: '/hooks/' }]], 'use --forward-to http://127.0.0.1:3000/hooks/, and register'],
    ['a redirect to nowhere', [[302, { location: 'http://[' }]], 'use the URL that answers itself'],
    ['a wrong path', [[404], [405]], 'responds with 404 to a POST to /hooks. Check the path'],
    [
      'one event that fails',
      [[204], [500, {}, 'envelope.sealed'], [500, {}, 'envelope.sealed']],
      'The app fails at envelope.sealed. It responds with 500, and accepts envelope.sent',
    ],
    ['an event that failed before', [[204], [500], [204]], null],
  ])('%s is explained once', (_, answered, words) => {
    expect(told(...answered)).toEqual(words === null ? [] : [expect.stringContaining(words)]);
  });
});
