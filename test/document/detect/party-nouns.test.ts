import { describe, expect, it } from 'vitest';
import { partyOfHeading } from '../../../src/document/detect/party-of-box.js';
import { onlyPartyIn, partiesIn, partyKey } from '../../../src/document/detect/party-nouns.js';

describe('words that name parties', () => {
  it('are found in names, captions and headings, whatever their spelling', () => {
    for (const text of ['tenantFullName', 'TENANT', "the tenant's address", 'Tenants', 'lessee_id']) {
      expect(onlyPartyIn(text)?.group).toBe('tenant');
    }
  });

  it('are not found inside other words', () => {
    expect(partiesIn('maintenance, agency, parental, tenanted')).toEqual([]);
  });

  it('count for one party when they mean the same', () => {
    expect(onlyPartyIn('Lessor (the "Landlord")')?.group).toBe('landlord');
    expect(onlyPartyIn('Landlord and tenant')).toBeNull();
  });

  it('are told apart by number', () => {
    expect(['Witness 1', 'witness_2_name', 'Second witness'].map((text) => partyKey(onlyPartyIn(text)!))).toEqual([
      'witness_1',
      'witness_2',
      'witness_2',
    ]);
  });

  it('give way to a witness, who witnesses somebody else', () => {
    expect(onlyPartyIn('Witness for the tenant')?.group).toBe('witness');
    expect(onlyPartyIn('AS WITNESSES')?.group).toBe('witness');
  });
});

describe('headings about a party', () => {
  it.each(['3. THE SURETY', 'Signed by the surety', 'DETAILS OF THE SURETY', 'For and on behalf of the Surety'])(
    '%s',
    (text) => {
      expect(partyOfHeading(text)?.group).toBe('surety');
    },
  );

  it.each(['Duties and obligations of the surety towards others', 'Landlord and tenant', 'RENTAL'])(
    'not %s',
    (text) => {
      expect(partyOfHeading(text)).toBeNull();
    },
  );
});
