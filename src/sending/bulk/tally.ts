import type { RowResult } from './bulk-line.js';
import { createdElsewhere, keyMayBeForgotten } from './row-outcome.js';

const maxKept = 20;

/** Counts how the rows of a run ended; it keeps a few of the failed ones, however many there are. */
export class BulkTally {
  /** The rows of this machine. */
  readonly total: number;
  /** Those that an earlier start of the run had created. */
  readonly earlier: number;
  created = 0;
  /** Of the created ones, those that an earlier attempt had made already. */
  replayed = 0;
  failed = 0;
  unknown = 0;
  /** Rows that were sent with other content and are left so, as asked. */
  skipped = 0;
  /** Rows of an envelope that exists with other content, and of which this machine has no record. */
  elsewhere = 0;
  /** Of the created ones, those for which an earlier envelope was voided. */
  replaced = 0;
  /** New rows whose envelope another run had created already: nobody was sent a new one. */
  existing = 0;
  /** The first that were not created, and the worst of all. */
  #kept: readonly RowResult[] = [];
  #worst: RowResult | null = null;
  readonly #exits = new Set<number>();
  /** Rows of unknown end that were not sent again, since the service may have forgotten their keys. */
  forgotten = 0;

  constructor(total: number, earlier: number) {
    this.total = total;
    this.earlier = earlier;
  }

  get kept(): readonly RowResult[] {
    return this.#kept;
  }

  /** An unknown outcome is worse than a refused row. */
  get worst(): RowResult | null {
    return this.#worst;
  }

  /** Whether nothing was created, and every row that was tried failed in the same way. */
  get alike(): boolean {
    return this.earlier + this.created + this.skipped === 0 && this.#exits.size === 1;
  }

  /** Rows that were not tried. */
  get left(): number {
    return this.total - this.earlier - this.created - this.failed - this.unknown - this.skipped;
  }

  add(result: RowResult): void {
    this[result.status] += 1;
    if (result.status === 'created') {
      this.replayed += result.replayed ? 1 : 0;
      this.replaced += result.replaces === undefined ? 0 : 1;
      return;
    }
    this.#exits.add(result.exit_code);
    this.elsewhere += result.code === createdElsewhere ? 1 : 0;
    this.forgotten += result.code === keyMayBeForgotten ? 1 : 0;
    if (this.#kept.length < maxKept) this.#kept = [...this.#kept, result];
    if (this.#worst === null || isWorse(result, this.#worst)) this.#worst = result;
  }
}

/** Of two that are as bad, the first in the file: they do not end in its order. */
const isWorse = (one: RowResult, other: RowResult): boolean =>
  rank(one) > rank(other) || (rank(one) === rank(other) && one.row < other.row);

const rank = ({ status, exit_code: code }: RowResult): number => (status === 'unknown' ? 1000 : code);
