import { type Contract, type ContractLine, LineRefused, type LineValue } from '../../contract/overlay/contract.js';
import { readContract } from '../../contract/overlay/read-contract.js';
import { type Evidence, generalized } from '../../contract/prove/evidence.js';

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
