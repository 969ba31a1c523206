/** Events by ID. In an app of yours, this is a table: an event is stored before the response, and acted on after it. */
// In development, Next.js loads a module once for each route.
export const events = (globalThis.esignEvents ??= new Map());
