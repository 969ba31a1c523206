import { expect, it } from 'vitest';
import { fieldTypes } from '../../../src/contract/resources/template.js';
import { isOfSigner, isPrefillable } from '../../../src/emulator/domain/field-kind.js';

it('signature, initials, date_signed, signer_name and signer_email cannot be prefilled', () => {
  expect(fieldTypes.filter((type) => !isPrefillable(type)).toSorted()).toEqual([
    'date_signed',
    'initials',
    'signature',
    'signer_email',
    'signer_name',
  ]);
});

it('the title and company of a signer belong to the signer although a caller may fill them', () => {
  expect(fieldTypes.filter((type) => isOfSigner(type) && isPrefillable(type)).toSorted()).toEqual([
    'signer_company',
    'signer_title',
  ]);
});
