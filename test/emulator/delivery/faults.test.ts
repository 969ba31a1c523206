import { describe, expect, it } from 'vitest';
import {
  createDeliveryFaults,
  type DeliveryFaultPlan,
  type DeliveryFaults,
} from '../../../src/emulator/delivery/faults.js';
import { deliveryRepository } from '../../../src/emulator/store/delivery-repository.js';
import { createDeliveryRig, digestOf, minute } from '../../support/emulator/delivery-rig.js';
import { rigStart } from '../../support/emulator/temporary-store.js';
import { fresh } from '../../support/shared.js';

const rig = fresh(createDeliveryRig);

type Changes = Partial<Omit<DeliveryFaultPlan, 'chances'>> & Partial<DeliveryFaultPlan['probabilities']>;

function plan(changes: Changes): void {
  const { seed = 7, count = null, webhook_id: webhook = null, from, delay_seconds: wait = 0 } = changes;
  const { clock_skew_seconds: skew = 0, ...rest } = changes;
  const none = { duplicate: 0, reorder: 0, delay: 0, drop: 0, lose_answer: 0, wrong_signature: 0, clock_skew: 0 };
  rig.faults.add({
    probabilities: { ...none, ...rest },
    delay_seconds: wait,
    clock_skew_seconds: skew,
    seed,
    count,
    webhook_id: webhook,
    from: from ?? deliveryRepository(rig.store.sql).lastSequence(),
  });
}
const log = () =>
  deliveryRepository(rig.store.sql)
    .log({ after: 0, max: 1000, webhook_id: null, envelope_id: null })
    .map(({ number, copy, at, status, error, faults }) => ({ number, copy, at: at - rigStart, status, error, faults }));
const order = (): string[] => rig.sent.map(({ body }) => body.id);

describe('a fault of deliveries', () => {
  it('duplicate: the same bytes arrive twice under one signature, and count once', async () => {
    const { id } = rig.register();
    plan({ duplicate: 1 });
    rig.emit();
    await rig.advance(0);
    const [one, two] = rig.sent;
    expect([one?.raw, one?.signature]).toEqual([two?.raw, two?.signature]);
    expect(rig.sent).toHaveLength(2);
    expect(rig.statuses()).toEqual(['delivered']);
    expect(log().map(({ number, copy, faults }) => [number, copy, faults])).toEqual([
      [1, 0, ['duplicate']],
      [1, 1, ['duplicate']],
    ]);
    expect(rig.endpoint(id).last_success_at).toBe(rigStart);
  });

  it('drop: nothing arrives, and the ladder is climbed as after any failure', async () => {
    rig.register();
    plan({ drop: 1, count: 1 });
    rig.emit();
    await rig.advance(0);
    expect([rig.sent.length, rig.statuses()]).toEqual([0, ['queued']]);
    await rig.advance(minute);
    expect(rig.sent.map(({ at, body }) => [at, body.retry_count])).toEqual([[minute, 1]]);
    expect(log()[0]).toEqual({
      number: 1,
      copy: 0,
      at: 0,
      status: null,
      error: 'a fault dropped the delivery',
      faults: ['drop'],
    });
    expect(log()[1]).toMatchObject({ number: 2, status: 204, faults: [] });
  });

  it('lose_answer: it arrives and is answered, and comes again a minute later with another signature', async () => {
    rig.register();
    plan({ lose_answer: 1, count: 1 });
    const id = rig.emit();
    await rig.advance(minute);
    expect(rig.sent.map(({ body }) => [body.id, body.retry_count])).toEqual([
      [id, 0],
      [id, 1],
    ]);
    expect(log()[0]).toMatchObject({ status: null, error: 'a fault dropped the response 204' });
    expect(rig.sent[0]?.signature).not.toBe(rig.sent[1]?.signature);
  });

  it('wrong_signature: well formed, of this time, and under a secret that is not the endpoint’s', async () => {
    rig.register();
    plan({ wrong_signature: 1 });
    rig.emit();
    await rig.advance(0);
    const [sent] = rig.sent;
    expect(sent?.signature).toMatch(new RegExp(`^t=${rigStart / 1000}, v1=[0-9a-f]{64}$`));
    expect(sent?.signature).not.toContain(digestOf('whsec_a', sent!));
  });

  it.each([400, -400])('clock_skew: signed rightly, at a time that is %d seconds off', async (seconds) => {
    rig.register();
    plan({ clock_skew: 1, clock_skew_seconds: seconds });
    rig.emit();
    await rig.advance(0);
    const [sent] = rig.sent;
    expect(sent?.signature).toBe(`t=${rigStart / 1000 + seconds}, v1=${digestOf('whsec_a', sent!)}`);
  });

  it('delay: it is put off on the emulator’s clock, and signed when it goes', async () => {
    rig.register();
    plan({ delay: 1, delay_seconds: 5 });
    rig.emit();
    await rig.advance(4999);
    expect(rig.sent).toEqual([]);
    expect(deliveryRepository(rig.store.sql).list({})[0]?.next_attempt_at).toBe(rigStart + 5000);
    await rig.advance(1);
    expect(rig.sent.map(({ at, signature }) => [at, signature.slice(0, 12)])).toEqual([
      [5000, `t=${rigStart / 1000 + 5}`],
    ]);
    expect(log()).toMatchObject([{ at: 5000, faults: ['delay'], status: 204 }]);
  });

  it('reorder: each second delivery to an endpoint overtakes the one before it', async () => {
    rig.register();
    plan({ reorder: 1 });
    const [a, b, c, d] = [rig.emit(), rig.emit(), rig.emit(), rig.emit()];
    await rig.advance(0);
    const [first, second, third, fourth] = [a, b, c, d].map((id) => order().indexOf(id!));
    expect(order()).toHaveLength(4);
    expect(second).toBeLessThan(first!);
    expect(fourth).toBeLessThan(third!);
    expect(rig.statuses()).toEqual(Array(4).fill('delivered'));
  });

  it('reorder: what nothing follows goes two seconds later', async () => {
    rig.register();
    plan({ reorder: 1 });
    rig.emit();
    await rig.advance(1999);
    expect(rig.sent).toEqual([]);
    await rig.advance(1);
    expect(rig.sent.map(({ at }) => at)).toEqual([2000]);
  });

  it('several at once: a duplicate that comes late and under a wrong secret', async () => {
    rig.register();
    plan({ delay: 1, delay_seconds: 1, duplicate: 1, wrong_signature: 1, count: 1 });
    rig.answer(() => ({ status: 401, error: null }));
    rig.emit();
    await rig.advance(1000);
    expect(log().map(({ at, copy, status, faults }) => [at, copy, status, faults])).toEqual([
      [1000, 0, 401, ['duplicate', 'delay', 'wrong_signature']],
      [1000, 1, 401, ['duplicate', 'delay', 'wrong_signature']],
    ]);
    rig.answer(() => ({ status: 204, error: null }));
    await rig.advance(minute);
    expect(rig.sent.at(-1)?.signature).toContain(digestOf('whsec_a', rig.sent.at(-1)!));
    expect(rig.statuses()).toEqual(['delivered']);
  });
});

describe('a plan', () => {
  it('applies to the same attempts for the same seed, to others for another, with its probability', async () => {
    rig.register();
    const struckBy = async (seed: number): Promise<string> => {
      plan({ wrong_signature: 0.2, seed });
      const before = rig.sent.length;
      for (let each = 0; each < 200; each += 1) rig.emit();
      await rig.advance(0);
      const shot = rig.sent.slice(before).toSorted((one, other) => one.at - other.at);
      return shot.map((sent) => (sent.signature.includes(digestOf('whsec_a', sent)) ? '.' : 'x')).join('');
    };
    const first = await struckBy(7);
    expect(await struckBy(7)).toBe(first);
    expect(await struckBy(8)).not.toBe(first);
    expect(first.replaceAll('.', '').length).toBeGreaterThan(20);
    expect(first.replaceAll('.', '').length).toBeLessThan(60);
  });

  it('ends after its count, and reports how many attempts it affected', async () => {
    rig.register();
    plan({ duplicate: 1, count: 3 });
    for (let each = 0; each < 5; each += 1) rig.emit();
    await rig.advance(0);
    expect(rig.sent).toHaveLength(8);
    expect(rig.faults.list()).toMatchObject([{ count: 3, struck: 3 }]);
  });

  it('for one endpoint leaves the others alone, and goes before the one for all', async () => {
    const [one, two] = [rig.register(), rig.register()];
    plan({ drop: 1 });
    plan({ duplicate: 1, webhook_id: one.id });
    rig.emit();
    await rig.advance(0);
    expect(rig.sent.map(({ url }) => url)).toEqual([one.url, one.url]);
    plan({ duplicate: 0, webhook_id: one.id });
    rig.faults.clear();
    rig.emit();
    await rig.advance(0);
    expect(rig.sent.slice(2).map(({ url }) => url)).toEqual(expect.arrayContaining([one.url, two.url]));
  });

  it('takes the place of an earlier one for the same endpoints', () => {
    plan({ drop: 1 });
    plan({ duplicate: 0.5 });
    expect(rig.faults.list().map(({ probabilities: chances }) => [chances.drop, chances.duplicate])).toEqual([
      [0, 0.5],
    ]);
  });

  it('that is cleared releases a postponed attempt once, unchanged', async () => {
    rig.register();
    plan({ delay: 1, delay_seconds: 60, wrong_signature: 1 });
    rig.emit();
    await rig.advance(0);
    rig.faults.clear();
    await rig.advance(minute);
    expect(rig.sent).toHaveLength(1);
    expect(rig.sent[0]?.signature).toContain(digestOf('whsec_a', rig.sent[0]!));
  });
});

/** One endpoint's attempts, drawn without a scheduler. */
describe('what befalls an attempt', () => {
  const none = { duplicate: 0, reorder: 0, delay: 0, drop: 0, lose_answer: 0, wrong_signature: 0, clock_skew: 0 };
  const planOf = ({ webhook_id: webhook = null, ...rest }: Changes): DeliveryFaultPlan => {
    const {
      seed = 7,
      count = null,
      from = 0,
      delay_seconds: wait = 3,
      clock_skew_seconds: skew = 400,
      ...chances
    } = rest;
    const common = { delay_seconds: wait, clock_skew_seconds: skew, seed, count, webhook_id: webhook, from };
    return { probabilities: { ...none, ...chances }, ...common };
  };
  const attempt = (delivery_id: string, { webhook_id = 'one', sequence = 1, number = 1 } = {}) => ({
    delivery_id,
    webhook_id,
    sequence,
    number,
  });
  const withPlan = (changes: Changes): DeliveryFaults => {
    const faults = createDeliveryFaults();
    faults.add(planOf(changes));
    return faults;
  };
  const unharmed = { faults: [], skew: 0, wrongSecret: null };

  it('is nothing, and uses nothing up, where no fault is drawn', () => {
    const faults = withPlan({ count: 1 });
    expect(faults.meet(attempt('a'))).toEqual(unharmed);
    expect(faults.list()).toMatchObject([{ struck: 0 }]);
    expect(createDeliveryFaults().meet(attempt('a'))).toEqual(unharmed);
  });

  it('has a wrong secret and another time only where that is drawn', () => {
    expect(withPlan({ duplicate: 1 }).meet(attempt('a'))).toEqual({ ...unharmed, faults: ['duplicate'] });
    const wrong = withPlan({ wrong_signature: 1 }).meet(attempt('a'));
    expect(wrong).toMatchObject({ skew: 0, wrongSecret: expect.stringMatching(/^whsec_[\w-]{43}$/) });
    expect(withPlan({ wrong_signature: 1, seed: 8 }).meet(attempt('a'))).not.toEqual(wrong);
    expect(withPlan({ clock_skew: 1 }).meet(attempt('a'))).toEqual({ ...unharmed, faults: ['clock_skew'], skew: 400 });
  });

  it('that is delayed holds nothing back for the next one', () => {
    const faults = withPlan({ delay: 1, reorder: 1, count: 1 });
    expect(faults.meet(attempt('a'))).toEqual({ wait: 3000 });
    expect(faults.meet(attempt('b'))).toEqual(unharmed);
    expect(faults.followed('b')).toBeNull();
    expect(faults.meet(attempt('a'))).toMatchObject({ faults: ['delay'] });
    // It has waited, and is tried again after a failure.
    expect(faults.meet(attempt('a', { number: 2 }))).toEqual(unharmed);
  });

  it('that is held back goes after the next one to its endpoint, once', () => {
    const faults = withPlan({ reorder: 1, count: 1 });
    expect(faults.meet(attempt('a'))).toEqual({ wait: 2000 });
    expect(faults.meet(attempt('elsewhere', { webhook_id: 'two' }))).toEqual(unharmed);
    expect(faults.followed('elsewhere')).toBeNull();
    expect(faults.meet(attempt('b'))).toEqual(unharmed);
    faults.meet(attempt('c'));
    expect([faults.followed('c'), faults.followed('b'), faults.followed('b')]).toEqual([null, 'a', null]);
  });

  it('that was held back and sent alone no longer follows another one', () => {
    const faults = withPlan({ reorder: 1, count: 1 });
    faults.meet(attempt('a'));
    expect(faults.meet(attempt('a'))).toMatchObject({ faults: ['reorder'] });
    faults.meet(attempt('b'));
    expect([faults.followed('a'), faults.followed('b')]).toEqual([null, null]);

    const others = withPlan({ reorder: 1, count: 2 });
    for (const [endpoint, first, second] of [
      ['one', 'a', 'b'],
      ['two', 'c', 'd'],
    ] as const) {
      others.meet(attempt(first, { webhook_id: endpoint }));
      others.meet(attempt(second, { webhook_id: endpoint }));
    }
    others.meet(attempt('a'));
    expect([others.followed('b'), others.followed('d')]).toEqual([null, 'c']);
  });

  it('that is delayed lets the one go after it that was held back meanwhile', () => {
    const faults = withPlan({ delay: 1, count: 1 });
    faults.meet(attempt('a'));
    faults.add(planOf({ reorder: 1, count: 1 }));
    expect(faults.meet(attempt('b'))).toEqual({ wait: 2000 });
    expect(faults.meet(attempt('a'))).toMatchObject({ faults: ['delay'] });
    expect(faults.followed('a')).toBe('b');
  });

  it('that is dropped overtakes none, and is neither sent twice nor signed wrongly', () => {
    const faults = withPlan({ reorder: 1, count: 1 });
    faults.meet(attempt('a'));
    faults.add(planOf({ drop: 1, duplicate: 1, delay: 0, wrong_signature: 1, reorder: 1, count: 1 }));
    expect(faults.meet(attempt('b'))).toEqual({ ...unharmed, faults: ['drop'] });
    expect(faults.followed('b')).toBeNull();
    faults.meet(attempt('c'));
    expect(faults.followed('c')).toBe('a');
    const late = withPlan({ drop: 1, delay: 1, duplicate: 1 });
    expect(late.meet(attempt('a'))).toEqual({ wait: 3000 });
    expect(late.meet(attempt('a'))).toMatchObject({ faults: ['delay', 'drop'] });
  });

  it('is not held back while another one is, nor when it is late already', () => {
    const faults = withPlan({ reorder: 1, duplicate: 1 });
    expect(faults.meet(attempt('a'))).toEqual({ wait: 2000 });
    expect(faults.meet(attempt('b'))).toMatchObject({ faults: ['duplicate'] });
    expect(faults.meet(attempt('a'))).toMatchObject({ faults: ['duplicate', 'reorder'] });
    const late = withPlan({ reorder: 1, delay: 1 });
    late.meet(attempt('a'));
    expect(late.meet(attempt('a'))).toMatchObject({ faults: ['delay'] });
  });

  it('is that of the plan for its endpoint, and of no plan for another one', () => {
    const faults = withPlan({ drop: 1 });
    faults.add(planOf({ duplicate: 1, webhook_id: 'one' }));
    expect(faults.meet(attempt('a'))).toMatchObject({ faults: ['duplicate'] });
    expect(faults.meet(attempt('b', { webhook_id: 'two' }))).toMatchObject({ faults: ['drop'] });
    faults.add(planOf({ lose_answer: 1, webhook_id: 'one', count: 0 }));
    expect(faults.list().map(({ webhook_id: id, count, struck }) => [id, count, struck])).toEqual([
      [null, null, 1],
      ['one', 0, 0],
    ]);
    expect(faults.meet(attempt('c'))).toEqual(unharmed);
    expect(withPlan({ drop: 1, webhook_id: 'one' }).meet(attempt('a', { webhook_id: 'two' }))).toEqual(unharmed);
  });

  it('is forgotten whole when the faults are cleared', () => {
    const faults = withPlan({ reorder: 1, count: 1 });
    faults.meet(attempt('a'));
    faults.clear();
    expect(faults.list()).toEqual([]);
    expect(faults.meet(attempt('b'))).toEqual(unharmed);
    expect(faults.followed('b')).toBeNull();
    expect(faults.meet(attempt('a'))).toEqual(unharmed);

    faults.add(planOf({ reorder: 1, count: 1 }));
    faults.meet(attempt('c'));
    faults.meet(attempt('d'));
    faults.clear();
    expect(faults.followed('d')).toBeNull();
  });

  it('depends on the seed, the place since the plan, the attempt and the fault, each by itself', () => {
    const draws = (changes: Changes, at: (index: number) => { sequence: number; number: number }): string => {
      const faults = withPlan({ duplicate: 0.5, lose_answer: 0.5, ...changes });
      const all = Array.from({ length: 100 }, (_, index) => faults.meet(attempt(`${index}`, at(index))));
      return all.map((met) => ('faults' in met ? met.faults.map(([first]) => first).join('') : '?')).join('.');
    };
    const first = draws({}, (index) => ({ sequence: index, number: 1 }));
    expect(draws({ from: 500 }, (index) => ({ sequence: 500 + index, number: 1 }))).toBe(first);
    expect(draws({ seed: 8 }, (index) => ({ sequence: index, number: 1 }))).not.toBe(first);
    expect(draws({}, (index) => ({ sequence: index, number: 2 }))).not.toBe(first);
    expect(draws({ from: 500 }, (index) => ({ sequence: index, number: 1 }))).not.toBe(first);
    // Each fault has a draw of its own: all four combinations come.
    expect(new Set(first.split('.'))).toEqual(new Set(['', 'd', 'l', 'dl']));
    const share = first.split('.').filter((met) => met.includes('d')).length;
    expect(share).toBeGreaterThan(30);
    expect(share).toBeLessThan(70);
  });
});
