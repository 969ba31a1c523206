import { Refusal } from '../domain/refusal.js';
import { json } from '../http/exchange.js';
import type { RequestLog } from '../http/request-log.js';
import { curlOf, harOf } from './request-text.js';
import type { ControlRoute } from './route.js';

/** Requests to the service, and why they were rejected. */
export const requestRoutes = (log: RequestLog, version: string): readonly ControlRoute[] => [
  {
    method: 'GET',
    path: '/_emulator/requests',
    summary: 'List the last requests to the service, without credentials, and the rules that rejected them',
    query: {
      refused: '`true`: only rejected requests',
      format: '`curl`: as lines for a shell; `har`: as HAR 1.2',
    },
    body: null,
    async handle({ service, query }) {
      const { ruleNamed } = await import('../../contract/ledger/ledger.js');
      const refused = query.get('refused') === 'true';
      const data = log
        .list((rule) => ruleNamed(rule)?.section ?? null)
        .filter(({ refusal }) => !refused || refusal !== null);
      const address = service.settings.baseUrl;
      const format = query.get('format');
      if (format === null) return json(200, { data });
      if (format === 'curl') return json(200, { data: data.map((request) => curlOf(address, request)) });
      if (format === 'har') return json(200, harOf(address, version, data));
      throw new Refusal('invalid_request', 'format must be curl or har.');
    },
  },
];
