import type { Scheduler } from '../delivery/scheduler.js';
import type { RequestLog } from '../http/request-log.js';
import type { PageRoute } from '../http/page-route.js';
import { clockFacts } from '../control/clock.js';
import type { ControlRoute } from '../control/route.js';
import { pointFaults } from '../point-faults.js';
import type { Service } from '../service.js';
import type { OpenStore } from '../store/store.js';
import { createChanges } from './changes.js';
import { createCodes } from './codes.js';
import { dashboardPage } from './page.js';
import { dashboardRoutes } from './routes.js';
import type { Change } from './shapes.js';
import { signingFrame, type FramedSigner } from './signing-frame.js';
import { viewRoutes, type View } from './views.js';
import { createRestorePoints, type RestorePoints } from './restore-points.js';
import { createVisitLog, type VisitLog } from './visit-log.js';

/** The emulator's page for the person at the keyboard: its files, its data, and its stream of changes. */
export interface Dashboard {
  readonly pages: readonly PageRoute[];
  readonly routes: readonly ControlRoute[];
  readonly visits: VisitLog;
  /** Called before a request that may change something. */
  readonly before: RestorePoints['before'];
  /** After a reset. */
  forget(): void;
  /** Ends the streams of open pages, which would keep the server open. */
  close(): void;
}

export interface DashboardParts {
  readonly service: Service;
  readonly store: OpenStore;
  readonly scheduler: Scheduler;
  readonly requests: RequestLog;
  /** The token of this start. */
  readonly token: string;
  /** The IDs of the API keys that stay when the page goes back in time. */
  readonly keys: () => readonly string[];
  /** Resets what belongs to the time that is left. */
  readonly left: () => void;
}

const minute = 60_000;

export function createDashboard(parts: DashboardParts): Dashboard {
  const { service, store, scheduler, requests, token } = parts;
  const real = (): number => performance.now();
  const keys = createCodes<true>({ lifetime: minute, max: 20, real });
  const views = createCodes<View>({ lifetime: 10 * minute, max: 200, real });
  const signers = createCodes<FramedSigner>({ lifetime: 60 * minute, max: 50, real });
  const visits = createVisitLog(service);
  let commits = 0;
  store.afterCommit(() => (commits += 1));
  const look = (): Change => {
    const clock = clockFacts(service.clock, scheduler);
    // The time of a running clock is left out: the page counts it by itself.
    const time = clock.frozen ? clock.now : '';
    const told = service.deliveryResponses.version();
    return { version: [commits, requests.last(), visits.last(), told, faultsSet(service), time].join('.'), clock };
  };
  const changes = createChanges(look);
  const points = createRestorePoints({
    service,
    scheduler,
    logs: { requests, visits },
    keys: parts.keys,
    isOpen: () => changes.isOpen,
    commits: () => commits,
    real,
    left: parts.left,
  });
  return {
    pages: [...dashboardPage, ...viewRoutes(views), ...signingFrame(signers)],
    routes: dashboardRoutes({ keys, views, token, changes, requests, visits, points, signers }),
    visits,
    before: points.before,
    forget() {
      visits.clear();
      points.forget();
    },
    close() {
      changes.close();
      points.close();
    },
  };
}

/** How many faults are set and have struck, and how many requests they hold. */
function faultsSet(service: Service): string {
  const struck = [...service.operationFaults.list(), ...service.deliveryFaults.list()].map((each) => each.struck);
  const left = pointFaults(service).map(({ count }) => count);
  const held = service.faults.held() + service.operationFaults.held();
  return [...struck, '', ...left, '', held].join(',');
}
