import { describe, expect, it } from 'vitest';
import { SettableClock, type ClockState } from '../../src/emulator/clock.js';

const noon = Date.parse('2026-03-02T12:00:00.000Z');

function clockAt(state: ClockState) {
  const kept: ClockState[] = [];
  const machine = { now: noon };
  const clock = new SettableClock({ real: () => machine.now, state, keep: (next) => kept.push(next) });
  return { clock, kept, machine };
}

describe('a running clock', () => {
  it('is ahead of the machine by the given time', () => {
    const { clock, machine } = clockAt({ frozen: false, ahead: 5000 });
    expect(clock.now()).toBe(noon + 5000);
    machine.now += 250;
    expect(clock.instant()).toBe('2026-03-02T12:00:05.250Z');
  });

  it('does not go back when the clock of the machine is set back', () => {
    const { clock, machine } = clockAt({ frozen: false, ahead: 0 });
    clock.now();
    machine.now -= 60_000;
    expect(clock.now()).toBe(noon);
  });

  it('stops where it was frozen, and continues from there', () => {
    const { clock, machine, kept } = clockAt({ frozen: false, ahead: 0 });
    clock.freeze();
    machine.now += 60_000;
    expect([clock.frozen, clock.now()]).toEqual([true, noon]);
    clock.run();
    machine.now += 1000;
    expect([clock.frozen, clock.now()]).toEqual([false, noon + 1000]);
    expect(kept).toEqual([
      { frozen: true, at: noon },
      { frozen: false, ahead: -60_000 },
    ]);
  });
});

describe('a held clock', () => {
  it('stays at its instant during work there, and runs on from it', () => {
    const { clock, machine } = clockAt({ frozen: false, ahead: 0 });
    clock.hold(noon + 1000);
    machine.now += 10;
    expect(clock.now()).toBe(noon + 1000);
    clock.release();
    machine.now += 5;
    expect(clock.now()).toBe(noon + 1005);
  });

  it('keeps each instant at once, so that a kill does not lead back behind it', () => {
    const { clock, kept } = clockAt({ frozen: true, at: noon });
    clock.hold(noon + 1000);
    expect(kept.at(-1)).toEqual({ frozen: true, at: noon + 1000 });
  });

  it('is not held at a time that has passed', () => {
    const { clock } = clockAt({ frozen: true, at: noon });
    clock.hold(noon - 1000);
    expect(clock.now()).toBe(noon);
  });
});
