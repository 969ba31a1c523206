import { json } from '../http/exchange.js';
import type { RequestLog } from '../http/request-log.js';
import type { ControlRoute } from './route.js';

/** What reached the service, and why it was refused. */
export const requestRoutes = (log: RequestLog): readonly ControlRoute[] => [
  {
    method: 'GET',
    path: '/_emulator/requests',
    summary:
      'List the last requests to the service, without credentials; with refused=true only those refused, and why',
    body: null,
    handle({ query }) {
      const refused = query.get('refused') === 'true';
      return json(200, { data: log.list().filter(({ refusal }) => !refused || refusal !== null) });
    },
  },
];
