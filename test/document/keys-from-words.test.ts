import { describe, expect, it } from 'vitest';
import { keysFromWords } from '../../src/document/keys-from-words.js';
import type { PreparedField } from '../../src/document/prepare/prepared-field.js';
import { preparedField } from '../support/pages/template-prepare.js';

const keys = (fields: readonly PreparedField[]) =>
  keysFromWords({ fields, groups: [] }, [{ width: 600, height: 800 }], ({ key }) => key !== null);
const below = (y: number, more: Partial<PreparedField>) =>
  preparedField({ ...more, rect: { x: 0.1, y, w: 0.3, h: 0.03 } });

describe('the data key that the words of a drawn field make sure', () => {
  it('follows the label, in English and Afrikaans, where the label says it', () => {
    expect(keys([below(0.1, { label: 'ID number' }), below(0.3, { label: 'E-posadres' })])).toEqual([
      'person.id_number',
      'contact.email',
    ]);
    expect(keys([preparedField({ label: '' }), preparedField({ type: 'signature', label: 'Signature' })])).toEqual([
      null,
      null,
    ]);
  });

  it('is given to one field of a person, and not where another one has it', () => {
    const email = { label: 'Email address' };
    expect(keys([below(0.1, { ...email, key: 'contact.email' }), below(0.5, { label: 'Your email' })])[1]).toBe(null);
    // A prepared field names no subject: one value would fill those of both.
    expect(keys([below(0.1, { ...email, key: 'contact.email', role: 'Landlord' }), below(0.5, email)])[1]).toBe(null);
    expect(keys([below(0.1, { ...email, role: 'Landlord' }), below(0.5, email)])).toEqual([null, null]);
  });
});
