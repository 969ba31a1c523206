import { lazy } from '../../core/platform/lazy.js';
import { anyText, eitherOf, listOf, shape } from '../../contract/schema.js';
import { Refusal } from '../domain/refusal.js';
import type { RequestLog } from '../http/request-log.js';
import { requestList } from './answers.js';
import { curlOf, har, harOf } from './request-text.js';
import { type ControlRoute, route } from './route.js';

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
      const { ruleNamed } = await import('../../contract/statements.js');
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
