import { eventNames } from '../../contract/events.js';
import { envelope } from '../../contract/resources/envelope.js';
import {
  anyText,
  atLeast,
  count,
  flag,
  instant,
  integer,
  listOf,
  mailbox,
  named,
  noted,
  nullable,
  oneOf,
  optional,
  ordinal,
  shape,
  textByName,
  uuid,
} from '../../contract/schema.js';
import { lazy } from '../../core/platform/lazy.js';

/** What the emulator's own routes answer, apart from the routes: the commands that print it describe it without them. */

export const emulatorStatus = lazy(() =>
  named(
    'EmulatorStatus',
    shape({
      url: anyText,
      version: anyText,
      pid: ordinal,
      clock: shape({ now: instant, frozen: flag }),
      strict: flag,
      ask: flag,
      data: nullable(anyText),
      organisation: nullable(shape({ id: uuid, plan: anyText })),
    }),
  ),
);

/** The test authority: the certificate that verifies seals, and the time of the emulator. */
export const authority = lazy(() =>
  named(
    'Authority',
    shape({
      name: anyText,
      pem: anyText,
      sha256: noted(anyText, { description: 'Hex SHA-256 of the certificate' }),
      serial: anyText,
      valid_from: instant,
      valid_until: instant,
      now: instant,
    }),
  ),
);

export const brand = lazy(() =>
  named(
    'Brand',
    shape({
      id: uuid,
      organisation_id: uuid,
      name: anyText,
      is_default: flag,
      archived: flag,
      origins: noted(listOf(anyText), { description: 'Origins that may embed the signing page' }),
    }),
  ),
);
export const brandList = lazy(() => shape({ data: listOf(brand()) }));

const clockFacts = {
  now: instant,
  frozen: flag,
  next: noted(nullable(instant), { description: 'The time of the next due action' }),
};
export const clockState = lazy(() =>
  named(
    'Clock',
    shape({
      ...clockFacts,
      advance: noted(optional(shape({ done: count, due: count })), {
        description: 'Only while the clock is being advanced: how many of the due actions are done',
      }),
    }),
  ),
);
export const clockMove = lazy(() =>
  named(
    'ClockMove',
    shape({ ...clockFacts, ran: listOf(named('RanAction', shape({ kind: anyText, subject: anyText, at: instant }))) }),
  ),
);

const mailHead = {
  id: uuid,
  organisation_id: uuid,
  mode: anyText,
  kind: anyText,
  to: shape({ name: anyText, email: mailbox }),
  subject: anyText,
  envelope_id: nullable(uuid),
  recipient_id: nullable(uuid),
  accepted_at: instant,
  delivered_at: nullable(instant),
  lost: noted(flag, { description: 'A fault kept it from arriving' }),
  attachments: listOf(shape({ filename: anyText, size: count })),
};
const mailFacts = {
  ...mailHead,
  text: anyText,
  link: noted(nullable(anyText), { description: 'A signing link, which is a credential' }),
};
/** Without its text and its link, which are for the recipient. */
export const capturedMail = lazy(() => named('CapturedMail', shape(mailHead)));
export const mail = lazy(() => named('Mail', shape(mailFacts)));
export const mailList = lazy(() => shape({ data: listOf(mail()), more: flag }));
export const mailWithHtml = lazy(() => named('MailWithHtml', shape({ ...mailFacts, html: anyText })));

const eventFacts = {
  id: uuid,
  event: oneOf(eventNames),
  created_at: instant,
  envelope_id: uuid,
  recipient_id: nullable(uuid),
};
/** An event of a trigger; a list also has its position. */
export const occurredEvent = lazy(() => named('OccurredEvent', shape(eventFacts)));
export const listedEvent = lazy(() => named('ListedEvent', shape({ sequence: ordinal, ...eventFacts })));
export const eventPage = lazy(() => shape({ data: listOf(listedEvent()), more: flag }));
const attemptFacts = {
  at: instant,
  status: nullable(integer),
  error: nullable(anyText),
  milliseconds: count,
  faults: listOf(anyText),
};
/** What an app answered to a delivery; `attempts`: how often it was asked. */
const appFacts = {
  url: anyText,
  attempts: ordinal,
  status: nullable(integer),
  milliseconds: count,
  error: nullable(anyText),
  cause: noted(nullable(anyText), { description: 'Why it did not take it, as a listener found out' }),
};
const listedDelivery = lazy(() =>
  named(
    'Delivery',
    shape({
      id: uuid,
      webhook_id: uuid,
      event_id: uuid,
      event: anyText,
      status: anyText,
      attempts: listOf(named('Attempt', shape({ number: ordinal, ...attemptFacts }))),
      next_attempt_at: nullable(instant),
    }),
  ),
);
export const deliveryList = lazy(() => shape({ data: listOf(listedDelivery()) }));
export const deliveryPage = lazy(() => shape({ data: listOf(listedDelivery()), more: flag }));
export const loggedAttempt = lazy(() =>
  named(
    'LoggedAttempt',
    shape({
      sequence: ordinal,
      event: anyText,
      event_id: uuid,
      envelope_id: uuid,
      delivery_id: uuid,
      webhook_id: uuid,
      attempt: ordinal,
      copy: noted(count, { description: '0, except for duplicates that a fault sent' }),
      ...attemptFacts,
      app: noted(nullable(named('AppResponse', shape(appFacts))), {
        description: 'What the app behind `esign listen` or `esign dev` answered last; null where none is known',
      }),
    }),
  ),
);
export const attemptPage = lazy(() =>
  shape({
    data: listOf(loggedAttempt()),
    last: noted(count, { description: 'The position to continue from' }),
  }),
);

export const seededNames = lazy(() =>
  shape({ templates: textByName, envelopes: textByName, endpoints: listOf(anyText) }),
);

export const writtenSeed = lazy(() => shape({ yaml: anyText, files: listOf(shape({ name: anyText, pdf: anyText })) }));

export const pointFault = lazy(() =>
  named(
    'PointFault',
    shape({
      point: anyText,
      code: nullable(anyText),
      http_status: nullable(integer),
      hold: flag,
      count: noted(count, { description: 'The number of requests that it still applies to' }),
    }),
  ),
);
export const pointFaultList = lazy(() =>
  shape({
    data: listOf(pointFault()),
    held: noted(count, { description: 'The number of requests that wait until they are released' }),
  }),
);

const probability = atLeast(0);
export const operationFault = lazy(() =>
  named(
    'OperationFault',
    shape({
      operation: noted(nullable(anyText), { description: 'Null: every operation' }),
      fault: oneOf(['delay', 'answer', 'reset', 'drop_after_commit', 'hold', 'stuck']),
      code: nullable(anyText),
      http_status: nullable(integer),
      delay_seconds: atLeast(0),
      stuck_seconds: noted(nullable(atLeast(0)), { description: 'Null: until it is released' }),
      probability,
      seed: count,
      count: nullable(count),
      met: count,
      struck: count,
    }),
  ),
);
export const operationFaultList = lazy(() => shape({ data: listOf(operationFault()) }));

export const deliveryFault = lazy(() =>
  named(
    'DeliveryFaults',
    shape({
      duplicate: probability,
      reorder: probability,
      delay: probability,
      drop: probability,
      lose_answer: probability,
      wrong_signature: probability,
      clock_skew: probability,
      delay_seconds: atLeast(0),
      clock_skew_seconds: integer,
      seed: count,
      count: nullable(count),
      webhook_id: nullable(uuid),
      struck: count,
    }),
  ),
);
export const deliveryFaultList = lazy(() => shape({ data: listOf(deliveryFault()) }));

const loggedBody = noted(nullable(anyText), {
  description: 'As text, with keys masked; null when it is long or not text',
});
export const loggedRequest = lazy(() =>
  named(
    'LoggedRequest',
    shape({
      sequence: ordinal,
      at: instant,
      milliseconds: atLeast(0),
      operation: nullable(anyText),
      method: anyText,
      path: anyText,
      headers: textByName,
      body: loggedBody,
      size: count,
      status: noted(nullable(integer), { description: 'Null: a fault ended the connection before a response' }),
      key: noted(nullable(shape({ id: uuid, mode: anyText })), {
        description: 'The API key, never its value; null when it is missing or invalid',
      }),
      fault: nullable(anyText),
      answered: flag,
      answer: shape({ headers: textByName, body: loggedBody, size: count }),
      refusal: nullable(
        shape({
          code: anyText,
          message: anyText,
          rule: noted(anyText, { description: 'The meaning of the code' }),
          rule_id: nullable(anyText),
          section: nullable(anyText),
          basis: anyText,
        }),
      ),
    }),
  ),
);
export const requestList = lazy(() => shape({ data: listOf(loggedRequest()) }));

const pageVisit = lazy(() =>
  named(
    'PageVisit',
    shape({
      sequence: ordinal,
      at: instant,
      milliseconds: atLeast(0),
      method: anyText,
      where: noted(oneOf(['mailed', 'embedded']), { description: 'By the link in a mail, or in a frame of an app' }),
      status: integer,
      envelope_id: anyText,
      recipient_id: anyText,
      recipient_name: noted(nullable(anyText), { description: 'Null for a former recipient' }),
    }),
  ),
);

export const activity = lazy(() =>
  shape({
    cursor: noted(anyText, { description: 'Where the next response begins' }),
    now: noted(instant, { description: 'The time of the emulator' }),
    requests: listOf(named('ActiveRequest', shape({ request: loggedRequest(), curl: anyText }))),
    events: listOf(
      named(
        'ActiveEvent',
        shape({ event: listedEvent(), title: nullable(anyText), recipient_name: nullable(anyText) }),
      ),
    ),
    mails: listOf(capturedMail()),
    visits: listOf(pageVisit()),
  }),
);

export const triggered = lazy(() =>
  shape({
    event: occurredEvent(),
    envelope: envelope(),
    deliveries: listOf(shape({ id: uuid, webhook_id: uuid })),
  }),
);

export const exportedTest = lazy(() =>
  shape({ name: noted(anyText, { description: 'The usual name of such a file' }), text: anyText }),
);

export const waitingList = lazy(() =>
  shape({
    data: listOf(
      named(
        'WaitingEnvelope',
        shape({
          id: uuid,
          title: anyText,
          recipient: noted(shape({ id: uuid, role: anyText, name: anyText }), { description: 'Whose turn it is' }),
          since: noted(instant, { description: 'When their turn began' }),
        }),
      ),
    ),
    more: flag,
  }),
);

export const envelopeEnd = lazy(() =>
  shape({
    reason: noted(nullable(anyText), { description: 'Why it was voided or declined; the API of the service has none' }),
  }),
);

const scenarioFacts = { name: anyText, about: anyText };
export const scenarioList = lazy(() => shape({ data: listOf(named('Scenario', shape(scenarioFacts))) }));
export const createdScenario = lazy(() => shape({ ...scenarioFacts, id: uuid }));
