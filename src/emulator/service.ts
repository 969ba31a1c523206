import type { Contract } from '../contract/overlay/contract.js';
import type { EmulatorClock } from './clock.js';
import type { DeliveryFaults } from './delivery/faults.js';
import type { ResponseLog } from './delivery/response-log.js';
import type { Events } from './delivery/events.js';
import type { Jobs } from './delivery/jobs.js';
import type { Post } from './delivery/post.js';
import type { DocumentEngine } from '../document/document-engine.js';
import type { Faults } from './faults.js';
import type { LastingSecrets } from './lasting-secrets.js';
import type { OperationFaults } from './operation-faults.js';
import type { Outbox } from './mail/outbox.js';
import type { Randomness } from './random.js';
import type { Store } from './store/store.js';

/** The shared parts of handlers and jobs: one object for each running emulator, created in `emulator.ts`. */
export interface Service {
  readonly clock: EmulatorClock;
  readonly random: Randomness;
  readonly store: Store;
  readonly documents: DocumentEngine;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly faults: Faults;
  readonly operationFaults: OperationFaults;
  readonly deliveryFaults: DeliveryFaults;
  readonly lastingSecrets: LastingSecrets;
  readonly deliveryResponses: ResponseLog;
  /** Sends bytes to an endpoint, as a delivery is sent. */
  readonly post: Post;
  readonly settings: ServiceSettings;
  /** What the service is: our description, with the contract file of this emulator laid over it. */
  readonly contract: Contract;
}

export interface ServiceSettings {
  /** The URL of the emulator, without a trailing slash. */
  readonly baseUrl: string;
  /** True: webhook addresses must be public https, as on the live service. */
  readonly strict: boolean;
  /** True: commands ask as with a live key. */
  readonly ask: boolean;
  /** Milliseconds from completion to sealing. */
  readonly sealAfter: number;
  /** Milliseconds from acceptance of a mail to its delivery report. */
  readonly mailReportAfter: number;
  /** With a seed, measured and stored times follow only the emulator's clock, so that a run is repeatable. */
  readonly seeded: boolean;
}
