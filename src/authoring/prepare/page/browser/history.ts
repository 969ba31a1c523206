/** What was done, step by step, for undo and redo. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** What the last step was part of; a next part of the same replaces it. */
  readonly act: string | null;
}

export const startOf = <T>(now: T): History<T> => ({ past: [], now, future: [], act: null });

/** Steps that are kept. */
const most = 500;

/** With a new state. Steps of one act, such as letters of one label, are undone together. */
export function after<T>(history: History<T>, now: T, act: string | null = null): History<T> {
  if (now === history.now) return history;
  const isMore = act !== null && act === history.act;
  const past = isMore ? history.past : [...history.past, history.now].slice(-most);
  return { past, now, future: [], act };
}

export function undone<T>(history: History<T>): History<T> {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future], act: null };
}

export function redone<T>(history: History<T>): History<T> {
  const [now, ...future] = history.future;
  return now === undefined ? history : { past: [...history.past, history.now], now, future, act: null };
}
