/** A write that a run has carried out, as far as its answer was told to this program. */
export interface Written {
  /** Operation id of the contract's row. */
  readonly operation: string;
  /** The ids of what was made or changed; a batch makes several. */
  readonly ids: readonly string[];
  readonly idempotencyKey: string | undefined;
}

/** stdout does not take the result, as on a full disk: exit 1. `system` is what the system said. */
export class OutputLost extends Error {
  override readonly name = 'OutputLost';
  readonly system: unknown;
  /** Whether something was changed before. */
  readonly changed: boolean;
  /** The writes that were carried out before, the latest ones of many. */
  readonly written: readonly Written[];

  constructor(system: unknown, changed: boolean, written: readonly Written[] = []) {
    super('Cannot write the output.');
    this.system = system;
    this.changed = changed;
    this.written = written;
  }
}
