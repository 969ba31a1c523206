import { createTemplate } from './agreement.js';
import type { Call } from './emulator.js';
import { formPdf } from './form-pdf.js';
import type { NamingRun, Template } from './shapes.js';

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
