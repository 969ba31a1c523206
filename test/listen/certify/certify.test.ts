import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { HeaderPair } from '../../../src/core/http/headers.js';
import { createSender } from '../../../src/core/http/send.js';
import { type Attempter, createAttempter } from '../../../src/listen/forward/attempt.js';
import { certifyReceiver, ReceiverUnreachable } from '../../../src/listen/certify/certify.js';
import type { EventName } from '../../../src/contract/events.js';
import type { RuleResult } from '../../../src/listen/certify/certify-outcome.js';
import { certifyRules } from '../../../src/listen/certify/certify-rules.js';
import { verify } from '../../../src/domain/webhook/signature.js';

const secrets = { current: 'whsec_current', previous: 'whsec_previous' };
const failHeader: HeaderPair = ['X-Fail', '1'];
const network = { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined };

/** What a receiver does wrong; one without faults does everything right. */
interface Faults {
  readonly reserialises?: boolean;
  readonly ignoresTime?: boolean;
  readonly ignoresSignature?: boolean;
  /** Of several signature headers, it reads this one alone. */
  readonly takes?: 'first' | 'last';
  readonly forgetsPrevious?: boolean;
  readonly takesV0UnderPreviousOnly?: boolean;
  readonly crashes?: boolean;
  readonly redirects?: boolean;
  readonly actsTwice?: boolean;
  readonly marksBeforeWork?: boolean;
  readonly knowsEventsOnly?: boolean;
  readonly strictMembers?: boolean;
  readonly neverAnswersABurst?: boolean;
  readonly refusesRetries?: boolean;
  readonly holdsAnotherSecret?: boolean;
  readonly actsOncePerEnvelope?: boolean;
  readonly notesForged?: boolean;
  readonly breaksAt?: EventName;
  /** What it verifies instead of the raw body. */
  readonly body?: (raw: Buffer) => Buffer | string;
  readonly secret?: string | Buffer;
  /** What it compares v1 with instead of the digest. */
  readonly digest?: (hex: string) => string;
  readonly hash?: string;
  readonly readsMilliseconds?: boolean;
  /** Milliseconds by which its clock is ahead. */
  readonly ahead?: number;
  readonly withoutTime?: boolean;
  readonly anyCase?: boolean;
}

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

/** The verdict of a receiver that verifies in a way of its own; null for one that does it as described. */
function ownVerdict(faults: Faults, header: string, raw: Buffer): boolean | null {
  const { body, secret, digest, hash, readsMilliseconds, ahead, withoutTime } = faults;
  const own = [body, secret, digest, hash, readsMilliseconds, ahead, withoutTime];
  if (own.every((fault) => fault === undefined)) return null;
  const [, t = '', v1 = ''] = /^t=(\d+), v1=([^,]+)$/.exec(header) ?? [];
  if (Math.abs((Date.now() + (ahead ?? 0)) / (readsMilliseconds === true ? 1 : 1000) - Number(t)) > 300) return false;
  const made = createHmac(hash ?? 'sha256', secret ?? secrets.current)
    .update(withoutTime === true ? '' : `${t}.`)
    .update(body?.(raw) ?? raw)
    .digest('hex');
  return (digest?.(made) ?? made) === (faults.anyCase === true ? v1.toLowerCase() : v1);
}

interface Running {
  readonly url: URL;
  readonly acted: string[];
}

async function startReceiver(faults: Faults = {}): Promise<Running> {
  const acted: string[] = [];
  const known = new Set<string>();
  let sent = 0;
  const judge = async (request: IncomingMessage): Promise<number | null> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const raw = Buffer.concat(parts);
    const values = request.headersDistinct['service-signature'] ?? [];
    if (faults.redirects === true) return 308;
    if (faults.crashes === true && !/v1=[0-9a-f]{64}/.test(values[0] ?? '')) return 500;
    const t = Number(/t=(\d+)/.exec(values[0] ?? '')?.[1] ?? 0);
    const own = ownVerdict(faults, values[0] ?? '', raw);
    if (own !== null) return own ? 204 : 401;
    const verdict = verify({
      header: faults.takes === undefined ? values : values.at(faults.takes === 'first' ? 0 : -1),
      body: faults.reserialises === true ? Buffer.from(JSON.stringify(JSON.parse(raw.toString()))) : raw,
      current: faults.holdsAnotherSecret === true ? 'whsec_another' : secrets.current,
      previous: faults.forgetsPrevious === true || faults.holdsAnotherSecret === true ? undefined : secrets.previous,
      now: faults.ignoresTime === true ? t * 1000 : Date.now(),
    });
    if (!verdict.ok && faults.notesForged === true) known.add(/"id":\s*"([^"]+)/.exec(raw.toString())?.[1] ?? '');
    if (!verdict.ok && faults.ignoresSignature !== true) return 401;
    const byCurrent = verdict.ok && verdict.by === 'previous' && verdict.secret === 0;
    if (byCurrent && faults.takesV0UnderPreviousOnly === true) return 401;
    const event = JSON.parse(raw.toString()) as Record<string, unknown>;
    if (faults.knowsEventsOnly === true && event['event'] === 'envelope.unheard_of') return 422;
    if (faults.strictMembers === true && Object.keys(event).length > 7) return 400;
    if (event['event'] === faults.breaksAt) return 500;
    if (faults.refusesRetries === true && event['retry_count'] !== 0) return 409;
    const isOfBurst = event['event'] === 'envelope.sent' && (sent += 1) > 7 && sent <= 12;
    if (faults.neverAnswersABurst === true && isOfBurst) return null;
    const id = String(faults.actsOncePerEnvelope === true ? event['envelope_id'] : event['id']);
    const isNew = !known.has(id);
    if (faults.marksBeforeWork === true) known.add(id);
    if (request.headers['x-fail'] !== undefined) return 503;
    known.add(id);
    if (isNew || faults.actsTwice === true) acted.push(String(event['id']));
    return 204;
  };
  const server = createServer((request, response) => {
    void judge(request).then((status) => {
      if (status === null) return;
      response.writeHead(status, status === 308 ? { Location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`), acted };
}

interface Told {
  readonly previous?: boolean;
  readonly acted?: boolean;
  readonly failHeader?: boolean;
  readonly through?: (attempter: Attempter) => Attempter;
  readonly tested?: (done: number, of: number) => void;
  readonly sleep?: (milliseconds: number) => void;
  /** How long an answer is waited for, in milliseconds: as long as a busy machine may take, where nothing hangs. */
  readonly timeout?: number;
}

async function certify({ url, acted }: Running, told: Told = {}): Promise<RuleResult[]> {
  const sender = createSender({ network, connections: 32 });
  closers.push(() => void sender.close());
  const made = createAttempter({
    sender,
    now: () => performance.now(),
    userAgent: 'test',
    timeout: told.timeout ?? 20_000,
  });
  const attempter = told.through?.(made) ?? made;
  const results: RuleResult[] = [];
  const rules = certifyReceiver({
    url,
    secrets: told.previous === false ? { current: secrets.current } : secrets,
    attempter,
    rules: certifyRules.map(({ rule }) => rule),
    signatureHeader: 'Service-Signature',
    headers: [],
    failHeader: told.failHeader === false ? null : failHeader,
    acted: told.acted === false ? null : async () => acted,
    now: () => Date.now(),
    ...(told.tested === undefined ? {} : { tested: told.tested }),
    sleep(milliseconds) {
      told.sleep?.(milliseconds);
      return new Promise((resolve) => setImmediate(resolve));
    },
    uuid: () => crypto.randomUUID(),
  });
  for await (const result of rules) results.push(result);
  return results;
}

const failed = (results: readonly RuleResult[]): string[] =>
  results.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule);

describe('certifying a receiver', () => {
  it('passes one that does everything right, in every rule', async () => {
    const results = await certify(await startReceiver());
    expect(results.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
    expect(results.map(({ rule }) => rule)).toEqual(certifyRules.map(({ rule }) => rule));
  });

  it.each<[string, Faults, readonly string[]]>([
    ['parses and writes the body anew', { reserialises: true }, ['raw_bytes', 'reserialised_body']],
    ['ignores the time', { ignoresTime: true }, ['stale', 'future']],
    ['knows nothing of rotation', { forgetsPrevious: true }, ['rotation_old']],
    ['crashes on a bad header', { crashes: true }, ['partial_digest', 'no_signature', 'malformed_signature']],
    ['acts on every delivery', { actsTwice: true }, ['duplicate']],
    ['marks an event as done before it is', { marksBeforeWork: true }, ['failure_then_success']],
    ['counts an event of an envelope once', { actsOncePerEnvelope: true }, ['two_recipients']],
    ['notes the ID before it verifies', { notesForged: true }, ['forged_first']],
    ['refuses one of the events', { breaksAt: 'envelope.expired' }, ['every_event']],
    ['refuses events that it does not know', { knowsEventsOnly: true }, ['unknown_event']],
    ['refuses members that it does not know', { strictMembers: true }, ['raw_bytes', 'unknown_member']],
    ['does not answer when many come at once', { neverAnswersABurst: true }, ['in_time']],
    ['refuses retries', { refusesRetries: true }, ['duplicate', 'failure_then_success']],
  ])('fails one that %s, in that alone', async (_, faults, rules) => {
    const told = faults.neverAnswersABurst === true ? { timeout: 4_000 } : {};
    expect(failed(await certify(await startReceiver(faults), told))).toEqual(rules);
  });

  it('fails one that takes everything for genuine', async () => {
    const results = await certify(await startReceiver({ ignoresSignature: true }));
    expect(failed(results)).toEqual([
      'wrong_secret',
      'partial_digest',
      'no_signature',
      'two_signatures',
      'malformed_signature',
      'stale',
      'future',
      'altered_body',
      'reserialised_body',
      'altered_time',
      'rotation_forged',
      'forged_first',
    ]);
    expect(results.find(({ rule }) => rule === 'wrong_secret')?.reason).toContain('so it accepted the delivery');
  });

  it.each<[string, Faults, string]>([
    ['takes the first of two headers', { takes: 'first' }, 'two_signatures'],
    ['takes the last of two headers', { takes: 'last' }, 'two_signatures'],
    [
      'follows the description to the letter: v0 under its previous secret alone',
      { takesV0UnderPreviousOnly: true },
      'rotation_unaware',
    ],
  ])('advises one that %s, and fails nothing', async (_, faults, rule) => {
    const results = await certify(await startReceiver(faults));
    expect(results.filter(({ outcome }) => outcome !== 'pass').map(({ outcome, rule }) => [rule, outcome])).toEqual([
      [rule, 'advice'],
    ]);
  });

  const parsed = (write: (value: Record<string, unknown>) => string) => (raw: Buffer) =>
    write(JSON.parse(raw.toString()) as Record<string, unknown>);
  const python = (value: Record<string, unknown>): string => {
    const text = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(each)}`);
    return `{${text.join(', ')}}`.replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  };
  it.each<[string, Faults, string, string]>([
    ['as Python', { body: parsed(python) }, 'valid', 'as Python writes it'],
    ['as PHP', { body: parsed((value) => JSON.stringify(value).replaceAll('/', '\\/')) }, 'valid', 'as PHP writes it'],
    [
      'as JavaScript, and reads digests in any case',
      { body: parsed((value) => JSON.stringify(value)), anyCase: true },
      'raw_bytes',
      'as JavaScript writes it',
    ],
    ['as JavaScript', { body: parsed((value) => JSON.stringify(value)) }, 'raw_bytes', 'as JavaScript writes it'],
    ['decoded as Latin-1', { body: (raw) => raw.toString('latin1') }, 'raw_bytes', 'Latin-1'],
    [
      'decoded as ASCII',
      { body: (raw) => raw.toString('latin1').replace(/[^\0-\x7f]/g, '\ufffd') },
      'raw_bytes',
      'replaces letters',
    ],
    ['with the white space at its end cut off', { body: (raw) => raw.toString().trim() }, 'raw_bytes', 'white space'],
    ['with a newline after the secret', { secret: `${secrets.current}\n` }, 'valid', 'a newline after it'],
    ['under the secret without its prefix', { secret: 'current' }, 'valid', 'without its prefix'],
    ['under the secret decoded', { secret: Buffer.from('current', 'base64') }, 'valid', 'decoded from base64'],
    ['under the previous secret', { secret: secrets.previous }, 'valid', 'previous secret'],
    ['with the digest in upper case', { digest: (hex) => hex.toUpperCase() }, 'valid', 'upper case'],
    ['with the digest in base64', { digest: (hex) => Buffer.from(hex, 'hex').toString('base64') }, 'valid', 'base64'],
    ['without the time', { withoutTime: true }, 'valid', 'the body alone'],
    ['with SHA-1', { hash: 'sha1' }, 'valid', 'SHA-1: use SHA-256'],
    ['with SHA-512', { hash: 'sha512' }, 'valid', 'SHA-512: use SHA-256'],
    ['within 300 ms', { readsMilliseconds: true }, 'valid', 'expects t in milliseconds'],
    ['by a clock that is fast', { ahead: 600_000 }, 'valid', 'its clock is fast'],
    ['by a clock two hours behind', { ahead: -7_200_000 }, 'valid', 'its clock is slow'],
  ])('finds out by trial that one verifies %s', async (_, faults, rule, words) => {
    const found = (await certify(await startReceiver(faults), { acted: false })).find(
      ({ outcome }) => outcome === 'fail',
    );
    expect(found).toMatchObject({ rule, reason: expect.stringContaining(words) });
    expect(found?.reason).not.toContain('whsec_');
  });

  it('names the event at which one fails', async () => {
    const results = await certify(await startReceiver({ breaksAt: 'envelope.sent' }));
    expect(results.find(({ rule }) => rule === 'valid')).toMatchObject({
      outcome: 'fail',
      reason: expect.stringContaining('not envelope.sent'),
    });
    const later = await certify(await startReceiver({ breaksAt: 'recipient.completed' }));
    expect(later.filter(({ outcome }) => outcome === 'fail')).toMatchObject([
      { rule: 'every_event', reason: expect.stringMatching(/^recipient\.completed: responded with 500/) },
      { rule: 'two_recipients', reason: expect.stringMatching(/check its log for recipient\.completed$/) },
    ]);
  });

  it('names the event with which one is slow, measured alone', async () => {
    const results = await certify(await startReceiver(), {
      through: (attempter) => ({
        ...attempter,
        async make(attempt) {
          const milliseconds = attempt.body.includes('"envelope.voided"') ? 7_000 : 3;
          return { ...(await attempter.make(attempt)), milliseconds };
        },
      }),
    });
    expect(results.filter(({ outcome }) => outcome !== 'pass')).toMatchObject([
      { rule: 'every_event', outcome: 'advice', reason: expect.stringMatching(/^envelope\.voided: took 7000 ms, and/) },
    ]);
  });

  it('waits until one that takes 6 s for each delivery is done with the ten at once', async () => {
    let busyMs = 0;
    const slept: number[] = [];
    // One after the other, on a clock of its own: what waits longer than 10 s has no answer.
    const through = (attempter: Attempter): Attempter => ({
      ...attempter,
      async make(...attempt) {
        busyMs += 6_000;
        const milliseconds = busyMs;
        const outcome = await attempter.make(...attempt);
        if (milliseconds > 10_000) return { ...outcome, status: null, milliseconds: 10_000, words: 'timeout' };
        busyMs = 0;
        return { ...outcome, milliseconds };
      },
    });
    const sleep = (milliseconds: number): void => {
      if (milliseconds < 1_000) return;
      slept.push(milliseconds);
      busyMs = 0;
    };
    const results = await certify(await startReceiver(), { through, sleep });
    expect(failed(results)).toEqual(['in_time']);
    expect(slept).toEqual([50_000]);
  });

  it('names where a redirect points, in one rule', async () => {
    const results = await certify(await startReceiver({ redirects: true }));
    const redirect = results.find(({ rule }) => rule === 'no_redirect');
    expect(redirect?.reason).toContain('308 to /elsewhere');
    expect(failed(results)).toEqual(['no_redirect']);
  });

  it('lets nothing pass by refusing everything, tries no more of it, and says where to look', async () => {
    const results = await certify(await startReceiver({ holdsAnotherSecret: true }));
    const tried = results.filter(({ outcome }) => outcome !== 'skipped');
    expect(tried.map(({ rule, outcome }) => [rule, outcome])).toEqual([['valid', 'fail']]);
    expect(results[0]?.reason).toBe('responded with 401, which says nothing about redirects');
    expect(tried[0]?.reason).toBe(
      'responded with 401; check that it uses the secret of this endpoint and reads the header Service-Signature',
    );
    expect(results.map(({ rule }) => rule)).toEqual(certifyRules.map(({ rule }) => rule));
    expect(results.find(({ rule }) => rule === 'wrong_secret')?.reason).toContain('prove nothing');
  });

  it('says what was not tried, and what cannot be seen', async () => {
    const results = await certify(await startReceiver({ actsTwice: true }), {
      previous: false,
      acted: false,
      failHeader: false,
    });
    const reason = (rule: string): string => results.find((each) => each.rule === rule)?.reason ?? '';
    expect(failed(results)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'skipped').map(({ rule }) => rule)).toEqual([
      'rotation_old',
      'duplicate',
      'two_recipients',
      'forged_first',
    ]);
    expect(reason('rotation_old')).toContain('--previous-secret-file');
    expect(reason('failure_then_success')).toContain('--fail-header');
    expect(reason('duplicate')).toContain('--acted-url');
  });

  it('tests the rules side by side once a slow receiver has answered ten at once, and says how far it is', async () => {
    let underWay = 0;
    let most = 0;
    const through = (attempter: Attempter): Attempter => ({
      ...attempter,
      async make(attempt, signal) {
        underWay += 1;
        most = Math.max(most, underWay);
        const outcome = await attempter.make(attempt, signal);
        underWay -= 1;
        return { ...outcome, milliseconds: 6_000 };
      },
    });
    const told: number[] = [];
    const results = await certify(await startReceiver(), { through, tested: (done, of) => told.push(done / of) });
    expect(failed(results)).toEqual([]);
    const inTime = { outcome: 'advice', reason: expect.stringContaining('respond first, and work afterwards') };
    expect(results.find(({ rule }) => rule === 'in_time')).toMatchObject(inTime);
    expect(results.map(({ rule }) => rule)).toEqual(certifyRules.map(({ rule }) => rule));
    expect(most).toBe(10);
    expect(told).toEqual(certifyRules.map((_, at) => (at + 1) / certifyRules.length));
  });

  it('gives up at once when nothing answers', async () => {
    const nobody = { url: new URL('http://127.0.0.1:9/hooks'), acted: [] };
    await expect(certify(nobody)).rejects.toThrow(ReceiverUnreachable);
  });
});
