import type { Outcome } from '../shapes.js';

/** The routes of the page; paths are relative to it, since its address is secret. */

const stopped = 'The command has stopped. Start it again with `esign template edit`, and open its new page.';

class Stopped extends Error {}

/** Throws an Error with words for a person. */
export async function read<T>(path: string): Promise<T> {
  return (await (await ask(path, {})).json()) as T;
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await (await ask(path, { method: 'POST', body: JSON.stringify(body) })).json()) as T;
}

/** A change: every failure is an outcome, so that a form keeps what was typed. */
export async function change(path: string, body: unknown = {}): Promise<Outcome> {
  try {
    return await post<Outcome>(path, body);
  } catch (error) {
    return { kind: 'refused', message: (error as Error).message, ...(error instanceof Stopped && { isAway: true }) };
  }
}

/** Null while the command runs; else what to do, for a person. */
export async function whyStopped(): Promise<string | null> {
  return await ask('alive', {}).then(
    () => null,
    (error: unknown) => (error instanceof Stopped ? stopped : null),
  );
}

/** Ends the command. */
export async function finish(): Promise<void> {
  await ask('done', { method: 'POST' });
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, init).catch(() => null);
  if (answer === null) throw new Stopped(stopped);
  if (answer.ok) return answer;
  throw new Error(answer.status === 403 ? (await answer.text()).trim() : `Something went wrong (${answer.status}).`);
}
