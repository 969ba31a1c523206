import type { Change } from '../shapes.js';

/** A request that the emulator rejected, in its words. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The emulator's own routes, for the page. */
export interface Api {
  /** Throws Rejected, and TypeError when the emulator does not respond. */
  call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>;
  /** A picture as an address that an image can show; the caller revokes it. */
  picture(path: string): Promise<string>;
  /** Calls `heard` for every change until the emulator ends the stream. */
  follow(heard: (change: Change) => void, signal: AbortSignal): Promise<void>;
}

export function createApi(token: string): Api {
  const send = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    const answer = await fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (!answer.ok) throw new Rejected(answer.status, await messageOf(answer));
    return answer;
  };
  return {
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await send(method, path, body);
      return (answer.status === 204 ? undefined : await answer.json()) as T;
    },
    picture: async (path) => URL.createObjectURL(await (await send('GET', path)).blob()),
    async follow(heard, signal) {
      const { body } = await send('GET', '/_emulator/dashboard/changes', undefined, signal);
      if (body === null) return;
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const messages = (text + part.value).split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) heard(JSON.parse(message.replace(/^data: /, '')) as Change);
      }
    },
  };
}

async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { error } = JSON.parse(text) as { readonly error: { readonly message: string } };
    return error.message;
  } catch {
    return `The emulator answered ${answer.status}.`;
  }
}
