import { isObject } from '../../../core/platform/json.js';
import type { Judgement } from '../judge-answer.js';
import type { ErrorCode } from '../../error-codes.js';
import type { Ask, Asking, Facts, Question } from '../probe.js';

type Answered = Extract<Ask, { kind: 'answer' }>;

/** Expects a success in the described form. */
export const answered = (question: Asking, more: Omit<Answered, 'kind' | 'question'> = {}): Ask => ({
  kind: 'answer',
  question,
  ...more,
});

/** Expects a refusal, and makes nothing where it is not refused. */
export const refused = (code: ErrorCode, question: Asking): Ask => ({ kind: 'refusal', question, code });

/** An id that names nothing. */
export const nothing = '00000000-0000-4000-8000-000000000000';
export const noTemplate = { parameters: { templateId: nothing } };
export const hour = 3_600_000;
export const agreed: Judgement = { lines: [], problems: [] };
export const disagrees = (problem: string): Judgement => ({ lines: [], problems: [problem] });

export const listIn = (value: unknown, name: string): readonly Readonly<Record<string, unknown>>[] => {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
};
export const textIn = (value: unknown, name: string): string => {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' && text !== '' ? text : nothing;
};
export const templateId = ({ template }: Facts): string => textIn(template, 'id');
export const draftId = ({ draft }: Facts): string => textIn(draft, 'id');
export const sentId = ({ sent }: Facts): string => textIn(sent, 'id');
export const endpointId = ({ endpoint }: Facts): string => textIn(endpoint, 'id');
export const recipientOf = (envelope: unknown): string => textIn(listIn(envelope, 'recipients')[0], 'id');
/** Addresses at which nothing will ever be: no name there resolves, and no route leads to that network. */
export const nowhere = ['esign-prove.invalid', 'esign-prove.example', '192.0.2.1'];
export const registration =
  (host: string) =>
  (facts: Facts): Question => ({
    body: { url: `https://${host}/${facts.mark}`, events: ['envelope.expired'] },
  });

/** One embedded recipient for each role: nobody is emailed, whatever becomes of the envelope. */
export const recipients = ({ template }: Facts): readonly Readonly<Record<string, unknown>>[] =>
  listIn(template, 'roles').map((role, at) => ({
    role: role['name'],
    name: `Esign Prove ${at + 1}`,
    email: `nobody${at + 1}@esign-prove.invalid`,
    embedded: true,
    external_ref: `esign-prove-${at + 1}`,
  }));
export const draftBody = (facts: Facts, changes: object = {}): Question['body'] => ({
  template_id: templateId(facts),
  title: `esign prove ${facts.mark}`,
  recipients: recipients(facts),
  ...changes,
});
export const withValue = (facts: Facts, value: object): Question => ({ body: draftBody(facts, { values: [value] }) });
export const allEmbedded = (body: Readonly<Record<string, unknown>>): string | null =>
  listIn(body, 'recipients').every(({ embedded }) => embedded === true) ? null : 'a recipient is not embedded';
export const oneOf = (facts: Facts): Question['body'] => ({
  title: `esign prove ${facts.mark} one-off`,
  documents: [{ filename: 'esign-prove.pdf', file: provePdf() }],
  recipients: ['Signer', 'Approver'].map((role, at) => ({
    role,
    name: `Esign Prove ${at + 1}`,
    email: `nobody${at + 1}@esign-prove.invalid`,
    embedded: true,
  })),
});

const tags = [
  'esign prove: a template that esign made to learn how this service answers. It can be deleted.',
  '{{Full name;role=Signer;type=text;key=person.full_name;subject=person;required=true}}',
  '{{Title;role=Signer;type=signer_title;key=signatory.title;required=false}}',
  '{{Signature;role=Signer;type=signature;required=true}}',
  '{{Signature of the approver;role=Approver;type=signature;required=true}}',
];

/** What a signer reads beside the form field of the PDF. */
export const noteLabel = 'A note for esign prove';

/** The smallest PDF with text tags for two roles, in base64; `hasField`: and a form field that must be filled in. */
export function provePdf(hasField = false): string {
  const lines = tags.map((tag, at) => `BT /F1 9 Tf 50 ${780 - at * 40} Td (${tag}) Tj ET`).join('\n');
  const field =
    '<< /Type /Annot /Subtype /Widget /F 4 /P 4 0 R /Rect [50 480 250 500] /FT /Tx /Ff 2 /T (esign_prove.note) ' +
    `/TU (${noteLabel}) /DA (/F1 9 Tf 0 g) >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${hasField ? ' /AcroForm << /Fields [6 0 R] /DA (/F1 9 Tf 0 g) >>' : ''} >>`,
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R${hasField ? ' /Annots [6 0 R]' : ''} >>`,
    `<< /Length ${lines.length} >>\nstream\n${lines}\nendstream`,
    ...(hasField ? [field] : []),
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1').toString('base64');
}
