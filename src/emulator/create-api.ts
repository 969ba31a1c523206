import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { HeaderList } from '../core/http/headers.js';
import { awaitQuiet } from './await-quiet.js';
import { advanceTo } from './control/clock.js';
import type { Core } from './core.js';
import { Refusal } from './domain/refusal.js';
import type { Ran } from './delivery/advance.js';
import { durationOf } from '../core/platform/duration.js';
import { listDeliveries, listEvents } from './control/deliveries.js';
import {
  ControlRefused,
  type DeliveryFilter,
  type EmulatorApi,
  type EmulatorDelivery,
  type EventFilter,
  type InboxFilter,
  type RecipientRef,
  type Ref,
} from './api-types.js';
import { eventNames } from '../contract/events.js';
import { pointFaultBody } from './control/faults.js';
import { suggestProperty } from './control/suggest-route.js';
import { checked } from './http/check-request.js';
import type { Mail } from './mail/outbox.js';
import { checkOptions, type OptionNames } from './options.js';
import type { Waits } from './waits.js';
import { mailRepository } from './store/mail-repository.js';
import { addFault, clearFaults, releaseFaults } from './point-faults.js';

/** The API of an emulator in this process, separate from its types, which are all that a test suite imports. */
export function createApi(core: Core, waits: Waits): EmulatorApi {
  const { service, scheduler } = core;
  const mails = mailRepository(service.store.sql);
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await core.control({
      method,
      path,
      headers: new HeaderList([
        ['Host', '127.0.0.1'],
        ['Authorization', `Bearer ${core.token}`],
      ]),
      body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body), 'utf8'),
      signal: () => new AbortController().signal,
    });
    const text = reply.body instanceof Readable ? await readText(reply.body) : String(reply.body ?? '');
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    if (reply.status < 400) return parsed as T;
    const { code, message } = (parsed as { readonly error: { readonly code: string; readonly message: string } }).error;
    throw new ControlRefused(code, reply.status, message);
  };
  /** Resolves when what it causes is delivered, so that a test need not wait for it. */
  const act = async <T>(path: string, body?: unknown): Promise<T> => {
    const done = await control<T>('POST', path, body);
    await awaitQuiet(scheduler);
    return done;
  };
  const move = (to: string | number): Promise<readonly Ran[]> =>
    advanceTo(scheduler, to).catch((error: unknown) => {
      throw error instanceof Refusal ? new RangeError(error.message) : error;
    });
  const inbox = (filter: InboxFilter, max?: number): readonly Mail[] => {
    checkOptions('inbox', filter, inboxNames);
    return mails.list({ ...filter, max });
  };
  const newestMail = (filter: InboxFilter): Mail | null => inbox(filter, 1)[0] ?? null;
  const events = (filter: EventFilter = {}) => {
    checkOptions('events', filter, filterNames);
    const { event, envelope, after = 0 } = filter;
    return listEvents(service, { envelope_id: idOf(envelope), after, max: Number.MAX_SAFE_INTEGER }).filter(
      (each) => event === undefined || each.event === event,
    );
  };
  const deliveries = (filter: DeliveryFilter = {}) => {
    checkOptions('deliveries', filter, deliveryNames);
    const { event, envelope, webhook, status, after } = filter;
    const all = listDeliveries(service, { webhook_id: idOf(webhook), envelope_id: idOf(envelope) });
    // One of another envelope or endpoint has its place in the whole list only.
    const last = after === undefined ? [] : listDeliveries(service, { webhook_id: null, envelope_id: null });
    const earlier = new Set(last.slice(0, 1 + last.findIndex(({ id }) => id === idOf(after))).map(({ id }) => id));
    return all.filter(
      (each) =>
        (event === undefined || each.event === event) &&
        (status === undefined || each.status === status) &&
        !earlier.has(each.id),
    );
  };
  return {
    clock: {
      now: () => new Date(service.clock.now()),
      freeze: () => scheduler.freeze(),
      run: () => scheduler.run(),
      advance: (duration) => move(typeof duration === 'number' ? duration : milliseconds(duration)),
      to: (instant) => move(instant),
    },
    inbox: {
      list: (filter = {}) => inbox(filter),
      latest: (filter = {}) => newestMail(filter),
      async waitFor(filter = {}, options = {}) {
        checkOptions('inbox.waitFor', options, { timeout: null });
        return waits.until({
          find: () => newestMail({ lost: false, ...filter }),
          awaited: `mail${shownFilter(filter)}`,
          came: () => mails.list({}).toReversed().map(mailLine),
          timeout: options.timeout,
        });
      },
    },
    events: {
      list: events,
      async waitFor(event, options = {}) {
        checkOptions('events.waitFor', options, { ...filterNames, timeout: null });
        const { timeout, ...filter } = options;
        return waits.until({
          find: () => events({ ...filter, event })[0] ?? null,
          awaited: `event ${event}${shownFilter(filter)}`,
          came: () => events(filter).map((each) => each.event),
          timeout,
        });
      },
    },
    deliveries: {
      list: deliveries,
      async waitFor(event, options = {}) {
        checkOptions('deliveries.waitFor', options, { ...deliveryNames, timeout: null });
        const { timeout, status = 'delivered', ...filter } = options;
        return waits.until({
          find: () => deliveries({ ...filter, event, status })[0] ?? null,
          awaited: `delivery of ${event}${shownFilter({ ...filter, status })}`,
          came: () => deliveries(filter).map(deliveryLine),
          timeout,
        });
      },
    },
    faults: {
      add(fault) {
        const body = { ...fault };
        try {
          checked(pointFaultBody, body, (path) => suggestProperty(pointFaultBody, body, path));
        } catch (error) {
          throw error instanceof Refusal ? new TypeError(error.message) : error;
        }
        addFault(service, { count: 1, ...fault });
      },
      operation: (fault) => control('POST', '/_emulator/faults/operations', fault),
      deliveries: (faults) => control('POST', '/_emulator/faults/deliveries', faults),
      clear() {
        clearFaults(service);
        service.deliveryFaults.clear();
      },
      release: () => releaseFaults(service),
    },
    sign: (envelope, recipient, options = {}) => act(`${party(envelope, recipient)}/sign`, options),
    decline: (envelope, recipient, options) => act(`${party(envelope, recipient)}/decline`, options),
    delegate: (envelope, recipient, to) => act(`${party(envelope, recipient)}/delegate`, to),
    grant: (authorisation) => act(`/_emulator/authorisations/${part(authorisation)}/grant`),
    scenario: (name, options = {}) => act('/_emulator/scenarios', { name, ...options }),
    template: (template) => control('POST', '/_emulator/templates', template),
    async requeue(envelope) {
      await act(`/_emulator/envelopes/${part(envelope)}/requeue-sealing`);
    },
    async trigger(event, options = {}) {
      checkOptions('trigger', options, { envelope: null, mode: null });
      const { envelope, mode } = options;
      return act('/_emulator/trigger', {
        event,
        ...(envelope === undefined ? {} : { envelope_id: idOf(envelope) }),
        ...(mode === undefined ? {} : { mode }),
      });
    },
    async redeliver(of) {
      const body = of === 'failed' ? { failed: true } : { id: idOf(of) };
      return (await act<{ readonly data: readonly EmulatorDelivery[] }>('/_emulator/deliveries/redeliver', body)).data;
    },
    settled: () => awaitQuiet(scheduler),
    control,
    reset: (options = {}) => control<void>('POST', '/_emulator/reset', options),
  };
}

const inboxNames: OptionNames<InboxFilter> = {
  to: null,
  kind: null,
  envelopeId: null,
  subject: null,
  lost: null,
  after: null,
};
const filterNames: OptionNames<EventFilter> = { event: eventNames, envelope: null, after: null };
const deliveryNames: OptionNames<DeliveryFilter> = {
  ...filterNames,
  webhook: null,
  status: ['queued', 'delivered', 'exhausted', 'dropped'] satisfies EmulatorDelivery['status'][],
};

function milliseconds(duration: string): number {
  const total = durationOf(duration);
  if (total === undefined) throw new RangeError(`invalid duration "${duration}"; use a form such as 34h1m, 14d or 90s`);
  return total;
}

const idOf = (ref: Ref | undefined): string | null =>
  ref === undefined ? null : typeof ref === 'string' ? ref : ref.id;

/** In a path. */
const part = (ref: Ref): string => encodeURIComponent(typeof ref === 'string' ? ref : ref.id);

const party = (envelope: Ref, recipient: RecipientRef = 'next'): string =>
  `/_emulator/envelopes/${part(envelope)}/recipients/${part(recipient)}`;

/** ` (to thandi@example.test)`, or nothing for an empty filter. */
function shownFilter(filter: InboxFilter | EventFilter | DeliveryFilter): string {
  const shown = Object.entries<Ref | number | boolean | undefined>({ ...filter }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${typeof value === 'object' ? value.id : value}`],
  );
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

const mailLine = ({ kind, to, envelope_id: envelope }: Mail): string =>
  `${kind} to ${to.email}${envelope === null ? '' : ` about envelope ${envelope}`}`;

function deliveryLine({ event, status, attempts, next_attempt_at: next }: EmulatorDelivery): string {
  const last = attempts.at(-1);
  const answered = last === undefined ? 'no attempt' : `attempt ${last.number}: ${last.status ?? last.error ?? ''}`;
  return `${event} ${status} (${answered}${next === null || status !== 'queued' ? '' : `, next at ${next}`})`;
}
