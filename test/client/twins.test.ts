import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TwinUnsettled } from '../../src/client/failure.js';
import { describeIntent, unsettledTwins } from '../../src/client/recording.js';
import { prepareRequest, type AnyInput, type PreparedRequest } from '../../src/client/request.js';
import { operations, type OperationId } from '../../src/contract/operations.js';
import { openRequestJournal } from '../../src/store/requests.js';
import { openState } from '../../src/store/state.js';
import { manualClock } from '../support/program/clock.js';
import { testKey } from '../support/network/scene.js';

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
const due = (from: number, key?: string): PreparedRequest => create({ expires_at: isoAt(from + 14 * 24 * hour) }, key);
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
const refusal = async (request: PreparedRequest, says?: number): Promise<TwinUnsettled> => {
  const failure = await found(request, false, says).catch((error: unknown) => error);
  if (!(failure instanceof TwinUnsettled)) throw new Error('it was not refused', { cause: failure });
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
    ['one that is no time', { expires_at: 'soon' }],
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
  ])('stops the new one when its body is no longer kept: with %s', async (_what, first, again) => {
    await left('first', first);
    clock.advance(31 * 24 * hour);
    // The next write forgets what is too old.
    await left('other', create({ title: 'Another' }));
    expect(await journal().body('first')).toBeNull();
    expect((await refusal(again)).message).toContain('body was deleted');
  });
});
