import { describe, expect, it } from 'vitest';
import {
  nameListLines,
  namesOverview,
  type Proposal,
  sharedAfter,
  type Unnamed,
} from '../../../src/authoring/wizard/naming-list.js';
import { field, template, uuid } from '../../support/documents/wizard-people.js';

const proposal = (number: number, data_key: string, more: Partial<Proposal> = {}): Proposal => {
  const current = { subject: null, data_key: null, label: null };
  const facts = { confidence: 'high', source: 'context', reason: 'The form says so' } as const;
  return {
    id: uuid(100 + number),
    field_id: uuid(number),
    proposed: { ...current, data_key },
    current,
    ...facts,
    ...more,
  };
};
const fields = [
  field(1, { label: 'Telephone' }),
  field(2, { label: 'Mobile' }),
  field(3, { label: 'Suburb', data_key: 'odd.name' }),
  field(4, { label: 'Rent' }),
];
const form = template({ fields });
const open = (at: number, proposed: Proposal | null): Unnamed => ({ field: fields[at - 1]!, proposal: proposed });
const sure = open(1, proposal(1, 'contact.phone'));
const doubtful = open(2, proposal(2, 'contact.mobile', { confidence: 'medium' }));
const shown = (unnamed: readonly Unnamed[], own?: ReadonlySet<string>) =>
  nameListLines(unnamed, form, 80, own).map(({ text, style }) => `${style === 'warning' ? '[red] ' : ''}${text}`);

describe('the names in one go', () => {
  it('are counted by whether they need a look', () => {
    expect(namesOverview([sure, doubtful, open(4, null)])).toBe(
      '1 name looks right, 1 needs a look. 1 field has no suggestion.',
    );
    expect(namesOverview([doubtful])).toBe('1 name needs a look.');
  });

  it('are listed with those that a colleague gave, and with what needs a look', () => {
    expect(shown([sure, doubtful])).toEqual([
      'Named already:',
      '  .odd.name  Suburb',
      'Suggested:',
      '  .contact.phone  Telephone',
      '? .contact.mobile  Mobile',
      '? needs a look',
    ]);
    expect(shown([sure], new Set([uuid(3)]))).toEqual(['Suggested:', '  .contact.phone  Telephone']);
  });

  it('are red where two fields would share one', () => {
    expect(shown([sure, open(2, proposal(2, 'contact.phone'))]).slice(3)).toEqual([
      '[red] ! .contact.phone  Telephone',
      '[red] ! .contact.phone  Mobile',
      '[red] .contact.phone would fill “Telephone” and “Mobile”.',
    ]);
    expect(sharedAfter([proposal(1, 'odd.name')], form)).toHaveLength(1);
  });
});
