/** Asked where nobody can answer: exit 2. */
export class PromptUnavailable extends Error {
  override readonly name = 'PromptUnavailable';
}

/** The person left the question with Ctrl-C: exit 130. */
export class PromptLeft extends Error {
  override readonly name = 'PromptLeft';
}
