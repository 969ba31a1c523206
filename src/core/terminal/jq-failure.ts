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
