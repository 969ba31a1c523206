import { describe, expect, it } from 'vitest';
import { Subject } from '../../../src/cli/forget/subject.js';

const id = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
const other = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e60';

describe('a subject', () => {
  it.each([
    ['{"email":"Thandi+1@Example.test"}', true],
    ['to thandi+1@example.test.', true],
    ['{"email":"thandi\\u002B1\\u0040example.test"}', true],
    ['xthandi+1@example.test', false],
    ['not.thandi+1@example.test', false],
    ['thandi+1@example.test.za', false],
    ['thandi+1@example-test', false],
  ])('finds the address of a person in %s: %s', (text, found) => {
    expect(new Subject({ by: 'person', email: 'thandi+1@example.test' }).isIn(text)).toBe(found);
  });

  it('takes up envelopes and names for a person alone', () => {
    const person = new Subject({ by: 'person', email: 'thandi@example.test' });
    person.addEnvelope(id);
    person.addNames({
      recipients: [
        { email: 'thandi@example.test', name: 'Thandi' },
        { email: 'b@example.test', name: 'B' },
      ],
    });
    expect([person.isIn(`x/${id.toUpperCase()}`), person.isNamedIn('["Thandi"]'), person.isNamedIn('["B"]')]).toEqual([
      true,
      true,
      false,
    ]);
    const age = new Subject({ by: 'age', before: 1000 });
    age.addEnvelope(id);
    const envelope = new Subject({ by: 'envelope', id });
    envelope.addEnvelope(other);
    expect([age.isEnvelope(id), envelope.isEnvelope(other), envelope.isEnvelope(id)]).toEqual([false, false, true]);
  });

  it('knows what is older than an instant', () => {
    const age = new Subject({ by: 'age', before: 1000 });
    expect([999, 1000, '1970-01-01T00:00:00.999Z', 'no', undefined].map((at) => age.isOld(at))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });
});
