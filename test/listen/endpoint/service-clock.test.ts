import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/client.js';
import { HeaderList } from '../../../src/core/http/headers.js';
import { ServiceClock } from '../../../src/listen/endpoint/service-clock.js';

const atEight = Date.parse('2026-12-01T08:00:00Z');

/** A service whose clock is right, and a machine that is ahead of it by so many milliseconds. */
function between(ahead: number) {
  const machine = { ahead, time: atEight + 250, takes: 0, says: true };
  const clock = new ServiceClock(() => machine.time + machine.ahead);
  const client = clock.watch({
    call: () => {
      machine.time += machine.takes / 2;
      const date = new Date(machine.time).toUTCString();
      machine.time += machine.takes / 2;
      return Promise.resolve({ headers: new HeaderList(machine.says ? [['Date', date]] : [['Date', 'yesterday']]) });
    },
  } as unknown as Client);
  return { machine, clock, call: () => client.call('listWebhooks', {}) };
}

describe('the clock of the service', () => {
  it('is set by the Date of a response, and by nothing else', async () => {
    const { machine, clock, call } = between(600_000);
    machine.says = false;
    await call();
    expect(clock.ahead).toBeNull();
    machine.says = true;
    await call();
    expect(Math.abs((clock.ahead ?? 0) - 600_000)).toBeLessThanOrEqual(500);
    const told = clock.ahead;
    machine.says = false;
    await call();
    expect(clock.ahead).toBe(told);
  });

  it('is set more precisely by several responses, and not less by a slow one', async () => {
    const { machine, clock, call } = between(-400_000);
    await call();
    machine.time += 1_700;
    await call();
    const close = clock.ahead ?? 0;
    expect(Math.abs(close + 400_000)).toBeLessThanOrEqual(300);
    machine.takes = 8_000;
    await call();
    expect(clock.ahead).toBe(close);
  });

  it('is never reported later than it is', async () => {
    const { machine, clock, call } = between(60_000);
    expect(clock.earliest).toBeLessThan(machine.time + machine.ahead);
    for (const takes of [0, 3_000, 20]) {
      machine.takes = takes;
      machine.time += 777;
      await call();
      expect(clock.earliest).toBeLessThanOrEqual(machine.time);
    }
    expect(clock.earliest).toBeGreaterThan(machine.time - 1_000);
  });

  it('is learnt again once this machine’s clock is set', async () => {
    const { machine, clock, call } = between(400_000);
    await call();
    machine.ahead = 0;
    await call();
    expect(Math.abs(clock.ahead ?? 9e9)).toBeLessThanOrEqual(500);
  });
});
