/** The IDs in a failed request, by parameter. */
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

/** What a request was about, such as `recipient 1c2d… of envelope 9b2d…`; null when it had no IDs. */
export function askedFor(about: ErrorSubject): string | null {
  const named = [...nouns].flatMap(([parameter, noun]) => {
    const id = about[parameter];
    return id === undefined ? [] : [`${noun} ${id}`];
  });
  return named.length === 0 ? null : named.toReversed().join(' of ');
}

/** Replaces `ID` in the command lines of a hint with the ID of the request. */
export function fillIds(hint: string, about: ErrorSubject): string {
  return hint.replaceAll(/`esign (template|envelope|webhook|authorisation) [a-z-]+ ID\b/g, (line, noun: string) => {
    const id = about[`${noun}Id`];
    return id === undefined ? line : line.replace(/ID$/, id);
  });
}
