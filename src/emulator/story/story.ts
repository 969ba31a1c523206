import type { EventName } from '../../contract/events.js';
import { unwritableTypes } from '../../contract/resources/template.js';
import type { EnvelopeField, EnvelopeForm } from '../domain/envelope-form.js';
import type { Envelope, Recipient } from '../domain/envelope.js';
import type { FieldList } from '../domain/template-from-fields.js';
import type { Answer } from '../../domain/rules/values.js';

/** What happened to an envelope, as steps that a test repeats. */
export interface Story {
  readonly envelope: string;
  readonly title: string;
  /** Its form without its document. */
  readonly template: FieldList;
  readonly create: StoryCreation;
  /** Events that an endpoint was told of; empty when nobody subscribed. */
  readonly subscribed: readonly EventName[];
  readonly steps: readonly Step[];
  /** The state of the envelope at the end. */
  readonly status: Envelope['status'];
}

interface StoryCreation {
  readonly title: string;
  readonly recipients: readonly StoryRecipient[];
  readonly values: readonly (AddressedAnswer & { readonly locked: boolean })[];
  readonly completion_delivery: Envelope['completion_delivery'];
  /** Seconds from the creation to the deadline; null without one. */
  readonly expires_in: number | null;
}

interface StoryRecipient {
  readonly role: string;
  readonly name: string;
  readonly email: string;
  readonly job_title?: string;
  readonly company?: string;
  readonly embedded?: true;
  readonly external_ref?: string;
}

/** One act, and the events that it leads to. */
export type Step = { readonly events: readonly EventName[] } & Act;

type Act =
  | { readonly act: 'send' | 'requeue' | 'expire' | 'fail_sealing' }
  | {
      readonly act: 'sign';
      readonly role: string;
      readonly values: readonly AddressedAnswer[];
      readonly typed?: string;
    }
  | { readonly act: 'decline'; readonly role: string; readonly reason: string }
  | { readonly act: 'delegate'; readonly role: string; readonly to: { readonly name: string; readonly email: string } }
  | { readonly act: 'void'; readonly reason: string }
  | { readonly act: 'advance'; readonly seconds: number };

/** An event of the envelope, in order of occurrence. */
export interface StoryEvent {
  readonly name: EventName;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly recipient_id: string | null;
  readonly delivered: boolean;
}

/** Shorter pauses between acts are left out. */
const shortestPause = 30_000;
/** From completion to sealing, in milliseconds: longer than a new emulator waits. */
const untilSealed = 61_000;
/** The earliest deadline that the service takes. */
const hour = 3_600_000;

/** The story of an envelope so far, from what is stored of it. */
export function storyOf(envelope: Envelope, form: EnvelopeForm, events: readonly StoryEvent[]): Story {
  const template = listOf(envelope.title, form);
  return {
    envelope: envelope.id,
    title: envelope.title,
    template,
    create: creationOf(envelope, form, template),
    subscribed: [...new Set(events.filter(({ delivered }) => delivered).map(({ name }) => name))],
    steps: withPauses(envelope, actsOf(envelope, form, template, events)),
    status: envelope.status,
  };
}

/** The same without pauses, each act at its time in milliseconds since 1970. */
export function placedActs(
  envelope: Envelope,
  form: EnvelopeForm,
  events: readonly StoryEvent[],
): { readonly create: StoryCreation; readonly acts: readonly Placed[] } {
  const template = listOf(envelope.title, form);
  return { create: creationOf(envelope, form, template), acts: actsOf(envelope, form, template, events) };
}

/** The form without the places of its fields; a field without an address gets one, so that values can name it. */
function listOf(name: string, form: EnvelopeForm): FieldList {
  const numbers = new Map(form.questions.map(({ id }, at) => [id, at + 1]));
  return {
    name,
    roles: form.roles,
    questions: form.questions.map(({ label, min_selected, max_selected }) => ({
      label,
      required: min_selected > 0,
      min_selected,
      max_selected,
    })),
    fields: form.fields.map((field, at) => ({
      type: field.type,
      role: field.role,
      label: field.label,
      required: field.required,
      subject: field.subject,
      data_key: field.data_key ?? addressFor(form, field, at),
      options: field.options,
      multiline: field.multiline,
      question: numbers.get(field.question_id ?? '') ?? null,
      option_value: field.option_value,
    })),
  };
}

/** The fields of a question share theirs. */
function addressFor(form: EnvelopeForm, { type, question_id: question }: EnvelopeField, at: number): string | null {
  if (unwritableTypes.includes(type)) return null;
  const first = question === null ? at : form.fields.findIndex((each) => each.question_id === question);
  return `form.field_${first + 1}`;
}

/** Those that the app named; a person who took over a position came later. */
export const named = ({ recipients }: Envelope): readonly Recipient[] =>
  recipients.filter((_, at) => recipients[at - 1]?.status !== 'delegated');

function creationOf(envelope: Envelope, form: EnvelopeForm, template: FieldList): StoryCreation {
  const signed = new Set(envelope.recipients.filter(({ status }) => status === 'signed').map(({ role }) => role));
  const given = form.fields.map(({ id, role }) => {
    const answer = envelope.answers[id];
    // What a signer could have changed counts as the signer's.
    return answer === undefined || (!answer.locked && signed.has(role)) ? null : answer;
  });
  const lasts = envelope.expires_at === null ? null : Date.parse(envelope.expires_at) - Date.parse(envelope.created_at);
  return {
    title: envelope.title,
    recipients: named(envelope).map(({ role, name, email, job_title: job, company, embedded, external_ref: ref }) => ({
      role,
      name,
      email,
      ...(job === null ? {} : { job_title: job }),
      ...(company === null ? {} : { company }),
      ...(embedded ? { embedded: true } : {}),
      ...(ref === null ? {} : { external_ref: ref }),
    })),
    values: valuesOf(template, given),
    completion_delivery: envelope.completion_delivery,
    expires_in: lasts === null || lasts < hour ? null : Math.round(lasts / 1000),
  };
}

interface Placed {
  readonly at: number;
  readonly step: Step;
  /** Who took over, of a delegation. */
  readonly heir?: Recipient;
}

/** The acts with the events that followed each. */
function actsOf(
  envelope: Envelope,
  form: EnvelopeForm,
  template: FieldList,
  events: readonly StoryEvent[],
): readonly Placed[] {
  const placed: Placed[] = [];
  const delegated = envelope.recipients.flatMap((one, at) => {
    const heir = envelope.recipients[at + 1];
    return one.status === 'delegated' && heir !== undefined ? [{ one, heir, at }] : [];
  });
  const handOver = (until: (place: { readonly at: number; readonly moment: number }) => boolean): void => {
    for (;;) {
      const [next] = delegated;
      const moment = Date.parse(next?.one.acted_at ?? '');
      if (next === undefined || !until({ at: next.at, moment })) return;
      delegated.shift();
      const to = { name: next.heir.name, email: next.heir.email };
      const step: Step = { act: 'delegate', role: next.one.role, to, events: [] };
      placed.push({ at: moment, step, heir: next.heir });
    }
  };
  for (const event of events) {
    const actor = envelope.recipients.findIndex(({ id }) => id === event.recipient_id);
    if (event.name !== 'envelope.sent') {
      handOver(({ at, moment }) => moment < event.at || (moment === event.at && (actor === -1 || at < actor)));
    }
    const last = placed.at(-1);
    // The last signature completes the envelope.
    if (event.name === 'envelope.completed' && last !== undefined) {
      placed[placed.length - 1] = { ...last, step: { ...last.step, events: [...last.step.events, event.name] } };
    } else {
      placed.push(...actOf(envelope, form, template, event, placed));
    }
  }
  handOver(() => true);
  return placed;
}

function actOf(
  envelope: Envelope,
  form: EnvelopeForm,
  template: FieldList,
  { name, at, recipient_id: id }: StoryEvent,
  before: readonly Placed[],
): readonly Placed[] {
  const events = [name];
  const reason = envelope.end_reason ?? 'No reason';
  const one = (act: Act): readonly Placed[] => [{ at, step: { ...act, events } }];
  switch (name) {
    case 'envelope.sent':
      return one({ act: 'send' });
    case 'recipient.completed': {
      const signer = envelope.recipients.find((each) => each.id === id);
      return signer === undefined ? [] : one(signingOf(envelope, form, template, signer));
    }
    case 'envelope.declined': {
      const role = envelope.recipients.find(({ status }) => status === 'declined')?.role;
      return role === undefined ? [] : one({ act: 'decline', role, reason });
    }
    case 'envelope.voided':
      return one({ act: 'void', reason });
    case 'envelope.expired':
      return isShort(envelope) ? one({ act: 'expire' }) : one({ act: 'advance', seconds: 0 });
    case 'envelope.sealing_failed':
      return one({ act: 'fail_sealing' });
    case 'envelope.sealed': {
      const failed = before.some(({ step }) => step.act === 'fail_sealing');
      const requeued: Placed = { at, step: { act: 'requeue', events: [] } };
      return [...(failed ? [requeued] : []), ...one({ act: 'advance', seconds: 0 })];
    }
    case 'envelope.completed':
      return [];
  }
}

/** A deadline that was moved to let the envelope expire. */
const isShort = ({ expires_at: end, created_at: start }: Envelope): boolean =>
  end === null || Date.parse(end) - Date.parse(start) < hour;

function signingOf(envelope: Envelope, form: EnvelopeForm, template: FieldList, signer: Recipient): Act {
  const given = form.fields.map((field) => {
    const answer = envelope.answers[field.id];
    const isOwn = field.role === signer.role && !unwritableTypes.includes(field.type);
    return answer === undefined || answer.locked || !isOwn ? null : answer;
  });
  const values = valuesOf(template, given).map(({ subject, key, value }) => ({ subject, key, value }));
  const typed = form.fields
    .filter(({ role, type }) => role === signer.role && type === 'signature')
    .map(({ id }) => envelope.answers[id]?.value)
    .find(isTyped);
  const isOther = typed !== undefined && typed !== signer.name && signer.drawn === undefined;
  return { act: 'sign', role: signer.role, values, ...(isOther ? { typed } : {}) };
}

/**
 * Moves of the clock between the acts. The clock of the test is never ahead of the story's, except that a sealing is
 * awaited for as long as it takes there.
 */
function withPauses(envelope: Envelope, acts: readonly Placed[]): readonly Step[] {
  const steps: Step[] = [];
  let now = Date.parse(envelope.created_at);
  let completed = now;
  for (const { at, step } of acts) {
    const gap = at - now;
    if (step.act === 'advance') {
      const least = step.events.includes('envelope.sealed') ? completed + untilSealed - now : 0;
      const ahead = Math.max(gap, least, 1000);
      steps.push({ ...step, seconds: Math.ceil(ahead / 1000) });
      now += Math.ceil(ahead / 1000) * 1000;
    } else {
      if (gap >= shortestPause) {
        const seconds = Math.floor(gap / 1000);
        steps.push({ act: 'advance', seconds, events: [] });
        now += seconds * 1000;
      }
      steps.push(step);
    }
    if (step.events.includes('envelope.completed')) completed = now;
  }
  return steps;
}

/** A value of a field, by its address. */
interface AddressedAnswer {
  readonly subject: string | null;
  readonly key: string;
  readonly value: string | boolean | readonly string[];
}

/** A typed text. */
const isTyped = (value: string | boolean | undefined): value is string => typeof value === 'string' && value !== '';

/** One value for each address that has an answer; `given` has the answer of each field, or null. */
function valuesOf(
  { fields }: FieldList,
  given: readonly (Answer | null)[],
): readonly (AddressedAnswer & { readonly locked: boolean })[] {
  const found = new Map<string, AddressedAnswer & { readonly locked: boolean }>();
  fields.forEach(({ type, subject, data_key: key, question, option_value: option }, at) => {
    const answer = given[at] ?? null;
    if (answer === null || key === null || unwritableTypes.includes(type)) return;
    const { value, locked } = answer;
    if (value === false || value === '') return;
    const address = JSON.stringify([subject, key]);
    const before = found.get(address)?.value;
    if (question === null || option === null) {
      if (before === undefined) found.set(address, { subject, key, value, locked });
      return;
    }
    found.set(address, { subject, key, value: [...(Array.isArray(before) ? before : []), option], locked });
  });
  return [...found.values()];
}
