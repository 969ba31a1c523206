import { Readable } from 'node:stream';
import { errorCodes } from '../../contract/error-codes.js';
import { operationIds } from '../../contract/operations.js';
import { answer, atLeast, oneOf, optional, request, text, uuid } from '../../contract/schema.js';
import { Refusal } from '../domain/refusal.js';
import type { RequestLog } from '../http/request-log.js';
import { type ControlRoute, route } from '../control/route.js';
import type { Changes } from './changes.js';
import type { Codes } from './codes.js';
import { endpointDeliveries, endpointDetail, listEndpoints } from './endpoints.js';
import { envelopeDetail, listEnvelopes } from './envelopes.js';
import { attemptExchange, diagnoseAttempt, eventText } from './exchanges.js';
import { listMails } from './mails.js';
import { listRequests, requestDetail } from './requests.js';
import type { RestorePoints } from './restore-points.js';
import { listTemplates, templateDetail, templatePage } from './templates.js';
import { checkTurn, type FramedSigner, signingLink } from './signing-frame.js';
import type { View } from './views.js';
import type { VisitLog } from './visit-log.js';

export interface DashboardRouteParts {
  /** Single-use codes that stand for the token. */
  readonly keys: Codes<true>;
  readonly views: Codes<View>;
  readonly token: string;
  readonly changes: Changes;
  readonly requests: RequestLog;
  readonly visits: VisitLog;
  readonly points: RestorePoints;
  readonly signers: Codes<FramedSigner>;
}

/** Only the page reads them, and it is served by the same version. */
const ofPage = { undescribed: true, answer: () => answer({}) } as const;

/** A route without a body. */
const ask = (
  path: string,
  summary: string,
  handle: ControlRoute['handle'],
  more: Partial<ControlRoute> = {},
): ControlRoute => ({
  method: 'GET',
  path: `/_emulator/dashboard/${path}`,
  summary,
  body: null,
  ...ofPage,
  handle,
  ...more,
});

const before = 'the `next` of the page before';
const maxReceived = 64 * 1024;

/** The data of the page. */
export function dashboardRoutes(parts: DashboardRouteParts): readonly ControlRoute[] {
  const { keys, views, token, changes, requests, visits, points, signers } = parts;
  const post = { method: 'POST' } as const;
  return [
    ask(
      'codes',
      'Create a URL that opens the page of the emulator once, within a minute',
      ({ service }) => ({ url: `${service.settings.baseUrl}/#code=${keys.issue(true)}` }),
      { ...post, status: 201 },
    ),
    route({
      method: 'POST',
      path: '/_emulator/dashboard/sessions',
      status: 201,
      summary: 'Exchange the code of such a URL for the token',
      open: true,
      body: request({ code: text(100) }),
      ...ofPage,
      handle({ body }) {
        if (keys.take(body.code) === undefined) {
          throw new Refusal('unauthenticated', 'The code was used or has expired. Run `esign emulator open` again.');
        }
        return { token };
      },
    }),
    ask('changes', 'Report changes as server-sent events', () => changes.open(), {
      type: 'text/event-stream; charset=utf-8',
    }),
    ask('envelopes', 'List envelopes in pages, newest first', ({ service, query }) => listEnvelopes(service, query), {
      query: {
        q: 'only with this text in the title, a name or an address, or at the beginning of the ID',
        state: 'only in this state; `sealed` for completed ones that are sealed',
        before,
      },
    }),
    ask(
      'envelopes/{envelopeId}',
      'Show an envelope with everything that happened to it',
      ({ service, parameters: { envelopeId = '' } }) =>
        envelopeDetail(service, { requests, visits, points }, envelopeId),
    ),
    ask(
      'envelopes/{envelopeId}/recipients/{recipientId}/page',
      'Get the signing page of a recipient whose turn it is',
      async ({ service, parameters: { envelopeId = '', recipientId = '' } }) => ({
        url: await signingLink(service, envelopeId, recipientId),
      }),
      post,
    ),
    ask(
      'envelopes/{envelopeId}/recipients/{recipientId}/frame',
      'Get a path that shows the signing page of a recipient whose turn it is in a frame',
      ({ service, parameters: { envelopeId: envelope_id = '', recipientId: recipient_id = '' } }) => {
        checkTurn(service, { envelope_id, recipient_id });
        return { path: `/dashboard/signing/${signers.issue({ envelope_id, recipient_id })}` };
      },
      post,
    ),
    ask(
      'requests',
      'List requests to the service in pages, newest first',
      ({ service, query }) => listRequests(service, requests, query),
      {
        query: {
          q: 'only with this text in the path, the operation, the error code or an ID',
          kind: '`writes`, `failed` ones or those with `faults`',
          before,
        },
      },
    ),
    ask(
      'requests/{sequence}',
      'Show a request to the service with its response, masked',
      async ({ service, parameters }) => await requestDetail(service, requests, Number(parameters['sequence'])),
    ),
    ask('mails', 'List the captured mail in pages, newest first', ({ service, query }) => listMails(service, query), {
      query: { q: 'only with this text in the subject, the name or the address, or at the beginning of an ID', before },
    }),
    ask(
      'endpoints',
      'List webhook endpoints in pages, newest first',
      ({ service, query }) => listEndpoints(service, query),
      {
        query: {
          q: 'only with this text in the URL, or at the beginning of the ID',
          active: '`true` or `false`',
          before,
        },
      },
    ),
    ask(
      'endpoints/{endpointId}',
      'Show a webhook endpoint, without its secrets',
      ({ service, parameters: { endpointId = '' } }) => endpointDetail(service, endpointId),
    ),
    ask(
      'endpoints/{endpointId}/deliveries',
      'List the deliveries to an endpoint with their attempts in pages, newest first',
      ({ service, query, parameters: { endpointId = '' } }) => endpointDeliveries(service, endpointId, query),
      { query: { failed: '`true`: only those with a failed last attempt', before } },
    ),
    ask(
      'deliveries/{deliveryId}/attempts/{sequence}',
      'Show an attempt of a delivery with its response',
      ({ service, parameters: { deliveryId = '', sequence } }) =>
        attemptExchange(service, deliveryId, Number(sequence)),
    ),
    route({
      method: 'POST',
      path: '/_emulator/dashboard/deliveries/{deliveryId}/attempts/{sequence}/diagnosis',
      summary: 'Explain whether an attempt verifies, also with what a receiver has',
      body: request({
        secret: optional(text(500)),
        header: optional(text(2000)),
        body: optional(text(maxReceived)),
      }),
      ...ofPage,
      async handle({ service, parameters, body }) {
        const { deliveryId: delivery = '', sequence } = parameters;
        const place = { delivery, sequence: Number(sequence), now: Date.now };
        return await diagnoseAttempt(service, place, body);
      },
    }),
    ask('events/{eventId}', 'Show the body of an event', ({ service, parameters: { eventId = '' } }) => ({
      body: eventText(service, eventId),
    })),
    ask('points', 'List the kept states to go back to, newest first', () => ({ data: points.list() })),
    ask(
      'points/{point}/restore',
      'Go back to a kept state and remove all faults; the present state is kept too',
      ({ parameters }) => points.goTo(Number(parameters['point'])),
      { ...post, answer: null },
    ),
    ask('choices', 'List the operations and error codes that faults can have', () => ({
      operations: operationIds,
      codes: Object.keys(errorCodes),
    })),
    ask('templates', 'List templates in pages, newest first', ({ service, query }) => listTemplates(service, query), {
      query: { q: 'only with this text in the name, or at the beginning of the ID', before },
    }),
    ask(
      'templates/{templateId}',
      'Show a template with its fields by page, and its people',
      ({ service, parameters: { templateId = '' } }) => templateDetail(service, templateId),
    ),
    ask(
      'templates/{templateId}/documents/{document}/pages/{page}',
      'Draw a page of a template as a PNG',
      async ({ service, parameters: { templateId = '', document, page } }) => {
        const png = await templatePage(service, templateId, Number(document), Number(page));
        return Readable.from([png], { objectMode: false });
      },
      { type: 'image/png' },
    ),
    route({
      method: 'POST',
      path: '/_emulator/dashboard/views',
      status: 201,
      summary: 'Create a short-lived path that shows a mail or a document in a frame',
      body: request({
        what: oneOf(['mail', 'draft', 'sealed', 'source']),
        id: uuid,
        position: optional(atLeast(1), 1),
      }),
      ...ofPage,
      handle({ body: { what, id, position } }) {
        const view: View = what === 'mail' ? { what, id } : { what, id, position };
        return { path: `/dashboard/views/${views.issue(view)}` };
      },
    }),
  ];
}
