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

  it('are distinguished by number', () => {
    expect(['Witness 1', 'witness_2_name', 'Second witness'].map((text) => partyKey(onlyPartyIn(text)!))).toEqual([
      'witness 1',
      'witness 2',
      'witness 2',
    ]);
  });

  it('are one where one belongs to the other, which then says which one it is', () => {
    expect(onlyPartyIn('Birth parent petitioner')).toMatchObject({ group: 'petitioner', qualifier: 'birth parent' });
    expect(onlyPartyIn('Attorney for the plaintiff')).toMatchObject({ group: 'attorney' });
    expect(onlyPartyIn("The landlord's agent")).toMatchObject({ group: 'agent', qualifier: 'landlord' });
    expect(onlyPartyIn('Natural parent')).toMatchObject({ group: 'parent', qualifier: 'natural' });
  });

  it('are one where they are alternatives, unless they are opponents', () => {
    expect(onlyPartyIn('Plaintiff/Petitioner')).toMatchObject({ group: 'plaintiff', alternatives: ['petitioner'] });
    expect(onlyPartyIn('Parent or guardian')?.group).toBe('parent');
    expect(onlyPartyIn('Buyer/Seller')).toBeNull();
    expect(onlyPartyIn('Defendant/Plaintiff')).toBeNull();
  });

  it('do not see a witness in the closing words of a deed', () => {
    expect(partiesIn('IN WITNESS WHEREOF the parties have signed')).toEqual([]);
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
