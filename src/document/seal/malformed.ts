/** A signature, certificate or timestamp whose bytes cannot be read: whatever it said before, it is damaged. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
  readonly code = 'malformed';
}

/** Something that is written correctly, and that this program cannot judge. The message completes "…, because …". */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
  readonly code = 'unsupported';
}
