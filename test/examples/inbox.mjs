// What every example does with a verified event: keep it, once for each id, and act on it after the answer has gone.
// In an app of yours the ids stand in the database, in the same transaction as what the event changes.
const known = new Set();
const acted = [];

/** Takes an event; one that came before is passed over. */
export function take(event) {
  if (known.has(event.id)) return;
  known.add(event.id);
  setImmediate(() => acted.push(event.id));
}

/** What a test build shows to `esign webhook certify --acted-url`. */
export const actedIds = () => acted;
