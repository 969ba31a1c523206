/** The code of a write that a person closed after looking in the service how it ended. */
export const closedByHand = 'closed_by_hand';
