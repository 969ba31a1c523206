import type { Clock } from '../platform/clock.js';
import type { Send } from '../http/send.js';

/**
 * How long the public address lasts: `fixed` for good, `process` as long as the tunnel's process lives,
 * `connection` until the next reconnect.
 */
export type Stability = 'fixed' | 'process' | 'connection';

/** What can be said of a provider on this machine without going on the network. */
export interface Detection {
  readonly available: boolean;
  /** Whether it may be chosen without being asked for by name. */
  readonly unasked: boolean;
  /** Why not, or what is missing for it to be chosen unasked; a sentence without a full stop. */
  readonly reason?: string | undefined;
  readonly version?: string | undefined;
  /** The program that would be run. */
  readonly path?: string | undefined;
  readonly needsAccount: boolean;
  readonly stability: Stability;
  /** `relay`: somebody else answers the service before this machine has the delivery, so its retries are lost. */
  readonly ackMode: 'end-to-end' | 'relay';
}

/** The machine as the providers may see it: nothing here is read from the process itself. */
export interface TunnelMachine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The user's home folder, for the providers' own settings. */
  readonly home: string;
}

export interface StartOptions {
  /** Where the receiver listens: `http://127.0.0.1:<port>`, never `localhost`, which may be `::1`. */
  readonly localUrl: URL;
  /** A folder of ours, 0700, for files that a provider must be given. */
  readonly stateDir: string;
  readonly machine: TunnelMachine;
  readonly clock: Clock;
  /** For a provider's local interface on loopback. */
  readonly send: Send;
  /** A line of the provider's own output, secrets masked and without control sequences, for --debug. */
  readonly log: (line: string) => void;
  /** Called for every process that is started and has ended: who cleans up after a kill -9 must know them at once. */
  readonly children: { started(pid: number): void; ended(pid: number): void };
  /** Milliseconds for the provider to say that it is up; 30,000 unless told. */
  readonly startTimeout?: number | undefined;
}

/** Why a tunnel ended or did not start. */
export type ExitReason = 'auth' | 'rate-limited' | 'port-taken' | 'network' | 'crash' | 'closed';

export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
  readonly reason: ExitReason;
  /** False when another try would end the same way. */
  readonly retryable: boolean;
  /** What happened, in the words of the provider where they help; a sentence without a full stop. */
  readonly words: string;
  /** What to do about it, starting with a verb; empty when there is nothing. */
  readonly hint: string;
}

/** What a provider notices by itself while it runs. */
export interface SessionUpdate {
  readonly state: 'up' | 'degraded' | 'down';
  readonly words: string;
}

/** One life of a tunnel, from the moment that the provider claims to be up. */
export interface TunnelSession {
  /** Where it may be reached from outside, the most likely address first; the probe settles which one. */
  addresses(): readonly URL[];
  /** Milliseconds to wait before the first probe: a fresh name that is looked up too early is unknown for long. */
  readonly probeAfter: number;
  /** The processes that must not outlive us. */
  readonly pids: readonly number[];
  /** Resolves once, when it is over, by itself or by `close`. Never rejects. */
  readonly closed: Promise<ExitInfo>;
  /** At most one listener; also called when `addresses()` changed. */
  onUpdate(listener: (update: SessionUpdate) => void): void;
  /** What the provider itself says of its connection; `unknown` where it cannot be asked. */
  health(): Promise<'up' | 'down' | 'unknown'>;
  /** Ends it: politely, after `graceMs` by force. Resolves when no process is left. May be called again. */
  close(graceMs: number): Promise<void>;
}

export interface TunnelProvider {
  /** Its name in the table, or `public-url` or `command`. */
  readonly id: string;
  /** For sentences: `an ssh tunnel through me@example.test`. */
  readonly title: string;
  readonly stability: Stability;
  /** False where a new start changes nothing, since somebody else runs the tunnel. */
  readonly restartable: boolean;
  /** Milliseconds that the provider is left to reconnect by itself before it is started anew. */
  readonly timeoutMs: number;
  /** Milliseconds between two starts at the least, and what to do when the provider says that it was too often. */
  readonly pacing: { readonly gap: number; readonly limitedTries: number; readonly limitedWait: number };
  /** Offline, within 300 ms; starts no tunnel. */
  detect(machine: TunnelMachine): Promise<Detection>;
  /** Resolves when the provider claims to be up; throws TunnelFailure. Stops trying when the signal is aborted. */
  start(options: StartOptions, signal: AbortSignal): Promise<TunnelSession>;
}
