import { dayInSouthAfrica } from '../domain/answers-marks.js';
import { sampleValues } from '../domain/answers-sample.js';
import { partOf, submitted, type AnswerProblem, type Submission } from '../domain/answers.js';
import { withoutPosition } from '../domain/answers-started.js';
import type { ActOrigin } from '../domain/act-origin.js';
import { decline, delegate, sign, type Occasion } from '../domain/envelope-acts.js';
import { recipientOf, type DrawnSignatures, type Envelope, type Recipient } from '../domain/envelope.js';
import type { Answers } from '../../domain/rules/values.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import { notFound, Refusal } from '../domain/refusal.js';
import { checkActing } from '../domain/routing.js';
import type { Service } from '../service.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { signingRepository } from '../store/signing-repository.js';
import { checkAnswersDrawable, checkDrawable } from './drawable.js';
import { record } from './record.js';

/** The actions of a recipient, from the signing page and from the control routes. */

/** The acting recipient. Throws not_found for an unknown one. */
export interface Party {
  readonly envelope_id: string;
  readonly recipient_id: string;
  /** The page that they act on; without one, it is a command. */
  readonly page?: ActingPage;
}

export interface ActingPage {
  /** Whether their link is still valid, checked when the action is recorded. */
  readonly isLet: () => boolean;
  /** The token of their link, which then leads to their signed copy; null for a page without a link. */
  readonly token: string | null;
  readonly from: ActOrigin;
}

/** Invalid answers: every problem, by field. */
export class AnswersRefused extends Refusal {
  readonly problems: readonly AnswerProblem[];

  constructor(problems: readonly AnswerProblem[]) {
    super('invalid_request', `${problems.map(({ message }) => message).join('; ')}.`);
    this.problems = problems;
  }
}

export interface Signing extends Submission {
  /** Fills missing required fields with sample values. */
  readonly fill: boolean;
  /** Replaces the typed signature; the result of `documents.signature`. */
  readonly drawn?: DrawnSignatures;
}

/** Signs for a recipient whose turn it is. Throws AnswersRefused, cannot_be_drawn, and the errors of `checkActing`. */
export async function signFor(service: Service, party: Party, signing: Signing): Promise<Envelope> {
  const { envelope: seen, recipient: signer } = mayAct(service, party);
  const form = envelopeRepository(service.store.sql).formOf(party.envelope_id);
  await checkAnswersDrawable(service, form, filled(form, seen, signer, signing, service.clock.instant()));
  return await act(service, party, (envelope, recipient, occasion) =>
    sign(
      envelope,
      signing.drawn === undefined ? recipient : { ...recipient, drawn: signing.drawn },
      answersOf(service, envelope, recipient, signing, occasion.at),
      occasion,
      partOf(form, recipient.role),
    ),
  );
}

/** Declines for a recipient whose turn it is; the envelope ends. */
export async function declineFor(service: Service, party: Party, reason: string): Promise<Envelope> {
  mayAct(service, party);
  await checkDrawable(service, [{ path: 'reason', text: reason }]);
  return await act(service, party, (envelope, recipient, occasion) => decline(envelope, recipient, reason, occasion));
}

/** Retires the recipient, and invites another person in their place. */
export async function delegateFor(
  service: Service,
  party: Party,
  to: { readonly name: string; readonly email: string },
): Promise<Envelope> {
  mayAct(service, party);
  await checkDrawable(service, [
    { path: 'name', text: to.name },
    { path: 'email', text: to.email },
  ]);
  return await act(service, party, (envelope, recipient, occasion) => {
    if (!recipient.embedded) tellDelegated(service, envelope, recipient, to);
    const form = envelopeRepository(service.store.sql).formOf(envelope.id);
    const left = { ...envelope, answers: withoutPosition(form, recipient, envelope.answers) };
    return delegate(left, recipient, { ...to, id: service.random.uuid() }, occasion);
  });
}

/** The recipient and the envelope. Throws not_found and the errors of `checkActing`. */
function mayAct(service: Service, party: Party): { readonly envelope: Envelope; readonly recipient: Recipient } {
  const envelope = envelopeRepository(service.store.sql).findAnywhere(party.envelope_id);
  const recipient = envelope === undefined ? undefined : recipientOf(envelope, party.recipient_id);
  if (envelope === undefined || recipient === undefined) throw notFound();
  checkActing(envelope, recipient, service.clock.now());
  return { envelope, recipient };
}

/** Checks again (because text checks take time), and records the action. */
async function act(
  service: Service,
  party: Party,
  step: (envelope: Envelope, recipient: Recipient, occasion: Occasion) => Parameters<typeof record>[1],
): Promise<Envelope> {
  return await service.store.commit(() => {
    const { envelope, recipient } = mayAct(service, party);
    if (party.page?.isLet() === false) throw notFound();
    const occasion = { at: service.clock.instant(), from: party.page?.from };
    const after = record(service, step(envelope, recipient, occasion));
    const links = signingRepository(service.store.sql);
    links.revoke(envelope.id, recipient.id, null, service.clock.now());
    if (party.page?.token != null) links.spend(party.page.token, service.clock.now());
    return after;
  });
}

function answersOf(service: Service, envelope: Envelope, recipient: Recipient, signing: Signing, at: string): Answers {
  const form = envelopeRepository(service.store.sql).formOf(envelope.id);
  const given = filled(form, envelope, recipient, signing, at);
  const { answers, problems } = submitted(form, recipient.role, envelope.answers, given);
  if (problems.length > 0) throw new AnswersRefused(problems);
  return answers;
}

/** The given values, with sample values if requested. */
function filled(form: EnvelopeForm, envelope: Envelope, signer: Recipient, signing: Signing, at: string): Submission {
  if (!signing.fill) return signing;
  const scene = { signer, recipients: envelope.recipients, today: dayInSouthAfrica(at) };
  return {
    values: sampleValues(form, envelope.answers, signing.values, scene),
    signature: signing.signature ?? signer.name,
  };
}

function tellDelegated(
  service: Service,
  envelope: Envelope,
  from: Recipient,
  to: { name: string; email: string },
): void {
  service.outbox.send({
    organisation_id: envelope.organisation_id,
    mode: envelope.mode,
    kind: 'delegated',
    to: { name: from.name, email: from.email },
    subject: `Delegated: ${envelope.title}`,
    text:
      `Dear ${from.name},\n\nyou delegated "${envelope.title}" to ${to.name} <${to.email}>.  ` +
      'Your own link no longer works.\n',
    link: null,
    envelope_id: envelope.id,
    recipient_id: from.id,
  });
}
