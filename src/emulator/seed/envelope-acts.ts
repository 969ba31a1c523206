import { durationOf } from '../../core/platform/duration.js';
import type { EventName } from '../../contract/events.js';
import { envelopeNamed } from '../control/route.js';
import { lead } from '../control/trigger.js';
import { type Caller, idOf, sendDraft, voidEnvelope } from '../control/trigger-envelope.js';
import type { Envelope } from '../domain/envelope.js';
import { Refusal } from '../domain/refusal.js';
import { call, type Seeding } from './apply-seed.js';
import type { SeedEnvelope, SeedStep } from './seed-schema.js';

/** The emulator's own routes. Throws ControlRefused. */
export type Control = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** One thing that happens. */
interface SeedAct {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The place in the file. */
  readonly path: string;
  readonly run: () => Promise<void>;
}

interface Told {
  readonly path: string;
  readonly at: { readonly created: number; readonly steps: readonly number[] };
  readonly created: (id: string) => void;
}

/** What happens to an envelope of a seed file: its creation, and its steps or those to its state. */
export function envelopeActs(
  seeding: Seeding,
  envelope: SeedEnvelope,
  { path, at, created }: Told,
): readonly SeedAct[] {
  const caller = seeding.caller(envelope.mode);
  let id = '';
  let unreached: readonly { readonly id: string; readonly name: string; readonly index: number }[] = [];
  const steps = envelope.steps ?? [];
  const create: SeedAct = {
    at: at.created,
    path,
    async run() {
      id = await createEnvelope(seeding, caller, envelope, at.created);
      created(id);
      const { recipients } = envelopeNamed(caller.service, id);
      unreached = recipients.flatMap((one, index) =>
        envelope.recipients[index]?.undelivered ? [{ ...one, index }] : [],
      );
      for (const recipient of unreached) loseInvitation(caller, recipient.id);
      // The job that seals may come before the step.
      if (steps.some(({ act }) => act === 'fail_sealing')) failSealing(caller, id);
    },
  };
  const after = steps.map((step, index): SeedAct => ({
    at: at.steps[index] ?? at.created,
    path: `${path}.steps[${index}]`,
    run: () => run(seeding, caller, id, step),
  }));
  const { state, reason } = envelope;
  if (state !== undefined && state !== 'draft') {
    after.push({
      at: at.created,
      path: `${path}.state`,
      run: () => bringTo(seeding, caller, id, { state, reason }),
    });
  }
  if (!envelope.recipients.some(({ undelivered }) => undelivered)) return [create, ...after];
  const check: SeedAct = {
    at: after.at(-1)?.at ?? at.created,
    path,
    async run() {
      for (const one of unreached) checkLost(caller, one.id, `recipients[${one.index}]`, one.name);
    },
  };
  return [create, ...after, check];
}

async function createEnvelope(seeding: Seeding, caller: Caller, envelope: SeedEnvelope, now: number): Promise<string> {
  const {
    title,
    recipients,
    values,
    brand,
    completion_delivery: delivery,
    expires_at: until,
    expires_in: span,
  } = envelope;
  const end = span === undefined ? until : new Date(now + (durationOf(span) ?? 0)).toISOString();
  const body = {
    template_id: seeding.templateId(envelope.template),
    recipients: recipients.map((each) =>
      Object.fromEntries(Object.entries(each).filter(([key]) => key !== 'undelivered')),
    ),
    values,
    brand_id: seeding.brandId(brand),
    ...(title === undefined ? {} : { title }),
    ...(end === undefined ? {} : { expires_at: end }),
    ...(delivery === undefined ? {} : { completion_delivery: delivery }),
  };
  return idOf(await call(caller, 'createEnvelope', {}, body));
}

type Ending = Exclude<NonNullable<SeedEnvelope['state']>, 'draft'>;

/** The event that ends the way to a state. */
const lastEvents: Readonly<Record<Exclude<Ending, 'declined' | 'voided'>, EventName>> = {
  sent: 'envelope.sent',
  partially_signed: 'recipient.completed',
  completed: 'envelope.completed',
  sealed: 'envelope.sealed',
  sealing_failed: 'envelope.sealing_failed',
  expired: 'envelope.expired',
};

async function bringTo(
  seeding: Seeding,
  caller: Caller,
  id: string,
  { state, reason = 'No longer needed' }: { readonly state: Ending; readonly reason: string | undefined },
): Promise<void> {
  await sendDraft(caller, id);
  if (state === 'declined') await seeding.control('POST', actor(id, undefined, 'decline'), { reason });
  else if (state === 'voided') await voidEnvelope(caller, id, reason);
  else await lead(caller, id, lastEvents[state]);
}

const actor = (envelope: string, role: string | undefined, act: string): string =>
  `/_emulator/envelopes/${envelope}/recipients/${encodeURIComponent(role ?? 'next')}/${act}`;

async function run(seeding: Seeding, caller: Caller, id: string, step: SeedStep): Promise<void> {
  const { control } = seeding;
  const { act, role, reason = 'No longer needed' } = step;
  const now = (): Envelope => envelopeNamed(caller.service, id);
  switch (act) {
    case 'send':
      return await sendDraft(caller, id);
    case 'sign': {
      const { values, signature } = step;
      const body = { ...(values === undefined ? {} : { values }), ...(signature === undefined ? {} : { signature }) };
      await control('POST', actor(id, role, 'sign'), body);
      return;
    }
    case 'decline':
      await control('POST', actor(id, role, 'decline'), { reason });
      return;
    case 'delegate': {
      const { undelivered, ...to } = step.to ?? {};
      if (undelivered === true) loseInvitation(caller, id);
      await control('POST', actor(id, role, 'delegate'), to);
      if (undelivered === true) checkLost(caller, id, 'to', step.to?.name);
      return;
    }
    case 'void':
      return await voidEnvelope(caller, id, reason);
    case 'requeue':
      await control('POST', `/_emulator/envelopes/${id}/requeue-sealing`);
      return;
    // What the clock has already done on its way is not done again.
    case 'expire':
      if (now().status !== 'expired') await lead(caller, id, 'envelope.expired');
      return;
    case 'seal':
      if (now().sealed_at === null) await lead(caller, id, 'envelope.sealed');
      return;
    case 'fail_sealing':
      if (now().sealing_failed_at !== null) return;
      caller.service.faults.forget(`seal:${id}`);
      return await lead(caller, id, 'envelope.sealing_failed');
  }
}

function failSealing({ service }: Caller, id: string): void {
  service.faults.add({ point: `seal:${id}`, code: 'internal_error', count: 1 });
}

/** The next invitation of a recipient, or of an envelope, never arrives. */
const loseInvitation = ({ service }: Caller, of: string): void =>
  service.faults.add({ point: `mail:${of}`, code: 'internal_error', count: 1 });

/** Throws Refusal where none was sent; a later one then arrives. */
function checkLost({ service }: Caller, of: string, place: string, name = ''): void {
  const point = `mail:${of}` as const;
  const wasSent = !service.faults.list().some((fault) => fault.point === point);
  service.faults.forget(point);
  if (!wasSent) throw new Refusal('invalid_request', `${place}.undelivered: no invitation was sent to ${name}.`);
}
