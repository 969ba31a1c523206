import { describe, expect, it } from 'vitest';
import { UsageFailure } from '../../../src/cli/failure/failure.js';
import { chooseField } from '../../../src/authoring/template/find-field.js';
import { field, uuid } from '../../support/documents/wizard-people.js';

const phone = field(1, { label: 'Telephone number', subject: 'tenant', data_key: 'contact.phone' });
const beside = field(2, { label: null, context: { ...phone.context, label: 'Suburb' } });
const other = { ...field(3, { label: 'Telephone number', page: 2 }), id: `abcd${uuid(3).slice(4)}` };
const form = [phone, beside, other];

function refusal(given: string): UsageFailure {
  try {
    chooseField(form, 'T', given);
  } catch (failure) {
    if (failure instanceof UsageFailure) return failure;
  }
  throw new Error(`${given} was accepted`);
}

describe('a field of a template', () => {
  it.each([
    ['1', phone],
    [' suburb ', beside],
    ['tenant.contact.phone', phone],
    ['ABCD', other],
    ['3', other],
  ])('is found by %j', (given, found) => {
    expect(chooseField(form, 'T', given)).toBe(found.id);
  });

  it('that two match is refused, with both', () => {
    expect(refusal('telephone number').message).toBe('"telephone number" matches 2 fields.');
    expect(refusal('telephone number').hint).toContain(
      `  ${phone.id}  Telephone number (number 1, page 1, Signer, tenant.contact.phone)\n  ${other.id}`,
    );
  });

  it('whose label is a number is refused beside the field with that number', () => {
    expect(() => chooseField([phone, { ...beside, label: '1' }], 'T', '1')).toThrow('"1" matches 2 fields.');
  });

  it.each(['0', '4', '', 'abc', '0000-'])('is not found by %j', (given) => {
    expect(refusal(given).message).toBe(`Field "${given}" not found.`);
  });

  it('is suggested when a label has the words or is close', () => {
    expect(refusal('subur').hint).toContain(`  ${beside.id}  Suburb (number 2, page 1, Signer)`);
    expect(refusal('Suburbb').hint).toContain('Did you mean "Suburb"?');
  });
});
