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
}

function listener({ secret: own = secret, read = (bytes) => bytes, ahead = 0 }: App = {}, asksApp = true) {
  const said: string[] = [];
  const sent: Buffer[] = [];
  const appSend: Send = ({ body: given, headers }) => {
    const bytes = Buffer.from(given as Buffer);
    sent.push(bytes);
    const header = headers.flatMap(([name, value]) => (name === 'Service-Signature' ? [value] : []));
    const { ok } = verify({ current: own, header, body: read(bytes), now: Date.now() + ahead * 1000 });
    return Promise.resolve({ status: ok ? 204 : 401, headers: new HeaderList([]), body: Readable.from([]) });
  };
  const clock = { now: () => Date.now(), sleep: () => Promise.resolve() };
  const mistakes = new AppMistakes({
    appSend,
    clock,
    signatureHeader: 'Service-Signature',
    ownHeaders: [],
    asksApp,
    secret: () => secret,
    body: () => body,
    tell: (report) => void (report.is === 'remark' && said.push(report.words)),
  });
  const answers = (
    status: number,
    more: Partial<Extract<AppAnswer, { is: 'answered' }>> = {},
    event = 'envelope.sent',
  ) =>
    mistakes.take({ ...delivery, event, target, app: { is: 'answered', status, milliseconds: 5, said: '', ...more } });
  return { said, sent, answers };
}

describe('an app that rejects a valid delivery', () => {
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
    expect([copies > 0, copies <= 60, sent.length]).toEqual([true, true, copies]);
    // It is the event that was rejected, and none that did not happen.
    expect(sent.every((bytes) => bytes.equals(body))).toBe(true);
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
