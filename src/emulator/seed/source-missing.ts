/** A file or variable that the seed file names; a clause without a full stop, and without what it holds. */
export class SourceMissing extends Error {
  override readonly name = 'SourceMissing';
}
