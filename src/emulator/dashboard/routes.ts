import { Readable } from 'node:stream';
import { errorCodes } from '../../contract/error-codes.js';
import { operationIds } from '../../contract/operations.js';
import { answer, atLeast, oneOf, optional, request, text, uuid } from '../../contract/schema.js';
import { Refusal } from '../domain/refusal.js';
import type { RequestLog } from '../http/request-log.js';
import { type ControlRoute, route } from '../control/route.js';
import type { Changes } from './changes.js';
import type { Codes } from './codes.js';
import { envelopeDetail, listEnvelopes } from './envelopes.js';
import { attemptExchange, diagnoseAttempt, eventText, requestExchange } from './exchanges.js';
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

const maxReceived = 64 * 1024;

/** The data of the page. */
export function dashboardRoutes(parts: DashboardRouteParts): readonly ControlRoute[] {
  const { keys, views, token, changes, requests, visits, points, signers } = parts;
  return [
    route({
      method: 'POST',
      path: '/_emulator/dashboard/codes',
      status: 201,
      summary: 'Create a URL that opens the page of the emulator once, within a minute',
      body: null,
      ...ofPage,
      handle: ({ service }) => ({ url: `${service.settings.baseUrl}/#code=${keys.issue(true)}` }),
    }),
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
    route({
      method: 'GET',
      path: '/_emulator/dashboard/changes',
      summary: 'Report changes as server-sent events',
      body: null,
      ...ofPage,
      type: 'text/event-stream; charset=utf-8',
      handle: () => changes.open(),
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/envelopes',
      summary: 'List envelopes in pages, newest first',
      query: {
        q: 'only with this text in the title, a name or an address, or at the beginning of the ID',
        state: 'only in this state; `sealed` for completed ones that are sealed',
        before: 'the `next` of the page before',
      },
      body: null,
      ...ofPage,
      handle({ service, query }) {
        return listEnvelopes(service, query);
      },
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/envelopes/{envelopeId}',
      summary: 'Show an envelope with everything that happened to it',
      body: null,
      ...ofPage,
      handle({ service, parameters }) {
        return envelopeDetail(service, { requests, visits, points }, parameters['envelopeId'] ?? '');
      },
    }),
    route({
      method: 'POST',
      path: '/_emulator/dashboard/envelopes/{envelopeId}/recipients/{recipientId}/page',
      summary: 'Get the signing page of a recipient whose turn it is',
      body: null,
      ...ofPage,
      async handle({ service, parameters }) {
        const { envelopeId = '', recipientId = '' } = parameters;
        return { url: await signingLink(service, envelopeId, recipientId) };
      },
    }),
    route({
      method: 'POST',
      path: '/_emulator/dashboard/envelopes/{envelopeId}/recipients/{recipientId}/frame',
      summary: 'Get a path that shows the signing page of a recipient whose turn it is in a frame',
      body: null,
      ...ofPage,
      handle({ service, parameters }) {
        const { envelopeId: envelope_id = '', recipientId: recipient_id = '' } = parameters;
        checkTurn(service, { envelope_id, recipient_id });
        return { path: `/dashboard/signing/${signers.issue({ envelope_id, recipient_id })}` };
      },
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/requests/{sequence}',
      summary: 'Show a request to the service with its response, masked',
      body: null,
      ...ofPage,
      async handle({ service, parameters }) {
        return await requestExchange(service, requests, Number(parameters['sequence']));
      },
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/deliveries/{deliveryId}/attempts/{sequence}',
      summary: 'Show an attempt of a delivery with its response',
      body: null,
      ...ofPage,
      handle({ service, parameters }) {
        return attemptExchange(service, parameters['deliveryId'] ?? '', Number(parameters['sequence']));
      },
    }),
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
        const place = { delivery, sequence: Number(sequence), machine: Date.now() };
        return await diagnoseAttempt(service, place, body);
      },
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/events/{eventId}',
      summary: 'Show the body of an event',
      body: null,
      ...ofPage,
      handle({ service, parameters }) {
        return { body: eventText(service, parameters['eventId'] ?? '') };
      },
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/points',
      summary: 'List the kept states to go back to, newest first',
      body: null,
      ...ofPage,
      handle: () => ({ data: points.list() }),
    }),
    route({
      method: 'POST',
      path: '/_emulator/dashboard/points/{point}/restore',
      summary: 'Go back to a kept state and remove all faults; the present state is kept too',
      body: null,
      answer: null,
      undescribed: true,
      handle: ({ parameters }) => points.goTo(Number(parameters['point'])),
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/choices',
      summary: 'List the operations and error codes that faults can have',
      body: null,
      ...ofPage,
      handle: () => ({ operations: operationIds, codes: Object.keys(errorCodes) }),
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/templates',
      summary: 'List templates in pages, newest first',
      query: { before: 'the `next` of the page before' },
      body: null,
      ...ofPage,
      handle: ({ service, query }) => listTemplates(service, query),
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/templates/{templateId}',
      summary: 'Show a template with its fields by page, and its people',
      body: null,
      ...ofPage,
      handle: ({ service, parameters }) => templateDetail(service, parameters['templateId'] ?? ''),
    }),
    route({
      method: 'GET',
      path: '/_emulator/dashboard/templates/{templateId}/documents/{document}/pages/{page}',
      summary: 'Draw a page of a template as a PNG',
      type: 'image/png',
      body: null,
      ...ofPage,
      async handle({ service, parameters }) {
        const { templateId = '', document, page } = parameters;
        const png = await templatePage(service, templateId, Number(document), Number(page));
        return Readable.from([png], { objectMode: false });
      },
    }),
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
