import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as it came over the socket. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: Buffer;
  readonly body: EventBody;
}

export interface EventBody {
  readonly id: string;
  readonly event: string;
  readonly created_at: string;
  readonly retry_count: number;
  readonly envelope_id: string;
  readonly recipient_id: string | null;
  readonly uri: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** What every delivery is answered with from now on. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  /** Takes every delivery from now on and never answers it. */
  stall(): void;
  close(): Promise<void>;
}

/** A real receiver of webhooks on a socket of its own. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let reply: { status: number; headers: Readonly<Record<string, string>> } | null = { status: 204, headers: {} };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts);
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const body = JSON.parse(raw.toString('utf8')) as EventBody;
      received.push({ method: request.method ?? '', path: request.url ?? '', headers, raw, body });
      if (reply === null) return;
      response.writeHead(reply.status, { Connection: 'close', ...reply.headers }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer(status, headers = {}) {
      reply = { status, headers };
    },
    stall() {
      reply = null;
    },
    close: () => closeServer(server),
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
