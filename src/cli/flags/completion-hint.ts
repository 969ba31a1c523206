import type { Argument, Option } from 'commander';

/** A possible value and its meaning; '' if the name is clear. */
export interface CompletionWord {
  readonly word: string;
  readonly about: string;
}

/** Completions for a flag or an argument. Its parser may accept more. */
export interface CompletionHint {
  /** A value that ends with `:`, `=` or `/` is a prefix. */
  readonly words?: readonly CompletionWord[];
  /** File extensions without the dot, in lower case: other files are offered only if there are none of these. */
  readonly files?: readonly string[];
  /** A shell command with its arguments, after `--`: the shell completes it. */
  readonly commandLine?: boolean;
}

/** Sets the completions of a flag or an argument from the list that its parser uses. */
export const completesWith = <Taker extends Argument | Option>(taker: Taker, offer: CompletionHint): Taker =>
  Object.assign(taker, { offer });

/** The completions of a flag or an argument: from `offering`, else its choices. */
export function completionHintOf(taker: Argument | Option): Required<CompletionHint> {
  const { words, files = [], commandLine = false } = 'offer' in taker ? (taker.offer as CompletionHint) : {};
  return { words: words ?? plainWords(taker.argChoices ?? []), files, commandLine };
}

export const plainWords = (words: readonly string[]): readonly CompletionWord[] =>
  words.map((word) => ({ word, about: '' }));

/** Words with their meanings. */
export const meantWords = (meanings: Readonly<Record<string, string>>): readonly CompletionWord[] =>
  Object.entries(meanings).map(([word, about]) => ({ word, about }));

/** File types that several commands read. */
export const fileEndings = {
  documents: ['pdf', 'docx'],
  pdf: ['pdf'],
  yaml: ['yaml', 'yml', 'json'],
  names: ['yaml', 'yml'],
  values: ['yaml', 'yml', 'json', 'csv'],
  rows: ['csv', 'tsv', 'ndjson', 'jsonl', 'json', 'yaml', 'yml'],
  json: ['json'],
  certificates: ['pem', 'crt', 'cer'],
} as const;
