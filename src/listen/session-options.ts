import type { Clock } from '../platform/clock.js';
import type { Client } from '../client/client.js';
import type { EventName } from '../contract/events.js';
import type { HeaderPair } from '../http/headers.js';
import type { Send } from '../http/send.js';
import type { TunnelMachine, TunnelProvider } from '../tunnel/provider.js';
import type { SuperviseTimes } from '../tunnel/supervise.js';
import type { RecordedDelivery } from '../journal/deliveries-entry.js';
import type { ReaperOrder } from './reap.js';
import type { Counts, Report } from './report.js';
import type { Routing } from './routes.js';
import type { ListenerPlace, ListenerState } from './state.js';

export interface SessionOptions {
  /** Calls that must go through after Ctrl-C too: its signal is the session's own. */
  readonly client: Client;
  /** For probes and the tunnel's own interfaces. */
  readonly send: Send;
  /** For the app, with its own rules for certificates. */
  readonly appSend: Send;
  readonly provider: TunnelProvider;
  readonly machine: TunnelMachine;
  readonly clock: Clock;
  readonly random: () => number;
  readonly stateDir: string;
  readonly baseUrl: string;
  /** `fingerprint` of the API key. */
  readonly account: string;
  readonly profile: string | null;
  readonly events: readonly EventName[];
  readonly brand: string | null;
  readonly routing: Routing;
  readonly ack: 'early' | 'app';
  readonly retries: number;
  readonly ownHeaders: readonly HeaderPair[];
  readonly signatureHeader: string;
  readonly keep: boolean;
  readonly rotate: boolean;
  /** Rotate although that ends the grace of an earlier rotation. */
  readonly endGrace?: boolean;
  /** Null for any free one. */
  readonly port: number | null;
  /** The service's own time where it may be moved; null elsewhere. */
  readonly serviceNow: (() => Promise<number>) | null;
  /** Envelopes that this machine has dealt with lately, the latest last. */
  readonly knownEnvelopes: () => Promise<readonly string[]>;
  readonly process: OwnProcess;
  readonly reaper: { readonly tell: (order: ReaperOrder) => void } | null;
  readonly tell: (report: Report) => void;
  /** A delivery that verified and had not come before. */
  readonly arrived: (event: string, envelopeId: string) => void;
  readonly debug: (line: string) => void;
  readonly times?: Partial<SuperviseTimes>;
}

interface OwnProcess {
  readonly pid: number;
  readonly started: string | null;
  readonly whereIs: (state: ListenerState) => Promise<ListenerPlace>;
}

/** What is known once deliveries can come. */
export interface Ready {
  /** The address that was registered; it holds the secret path. */
  readonly url: string;
  readonly endpoint: string | null;
  /** An earlier run's endpoint is gone on with. */
  readonly reused: boolean;
  readonly port: number;
  readonly secret: string;
  /** Of earlier runs: how many are forwarded now. */
  readonly resumed: number;
  /** Of other forwardings that nobody does now: what waits for their apps. */
  readonly elsewhere: readonly RecordedDelivery[];
  /** Of earlier runs: on their way when it was killed, so that nobody knows whether the app has them. */
  readonly uncertain: readonly RecordedDelivery[];
}

export interface Ending {
  readonly counts: Counts;
  /** What no app took, the oldest first. */
  readonly undelivered: readonly RecordedDelivery[];
  /** Why it is not known whether something was missed; a sentence without a full stop. Null when it is known. */
  readonly unknownBecause: string | null;
  /** Events that happened before this start, while nobody listened. */
  readonly missedBefore: number;
  /** Known envelopes that were read to find out. */
  readonly audited: number;
  /** False when the endpoint could not be removed. */
  readonly clean: boolean;
}

/** The forwarding that a listener does: an event goes to each of them once, whatever run or endpoint brings it. */
export const forwardingOf = (baseUrl: string, { routes }: Routing): string =>
  JSON.stringify([baseUrl, routes.map(({ pattern, target }) => [pattern, target.href])]);
