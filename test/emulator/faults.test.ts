import { describe, expect, it } from 'vitest';
import { createFaults } from '../../src/emulator/faults.js';

describe('faults', () => {
  it('are used up by count, each point for itself, in the order of their making', () => {
    const faults = createFaults();
    faults.add({ point: 'seal', code: 'internal_error', count: 2 });
    faults.add({ point: 'seal', http_status: 502, count: 1 });
    expect(faults.take('renderer')).toBeNull();
    expect([faults.take('seal'), faults.take('seal'), faults.take('seal'), faults.take('seal')]).toMatchObject([
      { code: 'internal_error' },
      { code: 'internal_error' },
      { http_status: 502 },
      null,
    ]);
  });

  it('are listed until they are used up, and forgotten by point', () => {
    const faults = createFaults();
    const seal = { point: 'seal', code: 'internal_error', count: 2 } as const;
    const renderer = { point: 'renderer', hold: true, count: 1 } as const;
    faults.add(seal);
    faults.add(renderer);
    faults.take('seal');
    expect(faults.list()).toEqual([{ ...seal, count: 1 }, renderer]);
    faults.forget('renderer');
    expect(faults.list()).toEqual([{ ...seal, count: 1 }]);
    faults.take('seal');
    expect(faults.list()).toEqual([]);
    void faults.released();
    expect(faults.held()).toBe(1);
  });

  it('let every held request go on when released, and when cleared', async () => {
    const faults = createFaults();
    const held = Promise.all([faults.released(), faults.released()]);
    faults.release();
    await held;
    const more = faults.released();
    faults.add({ point: 'seal', hold: true, count: 1 });
    faults.clear();
    await more;
    expect(faults.take('seal')).toBeNull();
  });
});
