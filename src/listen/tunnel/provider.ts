import type { Clock } from '../../core/platform/clock.js';
import type { Send } from '../../core/http/send.js';

/**
 * How long the public URL lasts: `fixed` permanently, `process` while the tunnel process runs, `connection` until the
 * next reconnect.
 */
export type Stability = 'fixed' | 'process' | 'connection';

/** What is known of a provider on this machine without the network. */
export interface Detection {
  readonly available: boolean;
  /** Whether it may be chosen automatically. */
  readonly unasked: boolean;
  /** Why it is not available, or not chosen automatically; a sentence without a full stop. */
  readonly reason?: string | undefined;
  readonly version?: string | undefined;
  /** The program to run. */
  readonly path?: string | undefined;
  readonly needsAccount: boolean;
  readonly stability: Stability;
  /** `relay`: another server responds to the service before this machine has the delivery, so retries are lost. */
  readonly ackMode: 'end-to-end' | 'relay';
}

/** What providers may read of the machine; nothing here is read from the process itself. */
export interface TunnelMachine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The user's home folder, for the providers' own settings. */
  readonly home: string;
}

export interface StartOptions {
  /** The receiver's URL: `http://127.0.0.1:<port>`, never `localhost`, which may be `::1`. */
  readonly localUrl: URL;
  /** A private folder (0700) for files that a provider needs. */
  readonly stateDir: string;
  readonly machine: TunnelMachine;
  readonly clock: Clock;
  /** For the local API of a provider. */
  readonly send: Send;
  /** A line of the provider's output for --debug, with secrets masked and without control sequences. */
  readonly log: (line: string) => void;
  /** Called for every started and exited process, so that a cleanup after kill -9 knows them at once. */
  readonly children: { started(pid: number): void; ended(pid: number): void };
  /** Milliseconds until the provider must be up (default: 30,000). */
  readonly startTimeout?: number | undefined;
}

/** Why a tunnel ended or did not start. */
export type ExitReason = 'auth' | 'rate-limited' | 'port-taken' | 'network' | 'crash' | 'closed';

export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
  readonly reason: ExitReason;
  /** False when a retry would fail the same way. */
  readonly retryable: boolean;
  /** What happened, in the provider's words if they help; a sentence without a full stop. */
  readonly words: string;
  /** What to do, starting with a verb; may be empty. */
  readonly hint: string;
}

/** What a provider reports while it runs. */
export interface SessionUpdate {
  readonly state: 'up' | 'degraded' | 'down';
  readonly words: string;
}

/** One session of a tunnel, from the time when the provider reports that it is up. */
export interface TunnelSession {
  /** Possible public URLs, the most likely first; the probe selects one. */
  addresses(): readonly URL[];
  /** Milliseconds before the first probe: a fresh name that is looked up too early stays unknown for long. */
  readonly probeAfter: number;
  /** The processes that must not outlive this one. */
  readonly pids: readonly number[];
  /** Resolves once, when it is over, by itself or after `close`. Never rejects. */
  readonly closed: Promise<ExitInfo>;
  /** At most one listener; also called when `addresses()` changed. */
  onUpdate(listener: (update: SessionUpdate) => void): void;
  /** What the provider reports about its connection; `unknown` if it cannot be queried. */
  health(): Promise<'up' | 'down' | 'unknown'>;
  /** Ends it: politely, after `graceMs` by force. Resolves when no process is left. Idempotent. */
  close(graceMs: number): Promise<void>;
}

export interface TunnelProvider {
  /** Its name in the table, or `public-url` or `command`. */
  readonly id: string;
  /** For sentences: `an ssh tunnel through me@example.test`. */
  readonly title: string;
  readonly stability: Stability;
  /** False if a restart has no effect, because the tunnel is run elsewhere. */
  readonly restartable: boolean;
  /** Milliseconds for the provider to reconnect by itself before it is restarted. */
  readonly timeoutMs: number;
  /** Minimum milliseconds between two starts, and the limits after a rate limit of the provider. */
  readonly pacing: { readonly gap: number; readonly limitedTries: number; readonly limitedWait: number };
  /** Offline, within 300 ms; starts no tunnel. */
  detect(machine: TunnelMachine): Promise<Detection>;
  /** Resolves when the provider reports that it is up; throws TunnelFailure. Stops when the signal is aborted. */
  start(options: StartOptions, signal: AbortSignal): Promise<TunnelSession>;
}
