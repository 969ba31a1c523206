import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to the service on which somebody else acts just before a write arrives. */
export interface MeddlingProxy {
  readonly url: string;
  /** Runs before the next write is passed on, once. */
  before(act: () => Promise<unknown>): void;
  /** Answers every request so, instead of passing it on, until it is told null. */
  instead(reply: { readonly status: number; readonly type: string; readonly body: string } | null): void;
  /** Passes every write on, and answers in place of the service, until it is told null. */
  after(gateway: Gateway | null): void;
  close(): Promise<void>;
}

/** Answers a write that the service has answered with `body`. */
export type Gateway = (outgoing: ServerResponse, answer: IncomingMessage, body: Buffer) => void;

export async function startMeddlingProxy(service: string): Promise<MeddlingProxy> {
  const { hostname, port } = new URL(service);
  let meddle: (() => Promise<unknown>) | null = null;
  let reply: Parameters<MeddlingProxy['instead']>[0] = null;
  let gateway: Gateway | null = null;
  const server = createServer((incoming, outgoing) => {
    if (reply !== null) {
      incoming.resume();
      outgoing.writeHead(reply.status, { 'Content-Type': reply.type }).end(reply.body);
      return;
    }
    const { method = 'GET', url: path, headers } = incoming;
    const act = method === 'GET' ? null : meddle;
    if (act !== null) meddle = null;
    void (act?.() ?? Promise.resolve()).then(() => {
      const onward = request({ hostname, port, method, path, headers }, (answer) => {
        const answers = method === 'GET' ? null : gateway;
        if (answers !== null) {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => answers(outgoing, answer, Buffer.concat(chunks)));
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      // Who hung up gets no answer.
      for (const each of [incoming, outgoing, onward]) each.on('error', () => undefined);
      incoming.pipe(onward);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    before: (act) => {
      meddle = act;
    },
    instead: (given) => {
      reply = given;
    },
    after: (given) => {
      gateway = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
