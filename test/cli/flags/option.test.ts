import { describe, expect, it } from 'vitest';
import { optionFor } from '../../../src/cli/flags/option.js';
import { operations } from '../../../src/contract/operations.js';

describe('a flag made from a contract row', () => {
  it('takes its choices from the row', () => {
    const option = optionFor(
      '--completion-delivery <who>',
      'who',
      operations.createEnvelope.body,
      'completion_delivery',
    );
    expect(option.argChoices).toEqual(['service', 'integrator']);
    expect(optionFor('--event <name>', 'e', operations.registerWebhook.body, 'events').argChoices).toContain(
      'envelope.sealed',
    );
  });

  it('says the limits of the row', () => {
    expect(optionFor('--reason <text>', 'why', operations.voidEnvelope.body, 'reason').description).toBe(
      'why (at most 500 characters)',
    );
    expect(optionFor('--role <name>', 'role', operations.createEnvelope.body, 'recipients.role').description).toBe(
      'role (at most 200 characters)',
    );
  });

  it('cannot be made for a property that the row does not have', () => {
    expect(() => optionFor('--x <x>', 'x', operations.voidEnvelope.body, 'raeson')).toThrow(RangeError);
    expect(() => optionFor('--x <x>', 'x', operations.getEnvelope.body, 'x')).toThrow(RangeError);
  });
});
