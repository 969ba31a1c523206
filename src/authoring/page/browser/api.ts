/** The routes of a page; paths are relative to it, since its address is secret. */

/** The command does not answer: the message says what to do. */
export class Stopped extends Error {}

/** Throws an Error with words for a person, Stopped among them. */
export async function read<T>(path: string): Promise<T> {
  return (await (await ask(path, {})).json()) as T;
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await (await ask(path, { method: 'POST', body: JSON.stringify(body) })).json()) as T;
}

/** Null while the command runs; else what to do, for a person. */
export async function whyStopped(): Promise<string | null> {
  return await ask('alive', {}).then(
    () => null,
    (error: unknown) => (error instanceof Stopped ? error.message : null),
  );
}

/** Ends the command. */
export async function finish(): Promise<void> {
  await ask('done', { method: 'POST' });
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(path, init).catch(() => null);
  if (answer === null) {
    // The title of a page is its command.
    throw new Stopped(`The command has stopped. Start it again with \`${document.title}\`, and open its new page.`);
  }
  if (answer.ok) return answer;
  throw new Error(answer.status === 403 ? (await answer.text()).trim() : `Something went wrong (${answer.status}).`);
}
