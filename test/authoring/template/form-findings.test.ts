import { describe, expect, it } from 'vitest';
import { formFindings, withoutAllowed } from '../../../src/authoring/template/form-findings.js';
import type { Field, Person, Template } from '../../../src/contract/resources/template.js';
import { field, person, template, uuid } from '../../support/documents/wizard-people.js';

const said = (form: Template, people: readonly Person[] = []): readonly string[] =>
  formFindings(form, people).map(({ code, message }) => `${code}: ${message}`);

const signature = (number: number, more: Partial<Field> = {}): Field =>
  field(number, { type: 'signature', label: null, ...more });

const placed = (x: number, y: number): Field['rect'] => ({ x, y, w: 0.2, h: 0.02 });
const around = (more: Partial<Field['context']>): Field['context'] => ({ ...field(1).context, ...more });

/** A question with one answer, of these boxes. */
function question(boxes: readonly Partial<Field>[]): Template {
  const fields = boxes.map((box, index) => field(index + 10, { type: 'tickbox', question_id: 'q', ...box }));
  const about = { id: 'q', label: 'Please tick', role: 'Signer', required: false, min_selected: 0, max_selected: 1 };
  return template({ questions: [{ ...about, options: [] }], fields: [...fields, signature(2)] });
}

describe('formFindings', () => {
  it('finds nothing in a form that somebody signs, whose fields have words', () => {
    expect(said(template())).toEqual([]);
    expect(said(template({ fields: [] }))).toEqual([]);
  });

  it('stops a form that nobody signs', () => {
    const unsigned = template({ fields: [field(1), field(3, { type: 'date_signed' })] });
    expect(said(unsigned)).toEqual(['nobody_signs: Nobody signs this form: it has no signature field.']);
    expect(formFindings(unsigned, [])[0]?.fix).toBe('esign template prepare FILE');
    expect(withoutAllowed(formFindings(unsigned, []), ['nobody_signs'])).toEqual([]);
    expect(said(template({ fields: [field(1, { type: 'initials' })] }))).toEqual([]);
  });

  it('finds one person who signs under two headings, and not under one heading twice', () => {
    const signs = (heading: string, at: number): Person => {
      const own = person(heading, {});
      return { ...own, fields: own.fields.map((each) => ({ ...each, id: uuid(at) })) };
    };
    const two = template({ fields: [field(1), signature(2), signature(3, { page: 2 })] });
    expect(said(two, [signs('1. THE LANDLORD', 2), signs('2. THE TENANT', 3)])).toEqual([
      'signs_under_two_headings: One person, “Signer”, signs under 2 headings: “1. THE LANDLORD” and “2. THE TENANT”. Give each of them a role.',
    ]);
    expect(said(two, [signs('THE TENANT', 2), signs('The tenant:', 3)])).toEqual([]);
    const apart = template({ fields: [field(1), signature(2), signature(3, { role: 'Tenant' })] });
    expect(said(apart, [signs('1. THE LANDLORD', 2), signs('2. THE TENANT', 3)])).toEqual([]);
  });

  it('finds lines to sign on that were read as text, or not at all', () => {
    for (const label of ['Signature', 'Signature of the tenant', 'Handtekening van huurder', 'GETEKEN', 'Sign here']) {
      const read = template({ fields: [field(1, { label }), signature(2)] });
      expect(said(read), label).toEqual([
        'signature_line_without_field: Page 1 has a line to sign on without a signature field.',
      ]);
    }
    for (const label of [
      'Signature date',
      'Place of signature',
      'Name of signatory',
      'Date of signature',
      'Signature name',
    ]) {
      expect(said(template({ fields: [field(1, { label }), signature(2)] })), label).toEqual([]);
    }
    const beside = field(3, { page: 2, context: around({ nearby: ['Full name', 'Signature of requester'] }) });
    expect(said(template({ fields: [field(1), signature(2), beside] }))).toEqual([
      'signature_line_without_field: Page 2 has a line to sign on without a signature field.',
    ]);
    expect(said(template({ fields: [field(1), signature(2), { ...beside, page: 1 }] }))).toEqual([]);
  });

  it('finds tickboxes that the signer cannot tell apart, and not those with words of any kind', () => {
    const bare = (number: number, more: Partial<Field> = {}): Field =>
      field(number, { type: 'tickbox', label: null, ...more });
    expect(said(template({ fields: [bare(1), bare(3), signature(2)] }))).toEqual([
      'tickbox_without_label: 2 tickboxes have no words, so that the signer cannot tell what they mean (the first on page 1).',
    ]);
    const worded = [
      bare(1, { label: 'Pets' }),
      bare(3, { data_key: 'lease.pets' }),
      bare(4, { context: around({ option: 'Yes' }) }),
    ];
    expect(said(template({ fields: [...worded, signature(2)] }))).toEqual([]);
    expect(
      said(
        question([
          { label: null, option_value: '1' },
          { label: null, option_value: '2' },
        ]),
      ),
    ).toEqual([
      'tickbox_without_label: 2 tickboxes have no words, so that the signer cannot tell what they mean (the first on page 1).',
    ]);
  });

  it('finds two questions that were read as one', () => {
    const option = (words: string, section: string | null, y: number): Partial<Field> => {
      return {
        label: words,
        option_value: words,
        rect: placed(section === 'RACE' ? 0.6 : 0.1, y),
        context: around({ section }),
      };
    };
    expect(
      said(question([option('Male', 'GENDER', 0.1), option('Asian', 'RACE', 0.1), option('Female', 'GENDER', 0.2)])),
    ).toEqual([
      'question_of_two: The question “Please tick” takes one answer, but stands under several headings: “GENDER” and “RACE”.',
    ]);
    expect(
      said(question([option('Black', null, 0.1), option('Brown', null, 0.2), option('BLACK', null, 0.3)])),
    ).toEqual([
      'question_of_two: The question “Please tick” takes one answer, but “BLACK” is among its options twice.',
    ]);
    const cell = (row: string, column: string): Partial<Field> => ({
      label: `${row} ${column}`,
      context: around({ row, column }),
    });
    expect(said(question([cell('Stove', 'Good'), cell('Stove', 'Bad'), cell('Fridge', 'Good')]))).toEqual([
      'question_of_two: The question “Please tick” takes one answer, but has 2 rows of tickboxes.',
    ]);
    const words = ['Stove: good', 'Stove: bad', 'Fridge: good'].map((label) => option(label, null, 0.1));
    expect(said(question(words))).toEqual([
      'question_of_two: The question “Please tick” takes one answer, but has 2 rows of tickboxes.',
    ]);
    expect(said(question([option('Own: bonded', null, 0.1), option('Rented: monthly', null, 0.2)]))).toEqual([]);
    expect(said(question([option('Yes', 'PETS', 0.1), option('No', 'PETS', 0.1)]))).toEqual([]);
    expect(said(question([option('Low', 'A', 0.1), option('High', 'B', 0.5)]))).toEqual([]);
  });

  it('finds one name for the rows of a list, and for what two signers give of themselves', () => {
    const named = { subject: null, data_key: 'child.full_name', label: 'Name' };
    const rows = [0.1, 0.2, 0.3].map((y, index) => field(index + 3, { ...named, rect: placed(0.1, y) }));
    expect(said(template({ fields: [...rows, signature(2)] }))).toEqual([
      'key_of_several_people: One value of .child.full_name fills 3 rows of a list on page 1, “Name”. Give each person a name of their own.',
    ]);
    const parts = [rows[0]!, field(9, { rect: placed(0.1, 0.2) }), rows[2]!];
    expect(said(template({ fields: [...parts, signature(2)] }))).toEqual([
      'key_of_several_people: One value of .child.full_name fills “Name” in 2 parts of page 1. Give each person a name of their own.',
    ]);
    const pages = [1, 2].map((page) => field(page + 2, { ...named, page }));
    expect(said(template({ fields: [...pages, signature(2)] }))).toEqual([]);
    const both = ['Landlord', 'Tenant'].map((role, at) => field(at + 3, { ...named, role, page: at + 1 }));
    const roles = ['Landlord', 'Tenant', 'Signer'].map((name) => ({ name, routing_type: 'sign', kind: 'party' }));
    expect(said(template({ roles, fields: [...both, signature(2)] }))).toEqual([
      'key_of_several_people: One value of .child.full_name fills what “Landlord” and “Tenant” give of themselves. Give each person a name of their own.',
    ]);
    const about = both.map((each) => ({ ...each, subject: 'landlord' }));
    expect(said(template({ roles, fields: [...about, signature(2)] }))).toEqual([]);
  });

  it('finds text tags of another service, by what the upload warned of or by the words around fields', () => {
    const message = '"${seller}" on page 1 is not read.';
    const warnings = [{ code: 'unread_tag', message, document_id: uuid(9), page: 1 }];
    const beside = field(1, { context: around({ nearby: ['The seller, ${seller}, sells'] }) });
    expect(said(template({ warnings }))).toEqual([`unread_tag: ${message}`]);
    expect(said(template({ warnings, fields: [beside, signature(2)] }))).toEqual([`unread_tag: ${message}`]);
    expect(said(template({ fields: [beside, signature(2)] }))).toEqual([
      'unread_tag: “${seller}” is a text tag of another service, and stays printed.',
    ]);
  });

  it('finds a role that has to act and has nothing to do', () => {
    const roles = ['Signer', 'Agent'].map((name) => ({ name, routing_type: 'sign', kind: 'party' }));
    expect(said(template({ roles }))).toEqual(['role_without_field: “Agent” has to act, but has no field.']);
    const copied = [roles[0]!, { name: 'Office', routing_type: 'cc', kind: 'party' }];
    expect(said(template({ roles: copied }))).toEqual([]);
  });
});
