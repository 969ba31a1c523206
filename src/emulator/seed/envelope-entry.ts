import type { Envelope, Recipient } from '../domain/envelope.js';
import type { EnvelopeForm } from '../domain/envelope-form.js';
import type { Service } from '../service.js';
import { eventsOf } from '../story/export-test.js';
import { named, placedActs, type Step } from '../story/story.js';
import type { SeedStep } from './seed-schema.js';

type Entry = Readonly<Record<string, unknown>>;

/** The earliest deadline that the service takes, in milliseconds. */
const hour = 3_600_000;

/** An envelope as an entry of a seed file, without its template and brand. */
export function envelopeEntry(service: Service, envelope: Envelope, form: EnvelopeForm): Entry {
  const { create, acts } = placedActs(envelope, form, eventsOf(service, envelope.id));
  const { title, recipients, values, completion_delivery: delivery } = create;
  const { mode, created_at: created, expires_at: until } = envelope;
  const isKnown = ({ subject, key }: { readonly subject: string | null; readonly key: string }): boolean =>
    form.fields.some((field) => field.subject === subject && field.data_key === key);
  const known = <T extends { readonly subject: string | null; readonly key: string }>(all: readonly T[]) =>
    all.filter(isKnown).map(withoutUsual);
  const undelivered = (recipient: Recipient | undefined): Entry =>
    recipient !== undefined && service.outbox.invitation(recipient.id)?.lost === true ? { undelivered: true } : {};
  const steps = acts.flatMap(({ at, step, heir }) => {
    const entry = stepEntry(step, known, undelivered(heir));
    return entry === null ? [] : [{ ...entry, at: new Date(at).toISOString() }];
  });
  return {
    title,
    ...(mode === 'test' ? { mode } : {}),
    recipients: recipients.map((recipient, at) => ({ ...recipient, ...undelivered(named(envelope)[at]) })),
    ...(known(values).length === 0 ? {} : { values: known(values) }),
    ...(delivery === 'integrator' ? {} : { completion_delivery: delivery }),
    at: created,
    ...(until === null || Date.parse(until) - Date.parse(created) < hour ? {} : { expires_at: until }),
    ...(steps.length === 0 ? {} : { steps }),
  };
}

const withoutUsual = (value: object): Entry =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== false));

type Known = (all: Extract<Step, { readonly act: 'sign' }>['values']) => readonly Entry[];

/** A step of a story as one of a seed file; null for a pause. */
function stepEntry(step: Step, known: Known, undelivered: Entry): (Entry & Pick<SeedStep, 'act'>) | null {
  switch (step.act) {
    case 'advance':
      if (step.events.includes('envelope.sealed')) return { act: 'seal' };
      return step.events.includes('envelope.expired') ? { act: 'expire' } : null;
    case 'sign': {
      const values = known(step.values);
      return {
        act: 'sign',
        role: step.role,
        ...(values.length === 0 ? {} : { values }),
        ...(step.typed === undefined ? {} : { signature: step.typed }),
      };
    }
    case 'decline':
      return { act: 'decline', role: step.role, reason: step.reason };
    case 'delegate':
      return { act: 'delegate', role: step.role, to: { ...step.to, ...undelivered } };
    case 'void':
      return { act: 'void', reason: step.reason };
    default:
      return { act: step.act };
  }
}
