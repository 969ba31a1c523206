import type { Client } from '../client/client.js';
import type { EventName } from '../contract/events.js';
import type { HeaderPair } from '../http/headers.js';
import type { Send } from '../http/send.js';
import type { TunnelMachine, TunnelProvider } from '../tunnel/provider.js';
import type { SuperviseTimes } from '../tunnel/supervise.js';
import type { Clock } from './apps.js';
import type { ReaperOrder } from './reap.js';
import type { Report } from './report.js';
import type { Routing } from './routes.js';
import type { ListenerState } from './state.js';

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

export interface OwnProcess {
  readonly pid: number;
  readonly started: string | null;
  readonly isAlive: (state: ListenerState) => Promise<boolean>;
}

/** The forwarding that a listener does: an event goes to each of them once, whatever run or endpoint brings it. */
export const forwardingOf = (baseUrl: string, { routes }: Routing): string =>
  JSON.stringify([baseUrl, routes.map(({ pattern, target }) => [pattern, target.href])]);
