import { type Handler, serve, type ServedReply, type ServedRequest } from '../../src/core/http/serve.js';

/** A service of literal answers on loopback, for tests of the shell that need one answer and no emulator. */
export interface FakeService {
  readonly url: string;
  /** What it was asked, in order. */
  readonly asked: {
    readonly method: string;
    readonly path: string;
    readonly headers: ServedRequest['headers'];
    readonly body: string;
  }[];
  answer(handler: (method: string, path: string) => ServedReply): void;
  close(): Promise<void>;
}

export const json = (
  status: number,
  body: unknown,
  headers: readonly (readonly [string, string])[] = [],
): ServedReply => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: JSON.stringify(body),
});

export const refusal = (status: number, code: string, message: string): ServedReply =>
  json(status, { error: { code, message } });

/** `proves`: it is asked also whether it is an emulator. */
export async function startFakeService({ proves = false } = {}): Promise<FakeService> {
  const asked: FakeService['asked'] = [];
  let answer: (method: string, path: string) => ServedReply = () => json(200, { data: [], next_cursor: null });
  const handler: Handler = ({ method, path, headers, body }) => {
    // What commands ask first of a service on this machine: it is not an emulator.
    if (path.startsWith('/_emulator/proof') && !proves) return { status: 404 };
    asked.push({ method, path, headers, body: body.toString('utf8') });
    return answer(method, path);
  };
  const server = await serve({ handler });
  return {
    url: server.url,
    asked,
    answer: (next) => {
      answer = next;
    },
    close: () => server.close(),
  };
}
