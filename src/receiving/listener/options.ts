import type { HeaderPair } from '../../core/http/headers.js';
import type { EventName } from '../../contract/events.js';
import { placeAppSettings } from '../../cli/context/app-settings.js';
import type { Context } from '../../cli/context/context.js';
import { placeSecretFile } from '../endpoint/secret-file.js';
import { replacedReport } from '../../listen/receive/junit.js';

/** The flags of `esign listen`. */
export interface ListenOptions {
  /** The command after `--`; empty for none. */
  readonly words: readonly string[];
  readonly forwardTo?: string;
  readonly route?: readonly string[];
  /** Patterns. */
  readonly event?: readonly string[];
  /** The app gets deliveries of envelopes that this machine created. */
  readonly mine?: boolean;
  readonly ack?: 'early' | 'app';
  readonly retries?: number;
  /** False after `--no-resume`. */
  readonly resume?: boolean;
  readonly header?: readonly HeaderPair[];
  /** The app gets copies of a delivery that it rejects; by default those of an emulator. */
  readonly findCause?: boolean;
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

/** The same options with the files that they name, checked before anything is opened. Throws FileFailure. */
export async function placeOutputs(context: Context, options: ListenOptions): Promise<ListenOptions> {
  const { files } = context;
  const placed = await placeSecretFile(context, options, 'webhook.secret');
  const writeEnv = await placeAppSettings(context, options.writeEnv);
  const junit = options.junit === undefined ? undefined : await files.place(options.junit, 'esign-listen.xml');
  if (junit !== undefined) await files.check(junit, replacedReport);
  return { ...placed, ...(writeEnv === undefined ? {} : { writeEnv }), ...(junit === undefined ? {} : { junit }) };
}
