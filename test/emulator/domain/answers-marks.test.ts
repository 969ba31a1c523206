import { describe, expect, it } from 'vitest';
import { dayInSouthAfrica, marksOf } from '../../../src/emulator/domain/answers-marks.js';
import type { Answers } from '../../../src/domain/rules/values.js';
import { draftEnvelope, leaseForm, person } from '../../support/envelope-form.js';

const answers: Answers = {
  name: { value: 'Thandi', locked: false },
  pets: { value: true, locked: false },
  rules: { value: false, locked: false },
  sign: { value: 'Thandi Mokoena', locked: false },
};
const drawn = (status: 'sent' | 'signed') => {
  const tenant = person({ id: 'tenant', status, acted_at: status === 'signed' ? '2026-03-02T22:30:00.000Z' : null });
  const envelope = draftEnvelope({ answers, recipients: [tenant, person({ id: 'landlord', role: 'Landlord' })] });
  return marksOf(envelope, leaseForm, 1).map((mark) => `${mark.kind} ${'text' in mark ? mark.text : ''}`.trim());
};

describe('what is drawn on a document', () => {
  it('is the answers and ticks so far, before anybody has signed', () => {
    expect(drawn('sent')).toEqual(['text Thandi', 'tick']);
  });

  it('is the signature and the day of signing in South Africa, once somebody has signed', () => {
    expect(drawn('signed')).toEqual(['text Thandi', 'tick', 'typed_signature Thandi Mokoena', 'text 2026-03-03']);
  });

  it('is only what lies on that document', () => {
    expect(marksOf(draftEnvelope({ answers }), leaseForm, 2)).toEqual([]);
  });

  it('counts days in South Africa, two hours ahead of UTC', () => {
    expect(dayInSouthAfrica('2026-12-31T21:59:59.999Z')).toBe('2026-12-31');
    expect(dayInSouthAfrica('2026-12-31T22:00:00.000Z')).toBe('2027-01-01');
  });
});
