import { oneOf, optional, request, uuid } from '../../contract/schema.js';
import { eventNames, type EventName } from '../../contract/events.js';
import { envelopeBody, isOpen, type Envelope } from '../domain/envelope.js';
import type { Organisation } from '../domain/organisation.js';
import { notFound, Refusal } from '../domain/refusal.js';
import { whoseTurn } from '../domain/routing.js';
import type { Service } from '../service.js';
import { declineFor, signFor, type Party } from '../signing/acts.js';
import { awaitsSealing, expireEnvelope, sealEnvelope } from '../signing/envelope-jobs.js';
import { deliveryOf } from '../signing/invite.js';
import { deliveryRepository } from '../store/delivery-repository.js';
import { envelopeRepository } from '../store/envelope-repository.js';
import { eventRepository } from '../store/event-repository.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { triggered } from './answers.js';
import { type ControlRoute, envelopeNamed, route, type ValueOf } from './route.js';
import { sendDraft, sentEnvelope, voidEnvelope, type Caller } from './trigger-envelope.js';

/**
 * Causes an event with everything that leads to it: the service emits and delivers it by its own rules. `first` is the
 * default organisation of a new envelope.
 */
export const triggerRoutes = (first: string): readonly ControlRoute[] => [
  route({
    method: 'POST',
    path: '/_emulator/trigger',
    summary: 'Cause an event of an envelope, or of a new one, with everything that leads to it',
    body: request({
      event: oneOf(eventNames),
      envelope_id: optional(uuid),
      mode: optional(oneOf(['live', 'test']), 'live'),
      organisation_id: optional(uuid),
    }),
    status: 201,
    answer: triggered,
    async handle({ service, body }) {
      const given = body.envelope_id === undefined ? null : envelopeNamed(service, body.envelope_id);
      const owner = given?.organisation_id ?? body.organisation_id ?? first;
      const caller: Caller = {
        service,
        organisation: organisationOf(service, owner),
        mode: given?.mode ?? body.mode,
      };
      const id = given?.id ?? (await sentEnvelope(caller));
      if (given?.status === 'draft' || (given !== null && body.event === 'envelope.sent')) await sendDraft(caller, id);
      await lead(caller, id, body.event);
      return answer(service, id, body.event);
    },
  }),
];

/** Performs the steps from a sent envelope to the event. Throws the service's errors. */
export async function lead(caller: Caller, id: string, event: EventName): Promise<void> {
  const { service } = caller;
  switch (event) {
    case 'envelope.sent':
      return;
    case 'recipient.completed':
      return await signNext(service, id);
    case 'envelope.completed':
      return await signAll(service, id);
    case 'envelope.declined':
      await declineFor(service, next(service, id), 'Declined by trigger');
      return;
    case 'envelope.voided':
      return await voidEnvelope(caller, id, 'Voided by trigger');
    case 'envelope.expired':
      return await expireNow(service, id);
    case 'envelope.sealed':
      await complete(service, id);
      return await sealNow(service, id);
    case 'envelope.sealing_failed':
      await complete(service, id);
      service.faults.add({ point: `seal:${id}`, code: 'internal_error', count: 1 });
      return await sealNow(service, id);
  }
}

async function signNext(service: Service, id: string): Promise<void> {
  await signFor(service, next(service, id), { values: new Map(), signature: null, fill: true });
}

async function signAll(service: Service, id: string): Promise<void> {
  do await signNext(service, id);
  while (envelopeNamed(service, id).status === 'partially_signed');
}

async function complete(service: Service, id: string): Promise<void> {
  if (envelopeNamed(service, id).status !== 'completed') await signAll(service, id);
}

/** The next recipient to act. Throws envelope_not_open when there is none. */
function next(service: Service, id: string): Party {
  const envelope = envelopeNamed(service, id);
  const recipient = isOpen(envelope, service.clock.now()) ? whoseTurn(envelope) : null;
  if (recipient === null) throw notOpen(envelope);
  return { envelope_id: id, recipient_id: recipient.id };
}

/**
 * Moves the deadline to now, and lets it pass. Moving the clock would affect all other envelopes, and set signing times
 * ahead of the receivers' clocks.
 */
async function expireNow(service: Service, id: string): Promise<void> {
  await service.store.commit(() => {
    const envelope = envelopeNamed(service, id);
    if (!isOpen(envelope, service.clock.now())) throw notOpen(envelope);
    envelopeRepository(service.store.sql).update({ ...envelope, expires_at: service.clock.instant() });
    expireEnvelope(service, id);
  });
}

/** Seals at once what the job would seal a little later. */
async function sealNow(service: Service, id: string): Promise<void> {
  if (!awaitsSealing(envelopeNamed(service, id)))
    throw new Refusal('invalid_request', 'The envelope is already sealed.');
  const effect = await sealEnvelope(service, id);
  await service.store.commit(() => {
    service.jobs.cancel('seal', id);
    effect();
  });
}

function organisationOf(service: Service, id: string): Organisation {
  const organisation = organisationRepository(service.store.sql).find(id);
  if (organisation === null) throw notFound();
  return organisation;
}

const notOpen = ({ status }: Envelope): Refusal =>
  new Refusal('envelope_not_open', `The envelope is ${status}, so no recipient can act.`);

function answer(service: Service, id: string, name: EventName): ValueOf<ReturnType<typeof triggered>> {
  const event = eventRepository(service.store.sql)
    .list({ envelope_id: id, after: 0, max: Number.MAX_SAFE_INTEGER })
    .findLast((each) => each.name === name);
  if (event === undefined) throw new Error(`${name} did not occur`);
  const deliveries = deliveryRepository(service.store.sql).ofEvent(event.id);
  return {
    event: {
      id: event.id,
      event: event.name,
      created_at: new Date(event.created_at).toISOString(),
      envelope_id: event.envelope_id,
      recipient_id: event.recipient_id,
    },
    envelope: envelopeBody(envelopeNamed(service, id), deliveryOf(service, 'reported')),
    deliveries: deliveries.map((delivery) => ({ id: delivery.id, webhook_id: delivery.webhook_id })),
  };
}
