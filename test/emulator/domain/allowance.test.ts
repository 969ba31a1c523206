import { describe, expect, it } from 'vitest';
import { checkAllowance, monthOf } from '../../../src/emulator/domain/allowance.js';
import { refusalOf } from '../../support/emulator/refusal.js';

describe('the allowance of the Free plan', () => {
  it('is five documents a month', () => {
    expect(() => checkAllowance('free', 'live', 4, 1, 5)).not.toThrow();
    expect(refusalOf(() => checkAllowance('free', 'live', 5, 1, 5)).code).toBe('send_allowance_exhausted');
    expect(refusalOf(() => checkAllowance('free', 'live', 4, 2, 5)).code).toBe('send_allowance_exhausted');
  });

  it('is never reached by a sandbox envelope or on a paid plan', () => {
    expect(() => checkAllowance('free', 'test', 99, 1, 5)).not.toThrow();
    expect(() => checkAllowance('paid', 'live', 99, 1, 5)).not.toThrow();
  });

  it('is counted by the month in UTC', () => {
    expect(monthOf(Date.parse('2026-03-31T23:59:59.999Z'))).toBe('2026-03');
    expect(monthOf(Date.parse('2026-04-01T00:00:00+02:00'))).toBe('2026-03');
  });
});
