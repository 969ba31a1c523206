import { createTemplate } from '../agreement.js';
import type { Call } from '../emulator.js';
import { formPdf } from '../form-pdf.js';
import type { NamingRun, Template } from '../shapes.js';

/** A form with a field of every kind: what values may be written to, what they may not, and two questions. */
const everyKind = (): Buffer =>
  formPdf([
    {
      lines: [
        'AGREEMENT OF LEASE',
        '{{Full name;role=Tenant;type=text;key=person.full_name;subject=tenant;required=true}}',
        '{{Full name again;role=Landlord;type=text;key=person.full_name;subject=tenant;required=false}}',
        '{{Telephone;role=Tenant;type=text;key=contact.phone;subject=tenant;required=false}}',
        '{{Date of birth;role=Tenant;type=date;key=person.birth_date;subject=tenant;required=false}}',
        '{{Bank;role=Tenant;type=dropdown;key=bank.name;subject=tenant;options=FNB|Absa|Capitec;required=false}}',
        '{{Pets;role=Tenant;type=tickbox;key=lease.pets;required=false}}',
        '{{House rules read;role=Tenant;type=tickbox;key=lease.rules_read;required=true}}',
        '{{Title;role=Tenant;type=signer_title;key=signatory.title;required=false}}',
        '{{Company;role=Tenant;type=signer_company;key=signatory.company;required=false}}',
        '{{Name;role=Tenant;type=signer_name;key=signatory.name;required=false}}',
        '{{Mail;role=Tenant;type=signer_email;key=signatory.mail;required=false}}',
        '{{Initials;role=Tenant;type=initials;key=signatory.initials;required=false}}',
        '{{Signature of the tenant;role=Tenant;type=signature;key=signatory.signature;required=true}}',
        '{{Date signed;role=Tenant;type=date_signed;key=signatory.date;required=false}}',
        '{{Monthly rental;role=Landlord;type=text;key=rental.amount;required=true}}',
        '{{Start;role=Landlord;type=date;key=lease.start;subject=property;required=true}}',
        '{{Signature of the landlord;role=Landlord;type=signature;required=true}}',
      ].map((text, index) => ({ text, y: 800 - 30 * index, size: index === 0 ? 14 : 7 })),
    },
    {
      lines: [
        { text: 'PAYMENT', y: 700, size: 14 },
        { text: 'Method of payment', y: 660 },
        { text: 'eft', x: 70, y: 640 },
        { text: 'cash', x: 170, y: 640 },
        { text: 'Included in the rental', y: 600 },
        { text: 'water', x: 70, y: 580 },
        { text: 'power', x: 170, y: 580 },
        { text: 'fibre', x: 270, y: 580 },
      ],
      boxes: [
        {
          kind: 'radio',
          name: 'payment_method',
          tooltip: 'Method of payment',
          value: 'eft',
          at: [50, 638, 12, 12],
          required: true,
        },
        { kind: 'radio', name: 'payment_method', value: 'cash', at: [150, 638, 12, 12] },
        { kind: 'tick', name: 'included.water', tooltip: 'water', at: [50, 578, 12, 12] },
        { kind: 'tick', name: 'included.power', tooltip: 'power', at: [150, 578, 12, 12] },
        { kind: 'tick', name: 'included.fibre', tooltip: 'fibre', at: [250, 578, 12, 12] },
      ],
    },
  ]);

/** A template of it; a naming run gives its two questions the addresses `.payment.method` and `.payment.water`. */
export async function everyKindTemplate(call: Call): Promise<Template> {
  const { id, fields } = await createTemplate(call, everyKind(), 'Lease of every kind');
  const boxes = fields.filter(({ question_id: question }) => question !== null).map(({ id: box }) => box);
  const run = await call<NamingRun>(`POST /api/v1/templates/${id}/naming-runs`, {});
  const accept = run.body.proposals.fields.filter(({ field_id: box }) => boxes.includes(box)).map((each) => each.id);
  const line = `POST /api/v1/templates/${id}/naming-runs/${run.body.id}/accept-current`;
  return (await call<Template>(line, { accept })).body;
}

/** Requests for the template of values-form.ts that would be right but for one mistake. */

export const person = (role: string): object => ({ role, name: 'Thandi Mokoena', email: 'thandi@example.test' });
export const value = (address: string, given: unknown, locked = false): object => {
  const dot = address.indexOf('.');
  return { subject: dot === 0 ? null : address.slice(0, dot), key: address.slice(dot + 1), value: given, locked };
};
export const one = (address: string, given: unknown, locked = false): object => ({
  values: [value(address, given, locked)],
});
const people = (...recipients: readonly unknown[]): object => ({ recipients });

/** Each is a request that would be right but for one mistake. */
export const mistakes: Readonly<Record<string, object>> = {
  'an unknown subject': one('tennant.person.full_name', 'x'),
  'an unknown subject in another case': one('Tenant.person.full_name', 'x'),
  'a subject that is a role': one('Landlord.person.full_name', 'x'),
  'an unknown key': one('tenant.person.fullname', 'x'),
  'an unknown key of the signer': one('.lease.petz', true),
  'a key in another case': one('tenant.Person.full_name', 'x'),
  'a key under the wrong subject': one('property.person.full_name', 'x'),
  'a key without its subject': one('.person.full_name', 'x'),
  'a signer’s key under a subject': one('tenant.lease.pets', true),
  'a field’s label for its key': one('tenant.Full name', 'x'),
  'a signature': one('.signatory.signature', 'T. Mokoena'),
  initials: one('.signatory.initials', 'TM'),
  'a signing date': one('.signatory.date', '2026-01-01'),
  'a signer’s name': one('.signatory.name', 'Thandi'),
  'a signer’s e-mail': one('.signatory.mail', 't@example.test'),
  'a locked title': one('.signatory.title', 'Director', true),
  'a locked company': one('.signatory.company', 'Khumalo Homes', true),
  'a text for a tickbox': one('.lease.pets', 'yes'),
  'a list for a tickbox': one('.lease.pets', ['yes']),
  'true for a text': one('tenant.person.full_name', true),
  'a list for a text': one('tenant.contact.phone', ['082', '083']),
  'false for a date': one('tenant.person.birth_date', false),
  'true for a dropdown': one('tenant.bank.name', true),
  'a locked empty required text': one('tenant.person.full_name', '', true),
  'a locked blank required text': one('.rental.amount', '  ', true),
  'a locked nothing for a required date': one('property.lease.start', null, true),
  'a locked required box, not ticked': one('.lease.rules_read', false, true),
  'a locked question without its answer': one('.payment.method', null, true),
  'a locked question with an empty list': one('.payment.method', [], true),
  'a locked question that is false': one('.payment.method', false, true),
  'a locked option that a dropdown lacks': one('tenant.bank.name', 'Nedbank', true),
  'a locked option in another case': one('tenant.bank.name', 'fnb', true),
  'a locked option that a question lacks': one('.payment.method', 'barter', true),
  'a locked option that a group lacks': one('.payment.water', ['water', 'gas'], true),
  'a locked date that does not exist': one('tenant.person.birth_date', '1990-02-30', true),
  'a locked date the other way round': one('tenant.person.birth_date', '30/11/1990', true),
  'two answers to a question that takes one': one('.payment.method', ['eft', 'cash']),
  'two locked answers to it': one('.payment.method', ['eft', 'cash'], true),
  'true for a question of two boxes': one('.payment.method', true),
  'an address named twice': { values: [value('.lease.pets', true), value('.lease.pets', false)] },
  'an address named twice, once with a null subject': {
    values: [value('.lease.pets', true), { key: 'lease.pets', value: true }],
  },
  'an emoji': one('tenant.person.full_name', 'Thandi 🦓'),
  'a control character': one('tenant.contact.phone', '082\u0007'),
  'a title that cannot be drawn': { title: 'Lease 🏠' },
  'a value without a key': { values: [{ subject: null, value: 'x' }] },
  'a value with an empty key': { values: [{ subject: null, key: '', value: 'x' }] },
  'a value without a value': { values: [{ subject: null, key: 'lease.pets' }] },
  'a value that is a number': { values: [{ subject: null, key: 'rental.amount', value: { rand: 1 } }] },
  'a property that values do not have': { values: [{ key: 'lease.pets', value: true, lock: true }] },
  'locked that is neither true nor false': { values: [{ key: 'lease.pets', value: true, locked: 'yes' }] },
  'values that are no list': { values: { tenant: 'x' } },
  'a role that the template lacks': { extra: person('Tennant') },
  'a role in another case': { extra: person('tenant') },
  'a role held twice': { extra: person('Tenant') },
  'a role without anybody': people(person('Tenant')),
  'nobody at all': people(),
  'an e-mail without its domain': people({ role: 'Tenant', name: 'T', email: 'thandi@example' }),
  'an e-mail with a space': people({ role: 'Tenant', name: 'T', email: 'thandi m@example.test' }),
  'a recipient without a name': people({ role: 'Tenant', email: 'thandi@example.test' }),
  'a blank name': people({ role: 'Tenant', name: ' ', email: 'thandi@example.test' }),
  'a name that cannot be drawn': people({ role: 'Tenant', name: 'T 🦓', email: 'thandi@example.test' }, 'rest'),
  'a property that recipients do not have': people({ ...person('Tenant'), phone: '082' }),
  'a deadline that is too near': { expires_at: '2026-03-02T08:30:00Z' },
  'a deadline that is too far': { expires_at: '2027-06-01T08:00:00Z' },
  'a deadline without a zone': { expires_at: '2026-03-20T08:00:00' },
  'a property that requests do not have': { deadline: '2026-03-20' },
};

/** The request with the one mistake: everybody is there, unless the mistake says otherwise. */
export function requestWith(mistake: object, roles: readonly string[]): object {
  const { extra, recipients, ...rest } = mistake as { extra?: object; recipients?: readonly unknown[] };
  const given = recipients?.flatMap((each) => (each === 'rest' ? roles.slice(1).map(person) : [each]));
  return { recipients: given ?? [...roles.map(person), ...(extra === undefined ? [] : [extra])], ...rest };
}
