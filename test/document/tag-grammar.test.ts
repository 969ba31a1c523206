import { describe, expect, it } from 'vitest';
import { parseTag } from '../../src/document/tag-grammar.js';

describe('the grammar of text tags', () => {
  it('reads the label first and the parts in any order, with blanks around them', () => {
    expect(parseTag(' Full name ; required = false ; key=person.full_name;role= Tenant ;type=text')).toEqual({
      label: 'Full name',
      type: 'text',
      role: 'Tenant',
      key: 'person.full_name',
      subject: null,
      required: false,
      options: null,
    });
  });

  it('takes a bare label as a required text, be there a comma in it', () => {
    expect(parseTag('Date, place and reason')).toMatchObject({ label: 'Date, place and reason', type: 'text' });
    expect(parseTag('Name')).toMatchObject({ label: 'Name', type: 'text', required: true, role: null });
  });

  it.each([
    ['', 'has no label'],
    ['Name;type=', 'has an empty type'],
    ['Name;type=text;type=date', 'says type twice'],
    ['Name;flag', 'has an unknown part "flag"'],
    ['Agreed;type=checkbox', 'has an unknown type "checkbox"; write type=tickbox'],
    ['Name;default=Me', 'has an unknown part "default"; write the value into the envelope'],
    ['signature, r1', 'is a placeholder of another service; write {{Signature;type=signature;role=r1}}'],
    ['name, r2, required=true', 'is a placeholder of another service; write {{Name;type=signer_name;role=r2}}'],
    ['Name;required=maybe', 'has required=maybe, which is neither true nor false'],
    ['Name;type=dropdown', 'is a dropdown without options'],
    ['Name;options=a|b', 'has options but is not a dropdown'],
    ['Name;type=dropdown;options=a||b', 'has an empty option'],
    [`${'x'.repeat(201)}`, 'has a label of more than 200 characters'],
  ])('refuses %j', (inside, reason) => {
    expect(parseTag(inside)).toBe(reason);
  });
});
