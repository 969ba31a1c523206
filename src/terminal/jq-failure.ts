/**
 * The jq expression is wrong, or fails on this result: exit 2, or 1 when something was changed before, since 2 says that
 * nothing was.
 */
export class JqFailure extends Error {
  override readonly name = 'JqFailure';
  /** The ids of what was changed before; null when nothing was. */
  readonly changed: readonly string[] | null;

  constructor(message: string, changed: readonly string[] | null = null) {
    super(message);
    this.changed = changed;
  }
}
