import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a service that can be shut: then its port refuses every connection, as that of a stopped service does. */
export interface Door {
  readonly url: string;
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Shuts by itself at the next request by a method: before its answer comes back, or before the request after it. */
  shutAt(method: string, moment: 'answer' | 'next request'): void;
}

export async function startDoor(service: string): Promise<Door> {
  const { hostname, port } = new URL(service);
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let own = 0;
  let plan: { readonly method: string; readonly moment: 'answer' | 'next request' } | null = null;
  let isNear = false;
  const shut: Door['shut'] = async () => {
    const shutting = server;
    [server, plan, isNear] = [null, null, false];
    for (const socket of sockets) socket.destroy();
    if (shutting !== null) await new Promise<void>((resolve) => shutting.close(() => resolve()));
  };
  /** Whether the request still goes through. */
  const passes = (chunk: Buffer): boolean => {
    if (plan === null || !/^[A-Z]+ \//.test(chunk.subarray(0, 9).toString('latin1'))) return true;
    if (isNear) {
      void shut();
      return false;
    }
    isNear = chunk.toString('latin1', 0, plan.method.length) === plan.method;
    return true;
  };
  const open: Door['open'] = async () => {
    if (server !== null) return;
    const opened = createServer((socket) => {
      const onward = connect(Number(port), hostname);
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        sockets.add(one);
        one.on('error', () => undefined).on('close', () => void (sockets.delete(one), other.destroy()));
      }
      socket.on('data', (chunk: Buffer) => passes(chunk) && onward.write(chunk));
      onward.on('data', (chunk: Buffer) => {
        if (isNear && plan?.moment === 'answer') void shut();
        else socket.write(chunk);
      });
    });
    await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(own, '127.0.0.1', resolve));
    own = (opened.address() as { readonly port: number }).port;
    server = opened;
  };
  await open();
  return {
    url: `http://127.0.0.1:${own}`,
    open,
    shut,
    shutAt: (method, moment) => (plan = { method, moment }),
  };
}
