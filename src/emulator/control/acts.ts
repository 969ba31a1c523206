import { anyText, email, flag, listOf, nullable, optional, request, text, uuid } from '../../contract/schema.js';
import { envelope, type Envelope as EnvelopeBody } from '../../contract/resources/envelope.js';
import { limits } from '../../contract/limits.js';
import { valueRequest } from '../../contract/operations/envelopes.js';
import { submissionOf } from '../domain/answers-addressed.js';
import { type Envelope, envelopeBody, type Recipient } from '../domain/envelope.js';
import { missing, Refusal } from '../domain/refusal.js';
import { holdsPosition, whoseTurn } from '../domain/routing.js';
import type { Service } from '../service.js';
import { declineFor, delegateFor, type Party, signFor } from '../signing/acts.js';
import { deliveryOf } from '../signing/invite.js';
import { awaitsSealing } from '../signing/envelope-jobs.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { type ControlRoute, envelopeNamed, route } from './route.js';
import { envelopeEnd, exportedTest } from './answers.js';
import { testRunners } from '../names.js';

const party = '/_emulator/envelopes/{envelopeId}/recipients/{recipient}' as const;

/** Actions of recipients, and the retry of a failed sealing by support. */
export const actRoutes: readonly ControlRoute[] = [
  route({
    method: 'POST',
    path: `${party}/sign`,
    summary: 'Sign as a recipient, by ID, role or next; required fields get a sample value',
    body: request({
      values: optional(
        listOf(
          request({
            subject: optional(nullable(anyText), null),
            key: optional(anyText),
            field_id: optional(uuid),
            value: valueRequest.entries.value,
          }),
        ),
        [],
      ),
      signature: optional(text(limits.nameLength)),
      fill: optional(flag, true),
    }),
    answer: envelope,
    async handle({ service, parameters, body }) {
      const { envelope, recipient } = find(service, parameters);
      const form = envelopeRepository(service.store.sql).formOf(envelope.id);
      const values = submissionOf(form, recipient.role, body.values);
      const signing = { values, signature: body.signature ?? null, fill: body.fill };
      return answer(service, await signFor(service, partyOf(envelope, recipient), signing));
    },
  }),
  route({
    method: 'POST',
    path: `${party}/decline`,
    summary: 'Decline to sign as a recipient',
    body: request({ reason: text(limits.voidReasonLength) }),
    answer: envelope,
    async handle({ service, parameters, body }) {
      const { envelope, recipient } = find(service, parameters);
      return answer(service, await declineFor(service, partyOf(envelope, recipient), body.reason));
    },
  }),
  route({
    method: 'POST',
    path: `${party}/delegate`,
    summary: 'Delegate to another person, who takes the position with a new ID',
    body: request({ name: text(limits.nameLength), email }),
    answer: envelope,
    async handle({ service, parameters, body }) {
      const { envelope, recipient } = find(service, parameters);
      return answer(service, await delegateFor(service, partyOf(envelope, recipient), body));
    },
  }),
  route({
    method: 'POST',
    path: '/_emulator/envelopes/{envelopeId}/requeue-sealing',
    summary: 'Retry the failed sealing of an envelope',
    body: null,
    answer: null,
    async handle({ service, parameters }) {
      await service.store.commit(() => requeue(service, parameters['envelopeId']));
    },
  }),
];

type Parameters = Readonly<Record<string, string>>;

/** A recipient by ID, by role, which is its current holder, or by `next`, whose turn it is. */
function find(
  service: Service,
  parameters: Parameters,
): { readonly envelope: Envelope; readonly recipient: Recipient } {
  const envelope = envelopeNamed(service, parameters['envelopeId']);
  const named = parameters['recipient'] ?? '';
  const all = envelope.recipients;
  const recipient =
    all.find(({ id }) => id === named) ??
    all.find((each) => each.role === named && holdsPosition(each)) ??
    all.find(({ role }) => role === named) ??
    (named === 'next' ? whoseTurn(envelope) : null);
  if (recipient === null) {
    if (named === 'next') throw missing(`Nobody has to act: the envelope is ${envelope.status}.`);
    const roles = all.filter(holdsPosition).map(({ role }) => role);
    throw missing(`Recipient "${named}" not found. Use one of: ${roles.join(', ')}.`);
  }
  return { envelope, recipient };
}

const partyOf = (envelope: Envelope, recipient: Recipient): Party => ({
  envelope_id: envelope.id,
  recipient_id: recipient.id,
});

const answer = (service: Service, envelope: Envelope): EnvelopeBody =>
  envelopeBody(envelope, deliveryOf(service, 'reported'));

function requeue(service: Service, envelopeId: string | undefined): void {
  const envelope = envelopeNamed(service, envelopeId);
  if (!awaitsSealing(envelope)) {
    const state = envelope.sealed_at === null ? envelope.status : 'already sealed';
    throw new Refusal(
      'invalid_request',
      `The envelope is ${state}. Only a completed envelope that is not sealed can be requeued.`,
    );
  }
  service.jobs.cancel('seal', envelope.id);
  service.jobs.schedule('seal', envelope.id, service.clock.now());
  envelopeRepository(service.store.sql).update({ ...envelope, sealing_failed_at: null });
}

/** The reason that a recipient or the sender gave, which no operation of the service returns. */
export const envelopeEndRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/envelopes/{envelopeId}/end',
    summary: 'Return why an envelope was voided or declined',
    body: null,
    answer: envelopeEnd,
    handle: ({ service, parameters }) => ({ reason: envelopeNamed(service, parameters['envelopeId']).end_reason }),
  }),
];

/** The story of an envelope as a test of the caller's app. */
export const exportTestRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/envelopes/{envelopeId}/test',
    summary: 'Return what happened to an envelope as a test that replays it on another emulator',
    query: { runner: `\`${testRunners.join('` or `')}\`` },
    body: null,
    answer: exportedTest,
    async handle({ service, parameters, query }) {
      const runner = testRunners.find((each) => each === query.get('runner'));
      if (runner === undefined) throw new Refusal('invalid_request', `runner must be ${testRunners.join(' or ')}.`);
      const { exportTest } = await import('../story/export-test.js');
      return exportTest(service, envelopeNamed(service, parameters['envelopeId']), runner);
    },
  }),
];
