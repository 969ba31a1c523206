/** A question without a way to answer: exit 2. */
export class PromptUnavailable extends Error {
  override readonly name = 'PromptUnavailable';
}

/** The question was cancelled with Ctrl-C: exit 130. */
export class PromptLeft extends Error {
  override readonly name: string = 'PromptLeft';
}

/** The input ended with Ctrl-D: also exit 130, unless the earlier answers are enough. */
export class PromptEnded extends PromptLeft {
  override readonly name = 'PromptEnded';
}
