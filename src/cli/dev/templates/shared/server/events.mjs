/** Events by ID. In an app of yours, this is a table: an event is stored before the response, and acted on after it. */
export const events = new Map();
