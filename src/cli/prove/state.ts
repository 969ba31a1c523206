import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contract, LineRefused } from '../../contract/overlay/contract.js';
import type { ContractLine, LineValue } from '../../contract/overlay/line.js';
import { makeFolder, writeFileAtomic } from '../../core/platform/durable-file.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import type { Outcome } from './outcome.js';
import { readContract } from '../../contract/overlay/read-contract.js';
import { type Evidence, generalized } from '../../contract/prove/evidence.js';

/** A write with its key, remembered before it was sent. */
export interface KeptWrite {
  readonly key: string;
  /** The bytes of the body. */
  readonly body: string | null;
}

/** What a run remembers, so that one that was broken off makes nothing twice. */
export interface ProveState {
  readonly mark: string;
  /** Milliseconds since 1970. */
  readonly begun: number;
  /** The contract file that the outcomes were found with, as JSON. */
  readonly contract: string;
  /** Of this run, by the id of the probe; empty once a run has ended. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly lines: Readonly<Record<string, LineValue>>;
  readonly evidence: Readonly<Record<string, LineValue>>;
  /** By the id of the probe. */
  readonly writes: Readonly<Record<string, KeptWrite>>;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Set before an endpoint is registered, until none is left. */
  readonly endpoint: { readonly id: string | null } | null;
}

/** Replays of older writes are not relied on: a service need not remember a key for longer than a day (A16). */
const maxAgeMs = 20 * 3_600_000;

const newState = (now: number, contract: string): ProveState => ({
  mark: randomBytes(4).toString('hex'),
  begun: now,
  contract,
  outcomes: {},
  lines: {},
  evidence: {},
  writes: {},
  facts: {},
  endpoint: null,
});

/** Where the state of a service and a key is kept; the key cannot be told from it. */
export function stateFile(stateDir: string, baseUrl: string, apiKey: string): string {
  const name = createHash('sha256')
    .update(`${new URL(baseUrl).host}\n${apiKey}`)
    .digest('hex')
    .slice(0, 16);
  return join(stateDir, 'prove', `${name}.json`);
}

/** The state of an earlier run; null without one that can be read. */
export async function readState(path: string): Promise<ProveState | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const found = parseJson(text);
  const isState =
    isObject(found) &&
    typeof found['mark'] === 'string' &&
    typeof found['begun'] === 'number' &&
    typeof found['contract'] === 'string' &&
    ['outcomes', 'lines', 'evidence', 'writes', 'facts'].every((name) => isObject(found[name]));
  return isState ? (found as unknown as ProveState) : null;
}

/** Whether what was made then can be used now. */
const isCurrent = ({ begun }: ProveState, now: number): boolean => now >= begun && now - begun < maxAgeMs;

/** Durable before it returns. Throws what the system says. */
export async function writeState(path: string, state: ProveState): Promise<void> {
  await makeFolder(join(path, '..'), 0o700);
  await writeFileAtomic(path, JSON.stringify(state));
}

/**
 * What a run begins with: an earlier one that was broken off goes on, and what it made is used again. What was found
 * with another contract file is asked again.
 */
export function resumed(before: ProveState | null, contract: string, now: number): ProveState {
  if (before === null) return newState(now, contract);
  // An endpoint that a killed run left is deleted, however long ago that was.
  if (!isCurrent(before, now)) return { ...newState(now, contract), mark: before.mark, endpoint: before.endpoint };
  return before.contract === contract
    ? before
    : { ...before, contract, outcomes: {}, lines: {}, evidence: {}, ...withoutSending(before) };
}

/** What ends with the run in which it was made. */
const sendingProbes = ['create-sendable', 'send', 'void'];

function withoutSending({ writes, facts }: ProveState): Pick<ProveState, 'writes' | 'facts'> {
  const kept = Object.entries(writes).filter(([id]) => !sendingProbes.includes(id));
  return { writes: Object.fromEntries(kept), facts: { ...facts, sent: undefined } };
}

/** The state of a finished run: what was made is used again, and everything is asked again. */
export const finished = (state: ProveState): ProveState => ({
  ...state,
  outcomes: {},
  lines: {},
  evidence: {},
  ...withoutSending(state),
});

/** What is known of a service so far: the contract that the next question is asked in. */
export class Knowledge {
  readonly evidence: Evidence;
  readonly #before: Contract;
  #found: readonly ContractLine[];
  #contract: Contract;

  constructor(
    before: Contract,
    found: Readonly<Record<string, LineValue>> = {},
    evidence: Readonly<Record<string, LineValue>> = {},
  ) {
    this.#before = before;
    this.#contract = before;
    this.#found = Object.entries(found).map(([name, value]) => ({ name, value }));
    this.evidence = new Map(Object.entries(evidence));
    if (this.#found.length > 0) this.#contract = this.#laidOut(this.#found);
  }

  get contract(): Contract {
    return this.#contract;
  }

  /** As each was found, for one place. */
  get found(): readonly ContractLine[] {
    return this.#found;
  }

  /** Of a contract file, those that were there before included. */
  get lines(): readonly ContractLine[] {
    return this.#contract.lines;
  }

  /** Takes lines over; false when they say nothing new or contradict what is known. */
  learn(lines: readonly ContractLine[]): boolean {
    const found = [...new Map([...this.#found, ...lines].map((line) => [line.name, line])).values()];
    try {
      const next = this.#laidOut(found);
      const changes = JSON.stringify(next.lines) !== JSON.stringify(this.#contract.lines);
      this.#contract = next;
      this.#found = found;
      return changes;
    } catch (failure) {
      if (failure instanceof LineRefused) return false;
      throw failure;
    }
  }

  #laidOut(found: readonly ContractLine[]): Contract {
    const all = [...this.#before.lines, ...generalized(found, this.evidence)];
    return readContract(Object.fromEntries(all.map(({ name, value }) => [name, value])));
  }
}
