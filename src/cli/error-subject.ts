/** The ids that a refused request named, in the words of a message. */
export type ErrorSubject = Readonly<Record<string, string>>;

const nouns: ReadonlyMap<string, string> = new Map([
  ['templateId', 'template'],
  ['envelopeId', 'envelope'],
  ['webhookId', 'webhook endpoint'],
  ['authorisationId', 'standing authorisation'],
  ['documentId', 'document'],
  ['recipientId', 'recipient'],
  ['personId', 'person'],
  ['fieldId', 'field'],
  ['runId', 'naming run'],
  ['position', 'position'],
  ['page', 'page'],
]);

/** What was asked for, such as `recipient 1c2d… of envelope 9b2d…`; null when the request named nothing. */
export function askedFor(about: ErrorSubject): string | null {
  const named = [...nouns].flatMap(([parameter, noun]) => {
    const id = about[parameter];
    return id === undefined ? [] : [`${noun} ${id}`];
  });
  return named.length === 0 ? null : named.toReversed().join(' of ');
}

/** Puts the ids that are known in the place of `ID` in the command lines of a hint. */
export function fillIds(hint: string, about: ErrorSubject): string {
  return hint.replaceAll(/`esign (template|envelope|webhook|authorisation) [a-z-]+ ID\b/g, (line, noun: string) => {
    const id = about[`${noun}Id`];
    return id === undefined ? line : line.replace(/ID$/, id);
  });
}
