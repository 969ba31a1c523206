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

/** A PDF that the strict grammar of `strict-pdf.ts` does not know; nothing follows from it but that it is not judged. */
export class UnknownStructure extends Error {
  override readonly name = 'UnknownStructure';
  readonly code = 'unknown_structure';
}
