import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../context/context.js';
import type { ExitCode } from '../failure/exit-code.js';
import type { ContractInUse } from '../context/contract.js';
import type { ApiKey } from '../../core/config/api-key.js';
import type { Sourced } from '../../core/config/origin.js';
import type { Network } from '../../core/http/network.js';

/**
 * The result of one check, as it is printed: `check` is the same for every run, `found` one or more sentences, `hint` what
 * to do, starting with a verb; `facts` are for a program.
 */
export const findingFacts = (s: ShapeBlocks) => ({
  check: s.text,
  state: s.oneOf('ok', 'note', 'warning', 'failed', 'skipped', 'fixed'),
  found: s.text,
  hint: s.nullable(s.text),
  facts: s.record(s.anything),
});
const findingShape = (s: ShapeBlocks) => s.object(findingFacts(s));

/** `exitCode` is 0 unless the check failed. */
export type Finding = Shaped<typeof findingShape> & { readonly exitCode: ExitCode };
/** `note`: worth knowing; `warning`: a future problem; `failed`: a problem now; `skipped`: could not be checked. */
export type FindingState = Finding['state'];

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
  readonly hint?: string | null;
  readonly facts?: Readonly<Record<string, unknown>>;
}

export const finding = (
  check: string,
  state: FindingState,
  found: string,
  { hint = null, facts = {} }: More = {},
  exitCode: ExitCode = 0,
): Finding => ({ check, state, found, hint, exitCode, facts });

export const failed = (check: string, exitCode: ExitCode, found: string, more?: More): Finding =>
  finding(check, 'failed', found, more, exitCode);
