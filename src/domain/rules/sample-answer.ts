import { samplePerson, type SamplePerson } from './sample-person.js';
import { sampleDay, sampleTexts } from './sample-text.js';
import { type Form, type FormField, nameOf } from './template-form.js';
import { writableAddresses } from './addresses.js';
import type { ValueRequest } from './values.js';

/** Who signs, and for whom else the form asks. */
export interface SampleScene {
  readonly signer: SampleSigner;
  /** Everybody of the envelope. */
  readonly recipients: readonly SampleSigner[];
  /** A date such as `2026-12-01`. */
  readonly today: string;
}

export interface SampleSigner {
  readonly role: string;
  readonly name: string;
  readonly email: string;
}

interface AskedField extends FormField {
  /** A share of the page. */
  readonly rect: { readonly w: number };
  /** One for each letter of a comb. */
  readonly cells: readonly unknown[] | null;
}

/**
 * An answer to a field that looks real and belongs to nobody; the same for the same people and field. Not for the
 * options of a question, which exclude each other.
 */
export function sampleAnswer(field: AskedField, scene: SampleScene): string | true {
  const words = wordsOf(field);
  const person = personOf(words, field, scene);
  switch (field.type) {
    case 'tickbox':
      return true;
    case 'date':
      return sampleDay({ words, person, today: scene.today });
    case 'dropdown':
      return field.options?.[0] ?? '';
    case 'signer_title':
      return person.jobTitle;
    case 'signer_company':
      return person.company.name;
    default:
      return (
        fitting(field, sampleTexts({ words, person, today: scene.today })) ??
        `${invented}${drawable(nameOf(field))}`.slice(0, 40).trimEnd().replace(/,$/, '')
      );
  }
}

const invented = 'Sample ';
/** Whether a sample only repeats what its field is called, which says nothing of how long an answer is. */
export const isInvented = (sample: string): boolean => sample.startsWith(invented);

/** What the form says of a field, in lower case: its label, and its key as words. */
const wordsOf = ({ label, data_key: key }: AskedField): string =>
  `${label ?? ''} ${(key ?? '').replace(/[._]/g, ' ')}`.trim().toLowerCase();

/** Who else a form asks about; the property is one too, since its address is not that of the signer. */
const othersAsked =
  /witness|spouse|next of kin|emergency|guarantor|surety|employer|referee|\bagent\b|trustee|\bproperty\b|\bpremises\b|getuie|\bborg\b/;
const parties = /landlord|lessor|tenant|lessee|seller|buyer|purchaser|lender|borrower|employee|verhuurder|huurder/;

/**
 * The person a field asks about: the signer, a recipient whose role is its subject or stands in its words, or one that
 * is invented, for each signer another.
 */
function personOf(words: string, { subject }: AskedField, { signer, recipients }: SampleScene): SamplePerson {
  const own = signer.role.toLowerCase();
  const asked = (subject ?? '').replaceAll('_', ' ');
  const others = recipients.filter(({ role }) => role !== signer.role);
  const named =
    asked === own
      ? undefined
      : others.find(({ role }) => role.toLowerCase() === asked || words.includes(role.toLowerCase()));
  if (named !== undefined && !words.includes(own)) return personAs(named);
  // A role that is a party itself may be called otherwise in the label.
  const [other] = othersAsked.exec(words) ?? (parties.test(own) ? [] : parties.exec(words)) ?? [];
  return other === undefined || own.includes(other) ? personAs(signer) : samplePerson(`${signer.email} ${other}`);
}

function personAs({ name, email }: SampleSigner): SamplePerson {
  const [firstName = '', ...rest] = drawable(name).split(' ');
  return { ...samplePerson(email.toLowerCase()), firstName, lastName: rest.join(' '), email };
}

/** A label or a name may contain characters that the sealer cannot draw. */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    // A letter with a mark that is not among them is written without it: Ṱ as T.
    .replace(/[^\x20-\x7e\u00a0-\u00ff]/gu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/[^\x20-\x7e\u00a0-\u00ff]+/g, ' ')
    .trim();

/** Width of a page over that of a letter, at the size in which answers are usually drawn. */
const lettersInAPage = 110;

/** The first text that has room, else the last; undefined without one. A comb has a cell for each letter. */
function fitting({ rect, cells, multiline }: AskedField, texts: readonly string[]): string | undefined {
  if (cells) {
    const dense = texts.map((text) => (text.length > cells.length ? text.replaceAll(' ', '') : text));
    return (dense.find((text) => text.length <= cells.length) ?? dense.at(-1))?.slice(0, cells.length);
  }
  const room = multiline ? Infinity : rect.w * lettersInAPage;
  return texts.find((text) => text.length <= room) ?? texts.at(-1);
}

/** A day that no form has printed on it already. */
export const sampleDate = '2030-01-31';

/**
 * A value for every address of a form that takes one, made from the form alone: the label of the field for a text, and
 * the first options of a question. An address that no one value fits is left out.
 */
export const sampleValues = (form: Form): readonly ValueRequest[] =>
  writableAddresses(form).flatMap(({ subject, key, label, takes }) => {
    const value = sampleOf(takes, label);
    return value === null ? [] : [{ subject, key, value, locked: false }];
  });

function sampleOf(takes: ReturnType<typeof writableAddresses>[number]['takes'], label: string) {
  switch (takes.kind) {
    case 'text':
      return label.replace(/\s+/gu, ' ').trim();
    case 'date':
      return sampleDate;
    case 'tick':
      return true;
    case 'option':
      return takes.options[0] ?? null;
    case 'answers':
      return takes.options.length === 0 ? null : takes.options.slice(0, Math.min(takes.max, Math.max(takes.min, 1)));
    case 'nothing':
      return null;
  }
}
