import { describe, expect, it } from 'vitest';
import { doubtsOf } from '../../../src/authoring/prepare/doubts.js';
import type { PreparedField, PreparedGroup } from '../../../src/document/prepare/prepared-field.js';
import type { ReadDocument } from '../../../src/document/read-document.js';
import { preparedField } from '../../support/pages/template-prepare.js';

const nothing = { boxes: [], people: [], warnings: [] };
const signature = (role: string | null, x = 0.1): PreparedField =>
  preparedField({ type: 'signature', label: '', role, rect: { x, y: 0.9, w: 0.2, h: 0.05 } });
const words = (fields: readonly PreparedField[], groups: readonly PreparedGroup[] = [], read: object = {}) =>
  doubtsOf({ fields, groups }, { ...nothing, ...read } as unknown as ReadDocument).map((doubt) => [
    doubt.field,
    doubt.words,
  ]);

describe('what to look at before a document is uploaded', () => {
  it('is nothing where each field has words and a person who signs', () => {
    expect(words([preparedField(), signature('Tenant')])).toEqual([]);
  });

  it('is that nobody signs, first', () => {
    expect(words([preparedField({ label: '' })])).toEqual([
      [null, 'Nobody signs this form: it has no signature field.'],
      [0, 'A text field on page 1 has no words: the signer cannot tell what it is.'],
    ]);
  });

  it('is what is filled in already, the first three by name', () => {
    const filled = (...labels: readonly (string | null)[]) =>
      words([preparedField(), signature('Tenant')], [], {
        boxes: labels.map((label) => ({ page: 1, rect: { x: 0, y: 0 }, person: null, label, start: 'x' })),
      }).map(([, said]) => String(said).split(':')[0]);
    expect(filled('Name')).toEqual(['1 answer is filled in already (“Name”)']);
    expect(filled('Name', null, 'Rate', 'Term', 'Town')).toEqual([
      '5 answers are filled in already (“Name”, “Rate”, “Term” and 2 more)',
    ]);
    expect(filled(null, null)).toEqual(['2 answers are filled in already']);
  });

  it('is a tickbox or a question without words, and a line to sign on that is a text field', () => {
    const tick = preparedField({ type: 'tickbox', label: '' });
    const answer = preparedField({ type: 'tickbox', label: '', option: 'Yes', group: 'q' });
    const group = { name: 'q', label: null, min_selected: 0, max_selected: 1 };
    const line = preparedField({ label: 'Handtekening van huurder' });
    const sentence = preparedField({ label: 'Reason why the signature was refused.' });
    expect(words([tick, answer, line, sentence, signature('Tenant')], [group])).toEqual([
      [0, 'A tickbox on page 1 has no words: the signer cannot tell what it is.'],
      [1, 'A question on page 1 has no words of its own.'],
      [2, '“Handtekening van huurder” on page 1 is a text field. Does somebody sign there?'],
    ]);
  });

  it('is a person who signs nothing, and fields of nobody', () => {
    const own = preparedField({ role: 'Landlord' });
    expect(words([own, signature('Tenant'), preparedField({ role: null })])).toEqual([
      [0, '“Landlord” fills in 1 field and signs nothing.'],
      [2, '1 field belongs to nobody in particular, the first on page 1.'],
    ]);
  });

  it('is one person in the parts of two, fields called alike, and one value for two of them', () => {
    const [one, other] = [signature('Witness'), signature('Witness', 0.6)];
    const boxes = [one, other].map(({ page, rect }, person) => ({ page, rect, person, start: null }));
    const people = [{ heading: 'FIRST WITNESS' }, { heading: 'SECOND WITNESS' }];
    expect(words([one, other], [], { boxes, people })).toEqual([
      [
        1,
        'One person, “Witness”, signs under 2 headings: “FIRST WITNESS” and “SECOND WITNESS”. Give each of them a role.',
      ],
    ]);
    const email = preparedField({ label: 'Email', key: 'person.email' });
    expect(
      words([email, { ...email }, preparedField({ label: 'Work email', key: 'person.email' }), signature('Tenant')]),
    ).toEqual([
      [1, '2 fields on page 1 are called “Email”.'],
      [2, 'One value fills “Email” and “Work email”: both have the column name person.email.'],
    ]);
    const below = { ...email, rect: { ...email.rect, y: 0.3 } };
    expect(words([email, below, signature('Tenant')])).toEqual([
      [1, '2 fields on page 1 are called “Email”.'],
      [1, 'One value fills “Email” and “Email”: both have the column name person.email.'],
    ]);
    expect(words([email, { ...email, role: 'Landlord' }, signature('Tenant'), signature('Landlord', 0.6)])).toEqual([
      [1, 'One value fills “Email” of Tenant and “Email” of Landlord: both have the column name person.email.'],
    ]);
  });

  it('is a text tag of another service in place of words', () => {
    expect(words([preparedField({ label: '${additionalnotes}' }), signature('Tenant')])).toEqual([
      [0, '“${additionalnotes}” on page 1 is a text tag of another service. Write what the signer reads.'],
    ]);
  });

  it('is what was said about a page, such as a scan, but not what was drawn since', () => {
    const warnings = [
      {
        code: 'page_without_text',
        message: 'Page 2 is a picture, so no fields are found. Upload the original.',
        page: 2,
      },
      { code: 'no_signature', message: 'The document has no signature field.', page: null },
    ];
    expect(words([signature('Tenant')], [], { warnings })).toEqual([
      [null, 'Page 2 is a picture, so no fields are found. Draw them.'],
    ]);
  });

  it('is what somebody typed into the form before: it is left out, and said to be', () => {
    const boxes = ['Thandi', true, null].map((start) => ({ start, person: null, rect: { x: 0, y: 0 } }));
    expect(words([preparedField(), signature('Tenant')], [], { boxes })).toEqual([
      [
        null,
        '2 answers are filled in already: the prepared PDF starts empty. Put them into the values of the envelope.',
      ],
    ]);
  });
});
