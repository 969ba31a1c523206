import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '../contract/overlay/contract.js';
import { plainContract } from '../contract/overlay/plain-contract.js';
import { isInstant } from '../contract/schema.js';
import { serve, type ServedReply, type ServedRequest } from '../core/http/serve.js';
import { ensureTestCa } from './authority.js';
import { SettableClock, type ClockState } from './clock.js';
import { controlRoutes } from './control/routes.js';
import { serveControl } from './control/serve-control.js';
import { createDashboard } from './dashboard/dashboard.js';
import { registerDelivery } from './delivery/deliver.js';
import { createDeliveryFaults } from './delivery/faults.js';
import { createEvents } from './delivery/events.js';
import { createPoster } from './delivery/post.js';
import { createResponseLog } from './delivery/response-log.js';
import { Scheduler } from './delivery/scheduler.js';
import type { DocumentEngine } from '../document/document-engine.js';
import { createFaults } from './faults.js';
import { createLastingSecrets } from './lasting-secrets.js';
import { firstKeyIds, firstOrganisation, startedOrganisation, type First } from './provision.js';
import { registerAuthorisationJobs } from './handlers/authorisations.js';
import { keyShown } from './http/authenticate.js';
import { createDispatcher, frontFailed, pageTooLarge } from './http/dispatcher.js';
import { inServiceWords } from './http/in-service-words.js';
import { createPipeline } from './http/pipeline.js';
import { createRequestLog } from './http/request-log.js';
import { createRateLimit } from './http/rate-limit.js';
import { createForwarder, type Forwarder } from './mail/forward.js';
import { createOutbox } from './mail/outbox.js';
import type { Log } from './log.js';
import { createOperationFaults } from './operation-faults.js';
import type { EmulatorOptions } from './options.js';
import { type RandomPurpose, type Randomness, seededRandomness, systemRandomness } from './random.js';
import type { Service } from './service.js';
import { createAwaitQuiet } from './await-quiet.js';
import { downloadRoute } from './signing/download-link.js';
import { embeddedRoutes } from './signing/embedded-page.js';
import { registerEnvelopeJobs } from './signing/envelope-jobs.js';
import { mailedRoutes } from './signing/mailed-page.js';
import { sharedRoutes } from './signing/page-files.js';
import { maxBytes as mostPageBytes } from './signing/visit.js';
import { apiKeyRepository } from './store/api-key-repository.js';
import { mailRepository } from './store/mail-repository.js';
import { resetStore } from './store/tables.js';
import { settingsRepository } from './store/settings-repository.js';
import { openStore, type OpenStore } from './store/store.js';
import { makeTemporaryData } from './store/temporary-data.js';

/** A running service with the parts for its owner only. */
export interface Core {
  readonly url: string;
  /** The token of this start, which proves its identity; independent of the seed. */
  readonly token: string;
  readonly first: First;
  readonly service: Service;
  readonly scheduler: Scheduler;
  readonly control: (request: ServedRequest) => Promise<ServedReply>;
  /** The time of this machine in milliseconds since 1970. */
  readonly real: () => number;
  /** Deletes all data except the first organisation, its two keys and its brands. */
  readonly reset: () => void;
  /** Calls `listener` after changes are on disk. */
  readonly afterCommit: OpenStore['afterCommit'];
  close(): Promise<void>;
}

/** Several documents are base64 in one body. */
const maxBodyMegabytes = 100;

/** With a seed one at a time, for a fixed order. */
const deliveriesAtOnce = 16;

interface MachineParts {
  readonly documents: DocumentEngine;
  /** The time of this machine in milliseconds since 1970. */
  readonly real: () => number;
}

/** What to close, in order of opening. */
type Closing = (() => Promise<void> | void)[];

/**
 * Creates the service, opens its port, and runs the jobs that became due while it was down. The document engine is
 * closed with it. `real` is the time of this machine in milliseconds since 1970.
 */
export async function openCore(
  options: EmulatorOptions,
  documents: DocumentEngine,
  real: () => number = Date.now,
): Promise<Core> {
  const closing: Closing = [];
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= closeAll(closing));
  try {
    return { ...(await open(options, { documents, real }, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** In reverse; a failure does not keep the others open. */
async function closeAll(closing: Closing): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closing.toReversed()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function open(options: EmulatorOptions, parts: MachineParts, closing: Closing): Promise<Omit<Core, 'close'>> {
  const log = options.log ?? (() => undefined);
  const address = { url: '' };
  const contract = await contractOf(options);
  const { service, store, scheduler, first, afterCommit, requestId, elapsed } = assemble(
    { ...options, contract },
    parts,
    closing,
    log,
    address,
  );

  const rateLimit = createRateLimit(
    service.clock,
    options.rateLimit === undefined
      ? service.contract.limits.requestsPerMinute
      : { free: options.rateLimit, paid: options.rateLimit },
  );
  const keys = apiKeyRepository(store.sql);
  const requests = createRequestLog({
    contract: service.contract,
    keyOf: (authorization) => keyShown(authorization, keys),
  });
  /** What belongs to the data that is left, whether a person goes back in time, restores a snapshot or resets. */
  const leave = (): void => {
    rateLimit.clear();
    service.faults.clear();
    service.operationFaults.abandon();
    service.deliveryFaults.clear();
  };
  const forget = (): void => {
    leave();
    requests.clear();
    service.deliveryResponses.clear();
    dashboard.forget();
  };
  const reset = (): void => {
    resetStore(store, startedOrganisation(store, first), firstKeyIds(service, first));
    forget();
  };
  // Only an empty store may go back in time; what ran meanwhile may have written.
  const resetClock = (): Promise<void> =>
    scheduler.exclusively(() => {
      reset();
      scheduler.place(parts.real(), false);
    });
  const token = randomBytes(32).toString('hex');
  const dashboard = createDashboard({
    service,
    store,
    scheduler,
    requests,
    token,
    keys: () => firstKeyIds(service, first),
    left: leave,
  });
  const routes = controlRoutes({
    scheduler,
    first,
    data: options.data ?? null,
    token,
    reset,
    resetClock,
    forget,
    requests,
    visits: dashboard.visits,
    dashboard: dashboard.routes,
  });
  const control = serveControl(service, routes, token, log);
  const own = createPipeline({ service, rateLimit, requestId, log });
  const pipeline = service.contract.lines.length === 0 ? own : inServiceWords(own, service.contract);
  const front = createDispatcher({
    service,
    pages: [...mailedRoutes, ...embeddedRoutes, downloadRoute, ...sharedRoutes, ...dashboard.pages],
    api: pipeline,
    control,
    log,
    elapsed,
    real: () => performance.now(),
    requests,
    visits: dashboard.visits,
    before: dashboard.before,
    settle: createAwaitQuiet({ ...service, scheduler }),
  });
  const server = await serve({
    handler: front.handle,
    checkHead: front.checkHead,
    streams: front.streams,
    port: options.port ?? 0,
    maxBody: (head) => (front.isPage(head) ? mostPageBytes : maxBodyMegabytes * 1024 * 1024),
    tooLarge: (head) => (front.isPage(head) ? pageTooLarge : pipeline.tooLarge(head, maxBodyMegabytes)),
    unreadable: (status) => pipeline.unreadable(status),
    failed: frontFailed(log),
  });
  address.url = server.url;
  // What was recorded of the data of an earlier build went by its address.
  const settings = settingsRepository(store.sql);
  if (settings.identity() === null) store.commitNow(() => settings.keepIdentity(server.url));
  closing.push(
    () => pipeline.rest(),
    () => service.operationFaults.abandon(),
    () => server.close(),
    () => dashboard.close(),
    // A request held by a fault would keep the server open.
    () => service.operationFaults.abandon(),
    () => service.faults.clear(),
  );
  if (settings.seeding() !== null) {
    reset();
    log({ kind: 'seed_cut_off' });
  }
  scheduler.start();
  const { real } = parts;
  return { url: server.url, token, first, service, scheduler, real, reset, afterCommit, control: control.handle };
}

/** The service over its data file, without a port; `address` is set when that is open. */
function assemble(
  options: Omit<EmulatorOptions, 'contract'> & { readonly contract: Contract },
  { documents, real }: MachineParts,
  closing: Closing,
  log: Log,
  address: { readonly url: string },
): Pick<Core, 'service' | 'scheduler' | 'first' | 'afterCommit'> & {
  readonly store: OpenStore;
  readonly requestId: () => string;
  readonly elapsed: () => number;
} {
  const mailReportAfter = seconds(options.mailReportAfterSeconds, 30);
  const sealAfter = seconds(options.sealAfterSeconds, 60);
  const store = openData(options.data ?? null, closing);
  const kept = settingsRepository(store.sql);
  const starts = kept.countStart();
  if (starts === 0) kept.keepIdentity(`http://emulator-${randomBytes(6).toString('hex')}`);
  const { seed, contract } = options;
  const randomFor = (purpose: RandomPurpose): Randomness =>
    seed === undefined ? systemRandomness : seededRandomness(seed, starts, purpose);
  const random = randomFor('ids');
  const requestIds = randomFor('requests');
  const clock = openClock(options, store, real);
  const first = firstOrganisation(
    { store, random },
    { plan: options.plan, origins: options.origins, secretRandom: randomFor('webhooks') },
  );
  ensureTestCa(store, seed);

  const scheduler = new Scheduler({
    clock,
    store,
    random: randomFor('jobs'),
    log,
    deliveriesAtOnce: seed === undefined ? deliveriesAtOnce : 1,
  });
  const poster = createPoster({
    strict: options.strict ?? false,
    atOnce: deliveriesAtOnce,
    timeout: contract.limits.webhook.timeoutSeconds * 1000,
    signatureHeader: contract.header('Service-Signature'),
  });
  // Running jobs end when their resources close, and run again after the next start.
  closing.push(
    () => scheduler.rest(),
    () => documents.close(),
    () => poster.close(),
    () => scheduler.stop(),
  );
  const forwarder = openForwarder(options, store, log, closing);
  const own = { store, clock, random, jobs: scheduler, faults: createFaults() };
  const service: Service = {
    ...own,
    documents,
    events: createEvents(own),
    outbox: createOutbox({ ...own, reportAfter: mailReportAfter, forward: forwarder?.forward }),
    operationFaults: createOperationFaults((wait, signal) => sleep(wait, undefined, { signal })),
    deliveryFaults: createDeliveryFaults(),
    lastingSecrets: createLastingSecrets(),
    deliveryResponses: createResponseLog(),
    post: poster.post,
    settings: {
      get baseUrl() {
        return address.url;
      },
      strict: options.strict ?? false,
      ask: options.ask ?? false,
      sealAfter,
      mailReportAfter,
      seeded: seed !== undefined,
    },
    contract,
  };
  const elapsed = seed === undefined ? (): number => performance.now() : (): number => clock.now();
  const { deliveryFaults: faults, deliveryResponses: responses } = service;
  registerDelivery({ ...own, contract, post: poster.post, faults, responses, elapsed, real });
  registerAuthorisationJobs(service);
  registerEnvelopeJobs(service);
  const { afterCommit } = store;
  return { service, store, scheduler, first, afterCommit, requestId: () => requestIds.uuid(), elapsed };
}

/** Loaded only if there is a contract file. Throws ContractFileInvalid or LineRefused. */
async function contractOf({ contract }: EmulatorOptions): Promise<Contract> {
  if (contract === undefined) return plainContract;
  const { readContractFile } = await import('../contract/overlay/contract-file.js');
  return readContractFile(typeof contract === 'string' ? await readFile(contract, 'utf8') : JSON.stringify(contract));
}

function openForwarder(
  { smtpForward: server }: Pick<EmulatorOptions, 'smtpForward'>,
  store: OpenStore,
  log: Log,
  closing: Closing,
): Forwarder | undefined {
  if (server === undefined) return undefined;
  const forwarder = createForwarder({ server, mails: mailRepository(store.sql), log });
  closing.push(() => forwarder.close());
  return forwarder;
}

function openData(data: string | null, closing: Closing): OpenStore {
  if (data !== null) return opened(openStore(data), closing);
  const temporary = makeTemporaryData();
  closing.push(() => temporary.discard());
  return opened(openStore(temporary.path), closing);
}

function opened(store: OpenStore, closing: Closing): OpenStore {
  closing.push(() => store.close());
  return store;
}

/** The clock at its stored time, or at the time of the options unless that is earlier; stored at once. */
function openClock(
  { now, frozen }: Pick<EmulatorOptions, 'now' | 'frozen'>,
  store: OpenStore,
  real: () => number,
): SettableClock {
  if (now !== undefined && !isInstant(now)) throw new RangeError('`now` must be an ISO 8601 time with a time zone');
  const settings = settingsRepository(store.sql);
  const machine = real();
  const kept = settings.seeding() ?? settings.clock();
  const asked = now === undefined ? null : Date.parse(now);
  const left = kept === null ? null : kept.frozen ? kept.at : machine + kept.ahead;
  const at = asked === null && left === null ? machine : Math.max(asked ?? 0, left ?? 0);
  const isFrozen = frozen ?? kept?.frozen ?? false;
  const state: ClockState = isFrozen ? { frozen: true, at } : { frozen: false, ahead: at - machine };
  settings.keepClock(state);
  const keep = (next: ClockState): void => store.transaction(() => settings.keepClock(next));
  return new SettableClock({ real, state, keep });
}

function seconds(given: number | undefined, otherwise: number): number {
  const value = given ?? otherwise;
  if (!(value >= 0 && value <= 365 * 86_400)) throw new RangeError(`${value} is not a valid number of seconds`);
  return value * 1000;
}
