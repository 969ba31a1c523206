/** Asked where nobody can answer: exit 2. */
export class PromptUnavailable extends Error {
  override readonly name = 'PromptUnavailable';
}

/** The person left the question with Ctrl-C: exit 130. */
export class PromptLeft extends Error {
  override readonly name: string = 'PromptLeft';
}

/** The person ended the input with Ctrl-D: exit 130 too, where nothing can be made of what was answered before. */
export class PromptEnded extends PromptLeft {
  override readonly name = 'PromptEnded';
}
