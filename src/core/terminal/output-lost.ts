/** A write that the run has made, as far as its response was received. */
export interface Written {
  /** Operation id of the contract's row. */
  readonly operation: string;
  /** The IDs of created or changed resources; several for a batch. */
  readonly ids: readonly string[];
  readonly idempotencyKey: string | undefined;
}

/** The result cannot be written to stdout, for example on a full disk: exit 1. `system` is the system's reason. */
export class OutputLost extends Error {
  override readonly name = 'OutputLost';
  readonly system: unknown;
  /** Whether something was changed before. */
  readonly changed: boolean;
  /** The completed writes; of many, the latest. */
  readonly written: readonly Written[];

  constructor(system: unknown, changed: boolean, written: readonly Written[] = []) {
    super('Cannot write the output.');
    this.system = system;
    this.changed = changed;
    this.written = written;
  }
}
