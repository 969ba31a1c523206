import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a service that can be shut: then its port refuses every connection, as that of a stopped service does. */
export interface Door {
  readonly url: string;
  shut(): Promise<void>;
  open(): Promise<void>;
}

export async function startDoor(service: string): Promise<Door> {
  const { hostname, port } = new URL(service);
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let own = 0;
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
        one.pipe(other);
      }
    });
    await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(own, '127.0.0.1', resolve));
    own = (opened.address() as { readonly port: number }).port;
    server = opened;
  };
  await open();
  return {
    url: `http://127.0.0.1:${own}`,
    open,
    shut: async () => {
      const shutting = server;
      server = null;
      for (const socket of sockets) socket.destroy();
      if (shutting !== null) await new Promise<void>((resolve) => shutting.close(() => resolve()));
    },
  };
}
