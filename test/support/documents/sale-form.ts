import { formPdf } from '../form-pdf.js';
import { type AgreementScene, agreementScene } from '../agreement-scene.js';
import type { Answer } from '../http.js';
import type { Person, Template } from '../shapes.js';

/** A sale with a seller who gives details and signs, a purchaser who does too, and a witness who only signs. */
export const sale = (): Buffer =>
  formPdf([
    {
      lines: [
        { text: 'AGREEMENT OF SALE', y: 810, size: 18 },
        { text: 'THE SELLER', y: 770, size: 13 },
        { text: 'Full name', y: 742 },
        { text: 'Telephone', y: 712 },
        { text: 'THE PURCHASER', y: 670, size: 13 },
        { text: 'Full name', y: 642 },
        { text: 'Telephone', y: 612 },
        { text: 'SIGNED BY THE SELLER', y: 500, size: 13 },
        { text: 'Signature', y: 465 },
        { text: 'SIGNED BY THE PURCHASER', y: 420, size: 13 },
        { text: 'Signature', y: 385 },
        { text: 'AS WITNESS', y: 340, size: 13 },
        { text: 'Signature', y: 305 },
      ],
      boxes: [
        {
          kind: 'text',
          name: 'seller_full_name',
          tooltip: 'Full name of the seller',
          at: [150, 738, 250, 18],
          required: true,
        },
        { kind: 'text', name: 'seller_phone', tooltip: 'Telephone number of the seller', at: [150, 708, 250, 18] },
        {
          kind: 'text',
          name: 'purchaser_full_name',
          tooltip: 'Full name of the purchaser',
          at: [150, 638, 250, 18],
          required: true,
        },
        {
          kind: 'text',
          name: 'purchaser_phone',
          tooltip: 'Telephone number of the purchaser',
          at: [150, 608, 250, 18],
        },
        {
          kind: 'signature',
          name: 'seller_signature',
          tooltip: 'Signature of the seller',
          at: [150, 455, 200, 30],
          required: true,
        },
        { kind: 'text', name: 'seller_initials', tooltip: 'Initials of the seller', at: [370, 455, 60, 20] },
        { kind: 'text', name: 'seller_date_signed', tooltip: 'Date signed by the seller', at: [450, 455, 90, 20] },
        {
          kind: 'signature',
          name: 'purchaser_signature',
          tooltip: 'Signature of the purchaser',
          at: [150, 375, 200, 30],
          required: true,
        },
        {
          kind: 'signature',
          name: 'witness_signature',
          tooltip: 'Signature of the witness',
          at: [150, 295, 200, 30],
          required: true,
        },
      ],
    },
  ]);

/** The people of a sale, whose template is new for every test. */
interface SalePeople {
  readonly scene: AgreementScene;
  /** The path of the template. */
  base(): string;
  read(): Promise<Answer<Template>>;
  people(): Promise<readonly Person[]>;
  /** Whose heading or role has the word in it, or an error of the test. */
  person(word: string): Promise<Person>;
  /** Decides about somebody, under the current ETag by default. */
  put<T = Template>(personId: string, body: unknown, etag?: string): Promise<Answer<T>>;
}

export function salePeople(): SalePeople {
  const scene = agreementScene({ each: true, pdf: sale, name: 'Sale' });
  const base = (): string => `/api/v1/templates/${scene.template.id}`;
  const read = (): Promise<Answer<Template>> => scene.organisation.live<Template>(`GET ${base()}`);
  const people = async (): Promise<readonly Person[]> =>
    (await scene.organisation.live<{ people: Person[] }>(`GET ${base()}/people`)).body.people;
  return {
    scene,
    base,
    read,
    people,
    async person(word) {
      const found = (await people()).find(({ heading, proposed }) =>
        new RegExp(word, 'i').test(`${heading} ${proposed.role_name}`),
      );
      if (found === undefined) throw new Error(`nobody is called ${word}`);
      return found;
    },
    async put(personId, body, etag) {
      const ifMatch = etag ?? (await read()).headers['etag'] ?? '';
      return scene.organisation.live(`PUT ${base()}/people/${personId}`, body, { 'If-Match': ifMatch });
    },
  };
}

export const field = (from: Template, name: string) =>
  from.fields.find(({ context }) => context['widget_name'] === name)!;
