/** Refused on purpose: the scenario shows that a refusal tells no secret either. */
export const refused: Readonly<Record<string, number>> = {
  'authorisation revoke': 6,
  'webhook verify': 9,
  // Nobody signs.
  embed: 12,
  'template wizard': 2,
  // Nobody is done with the page.
  'template edit': 12,
  'template prepare': 12,
  'envelope desk': 2,
  // The app takes everything, forgeries too.
  'webhook certify': 9,
};
