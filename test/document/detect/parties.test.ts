import { describe, expect, it } from 'vitest';
import { findParties } from '../../../src/document/detect/parties.js';
import type { FoundBox } from '../../../src/document/detect/found-box.js';
import { box } from '../../support/documents/found-boxes.js';

const labels = (boxes: readonly FoundBox[]): readonly string[] => findParties(boxes).map(({ label }) => label);
const parts = (boxes: readonly FoundBox[]): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(findParties(boxes).map(({ label, boxes: own }) => [label, own]));

describe('the parties of a form', () => {
  it('have the texts under their signature: their name, address and date', () => {
    const boxes = [
      box('signature', 500, { label: 'Signature of adoptee petitioner' }),
      box('text', 524, { label: 'Address' }),
      box('text', 548, { label: 'Telephone no' }),
      box('signature', 572, { label: 'Signature of birth parent petitioner' }),
      box('text', 596, { label: 'Address' }),
      box('date_signed', 572, { label: 'Date', left: 300 }),
    ];
    expect(parts(boxes)).toEqual({ 'Adoptee petitioner': [0, 1, 2], 'Birth parent petitioner': [3, 4, 5] });
  });

  it('have the name over their signature, when the form asks for it first', () => {
    const boxes = [
      box('text', 500, { label: 'Full name' }),
      box('signature', 526, { label: 'Signature of the buyer' }),
      box('text', 552, { label: 'Full name' }),
      box('signature', 578, { label: 'Signature of the seller' }),
    ];
    expect(parts(boxes)).toEqual({ Buyer: [0, 1], Seller: [2, 3] });
  });

  it('are identified by the name beside a bare signature', () => {
    const boxes = [box('signature', 500, { label: 'Signature' }), box('text', 524, { label: 'Name of tenant' })];
    expect(parts(boxes)).toEqual({ Tenant: [0, 1] });
  });

  it('leave out several people under one caption, and a mother whose maiden name is asked for', () => {
    const names = [100, 200].map((top) => box('text', top, { label: 'Creditor name', name: `creditor ${top}` }));
    expect(labels(names)).toEqual([]);
    expect(labels([box('text', 100, { label: 'Mother’s maiden name' })])).toEqual([]);
  });

  it('sign side by side, each with the field below it', () => {
    const boxes = [
      box('signature', 500, { label: 'Attorney signature' }),
      box('signature', 500, { label: 'Petitioner signature', left: 320 }),
      box('text', 524, { label: 'Name (type or print)' }),
      box('text', 524, { label: 'Name (type or print)', left: 320 }),
    ];
    expect(parts(boxes)).toEqual({ Attorney: [0, 2], Petitioner: [1, 3] });
  });

  it('have the details under their headings, with only their names under the lines at the bottom', () => {
    const boxes = [
      box('text', 100, { label: 'Full name', section: 'SELLER' }),
      box('text', 200, { label: 'Full name', section: 'PURCHASER' }),
      box('signature', 500, { label: 'Seller', section: 'PURCHASER' }),
      box('signature', 500, { label: 'Purchaser', section: 'PURCHASER', left: 320 }),
    ];
    expect(parts(boxes)).toEqual({ Seller: [0, 2], Purchaser: [1, 3] });
  });

  it('are two where one kind signs twice in one part of the form', () => {
    const boxes = [
      box('signature', 500, { label: 'Signature', section: 'AS WITNESSES', name: 'a' }),
      box('signature', 500, { label: 'Signature', section: 'AS WITNESSES', name: 'b', left: 320 }),
    ];
    expect(labels(boxes)).toEqual(['Witness 1', 'Witness 2']);
  });

  it('are one who signs in several parts of the form, or twice in one field', () => {
    const once = [
      box('signature', 100, { label: 'Signature of buyer', section: 'OFFER', name: 'a' }),
      box('signature', 400, { label: 'Signature of buyer', section: 'DEBIT ORDER', name: 'b' }),
    ];
    expect(labels(once)).toEqual(['Buyer']);
    const copied = [
      box('signature', 100, { label: 'Signature of buyer', name: 'a' }),
      box('signature', 200, { label: 'Signature of buyer', name: 'a' }),
    ];
    expect(labels(copied)).toEqual(['Buyer']);
  });

  it('keep their details on another page when they turn out to be the first of two', () => {
    const boxes = [
      box('text', 100, { label: 'ID number', section: 'THE BUYER' }),
      box('signature', 500, { label: 'Buyer', section: 'SIGNATURES', page: 2, name: 'a' }),
      box('signature', 540, { label: 'Buyer', section: 'SIGNATURES', page: 2, name: 'b' }),
    ];
    expect(parts(boxes)).toEqual({ 'Buyer 1': [0, 1], 'Buyer 2': [2] });
  });

  it('bear the words of the signature line, also when no list knows them', () => {
    expect(labels([box('signature', 500, { label: "Chairperson's signature" })])).toEqual(['Chairperson']);
    expect(labels([box('signature', 500, { label: 'Signature of the ombudsman' })])).toEqual(['Ombudsman']);
    expect(labels([box('signature', 500, { label: 'Your signature' })])).toEqual(['Signer']);
    expect(labels([box('signature', 500, { label: 'Authorised signature' })])).toEqual(['Signer']);
  });

  it('are several unnamed signers when parts of the form have signatures without a name', () => {
    const boxes = [
      box('signature', 100, { label: 'Signature', section: 'Declaration', name: 'a' }),
      box('signature', 400, { label: 'Signature', section: 'Certificate of Service', name: 'b' }),
    ];
    expect(findParties(boxes).map(({ label, heading }) => [label, heading])).toEqual([
      ['Signer 1', 'Declaration'],
      ['Signer 2', 'Certificate of Service'],
    ]);
  });

  it('own the initials when they alone sign', () => {
    const boxes = [box('initials', 20), box('signature', 500, { label: 'Signature of the tenant' })];
    expect(parts(boxes)).toEqual({ Tenant: [0, 1] });
    expect(labels([box('initials', 20), box('initials', 60)])).toEqual([]);
  });

  it('leave out a judge who is only named, and find one who signs as an official', () => {
    expect(labels([box('text', 100, { label: 'Judge' })])).toEqual([]);
    const signs = [box('signature', 500, { label: 'Commissioner of Oaths' })];
    expect(findParties(signs)).toMatchObject([{ label: 'Commissioner of oaths', kind: 'official' }]);
  });

  it('are one where the form says it in several words', () => {
    const boxes = [
      box('text', 100, { label: 'Plaintiff/Petitioner' }),
      box('signature', 500, { label: 'Signature of petitioner' }),
      box('text', 100, { label: 'Name of estate agent', page: 2 }),
      box('signature', 500, { label: 'Agent', page: 2 }),
    ];
    expect(parts(boxes)).toMatchObject({ 'Plaintiff or petitioner': [0, 1], 'Estate agent': [2, 3] });
  });

  it('of a company sign for it', () => {
    const boxes = [
      box('signature', 500, { label: 'Signature', section: 'For and on behalf of the Seller (duly authorised)' }),
    ];
    expect(labels(boxes)).toEqual(['Seller']);
  });

  it('have the designation on the row of their signature', () => {
    const boxes = [
      box('signature', 500, { label: 'For and on behalf of the Estate Agent, duly authorised' }),
      box('signature', 526, { label: 'Commissioner of Oaths' }),
      box('text', 526, { label: 'Designation', left: 320 }),
    ];
    expect(parts(boxes)).toEqual({ 'Estate agent': [0], 'Commissioner of oaths': [1, 2] });
  });

  it('read Afrikaans', () => {
    const boxes = [
      box('signature', 500, { label: 'Handtekening van huurder' }),
      box('signature', 560, { label: 'Getuie' }),
    ];
    expect(findParties(boxes).map(({ label, kind }) => [label, kind])).toEqual([
      ['Huurder', 'principal'],
      ['Getuie', 'witness'],
    ]);
  });

  it('are not created from a mere mention', () => {
    const boxes = [
      box('text', 100, { label: 'court over the youth, case number' }),
      box('text', 130, { label: 'Owner' }),
      box('text', 160, { label: 'Number of tenants' }),
      box('text', 170, { label: 'Getal inwoners', name: 'occupants_16' }),
      box('text', 190, { label: 'Getal inwoners', name: 'occupants_17' }),
    ];
    expect(labels(boxes)).toEqual([]);
  });
});
