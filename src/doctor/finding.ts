import type { Client } from '../client/client.js';
import type { Context } from '../cli/context.js';
import type { ExitCode } from '../cli/exit-code.js';
import type { ContractInUse } from '../cli/contract.js';
import type { ApiKey } from '../config/api-key.js';
import type { Sourced } from '../config/origin.js';
import type { Network } from '../http/network.js';

/** `note`: worth knowing; `warning`: a future problem; `failed`: a problem now; `skipped`: could not be checked. */
export type FindingState = 'ok' | 'note' | 'warning' | 'failed' | 'skipped' | 'fixed';

/** The result of one check. */
export interface Finding {
  /** `permissions`, `clock` …: the same for every run. */
  readonly check: string;
  readonly state: FindingState;
  /** One or more sentences. */
  readonly found: string;
  /** What to do, starting with a verb. */
  readonly hint: string | null;
  /** 0 unless it failed. */
  readonly exitCode: ExitCode;
  /** For a program. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Input of the checks; a part is null until it is known. */
export interface DoctorContext {
  readonly context: Context;
  /** Repair what is safe to repair. */
  readonly fix: boolean;
  readonly network: Network;
  readonly baseUrl: string | null;
  readonly key: Sourced<ApiKey> | null;
  readonly contract: ContractInUse | undefined;
  /** Sends each request once, with the key if there is one; null when the service does not respond. */
  readonly client: Client | null;
}

interface More {
  readonly hint?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

export const finding = (
  check: string,
  state: Exclude<FindingState, 'failed'>,
  found: string,
  { hint, facts = {} }: More = {},
): Finding => ({ check, state, found, hint: hint ?? null, exitCode: 0, facts });

export const failed = (check: string, exitCode: ExitCode, found: string, { hint, facts = {} }: More = {}): Finding => ({
  check,
  state: 'failed',
  found,
  hint: hint ?? null,
  exitCode,
  facts,
});
