import type { LibsqlDatabase } from './database.js';

interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Units of work that share one commit: those of all requests that arrive in one turn of the event loop. The sync of
 * the disk is most of what a write costs (a third of the time of a create), so that they pay for it together. Each
 * unit is a savepoint of its own: one that throws leaves the others as they are.
 */
export class CommitBatch {
  readonly #database: LibsqlDatabase;
  readonly #listeners: (() => void)[] = [];
  #waiting: Waiting | null = null;
  #timer: NodeJS.Immediate | undefined;
  #isOpen = false;
  #isRunning = false;
  #failures = 0;
  #lastFailure: unknown;

  constructor(database: LibsqlDatabase) {
    this.#database = database;
  }

  /** Whether a unit runs at this moment. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  afterCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Runs a unit within the batch, which is committed at the end of this turn. */
  run<T>(work: () => T): T {
    if (this.#isRunning) return work();
    if (!this.#isOpen) {
      this.#database.run('BEGIN IMMEDIATE');
      this.#isOpen = true;
      this.#timer = setImmediate(() => this.#end());
    }
    this.#isRunning = true;
    try {
      this.#database.run('SAVEPOINT unit');
      const result = work();
      if (result instanceof Promise) throw new TypeError('a transaction cannot wait for anything');
      this.#database.run('RELEASE unit');
      return result;
    } catch (error) {
      this.#undo(error);
      throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  /** Runs a unit; it and everything before it is on disk when this returns. */
  commitNow<T>(work: () => T): T {
    try {
      return this.run(work);
    } finally {
      if (!this.#isRunning) this.flush();
    }
  }

  /** Resolves when every unit so far is on disk; rejects with what the disk said when they are undone. */
  durable(): Promise<void> {
    if (!this.#isOpen) return Promise.resolve();
    this.#waiting ??= waiting();
    return this.#waiting.promise;
  }

  /** Resolves when what was read since the call is on disk; rejects when a unit was undone meanwhile. */
  reading(): () => Promise<void> {
    const failures = this.#failures;
    return async () => {
      await this.durable();
      if (this.#failures > failures) throw this.#lastFailure;
    };
  }

  /** Commits what is open, at once. Throws what the disk says; then all of it is undone. */
  flush(): void {
    if (!this.#isOpen) return;
    try {
      this.#database.run('COMMIT');
    } catch (error) {
      this.#database.rollback();
      this.#fail(error);
      throw error;
    }
    this.#settle((each) => each.resolve());
    for (const listener of this.#listeners) listener();
  }

  #end(): void {
    try {
      this.flush();
    } catch {
      // All waiters are already notified.
    }
  }

  /** SQLite undoes the whole transaction by itself after some failures, such as a full disk; else this unit alone. */
  #undo(error: unknown): void {
    if (this.#database.inTransaction) this.#database.script('ROLLBACK TO unit; RELEASE unit');
    else this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#failures += 1;
    this.#lastFailure = error;
    this.#settle((each) => each.reject(error));
  }

  #settle(tell: (waiting: Waiting) => void): void {
    clearImmediate(this.#timer);
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#isOpen = false;
    if (waiting !== null) tell(waiting);
  }
}

function waiting(): Waiting {
  let [resolve, reject]: [() => void, (error: unknown) => void] = [() => undefined, () => undefined];
  const promise = new Promise<void>((...settle) => ([resolve, reject] = settle));
  // Nobody need be waiting any longer when it fails.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
