/** stdout does not take the result, as on a full disk: exit 1. `system` is what the system said. */
export class OutputLost extends Error {
  override readonly name = 'OutputLost';
  readonly system: unknown;
  /** Whether something was changed before. */
  readonly changed: boolean;

  constructor(system: unknown, changed: boolean) {
    super('The output could not be written.');
    this.system = system;
    this.changed = changed;
  }
}
