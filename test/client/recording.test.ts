import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../src/contract/recorded-write.js';
import {
  describeIntent,
  describeResult,
  type RequestIntent,
  type RequestRecord,
  unsettledTwins,
} from '../../src/client/recording.js';
import { type Behaviour, json, refusal, reset, text } from '../support/network/hostile-server.js';
import { failureOf, type Scene, setScene, testKey } from '../support/network/scene.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ResendRefused } from '../../src/client/failure.js';
import { type AnyInput, type PreparedRequest, prepareRequest } from '../../src/client/request.js';
import { type OperationId, operations } from '../../src/contract/operations.js';
import { openRequestJournal } from '../../src/store/requests.js';
import { openState } from '../../src/store/state.js';
import { manualClock } from '../support/program/clock.js';

const id = '11111111-2222-4333-8444-555555555555';
const voiding = { parameters: { envelopeId: id }, body: { reason: 'whsec_in_the_reason' } };

const scenes: Scene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

type Line = { intent: RequestIntent; seen: number } | { id: string; outcome: WriteOutcome; attempts: number };

/** The writes whose outcome could not be recorded. */
const unrecorded: string[] = [];

async function meet(
  behaviours: readonly Behaviour[],
  broken: Partial<RequestRecord> = {},
): Promise<{ scene: Scene; lines: Line[] }> {
  const lines: Line[] = [];
  const journal: RequestRecord = {
    intent: (intent) => {
      lines.push({ intent, seen: scene.server.seen.length });
      return Promise.resolve();
    },
    settled: (settledId, outcome, attempts) => {
      lines.push({ id: settledId, outcome, attempts });
      return Promise.resolve();
    },
    isHeld: () => Promise.resolve(false),
    isKept: () => Promise.resolve(true),
    twinsOf: () => Promise.resolve([]),
    body: () => Promise.resolve(null),
    ...broken,
  };
  const onUnrecorded = (request: string): void => void unrecorded.push(request);
  const scene = await setScene(behaviours, { journal, profile: 'work', onUnrecorded });
  scenes.push(scene);
  return { scene, lines };
}

describe('what a write made', () => {
  it('is named by its id, or by the ids of the rows of a batch that were not refused', () => {
    expect(describeResult(201, { id })).toEqual({ status: 201, resource: id, unknown: false });
    const rows = [
      { index: 0, envelope: { id } },
      { index: 1, error: { code: 'invalid_request', message: 'no' } },
      { index: 2, envelope: { id: 'no uuid' } },
    ];
    expect(describeResult(200, { rows })).toEqual({
      status: 200,
      resource: undefined,
      resources: [id],
      unknown: false,
    });
  });
});

describe('the record of writes', () => {
  it('is recorded before the first byte is sent, and closed with the ID of what was created', async () => {
    const { scene, lines } = await meet([text(500, ''), json(200, { id })]);
    await scene.client.call('voidEnvelope', voiding);
    expect(lines[0]).toMatchObject({
      seen: 0,
      intent: {
        id: 'minted-2',
        operation: 'voidEnvelope',
        method: 'POST',
        path: `/api/v1/envelopes/${id}/void`,
        key: 'minted-1',
        host: `127.0.0.1:${scene.server.port}`,
        profile: 'work',
      },
    });
    expect(lines[1]).toEqual({
      id: 'minted-2',
      outcome: { status: 200, resource: id, unknown: false, serviceAt: expect.any(Number) as number },
      attempts: 2,
    });
    expect(lines).toHaveLength(2);
  });

  it('holds no key and no body, but a fingerprint that tells requests apart', async () => {
    const { scene, lines } = await meet([json(200, { id })]);
    await scene.client.call('voidEnvelope', voiding);
    await scene.client.call('voidEnvelope', voiding);
    // The reason is not part of what makes two voids the same (POST void).
    await scene.client.call('voidEnvelope', { ...voiding, body: { reason: 'another' } });
    await scene.client.call('voidEnvelope', { ...voiding, parameters: { envelopeId: id.replace('1', '2') } });
    const prints = lines.flatMap((line) => ('intent' in line ? [line.intent.fingerprint] : []));
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(prints[0]).toBe(prints[1]);
    expect(prints[0]).toBe(prints[2]);
    expect(prints[0]).not.toBe(prints[3]);
    expect(JSON.stringify(lines)).not.toContain(testKey);
    expect(JSON.stringify(lines)).not.toContain('whsec_in_the_reason');
  });

  it('holds refusals by their code, and says when the outcome is unknown', async () => {
    const { scene, lines } = await meet([refusal(409, 'envelope_not_sent')]);
    await failureOf(scene.client.call('voidEnvelope', voiding));
    expect(lines[1]).toMatchObject({
      outcome: { status: 409, code: 'envelope_not_sent', unknown: false },
      attempts: 1,
    });
    const broken = await meet([reset]);
    await failureOf(broken.scene.client.call('voidEnvelope', voiding));
    expect(broken.lines[1]).toMatchObject({ outcome: { code: 'reset', unknown: true }, attempts: 3 });
  });

  it('stays open when a refusal says nothing about an attempt that went unanswered before', async () => {
    const settled = async (behaviours: readonly Behaviour[]): Promise<Line | undefined> => {
      const { scene, lines } = await meet(behaviours);
      await failureOf(scene.client.call('voidEnvelope', voiding));
      return lines[1];
    };
    const keyRefused = refusal(401, 'unauthenticated');
    expect(await settled([keyRefused])).toMatchObject({ outcome: { unknown: false } });
    expect(await settled([reset, keyRefused])).toMatchObject({ outcome: { status: 401, unknown: true } });
    expect(await settled([reset, refusal(409, 'envelope_not_sent')])).toMatchObject({ outcome: { unknown: false } });
    const running = refusal(409, 'request_in_progress');
    expect(await settled([running])).toMatchObject({ outcome: { unknown: true } });
    expect(await settled([running, keyRefused])).toMatchObject({ outcome: { status: 401, unknown: true } });
    expect(await settled([running, refusal(409, 'envelope_not_sent')])).toMatchObject({ outcome: { unknown: false } });
  });

  it('stores nothing that a service returns in place of an ID', async () => {
    const { scene, lines } = await meet([json(200, { id: 'whsec_in_the_id' })]);
    await scene.client.call('voidEnvelope', voiding);
    expect(lines[1]).toMatchObject({ outcome: { status: 200, resource: undefined } });
  });

  it('holds no reading', async () => {
    const { scene, lines } = await meet([json(200, { id })]);
    await scene.client.call('getEnvelope', { parameters: { envelopeId: id } });
    expect(lines).toEqual([]);
  });

  it('stops the request when it cannot be written', async () => {
    const full = new Error('disk full');
    const { scene } = await meet([json(200, { id })], { intent: () => Promise.reject(full) });
    expect(await failureOf(scene.client.call('voidEnvelope', voiding))).toBe(full);
    expect(scene.server.seen).toEqual([]);
  });

  it('does not turn a success into a failure when it cannot be closed', async () => {
    const { scene } = await meet([json(200, { id })], { settled: () => Promise.reject(new Error('disk full')) });
    expect((await scene.client.call('voidEnvelope', voiding)).status).toBe(200);
    expect(scene.trace.at(-1)).toBe('- the outcome of this request could not be recorded');
    expect(unrecorded).toEqual(['minted-2']);
  });
});

describe('twins', () => {
  const id = '11111111-2222-4333-8444-555555555555';
  const minute = 60_000;
  const hour = 60 * minute;
  const service = { baseUrl: 'https://api.example.test', apiKey: testKey };
  const start = Date.parse('2026-12-01T08:00:00Z');
  const isoAt = (instant: number): string => new Date(instant).toISOString();

  let folder = '';
  let clock = manualClock({ start });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'esign-twins-'));
    clock = manualClock({ start });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  /** As each program opens it for itself. */
  const journal = () => openRequestJournal({ state: openState(folder), now: clock.now });

  const invitation = {
    template_id: id,
    title: 'Lease',
    recipients: [{ role: 'Tenant', name: 'Ann', email: 'ann@example.test' }],
    send: true,
  };
  const mandate = {
    brand_id: id,
    legal_entity: { name: 'Homes' },
    grantor: { name: 'Ann', email: 'ann@example.test' },
    intended_use: 'Leases',
  };
  const prepare = (name: OperationId, given: AnyInput, key = 'key-2'): PreparedRequest =>
    prepareRequest(operations[name], given, service, { idempotencyKey: key, ifMatch: undefined });
  const create = (changes: object = {}, key?: string): PreparedRequest =>
    prepare('createEnvelope', { body: { ...invitation, ...changes } }, key);
  /** Due a fortnight after an instant. */
  const due = (from: number, key?: string): PreparedRequest =>
    create({ expires_at: isoAt(from + 14 * 24 * hour) }, key);
  const send = (key?: string): PreparedRequest => prepare('sendEnvelope', { parameters: { envelopeId: id } }, key);

  /** A program recorded this write, and ended before it knew how the write did. */
  const left = async (name: string, request: PreparedRequest, body = request.body, apiKey = testKey): Promise<void> =>
    await journal().intent({ ...describeIntent(name, request, { apiKey }, false), pid: 2 ** 30 }, body);
  /** What a later program finds; `service` is the service's clock, when it says what time it is. */
  async function found(request: PreparedRequest, chosen = false, says?: number) {
    let asked = 0;
    const serviceNow = (): Promise<number | undefined> => {
      asked += 1;
      return Promise.resolve(says);
    };
    const known = { record: journal(), now: clock.now(), serviceNow };
    const twins = await unsettledTwins(describeIntent('new', request, service, chosen), request, known);
    return { twins, asked };
  }
  const names = async (request: PreparedRequest): Promise<string[]> =>
    (await found(request)).twins.map((each) => each.id);
  const refusal = async (request: PreparedRequest, says?: number): Promise<ResendRefused> => {
    const failure = await found(request, false, says).catch((error: unknown) => error);
    if (!(failure instanceof ResendRefused)) throw new Error('it was not refused', { cause: failure });
    return failure;
  };

  describe('an identical write with an unknown outcome', () => {
    it('is found with its own key and its own bytes', async () => {
      const first = create({}, 'key-1');
      await left('first', first);
      clock.advance(hour);
      const { twins, asked } = await found(create());
      expect(twins).toMatchObject([{ id: 'first', key: 'key-1', body: first.body, at: isoAt(start) }]);
      expect([twins.length, asked]).toEqual([1, 1]);
    });

    it('is found as often as it was left, the oldest first', async () => {
      await left('one', create({}, 'key-1'));
      clock.advance(minute);
      await left('another', create({}, 'key-3'));
      expect(await names(create())).toEqual(['one', 'another']);
    });

    it('is found when it has no body', async () => {
      await left('sent', send('key-1'));
      expect((await found(send())).twins).toMatchObject([{ id: 'sent', key: 'key-1', body: undefined }]);
    });

    it('is ignored once its outcome is known, and while its program is running', async () => {
      await left('first', create({}, 'key-1'));
      await journal().settled('first', { status: 201, resource: id, unknown: false }, 1);
      const waiting = create({ title: 'Another' });
      await journal().intent(describeIntent('waiting', waiting, service, false), waiting.body);
      expect([await names(create()), await names(waiting)]).toEqual([[], []]);
    });

    it.each([
      ['another title', create({ title: 'Contract' })],
      ['another recipient', create({ recipients: [{ role: 'Tenant', name: 'Ben', email: 'ben@example.test' }] })],
      ['a deadline beside none', create({ expires_at: isoAt(start + 14 * 24 * hour) })],
      ['another operation', send()],
    ])('is a different one with %s, without asking the service for the time', async (_what, other) => {
      await left('first', create({}, 'key-1'));
      expect(await found(other)).toEqual({ twins: [], asked: 0 });
    });

    it('is another one with another API key', async () => {
      const other = testKey.replace('0', '1');
      await left('first', create({}, 'key-1'), undefined, other);
      expect(await names(create())).toEqual([]);
    });

    it('is left to a chosen key', async () => {
      await left('first', create({}, 'key-1'));
      expect(await found(create(), true)).toEqual({ twins: [], asked: 0 });
    });

    it('is left to the state of the service without a key', async () => {
      const given = { parameters: { authorisationId: id }, body: { reason: 'Sold' } };
      const own = { idempotencyKey: undefined, ifMatch: undefined };
      const cancel = prepareRequest(operations.cancelAuthorisation, given, service, own);
      await left('cancelled', cancel);
      expect(await names(cancel)).toEqual([]);
    });
  });

  describe('a deadline that was given as a duration', () => {
    it.each([
      ['at once', 0, 0, ['first']],
      ['hours later', 3 * hour, 3 * hour, ['first']],
      ['when making the request took a moment', 3 * hour, 3 * hour + 2 * minute, ['first']],
      ['when recording it took a moment', 3 * hour, 3 * hour - 2 * minute, ['first']],
      ['unless the deadline is a later one', 3 * hour, 3 * hour + 2 * minute + 1, []],
      ['unless the deadline is an earlier one', 3 * hour, 3 * hour - 2 * minute - 1, []],
      ['unless it moved the other way', 3 * hour, -3 * hour, []],
    ])('moves on with the time: the same %s', async (_when, later, from, wanted) => {
      await left('first', due(start, 'key-1'));
      clock.advance(later);
      expect(await names(due(start + from))).toEqual(wanted);
    });

    it('that was given as a date is the same whenever it is asked for', async () => {
      await left('first', due(start, 'key-1'));
      clock.advance(5 * hour);
      expect(await names(due(start))).toEqual(['first']);
    });

    it('is the end of a standing authorisation too', async () => {
      const until = (from: number, key: string): PreparedRequest => {
        const valid = { valid_until: isoAt(from + 365 * 24 * hour) };
        return prepare('createAuthorisation', { body: { ...mandate, ...valid } }, key);
      };
      await left('first', until(start, 'key-1'));
      clock.advance(3 * hour);
      expect(await names(until(start + 3 * hour, 'key-2'))).toEqual(['first']);
      expect(await names(until(start + 24 * hour, 'key-2'))).toEqual([]);
    });

    it('is found with the key that a failed command names, and with no other key', async () => {
      await left('first', due(start, 'key-1'));
      clock.advance(minute);
      const withKey = async (key: string) => (await found(due(start + minute, key), true)).twins.map((each) => each.id);
      expect([await withKey('key-1'), await withKey('key-3')]).toEqual([['first'], []]);
    });

    it.each([
      ['none', {}],
      ['a text that is not a time', { expires_at: 'soon' }],
    ])('is not taken for %s', async (_what, other) => {
      const request = due(start);
      const { fingerprint } = describeIntent('first', create(), service, false);
      const intent = { ...describeIntent('first', request, service, false), fingerprint, pid: 2 ** 30 };
      await journal().intent(intent, JSON.stringify({ ...invitation, ...other }));
      expect(await names(request)).toEqual([]);
    });
  });

  describe('one that cannot be sent again', () => {
    it('stops the new one when the service may have forgotten its key', async () => {
      await left('first', create({}, 'key-1'));
      clock.advance(24 * hour);
      const { request, operation, at, message } = await refusal(create());
      expect({ request, operation, at }).toEqual({ request: 'first', operation: 'createEnvelope', at: isoAt(start) });
      expect(message).toContain('key may have expired');
    });

    it("is measured by the service's clock too: the clock of this machine may have been set back", async () => {
      await left('first', create({}, 'key-1'));
      clock.advance(hour);
      expect((await found(create(), false, start + hour)).twins).toHaveLength(1);
      expect((await refusal(create(), start + 24 * hour)).request).toBe('first');
    });

    it('stops the new one behind a younger one that could be', async () => {
      await left('first', create({}, 'key-1'));
      clock.advance(23.9 * hour);
      await left('younger', create({}, 'key-3'));
      expect((await refusal(create())).request).toBe('first');
    });

    it('does not matter where the state that it left refuses a second time', async () => {
      await left('sent', send('key-1'));
      clock.advance(48 * hour);
      expect(await found(send())).toMatchObject({ twins: [{ id: 'sent' }], asked: 0 });
    });

    it.each([
      ['no deadline', create({}, 'key-1'), create()],
      ['a deadline, which may have been given as a duration', due(start, 'key-1'), due(start + 31 * 24 * hour)],
    ])('stops the new one once its body was deleted: with %s', async (_what, first, again) => {
      await left('first', first);
      clock.advance(31 * 24 * hour);
      // The next write forgets what is too old.
      await left('other', create({ title: 'Another' }));
      expect(await journal().body('first')).toBeNull();
      expect((await refusal(again)).message).toContain('body was deleted');
    });
  });
});
