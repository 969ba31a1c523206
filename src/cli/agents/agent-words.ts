/** A message or hint for a person at a terminal, as an agent needs it: it calls tools. */
export const agentWords = (text: string): string =>
  text.replace(/\b([Rr])un (?:the|this) (?:same )?command again\b/g, (_, first: string) =>
    first === 'R' ? 'Call the tool again' : 'call the tool again',
  );

/** What a command printed, without the flag that no tool has. */
export const withoutPrintFlag = (text: string): string =>
  text.replaceAll('(link hidden, use --print to show it)', '(link hidden)');
