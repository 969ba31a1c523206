/** A question without a way to answer: exit 2. */
export class PromptUnavailable extends Error {
  override readonly name = 'PromptUnavailable';
}

/** The question was cancelled with Ctrl-C: exit 130. */
export class PromptLeft extends Error {
  override readonly name: string = 'PromptLeft';
}

/** The input ended with Ctrl-D: also exit 130, unless the earlier answers are enough. */
export class PromptEnded extends PromptLeft {
  override readonly name = 'PromptEnded';
}

/**
 * The jq expression is invalid, or fails on this result: exit 2, or 1 when something was changed before, because 2
 * means that nothing was.
 */
export class JqFailure extends Error {
  override readonly name = 'JqFailure';
  /** The IDs of changed resources; null when nothing was changed. */
  readonly changed: readonly string[] | null;

  constructor(message: string, changed: readonly string[] | null = null) {
    super(message);
    this.changed = changed;
  }
}

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
