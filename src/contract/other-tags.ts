const tag = String.raw`\[\[[^[\]]{1,60}\]\]|<<[^<>]{1,60}>>|\$\{[^{}]{1,60}\}|\[(?:sig|initial|text|date|check)\|[^[\]]{1,60}\]`;

/** The text tags of other services in words of a document: they are not read, and stay printed. */
export const otherTags = (words: string): readonly RegExpExecArray[] => [...words.matchAll(new RegExp(tag, 'giu'))];

/** The same, and brackets that stand for an answer, such as [Company] or [____]: whether they do, a person decides. */
export const standIns = (words: string): readonly RegExpExecArray[] => [
  ...words.matchAll(new RegExp(String.raw`${tag}|\[(?:\p{L}[^[\]|]{0,59}|[_.\s]{3,60})\]`, 'giu')),
];

/** Whether words are such a tag and nothing else. */
export const isOtherTag = (words: string): boolean => new RegExp(`^(?:${tag})$`, 'iu').test(words);
