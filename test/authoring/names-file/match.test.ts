import { describe, expect, it } from 'vitest';
import type { Field } from '../../../src/contract/resources/template.js';
import { matchFields } from '../../../src/authoring/names-file/match.js';

let made = 0;
const field = (section: string, label: string, type = 'text'): Field => {
  made += 1;
  const context = {
    label,
    row: null,
    column: null,
    option: null,
    section,
    nearby: [],
    widget_name: null,
    tooltip: null,
  };
  return {
    id: `6f1f2f0e-4f0b-4f43-9d8a-${String(made).padStart(12, '0')}`,
    type,
    label,
    required: false,
    role: 'Tenant',
    document_id: '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
    page: 1,
    subject: null,
    data_key: null,
    question_id: null,
    options: null,
    rect: { x: 0, y: 0, w: 1, h: 1 },
    context,
  };
};
const form = (...sections: readonly string[]): readonly Field[] =>
  sections.flatMap((section) => ['Full name', 'Email address', 'Telephone'].map((label) => field(section, label)));
const pairs = (from: readonly Field[], to: readonly Field[]): readonly string[] =>
  matchFields(from, to).map((match) => `${match.to?.context.section} ${match.to?.context.label}`);

describe('matching fields', () => {
  it('keeps fields of the same name in different parts apart, whatever the order of the parts', () => {
    const from = form('THE LANDLORD', 'THE TENANT', 'THE SURETY');
    const to = form('THE SURETY', 'THE LANDLORD', 'THE TENANT');
    expect(pairs(from, to)).toEqual(from.map(({ context }) => `${context.section} ${context.label}`));
  });

  it('takes no field twice, and is sure of none where two would do as well', () => {
    const parts = ['THE LANDLORD', 'THE TENANT', 'THE SURETY'] as const;
    const name = (): Field => field('GENERAL', 'Full name');
    const matches = matchFields([...form(...parts), name()], [...form(...parts), name(), name()]);
    expect(matches.at(-1)?.to?.context.section).toBe('GENERAL');
    expect(matches.at(-1)?.confidence).toBeLessThan(0.75);
    expect(matches[0]?.confidence).toBeGreaterThan(0.75);
    const both = matchFields([field('A', 'Name'), field('A', 'Name')], [field('A', 'Name')]);
    expect(both.filter(({ to }) => to !== null)).toHaveLength(1);
  });

  it('gives no field to another subject than the one it is decided for', () => {
    const of = (subject: string | null, fields: readonly Field[]): readonly Field[] =>
      fields.map((each) => ({ ...each, subject }));
    const from = [...of('seller', form('SELLER')), ...of('buyer', form('BUYER'))];
    const to = [...of('buyer', form('PURCHASER')), ...of('seller', form('VENDOR'))];
    expect(matchFields(from, to).map(({ to: found }) => found?.subject)).toEqual(from.map(({ subject }) => subject));
  });

  it('is not sure of a caption that differs in the one word that matters', () => {
    const captions = (second: string): readonly Field[] =>
      ['Monthly rent', second, 'Number of keys'].map((label) => field('TERMS', label));
    const sure = (now: string): number => matchFields(captions('Date of occupation'), captions(now))[1]!.confidence;
    expect(sure('Date of transfer')).toBeLessThan(0.75);
    expect(sure('Date of occupation')).toBeGreaterThan(0.9);
    expect(sure('Dates of occupation')).toBeGreaterThan(0.75);
  });

  it('never gives a text the place of a signature', () => {
    expect(matchFields([field('A', 'Tenant')], [field('A', 'Tenant', 'signature')])[0]?.to).toBeNull();
  });

  const landlord = ['Full name', 'Email address', 'Telephone number', 'Physical address'] as const;
  const others = ['Volle naam', 'E-posadres', 'Foonnommer', 'Woonadres'] as const;
  const part = (section: string, labels: readonly string[]): readonly Field[] =>
    labels.map((label) => field(section, label));

  it('goes by the place where every word is another, and is never sure enough of that to copy unasked', () => {
    const from = [...part('1. THE LANDLORD', landlord), ...part('2. THE PROPERTY', ['Street', 'Town'])];
    const to = [...part('1. DIE VERHUURDER', others), ...part('2. DIE EIENDOM', ['Pad', 'Dorp'])];
    const matches = matchFields(from, to);
    expect(matches.map((match) => match.to?.id)).toEqual(to.map(({ id }) => id));
    for (const { confidence } of matches) expect(confidence).toBeLessThan(0.75);
    expect(matches.filter(({ by }) => by === 'place').length).toBeGreaterThan(3);
  });

  it('is sure where some of the words and the place say the same, in a part that its heading tells apart', () => {
    const from = [...part('1. THE LANDLORD', landlord), ...part('2. THE TENANT', landlord)];
    const reworded = ['Name in full', 'E-mail', 'Telephone', 'Address for notices'];
    const to = [...part('A. Details of the tenant', reworded), ...part('B. Details of the landlord', reworded)];
    const phone = matchFields(from, to).filter((match) => match.from.label === 'Telephone number');
    expect(phone.map((match) => match.to?.context.section)).toEqual([
      'B. Details of the landlord',
      'A. Details of the tenant',
    ]);
    for (const match of phone) expect(match).toMatchObject({ by: 'words', to: { label: 'Telephone' } });
    for (const { confidence } of phone) expect(confidence).toBeGreaterThan(0.75);
  });

  it('is not certain of a field whose words only the heading has, nor beside a missing one', () => {
    const from = part('DEPOSIT', ['Deposit (R)', 'Payable on or before']);
    const swapped = matchFields(from, part('DEPOSIT', ['Deposit due on', 'Amount of the deposit (R)']));
    for (const { confidence } of swapped) expect(confidence).toBeLessThan(0.75);
    const gone = matchFields(
      part('BANK', ['Holder', 'Branch code', 'Account']),
      part('BANK', ['Holder', 'Branch name']),
    );
    expect(gone[1]?.confidence).toBeLessThan(0.75);
  });

  it('finds nothing in an empty form', () => {
    expect(matchFields([field('A', 'Name')], [])).toMatchObject([{ to: null, confidence: 0 }]);
  });
});
