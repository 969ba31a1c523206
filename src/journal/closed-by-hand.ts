/** The code of a request that a person closed after checking it at the service. */
export const closedByHand = 'closed_by_hand';
