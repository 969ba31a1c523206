import { lazy } from '../../platform/lazy.js';
import {
  anyText,
  atLeast,
  count,
  eitherOf,
  flag,
  instant,
  integer,
  listOf,
  named,
  noted,
  nullable,
  ordinal,
  shape,
  textByName,
} from '../../contract/schema.js';
import { Refusal } from '../domain/refusal.js';
import type { RequestLog } from '../http/request-log.js';
import { curlOf, har, harOf } from './request-text.js';
import { type ControlRoute, route } from './route.js';

const body = noted(nullable(anyText), { description: 'As text, with keys masked; null when it is long or not text' });
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
      body,
      size: count,
      status: noted(nullable(integer), { description: 'Null: a fault ended the connection before a response' }),
      fault: nullable(anyText),
      answered: flag,
      answer: shape({ headers: textByName, body, size: count }),
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
const requestLog = lazy(() => eitherOf([requestList(), shape({ data: listOf(anyText) }), har()]));

/** Requests to the service, and why they were rejected. */
export const requestRoutes = (log: RequestLog, version: string): readonly ControlRoute[] => [
  route({
    method: 'GET',
    path: '/_emulator/requests',
    summary: 'List the last requests to the service, without credentials, and the rules that rejected them',
    query: {
      refused: '`true`: only rejected requests',
      format: '`curl`: as lines for a shell; `har`: as HAR 1.2',
    },
    body: null,
    answer: requestLog,
    async handle({ service, query }) {
      const { ruleNamed } = await import('../../contract/ledger/ledger.js');
      const refused = query.get('refused') === 'true';
      const data = log
        .list((rule) => ruleNamed(rule)?.section ?? null)
        .filter(({ refusal }) => !refused || refusal !== null);
      const address = service.settings.baseUrl;
      const format = query.get('format');
      if (format === null) return { data };
      if (format === 'curl') return { data: data.map((request) => curlOf(address, request)) };
      if (format === 'har') return harOf(address, version, data);
      throw new Refusal('invalid_request', 'format must be curl or har.');
    },
  }),
];
