import { firstProblem, email, text } from '../../../contract/check.js';
import { limits } from '../../../contract/limits.js';
import type { AnswerProblem } from '../../domain/answers.js';
import type { EnvelopeForm } from '../../domain/envelope-form.js';
import type { Answers, Envelope, Recipient } from '../../domain/envelope.js';
import { Refusal } from '../../domain/refusal.js';
import type { WireValue } from '../../domain/values-fit.js';
import type { Service } from '../../service.js';
import { AnswersRefused, declineFor, delegateFor, signFor, type Party } from '../acts.js';
import { entriesOf, readEntries } from './boxes.js';

/** What became of a posted form: an act, or a form to be shown again with what is wrong with it. */
export type Submitted =
  | { readonly kind: 'signed' | 'declined' | 'delegated' }
  | {
      readonly kind: 'again';
      readonly answers: Answers;
      readonly signature: string;
      readonly problems: readonly AnswerProblem[];
      readonly message: string | null;
    };

export interface Visit {
  readonly envelope: Envelope;
  readonly form: EnvelopeForm;
  readonly recipient: Recipient;
}

/** Carries out a posted form. Throws Refusal when the recipient may not act at all. */
export async function submit(service: Service, visit: Visit, sent: URLSearchParams): Promise<Submitted> {
  const party: Party = { envelope_id: visit.envelope.id, recipient_id: visit.recipient.id };
  const reason = sent.get('reason') ?? '';
  const to = { name: (sent.get('name') ?? '').trim(), email: (sent.get('email') ?? '').trim() };
  const again = (message: string): Submitted => shownAgain(visit, new Map(), '', [], message);
  try {
    switch (sent.get('act')) {
      case 'sign':
        return await sign(service, visit, party, sent);
      case 'decline': {
        const problem = firstProblem(text(limits.voidReasonLength), reason);
        if (problem !== null) return again(`The reason ${problem.message}.`);
        await declineFor(service, party, reason);
        return { kind: 'declined' };
      }
      case 'delegate': {
        const name = firstProblem(text(limits.nameLength), to.name);
        if (name !== null) return again(`The name ${name.message}.`);
        const address = firstProblem(email, to.email);
        if (address !== null) return again(`The e-mail address ${address.message}.`);
        await delegateFor(service, party, to);
        return { kind: 'delegated' };
      }
      default:
        return again('Please choose to sign, to decline or to hand over.');
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'cannot_be_drawn') return again(error.message);
    throw error;
  }
}

async function sign(service: Service, visit: Visit, party: Party, sent: URLSearchParams): Promise<Submitted> {
  const { envelope, form, recipient } = visit;
  const locked = ({ id }: { readonly id: string }): boolean => envelope.answers[id]?.locked === true;
  const values = readEntries(entriesOf(form, recipient.role), sent, locked);
  const signature = sent.get('signature') ?? '';
  try {
    await signFor(service, party, { values, signature, fill: false });
    return { kind: 'signed' };
  } catch (error) {
    if (error instanceof AnswersRefused) return shownAgain(visit, values, signature, error.problems, null);
    if (error instanceof Refusal && error.code === 'cannot_be_drawn') {
      return shownAgain(visit, values, signature, [], error.message);
    }
    throw error;
  }
}

function shownAgain(
  { envelope }: Visit,
  values: ReadonlyMap<string, WireValue>,
  signature: string,
  problems: readonly AnswerProblem[],
  message: string | null,
): Submitted {
  const typed = [...values].flatMap(([id, value]) =>
    typeof value === 'string' || typeof value === 'boolean' ? [[id, { value, locked: false }] as const] : [],
  );
  return {
    kind: 'again',
    answers: { ...envelope.answers, ...Object.fromEntries(typed) },
    signature,
    problems,
    message,
  };
}
