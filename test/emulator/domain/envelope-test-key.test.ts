import { describe, expect, it } from 'vitest';
import {
  checkTestMinting,
  checkTestReading,
  checkTestSending,
} from '../../../src/emulator/domain/envelope-test-key.js';
import { refusalOf } from '../../support/emulator/refusal.js';

const test = { mode: 'test' } as const;
const live = { mode: 'live' } as const;
const organisation = { members: ['owner@local.test'], confirmed_addresses: ['confirmed@local.test'] };
const to = (email: string, embedded = false) => ({ email, embedded });

describe('a test key', () => {
  it('may e-mail members and confirmed addresses, in any case, and anybody who is embedded', () => {
    const people = [to('Owner@Local.Test'), to('confirmed@local.test'), to('stranger@example.com', true)];
    expect(() => checkTestSending(test, test, organisation, people)).not.toThrow();
  });

  it('must not e-mail anyone else, and names who', () => {
    const refusal = refusalOf(() =>
      checkTestSending(test, test, organisation, [to('owner@local.test'), to('x@example.com')]),
    );
    expect(refusal.code).toBe('test_key_cannot_send');
    expect(refusal.message).toMatch(/^recipients\[1\]\.email x@example\.com/);
  });

  it('may not send, read or mint for a live envelope; a live key may do all of it', () => {
    expect(refusalOf(() => checkTestSending(test, live, organisation, [])).code).toBe('test_key_cannot_send');
    expect(refusalOf(() => checkTestReading(test, live)).code).toBe('test_key_cannot_read_documents');
    expect(refusalOf(() => checkTestMinting(test, live)).code).toBe('test_key_cannot_mint');
    expect(() => {
      checkTestSending(live, test, organisation, [to('x@example.com')]);
      checkTestReading(live, test);
      checkTestMinting(live, live);
    }).not.toThrow();
  });
});
