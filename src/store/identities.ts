import type { State } from './state.js';

const nameOf = (host: string): string => `emulator at ${host}`;

/** The identity of the emulator that responded last at a host with its port; null for none. Throws JournalFailure. */
export const knownIdentity = (state: State, host: string): string | null =>
  state.read((sql) => sql.get<{ value: string }>('SELECT value FROM marks WHERE name = ?', nameOf(host)), undefined)
    ?.value ?? null;

/** Keeps which one responds there now, and that it is nowhere else; null for another program. Throws JournalFailure. */
export function keepIdentity(state: State, host: string, identity: string | null): void {
  if (knownIdentity(state, host) === identity) return;
  state.write((sql) => {
    sql.run("DELETE FROM marks WHERE name = ? OR (name LIKE 'emulator at %' AND value = ?)", nameOf(host), identity);
    if (identity !== null) sql.run('INSERT INTO marks (name, value) VALUES (?, ?)', nameOf(host), identity);
  });
}
