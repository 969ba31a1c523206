import { plainContract } from '../../../src/contract/overlay/plain-contract.js';
import { describe, expect, it } from 'vitest';
import { HeaderList } from '../../../src/core/http/headers.js';
import type { NewDelivery } from '../../../src/store/delivery.js';
import { RejectedDeliveries } from '../../../src/listen/receive/rejected-deliveries.js';
import type { Report } from '../../../src/listen/receive/report.js';
import { writeSignature } from '../../../src/domain/webhook/signature.js';
import { manualClock } from '../../support/program/clock.js';

const body = Buffer.from('{"id":"a","event":"envelope.sent","envelope_id":"e"}');

function refusals({ ahead = null as number | null, held = true } = {}) {
  const clock = manualClock();
  const told: Report[] = [];
  const kept: NewDelivery[] = [];
  const made = new RejectedDeliveries({
    endpoints: () => (held ? [{ id: 'w', url: 'x', secrets: [{ value: 'whsec_current', until: null }] }] : []),
    signatureHeader: 'Service-Signature',
    contract: plainContract,
    journal: { refused: (delivery) => void kept.push(delivery) },
    now: clock.now,
    listener: 'l',
    host: 'h',
    newId: () => 'd',
    ahead: () => ahead,
    unknownSecret: () => undefined,
    tell: (report) => void told.push(report),
  });
  const t = Math.floor(clock.now() / 1000);
  const add = (...values: readonly string[]): void => {
    made.add({ headers: new HeaderList(values.map((value) => ['Service-Signature', value] as const)), body });
  };
  return { made, clock, told, kept, add, t };
}
const causes = (told: readonly Report[]) => told.map((report) => (report.is === 'refused' ? report.cause : report.is));

describe('a delivery that does not verify', () => {
  it('is explained in words and kept, but not as the event that it says it is', () => {
    const { told, kept, add, t } = refusals();
    add();
    add(writeSignature({ current: 'whsec_current' }, body, t - 400));
    add(writeSignature({ current: 'whsec_other' }, body, t));
    expect(causes(told)).toEqual(['no_header', 'too_old', 'wrong_secret']);
    expect(kept).toMatchObject([{ eventId: null, target: null, verdict: { ok: false } }, {}, {}]);
    expect(kept.map(({ envelopeId }) => envelopeId)).toEqual(['e', 'e', 'e']);
  });

  it('was altered, not made with a wrong secret, once the secret has verified another one', () => {
    const { made, told, add, t } = refusals();
    made.prove(false);
    add(writeSignature({ current: 'whsec_other' }, body, t));
    expect(causes(told)).not.toContain('wrong_secret');
  });

  it('may well be made with another secret once somebody else has replaced the one that is held', () => {
    const { made, told, add, t } = refusals();
    made.prove(true);
    made.prove(false);
    add(writeSignature({ current: 'whsec_other' }, body, t));
    expect(causes(told)).toEqual(['wrong_secret']);
  });

  it('counts what was refused until it comes again', () => {
    const { made, add, t } = refusals();
    add(writeSignature({ current: 'whsec_other' }, body, t));
    expect(made.unresolved).toBe(1);
    made.came('b');
    expect(made.unresolved).toBe(1);
    made.came('a');
    expect(made.unresolved).toBe(0);
    // One that could not be recorded is waited for as well.
    made.notRecorded('a');
    made.notRecorded(undefined);
    expect(made.unresolved).toBe(2);
    made.came('a');
    expect(made.unresolved).toBe(1);
  });

  it('names this machine’s clock when the service’s answers say that it is off', () => {
    const { told, add, t } = refusals({ ahead: 400_000 });
    add(writeSignature({ current: 'whsec_current' }, body, t - 400));
    expect(told[0]).toMatchObject({
      words: expect.stringContaining('The clock of this machine is about 6 min 40 s ahead of the service.'),
      hint: 'Set the clock of this machine.',
    });
  });

  it('is refused plainly while no secret is known', () => {
    const { told, add, t } = refusals({ held: false });
    add(writeSignature({ current: 'whsec_current' }, body, t));
    expect(causes(told)).toEqual(['no_secret']);
  });
});

describe('a flood of them', () => {
  it('is counted: a few are reported one by one, the rest as a number', () => {
    const { made, clock, told, kept, add } = refusals();
    for (let count = 0; count < 1_000; count += 1) add();
    expect(told).toHaveLength(10);
    clock.advance(10_000);
    add();
    expect(told.slice(10)).toMatchObject([{ is: 'refused-more', count: 990 }, { is: 'refused' }]);
    for (let count = 0; count < 20; count += 1) add();
    made.rest();
    expect(told.at(-1)).toMatchObject({ is: 'refused-more', count: 11 });
    expect([made.count, kept.length]).toEqual([1_021, 20]);
  });

  it('is retried like the others when it came in a flood, so that nothing is said to be missing', () => {
    const { made } = refusals();
    const ids = Array.from({ length: 16 }, (_, index) => `e${index}`);
    const headers = new HeaderList([['Service-Signature', 't=1, v1=00']]);
    for (const id of ids) made.add({ headers, body: Buffer.from(JSON.stringify({ id, event: 'envelope.sent' })) });
    expect(made.unresolved).toBe(16);
    for (const id of ids) made.came(id);
    expect(made.unresolved).toBe(0);
  });
});
