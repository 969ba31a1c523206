import { pid } from 'node:process';
import { version } from '../../core/platform/version.js';
import type { Scheduler } from '../delivery/scheduler.js';
import type { First } from '../provision.js';
import { answer } from '../../contract/schema.js';
import { activityRoutes } from './activity.js';
import { actRoutes, envelopeEndRoutes, exportTestRoutes } from './acts.js';
import { authorityRoutes, proofRoutes, statusRoutes } from './status.js';
import { authorisationRoutes } from './authorisations.js';
import { brandRoutes, framingRoutes } from './brands.js';
import { clockRoutes } from './clock.js';
import { deliveryFaultRoutes } from './delivery-faults.js';
import { deliveryRoutes, webhookSecretRoutes } from './deliveries.js';
import { faultRoutes } from './faults.js';
import { inboxRoutes } from './inbox.js';
import { keyRoutes, organisationRoutes } from './organisations.js';
import { operationFaultRoutes } from './operation-faults.js';
import type { VisitLog } from '../dashboard/visit-log.js';
import type { RequestLog } from '../http/request-log.js';
import { type ControlRoute, route } from './route.js';
import { requestRoutes } from './requests.js';
import { seedRoutes } from './seed.js';
import { scenarioRoutes } from './scenarios.js';
import { snapshotRoutes } from './snapshot.js';
import { templateRoutes } from './templates.js';
import { triggerRoutes } from './trigger.js';
import { waitingRoutes } from './waiting.js';

export interface ControlParts {
  readonly scheduler: Scheduler;
  readonly first: First;
  readonly data: string | null;
  /** The token of this start. */
  readonly token: string;
  readonly reset: () => void;
  readonly resetClock: () => Promise<void>;
  readonly forget: () => void;
  readonly requests: RequestLog;
  readonly visits: VisitLog;
  /** The data routes of the page. */
  readonly dashboard: readonly ControlRoute[];
}

/** All of the emulator's own routes, and the one that describes them. */
export function controlRoutes({
  scheduler,
  first,
  data,
  token,
  reset,
  resetClock,
  forget,
  requests,
  visits,
  dashboard,
}: ControlParts): readonly ControlRoute[] {
  const routes: readonly ControlRoute[] = [
    ...statusRoutes({ version, pid, data, reset, resetClock }),
    ...proofRoutes(token),
    ...snapshotRoutes({ scheduler, first, forget }),
    ...seedRoutes(first),
    ...clockRoutes(scheduler),
    ...authorityRoutes,
    ...inboxRoutes,
    ...keyRoutes(first.organisationId),
    ...organisationRoutes(first.organisationId),
    ...brandRoutes(first.organisationId),
    ...templateRoutes(first.organisationId),
    ...waitingRoutes,
    ...actRoutes,
    ...envelopeEndRoutes,
    ...exportTestRoutes,
    ...framingRoutes,
    ...authorisationRoutes,
    ...faultRoutes,
    ...operationFaultRoutes,
    ...deliveryFaultRoutes,
    ...deliveryRoutes,
    ...webhookSecretRoutes(first.webhookSecret),
    ...triggerRoutes(first.organisationId),
    ...scenarioRoutes(first),
    ...requestRoutes(requests, version),
    ...dashboard,
    ...activityRoutes(requests, visits),
  ];
  const description: ControlRoute = route({
    method: 'GET',
    path: '/_emulator/openapi.json',
    summary: 'Describe these routes',
    open: true,
    body: null,
    answer: () => answer({}),
    async handle() {
      const { describeRoutes } = await import('./openapi.js');
      return describeRoutes([...routes, description], version);
    },
  });
  return [...routes, description];
}
