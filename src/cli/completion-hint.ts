import type { Argument, Option } from 'commander';

/** A value that may be typed, and what it means; '' where its name says it all. */
export interface CompletionWord {
  readonly word: string;
  readonly about: string;
}

/** What Tab offers for a flag or an argument. Its own parser judges what was typed: it may take more than is offered. */
export interface CompletionHint {
  /** One that ends with `:`, `=` or `/` is only a beginning. */
  readonly words?: readonly CompletionWord[];
  /** Endings without their dot, in lower case: other files are offered only where there is none of these. */
  readonly files?: readonly string[];
  /** A command of the shell with its own words, after `--`: the shell itself says what may follow. */
  readonly commandLine?: boolean;
}

/** Lets a flag or an argument say what it knows to offer, from the list that its parser reads. */
export const completesWith = <Taker extends Argument | Option>(taker: Taker, offer: CompletionHint): Taker =>
  Object.assign(taker, { offer });

/** What a flag or an argument offers: by `offering`, else its choices. */
export function completionHintOf(taker: Argument | Option): Required<CompletionHint> {
  const { words, files = [], commandLine = false } = 'offer' in taker ? (taker.offer as CompletionHint) : {};
  return { words: words ?? plainWords(taker.argChoices ?? []), files, commandLine };
}

export const plainWords = (words: readonly string[]): readonly CompletionWord[] =>
  words.map((word) => ({ word, about: '' }));

/** Words by name with what they mean. */
export const meantWords = (meanings: Readonly<Record<string, string>>): readonly CompletionWord[] =>
  Object.entries(meanings).map(([word, about]) => ({ word, about }));

/** The kinds of files that several commands read. */
export const fileEndings = {
  documents: ['pdf', 'docx'],
  pdf: ['pdf'],
  yaml: ['yaml', 'yml', 'json'],
  names: ['yaml', 'yml'],
  values: ['yaml', 'yml', 'json', 'csv'],
  rows: ['csv', 'ndjson', 'jsonl', 'json', 'yaml', 'yml'],
  json: ['json'],
  certificates: ['pem', 'crt', 'cer'],
} as const;
