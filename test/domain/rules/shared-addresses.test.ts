import { describe, expect, it } from 'vitest';
import { meanTheSame, newlyShared, sharedAddresses } from '../../../src/domain/rules/shared-addresses.js';
import { field } from '../../support/documents/wizard-people.js';

const named = (number: number, data_key: string | null, more = {}) => field(number, { data_key, ...more });

describe('shared addresses', () => {
  it('are those of two fields, whatever their order, with their subject', () => {
    const fields = [named(1, 'contact.email'), named(2, 'person.id'), named(3, 'contact.email')];
    expect(sharedAddresses(fields)).toEqual([{ subject: null, key: 'contact.email', fields: [fields[0], fields[2]] }]);
    expect(sharedAddresses([named(1, 'a.b'), named(2, 'a.b', { subject: 'tenant' })])).toEqual([]);
  });

  it('count the boxes of a question once, and no field that takes no value', () => {
    const box = { question_id: 'paid' };
    expect(sharedAddresses([named(1, 'rent.paid', box), named(2, 'rent.paid', box)])).toEqual([]);
    expect(sharedAddresses([named(1, 'rent.paid', box), named(2, 'rent.paid')])[0]?.fields).toHaveLength(2);
    expect(sharedAddresses([named(1, 'a.b'), named(2, 'a.b', { type: 'signature' }), named(3, null)])).toEqual([]);
  });

  it('need no word where one label or one name in the PDF says that they mean the same', () => {
    const { context } = field(1);
    const widget = (number: number, label: string | null, widget_name: string | null) =>
      field(number, { label, context: { ...context, widget_name } });
    expect(meanTheSame([widget(1, 'Case no', 'a'), widget(2, 'CASE NO', 'b')])).toBe(true);
    expect(meanTheSame([widget(1, 'Name and address', 'a'), widget(2, 'Name', 'a')])).toBe(true);
    expect(meanTheSame([widget(1, 'E-mail', 'a'), widget(2, 'Identity number', 'b')])).toBe(false);
    expect(meanTheSame([widget(1, null, null), widget(2, null, null)])).toBe(false);
  });

  it('are new where a field came to them', () => {
    const before = [named(1, 'a.b'), named(2, 'a.b'), named(3, 'c.d'), named(4, null)];
    expect(newlyShared(before, before)).toEqual([]);
    const after = before.map((each) => (each.id === before[3]!.id ? named(4, 'c.d') : each));
    expect(newlyShared(before, after).map(({ key }) => key)).toEqual(['c.d']);
    // Their person was given another name, and they share one value as before.
    const renamed = before.map((each) => ({ ...each, subject: 'tenant' }));
    expect(newlyShared(before, renamed)).toEqual([]);
  });
});
