import type { Send } from '../../core/http/send.js';
import { parseJson } from '../../core/platform/json.js';

export interface LocalAnswer {
  readonly status: number;
  /** The body, if it is JSON. */
  readonly json: unknown;
}

/** Queries the local API of a program; undefined when it does not respond. */
export async function askLocal(send: Send, url: URL, signal?: AbortSignal): Promise<LocalAnswer | undefined> {
  try {
    const answer = await send({ method: 'GET', url, headers: [], timeout: 2_000, maxBody: 1024 * 1024, signal });
    const chunks: Buffer[] = [];
    for await (const chunk of answer.body) chunks.push(chunk as Buffer);
    return { status: answer.status, json: parseJson(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    // Nothing listens there, or it is too slow: the caller asks again or says so.
    return undefined;
  }
}

/** A nested JSON value; undefined when the path does not exist. */
export function inside(value: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>((at, name) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    return (at as Readonly<Record<string | number, unknown>>)[name];
  }, value);
}
