import type { Call } from './emulator.js';
import { once } from './emulator.js';
import { linesPdf } from './form-pdf.js';
import type { Envelope, Template } from './shapes.js';

/** A two-page agreement with a tenant and a landlord, every box written as a text tag. */
export const agreementPdf = (): Buffer =>
  linesPdf([
    [
      'AGREEMENT OF LEASE',
      '{{Full name;role=Tenant;type=text;key=person.full_name;subject=tenant;required=true}}',
      '{{Telephone;role=Tenant;type=text;key=contact.phone;subject=tenant;required=false}}',
      '{{Occupation date;role=Tenant;type=date;key=occupation.start_date;required=false}}',
      '{{Title of the tenant;role=Tenant;type=signer_title;key=signatory.title;required=false}}',
      '{{Company of the tenant;role=Tenant;type=signer_company;key=signatory.company;required=false}}',
      '{{Signature of the tenant;role=Tenant;type=signature;required=true}}',
      '{{Date signed by the tenant;role=Tenant;type=date_signed;required=true}}',
    ],
    [
      'The full name again, for the landlord',
      '{{Full name again;role=Tenant;type=text;key=person.full_name;subject=tenant;required=true}}',
      '{{Monthly rental;role=Landlord;type=text;key=rental.amount;required=true}}',
      '{{Signature of the landlord;role=Landlord;type=signature;required=true}}',
    ],
  ]);

/** The file as the service takes it: base64 within JSON. */
export const upload = (
  pdf: Buffer,
  filename = 'agreement.pdf',
): { readonly filename: string; readonly file: string } => ({
  filename,
  file: pdf.toString('base64'),
});

/** Creates a template and answers with it; anything but 201 is an error of the test. */
export async function createTemplate(call: Call, pdf: Buffer = agreementPdf(), name = 'Lease'): Promise<Template> {
  const answer = await call<Template>('POST /api/v1/templates', { name, documents: [upload(pdf)] }, once());
  if (answer.status !== 201) throw new Error(`the template was answered ${answer.status}: ${answer.bytes.toString()}`);
  return answer.body;
}

export const tenant = { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' };
export const landlord = { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' };
export const rental = { subject: null, key: 'rental.amount', value: '9500.00' };

/** Creates an envelope of the agreement; anything but 201 is an error of the test. */
export async function createEnvelope(call: Call, template: Template, changes: object = {}): Promise<Envelope> {
  const body = { template_id: template.id, recipients: [tenant, landlord], ...changes };
  const answer = await call<Envelope>('POST /api/v1/envelopes', body, once());
  if (answer.status !== 201) throw new Error(`the envelope was answered ${answer.status}: ${answer.bytes.toString()}`);
  return answer.body;
}
