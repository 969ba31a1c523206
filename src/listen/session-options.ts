import type { Contract } from '../contract/overlay/contract.js';
import type { Clock } from '../core/platform/clock.js';
import type { Client } from '../client/client.js';
import type { EventName } from '../contract/events.js';
import type { HeaderPair } from '../core/http/headers.js';
import type { Send } from '../core/http/send.js';
import type { TunnelMachine, TunnelProvider } from './tunnel/provider.js';
import type { SuperviseTimes } from './tunnel/supervise.js';
import type { Delivery } from '../store/delivery.js';
import type { State } from '../store/state.js';
import type { ReaperOrder } from './endpoint/reap.js';
import type { OwnEnvelopes } from './receive/own-envelopes.js';
import type { Counts, Report } from './receive/report.js';
import type { Routing } from './forward/routes.js';
import type { ListenerPlace, ListenerState } from './endpoint/state.js';

export interface SessionOptions {
  /** Calls that must also succeed after Ctrl-C: its signal is the session's own. */
  readonly client: Client;
  /** For probes and the tunnel's own APIs. */
  readonly send: Send;
  /** For the app, with its own certificate rules. */
  readonly appSend: Send;
  readonly provider: TunnelProvider;
  readonly machine: TunnelMachine;
  readonly clock: Clock;
  readonly random: () => number;
  readonly stateDir: string;
  readonly state: State;
  /** Under which records know the service: that of an emulator stays with its data. */
  readonly baseUrl: string;
  /** Under which records know the service. */
  readonly host: string;
  /** `fingerprint` of the API key. */
  readonly account: string;
  readonly profile: string | null;
  readonly events: readonly EventName[];
  readonly brand: string | null;
  readonly routing: Routing;
  readonly ack: 'early' | 'app';
  /** Forward what earlier runs left. */
  readonly resume: boolean;
  readonly retries: number;
  readonly ownHeaders: readonly HeaderPair[];
  /** An app that rejects a valid delivery gets copies with the usual mistakes, to find its own. */
  readonly asksApp: boolean;
  readonly signatureHeader: string;
  /** The description of the service, with its contract file laid over it. */
  readonly contract: Contract;
  readonly keep: boolean;
  readonly rotate: boolean;
  /** Rotate even though this ends the grace period of an earlier rotation. */
  readonly endGrace?: boolean;
  /** Null for any free one. */
  readonly port: number | null;
  /** The service's time if its clock may be moved; null otherwise. */
  readonly serviceNow: (() => Promise<number>) | null;
  /** On an emulator: the endpoint of this URL gets the secret that stays; null otherwise. */
  readonly wantLastingSecret: ((url: string) => Promise<void>) | null;
  /** The app gets deliveries of these envelopes only; null for all (`--mine`). */
  readonly own: OwnEnvelopes | null;
  /** Envelopes that this machine used recently, the latest last. */
  readonly knownEnvelopes: () => Promise<readonly string[]>;
  readonly process: OwnProcess;
  readonly reaper: { readonly tell: (order: ReaperOrder) => void } | null;
  readonly tell: (report: Report) => void;
  /** A new verified delivery. */
  readonly arrived: (event: string, envelopeId: string) => void;
  readonly debug: (line: string) => void;
  readonly times?: Partial<SuperviseTimes>;
}

interface OwnProcess {
  readonly pid: number;
  readonly started: string | null;
  readonly whereIs: (state: ListenerState) => Promise<ListenerPlace>;
}

/** Facts that are known once deliveries can arrive. */
export interface Ready {
  /** The registered URL, which contains the secret path. */
  readonly url: string;
  readonly endpoint: string | null;
  /** The endpoint of an earlier run is reused. */
  readonly reused: boolean;
  readonly port: number;
  readonly secret: string;
  /** Of earlier runs: the number of deliveries being forwarded now. */
  readonly resumed: number;
  /** Of earlier runs: deliveries that wait for the app, and stay so (`resume: false`). */
  readonly left: readonly Delivery[];
  /** Of other forwardings without a running listener: deliveries that wait for their apps. */
  readonly elsewhere: readonly Delivery[];
  /** Of earlier runs: in progress when it was killed, so the result is unknown. */
  readonly uncertain: readonly Delivery[];
}

export interface Ending {
  readonly counts: Counts;
  /** Deliveries that no app accepted, oldest first. */
  readonly undelivered: readonly Delivery[];
  /** Why it is unknown whether events were missed; a sentence without a full stop. Null when it is known. */
  readonly unknownBecause: string | null;
  /** Events that occurred before this start without a listener. */
  readonly missedBefore: number;
  /** Known envelopes that were read for this. */
  readonly audited: number;
  /** False when the endpoint could not be deleted. */
  readonly clean: boolean;
}

/** The forwarding of a listener: an event goes to each forwarding once, whatever run or endpoint receives it. */
export const forwardingOf = (baseUrl: string, { routes }: Routing): string =>
  JSON.stringify([baseUrl, routes.map(({ pattern, target }) => [pattern, target.href])]);
