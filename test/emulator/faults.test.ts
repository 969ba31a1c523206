import { describe, expect, it } from 'vitest';
import { createFaults } from '../../src/emulator/faults.js';

describe('faults', () => {
  it('are used up by count, each point for itself, in the order of their making', () => {
    const faults = createFaults();
    faults.add({ point: 'seal', effect: { code: 'internal_error' }, times: 2 });
    faults.add({ point: 'seal', effect: { bare_status: 502 }, times: 1 });
    expect(faults.take('renderer')).toBeNull();
    expect([faults.take('seal'), faults.take('seal'), faults.take('seal'), faults.take('seal')]).toEqual([
      { code: 'internal_error' },
      { code: 'internal_error' },
      { bare_status: 502 },
      null,
    ]);
  });

  it('let every held request go on when released, and when cleared', async () => {
    const faults = createFaults();
    const held = Promise.all([faults.released(), faults.released()]);
    faults.release();
    await held;
    const more = faults.released();
    faults.add({ point: 'seal', effect: { hold: true }, times: 1 });
    faults.clear();
    await more;
    expect(faults.take('seal')).toBeNull();
  });
});
