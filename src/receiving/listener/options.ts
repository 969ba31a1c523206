import type { HeaderPair } from '../../core/http/headers.js';
import type { EventName } from '../../contract/events.js';

/** The flags of `esign listen`. */
export interface ListenOptions {
  /** The command after `--`; empty for none. */
  readonly words: readonly string[];
  readonly forwardTo?: string;
  readonly route?: readonly string[];
  /** Patterns. */
  readonly event?: readonly string[];
  readonly ack?: 'early' | 'app';
  readonly retries?: number;
  readonly header?: readonly HeaderPair[];
  readonly forwardCaFile?: string;
  readonly insecureForward?: boolean;
  readonly secretFile?: string;
  readonly force?: boolean;
  readonly printSecret?: boolean;
  readonly freshSecret?: boolean;
  readonly writeEnv?: string;
  readonly publicUrl?: string;
  readonly tunnel?: string;
  readonly tunnelCmd?: string;
  readonly tunnelAddress?: string;
  readonly port?: number;
  readonly poll?: boolean;
  /** Milliseconds. */
  readonly interval?: number;
  /** Milliseconds. */
  readonly maxWait?: number;
  readonly expect?: readonly EventName[];
  readonly envelope?: readonly string[];
  readonly anyEnvelope?: boolean;
  readonly junit?: string;
  readonly brand?: string;
  readonly keep?: boolean;
  readonly rotate?: boolean;
  readonly endGrace?: boolean;
  readonly prune?: boolean;
  readonly allMachines?: boolean;
  /** False after `--no-reaper`. */
  readonly reaper?: boolean;
}
