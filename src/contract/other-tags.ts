const tag = String.raw`\[\[[^[\]]{1,60}\]\]|<<[^<>]{1,60}>>|\$\{[^{}]{1,60}\}|\[(?:sig|initial|text|date|check)\|[^[\]]{1,60}\]`;

/** The text tags of other services in words of a document: they are not read, and stay printed. */
export const otherTags = (words: string): readonly RegExpExecArray[] => [...words.matchAll(new RegExp(tag, 'giu'))];

/** Whether words are such a tag and nothing else. */
export const isOtherTag = (words: string): boolean => new RegExp(`^(?:${tag})$`, 'iu').test(words);
