/** The jq expression is wrong, or fails on this result: exit 2. */
export class JqFailure extends Error {
  override readonly name = 'JqFailure';
}
