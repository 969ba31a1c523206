import { RenderFailed } from '../../../document/document-failure.js';
import { firstProblem, email, text } from '../../../contract/schema.js';
import { limits } from '../../../contract/limits.js';
import type { AnswerProblem } from '../../domain/answers.js';
import { initialsOf } from '../../domain/initials.js';
import type { EnvelopeForm } from '../../domain/envelope-form.js';
import type { Answers } from '../../../domain/rules/values.js';
import type { DrawnSignatures, Envelope, Recipient } from '../../domain/envelope.js';
import { nameOf } from '../../../domain/rules/template-form.js';
import { Refusal } from '../../domain/refusal.js';
import type { WireValue } from '../../../domain/rules/values-fit.js';
import type { Service } from '../../service.js';
import { AnswersRefused, declineFor, delegateFor, signFor, type ActingPage, type Party } from '../acts.js';
import { UndrawableAnswer } from '../drawable.js';
import { entriesOf, readEntries } from './boxes.js';
import { type Mark, noOtherWay, type OtherWays } from './inputs.js';

/** The signer's input so far, which a page keeps when it is shown again. */
export interface Typed {
  readonly answers: Answers;
  readonly marks: Readonly<Record<'signature' | 'initials', Mark>>;
  readonly otherWays: OtherWays;
  readonly problems: readonly AnswerProblem[];
  /** A problem without a field. */
  readonly message: string | null;
}

/** The result of a posted form: an action, or the form with its problems. */
export type Submitted =
  | { readonly kind: 'signed' | 'declined' | 'delegated' }
  | { readonly kind: 'again'; readonly typed: Typed };

export interface Visit {
  readonly envelope: Envelope;
  readonly form: EnvelopeForm;
  readonly recipient: Recipient;
  /** The page that a form was sent from. */
  readonly page?: ActingPage;
}

const nothing: Mark = { text: '', way: 'typed', image: '' };

/** An empty form. */
export const untyped = ({ envelope }: Visit): Typed => ({
  answers: envelope.answers,
  marks: { signature: nothing, initials: nothing },
  otherWays: noOtherWay,
  problems: [],
  message: null,
});

/** Processes a posted form. Throws Refusal when the recipient may not act. */
export async function submit(service: Service, visit: Visit, sent: URLSearchParams): Promise<Submitted> {
  const values = valuesOf(visit, sent);
  const typed = typedOf(visit, sent, values);
  const again = (changes: Partial<Typed>): Submitted => ({ kind: 'again', typed: { ...typed, ...changes } });
  try {
    switch (sent.get('act')) {
      case 'sign':
        await sign(service, visit, typed, values);
        return { kind: 'signed' };
      case 'decline':
      case 'delegate': {
        const done = await endOtherwise(service, visit, typed.otherWays, sent.get('act') === 'decline');
        return typeof done === 'string' ? { kind: done } : again({ otherWays: done });
      }
      default:
        return again({ message: 'Please choose to sign, to decline or to delegate.' });
    }
  } catch (error) {
    if (error instanceof UndrawableAnswer && error.field_id !== null) {
      return again({ problems: [problemOf(visit.form, error.field_id, error.says)] });
    }
    if (error instanceof AnswersRefused) return again({ problems: error.problems });
    if (error instanceof RenderFailed && error.code === 'undrawable')
      return again({ message: `${upper(error.message)}.` });
    if (error instanceof Refusal && error.code === 'cannot_be_drawn') return again({ message: error.message });
    throw error;
  }
}

function problemOf({ fields }: EnvelopeForm, id: string, says: string): AnswerProblem {
  const field = fields.find((each) => each.id === id);
  return { field_id: id, message: `${field === undefined ? 'An answer' : nameOf(field)} ${says}` };
}

const partyOf = ({ envelope, recipient, page }: Visit): Party => ({
  envelope_id: envelope.id,
  recipient_id: recipient.id,
  ...(page === undefined ? {} : { page }),
});

async function sign(
  service: Service,
  visit: Visit,
  { marks }: Typed,
  values: ReadonlyMap<string, WireValue>,
): Promise<void> {
  const drawn: DrawnSignatures = {
    signature: await tidied(service, marks.signature),
    initials: await tidied(service, marks.initials),
  };
  const name = marks.signature.text.trim();
  const short = marks.initials.text.trim();
  await signFor(service, partyOf(visit), {
    values,
    // A drawing stands for the signer's name.
    signature: name === '' && drawn.signature !== null ? visit.recipient.name : name,
    ...(short !== ''
      ? { initials: short }
      : drawn.initials !== null
        ? { initials: initialsOf(visit.recipient.name) }
        : {}),
    fill: false,
    ...(drawn.signature === null && drawn.initials === null ? {} : { drawn }),
  });
}

/** Throws RenderFailed with code `undrawable` for an invalid or empty image. */
async function tidied(service: Service, { way, image }: Mark): Promise<string | null> {
  if (way === 'typed' || image === '') return null;
  const png = await service.documents.signature(Buffer.from(image, 'base64'));
  return Buffer.from(png).toString('base64');
}

/** Declines or delegates; returns the input with its problem if it is invalid. */
async function endOtherwise(
  service: Service,
  visit: Visit,
  typed: OtherWays,
  declines: boolean,
): Promise<'declined' | 'delegated' | OtherWays> {
  const faulty = (of: 'reason' | 'name' | 'email', words: string): OtherWays => ({
    ...typed,
    problem: { of, message: words },
  });
  try {
    if (declines) {
      const problem = firstProblem(text(limits.voidReasonLength), typed.reason);
      if (problem !== null) return faulty('reason', `The reason ${problem.message}.`);
      await declineFor(service, partyOf(visit), typed.reason);
      return 'declined';
    }
    const name = firstProblem(text(limits.nameLength), typed.name);
    if (name !== null) return faulty('name', `The name ${name.message}.`);
    const address = firstProblem(email, typed.email);
    if (address !== null) return faulty('email', `The e-mail address ${address.message}.`);
    await delegateFor(service, partyOf(visit), { name: typed.name, email: typed.email });
    return 'delegated';
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'cannot_be_drawn') throw error;
    return faulty(declines ? 'reason' : 'name', error.message);
  }
}

function valuesOf({ envelope, form, recipient }: Visit, sent: URLSearchParams): ReadonlyMap<string, WireValue> {
  const locked = ({ id }: { readonly id: string }): boolean => envelope.answers[id]?.locked === true;
  return readEntries(entriesOf(form, recipient.role), sent, locked);
}

function typedOf({ envelope }: Visit, sent: URLSearchParams, values: ReadonlyMap<string, WireValue>): Typed {
  const given = [...values].flatMap(([id, value]) =>
    typeof value === 'string' || typeof value === 'boolean' ? [[id, { value, locked: false }] as const] : [],
  );
  return {
    answers: { ...envelope.answers, ...Object.fromEntries(given) },
    marks: { signature: markOf(sent, 'signature'), initials: markOf(sent, 'initials') },
    otherWays: {
      reason: (sent.get('reason') ?? '').replaceAll('\r\n', '\n'),
      // It is used in mails and on the certificate, as one line.
      name: (sent.get('name') ?? '').replace(/\s+/gu, ' ').trim(),
      email: (sent.get('email') ?? '').trim(),
      problem: null,
    },
    problems: [],
    message: null,
  };
}

/** An image that is shown again is passed through unchanged; only the engine validates it. */
const markOf = (sent: URLSearchParams, name: 'signature' | 'initials'): Mark => ({
  text: sent.get(name) ?? '',
  way: sent.get(`${name}_way`) === 'drawn' ? 'drawn' : 'typed',
  image: (sent.get(`${name}_image`) ?? '').replace(/^data:image\/png;base64,/, ''),
});

const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
