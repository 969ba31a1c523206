import { plainContract } from '../../../src/contract/overlay/plain-contract.js';
import { describe, expect, it } from 'vitest';
import { HeaderList } from '../../../src/core/http/headers.js';
import type { ServedRequest } from '../../../src/core/http/serve.js';
import type { NewDelivery } from '../../../src/store/delivery.js';
import type { AppAnswer } from '../../../src/listen/receive/answer.js';
import type { AppQueues } from '../../../src/listen/forward/app-queues.js';
import type { ForwardJob } from '../../../src/listen/forward/forward-job.js';
import { Receiver, type Acknowledging } from '../../../src/listen/receive/receiver.js';
import type { Report } from '../../../src/listen/receive/report.js';
import { readRoute } from '../../../src/listen/forward/routes.js';
import { Dedupe } from '../../../src/listen/receive/dedupe.js';
import { manualClock } from '../../support/program/clock.js';
import { deferred } from '../../support/network/deferred.js';

const path = '/esl/aaaaaaaa/token';
const request = (body: string, more: Partial<ServedRequest> = {}): ServedRequest => ({
  method: 'POST',
  path,
  headers: new HeaderList([['Service-Signature', 'good']]),
  body: Buffer.from(body),
  signal: () => new AbortController().signal,
  ...more,
});
const event = (id: string, retry = 0): string =>
  JSON.stringify({ id, event: 'envelope.sent', envelope_id: 'e', retry_count: retry });

interface Given {
  readonly ask?: () => Promise<AppAnswer>;
  readonly record?: () => Promise<void>;
  readonly remembered?: () => undefined;
  readonly isWanted?: (envelopeId: string | undefined) => Promise<boolean>;
  /** Why the mark of an attempt is refused. */
  readonly forwarded?: () => 'sending' | 'delivered' | 'unknown' | undefined;
}

function receiver({ ask, record, remembered, forwarded, isWanted = () => Promise.resolve(true) }: Given = {}) {
  const got: NewDelivery[] = [];
  const added: ForwardJob[] = [];
  const told: Report[] = [];
  const refused: string[] = [];
  const again: string[] = [];
  const lost: (string | undefined)[] = [];
  const arrived: (readonly [repeat: boolean, wanted: boolean])[] = [];
  let ids = 0;
  const apps = {
    waiting: 0,
    add: (job: ForwardJob) => void added.push(job),
    room: () => Promise.resolve(),
  } as unknown as AppQueues;
  const ack: Acknowledging = ask === undefined ? { is: 'early', apps } : { is: 'app', ask };
  const made = new Receiver({
    path,
    prefix: () => '/base',
    signatureHeader: 'Service-Signature',
    contract: plainContract,
    probe: (asked) => (asked === `${path}/probe/word` ? 'answer' : undefined),
    verify: (header) =>
      Promise.resolve(
        header[0] === 'good'
          ? { ok: true, by: 'current', endpoint: 'w', rotatedElsewhere: false, t: 1_000 }
          : { ok: false, verification: { ok: false, reason: 'mismatch' } },
      ),
    refused: (_, judged) => void refused.push(judged.verification.reason),
    isWanted,
    routing: { routes: [readRoute('*=http://127.0.0.1:3000/')], events: [] },
    journal: {
      got: async (delivery) => {
        got.push(delivery);
        await record?.();
      },
      again: (id) => {
        again.push(id);
        return Promise.resolve();
      },
      forwarded: (_id, { is }) => Promise.resolve(is === 'sending' ? forwarded?.() : undefined),
    },
    seen: new Dedupe(remembered),
    ack,
    notRecorded: (id) => void lost.push(id),
    ownHeaders: [],
    clock: manualClock(),
    listener: 'l',
    host: 'api.test',
    newId: () => `d${(ids += 1)}`,
    tell: (report) => void told.push(report),
    arrived: (_delivery, _verdict, repeat, wanted) => void arrived.push([repeat, wanted]),
  });
  return { made, got, added, told, refused, again, lost, arrived };
}

describe('what is not on the secret path', () => {
  it.each([
    ['POST', '/'],
    ['POST', `${path}/`],
    ['POST', `${path}?x=1`],
    ['POST', path.toUpperCase()],
    ['PUT', path],
    ['GET', path],
    ['GET', `${path}/probe/other`],
    ['POST', `/other${path}`],
  ])('%s %s is unknown, without any details', async (method, target) => {
    const { made, got, told } = receiver();
    expect(await made.handle(request(event('a'), { method, path: target }))).toEqual({ status: 404 });
    expect([got, told]).toEqual([[], []]);
  });

  it('answers the probe, and is found behind the path of the public address', async () => {
    const { made } = receiver();
    const probe = { method: 'GET', body: Buffer.alloc(0) };
    expect(await made.handle(request('', { ...probe, path: `${path}/probe/word` }))).toMatchObject({
      status: 200,
      body: 'answer',
    });
    expect((await made.handle(request('', { ...probe, path: `/base${path}/probe/word` }))).status).toBe(200);
    expect((await made.handle(request(event('a'), { path: `/base${path}` }))).status).toBe(200);
  });

  it('says of a body that is too large only on its own path that it is', () => {
    const { made } = receiver();
    const head = { method: 'POST', headers: new HeaderList([]) };
    expect(made.tooLarge({ ...head, path }).status).toBe(413);
    expect(made.tooLarge({ ...head, path: '/' }).status).toBe(404);
  });
});

describe('a delivery that verifies', () => {
  it('is on the disk before it is answered, and forwarded after it, byte for byte', async () => {
    const disk = deferred<void>();
    const { made, added, got } = receiver({ record: () => disk.promise });
    const answered = made.handle(request(event('a')));
    await new Promise((resolve) => setImmediate(resolve));
    expect(added).toEqual([]);
    disk.resolve();
    expect(await answered).toEqual({ status: 200 });
    expect(added).toMatchObject([{ id: 'd1', signedAt: 1_000_000, attempts: 0 }]);
    expect(added[0]?.body).toEqual(Buffer.from(event('a')));
    expect(got[0]).toMatchObject({
      eventId: 'a',
      endpoint: 'w',
      target: 'http://127.0.0.1:3000/',
      signature: ['good'],
    });
  });

  it.each<[string, Given]>([
    ['early', {}],
    ['app', { ask: () => Promise.reject(new Error('the app is not asked')) }],
  ])('of somebody else’s envelope is recorded and acknowledged, and no app gets it (--ack %s)', async (_, given) => {
    const { made, got, added, told, arrived } = receiver({ ...given, isWanted: (id) => Promise.resolve(id !== 'e') });
    expect(await made.handle(request(event('a')))).toEqual({ status: 200 });
    expect(await made.handle(request(event('a', 1)))).toEqual({ status: 200 });
    expect([got, added, told]).toMatchObject([[{ eventId: 'a', target: null }], [], []]);
    expect(arrived).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it('is not acknowledged while the record of earlier events cannot be read', async () => {
    const { made, got, told, lost } = receiver({
      remembered: () => {
        throw new Error('damaged');
      },
    });
    expect(await made.handle(request(event('a')))).toEqual({ status: 503 });
    expect([got, told]).toMatchObject([[], [{ is: 'remark', code: 'not_recorded' }]]);
    expect(lost).toEqual(['a']);
  });

  it('stays with the service when it cannot be recorded, and counts as unseen', async () => {
    let full = true;
    const { made, added, told } = receiver({
      record: () => (full ? Promise.reject(new Error('full')) : Promise.resolve()),
    });
    expect(await made.handle(request(event('a')))).toEqual({ status: 503 });
    expect(told).toMatchObject([{ is: 'remark', code: 'not_recorded' }]);
    full = false;
    expect(await made.handle(request(event('a', 1)))).toEqual({ status: 200 });
    expect(added).toHaveLength(1);
  });

  it('is accepted though it is not JSON, and the same bytes once', async () => {
    const { made, added } = receiver();
    const odd = { body: Buffer.from([0xff, 0x00]) };
    expect((await made.handle(request('', odd))).status).toBe(200);
    expect((await made.handle(request('', odd))).status).toBe(200);
    expect(added).toHaveLength(1);
  });
});

describe('an event that comes again', () => {
  it('is answered and not forwarded again', async () => {
    const { made, added, told, again } = receiver();
    await made.handle(request(event('a')));
    expect((await made.handle(request(event('a', 1)))).status).toBe(200);
    expect(added).toHaveLength(1);
    expect(again).toEqual(['d1']);
    expect(told).toMatchObject([{ is: 'delivery', repeat: true, retryCount: 1 }]);
  });

  it('waits for the first one to be on the disk, and fails with it', async () => {
    const disk = deferred<void>();
    const { made, added } = receiver({ record: () => disk.promise });
    const both = [made.handle(request(event('a'))), made.handle(request(event('a', 1)))];
    disk.reject(new Error('full'));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([503, 503]);
    expect(added).toEqual([]);
  });
});

describe('--ack app', () => {
  const said = (status: number): AppAnswer => ({ is: 'answered', status, milliseconds: 1, said: '' });

  it('returns the response of the app to the service, and asks the app again on a retry', async () => {
    const answers = [500, 204];
    const { made, told } = receiver({ ask: () => Promise.resolve(said(answers.shift() ?? 0)) });
    expect((await made.handle(request(event('a')))).status).toBe(500);
    expect((await made.handle(request(event('a', 1)))).status).toBe(204);
    // The app has it: a third one is not for it.
    expect((await made.handle(request(event('a', 2)))).status).toBe(200);
    expect(told).toMatchObject([
      { repeat: false, app: { status: 500 } },
      { repeat: true, app: { status: 204 }, attempts: 2 },
      { repeat: true, app: null },
    ]);
  });

  it('leaves the app alone while `event replay` sends the delivery, and once the app has it', async () => {
    const marks: ('sending' | 'delivered' | 'unknown' | undefined)[] = [undefined, 'sending', 'delivered'];
    let asked = 0;
    const { made } = receiver({
      ask: () => {
        asked += 1;
        return Promise.resolve(said(500));
      },
      forwarded: () => marks.shift(),
    });
    expect((await made.handle(request(event('a')))).status).toBe(500);
    // The service comes again later: whether the app takes it is not known yet.
    expect((await made.handle(request(event('a', 1)))).status).toBe(503);
    expect((await made.handle(request(event('a', 2)))).status).toBe(200);
    expect((await made.handle(request(event('a', 3)))).status).toBe(200);
    expect(asked).toBe(1);
  });

  it('asks again when the process that began an attempt is gone, as the service wants', async () => {
    const { made } = receiver({ ask: () => Promise.resolve(said(204)), forwarded: () => 'unknown' });
    expect((await made.handle(request(event('a')))).status).toBe(204);
  });

  it('asks once where two come at the same moment', async () => {
    const answer = deferred<AppAnswer>();
    let asked = 0;
    const { made } = receiver({
      ask: () => {
        asked += 1;
        return answer.promise;
      },
    });
    const first = made.handle(request(event('a')));
    await new Promise((resolve) => setImmediate(resolve));
    const second = made.handle(request(event('a', 1)));
    await new Promise((resolve) => setImmediate(resolve));
    answer.resolve(said(202));
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([202, 202]);
    expect(asked).toBe(1);
  });
});

describe('a delivery that does not verify', () => {
  it('is refused, and neither read nor kept as an event', async () => {
    const { made, got, refused } = receiver();
    const headers = new HeaderList([['Service-Signature', 'bad']]);
    expect(await made.handle(request(event('a'), { headers }))).toEqual({ status: 401 });
    expect([got, refused]).toEqual([[], ['mismatch']]);
    expect((await made.handle(request(event('a')))).status).toBe(200);
  });
});
