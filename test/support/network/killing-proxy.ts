import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Where in the life of one write the program that sends it is killed. */
export type KillPoint =
  /** When its connection is there, before a byte is passed on. */
  | { readonly at: 'connected' }
  /** When so many bytes of the request were passed on; the service never sees the rest. */
  | { readonly at: 'request'; readonly bytes: number }
  /** When the request was passed on whole, and the service has not answered yet. */
  | { readonly at: 'asked' }
  /** When the service has acted and answered, and not a byte of the answer was passed back. */
  | { readonly at: 'committed' }
  /** When so many bytes of the answer were passed back. */
  | { readonly at: 'answer'; readonly bytes: number }
  /** Not by the proxy. */
  | { readonly at: 'elsewhere' };

/** What the service did with one write, as far as the proxy saw: every answer whole, whether it was passed back or not. */
interface SeenWrite {
  readonly key: string;
  readonly path: string;
  status?: number;
  replayed?: boolean;
}

interface Plan {
  readonly point: KillPoint;
  /** How many answers are dropped after the service has acted, before the point counts. */
  readonly drops: number;
  /** How many writes pass before the one that the point is about. */
  readonly passes?: number;
  readonly kill: () => void;
}

export interface KillingProxy {
  readonly url: string;
  readonly seen: readonly SeenWrite[];
  /** For the writes that come from now on. */
  plan(plan: Plan | undefined): void;
  /** Resolves when the service has answered everything that was passed on to it whole. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy on loopback that kills the sender of a write at a chosen byte. Reads pass as they are. */
export async function startKillingProxy(port: number): Promise<KillingProxy> {
  const seen: SeenWrite[] = [];
  const open = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  let plan: Plan | undefined;
  let drops = 0;
  let passes = 0;

  const server = createServer((client) => {
    sockets.add(client);
    const service = connect(port, '127.0.0.1');
    let write:
      | { readonly seen: SeenWrite; passed: number; wanted: number; answer: Buffer; done: () => void }
      | undefined;
    /** Of the write that is under way. */
    let planned: KillPoint | undefined;
    const cut = (): void => {
      plan?.kill();
      client.destroy();
    };
    client.on('error', () => undefined);
    service.on('error', () => client.destroy());
    client.on('close', () => {
      sockets.delete(client);
      // What was asked whole is answered, though nobody hears it.
      if (write === undefined || write.passed < write.wanted) service.destroy();
    });
    service.on('close', () => {
      write?.done();
      client.destroy();
    });
    client.on('data', (chunk: Buffer) => {
      const isWrite = /^(POST|PUT|PATCH) /.test(chunk.subarray(0, 6).toString('latin1'));
      if (write === undefined && !isWrite) return void service.write(chunk);
      if (write === undefined) {
        const head = chunk.toString('latin1').split('\r\n\r\n')[0] ?? '';
        const key = /^idempotency-key: (.*)$/im.exec(head)?.[1] ?? '';
        const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? '0');
        let done = (): void => undefined;
        const answered = new Promise<void>((resolve) => {
          done = resolve;
        });
        open.add(answered);
        void answered.then(() => open.delete(answered));
        const path = head.split(' ')[1] ?? '';
        write = { seen: { key, path }, passed: 0, wanted: head.length + 4 + length, answer: Buffer.alloc(0), done };
        seen.push(write.seen);
        planned = passes > 0 ? undefined : plan?.point;
        passes = Math.max(0, passes - 1);
        if (planned?.at === 'connected' && drops === 0) return cut();
      }
      const point = drops === 0 ? planned : undefined;
      const most = point?.at === 'request' ? Math.min(point.bytes, write.wanted - 1) : Infinity;
      const part = chunk.subarray(0, Math.max(0, most - write.passed));
      write.passed += part.length;
      service.write(part);
      if (write.passed >= most) return cut();
      if (point?.at === 'asked' && write.passed >= write.wanted) cut();
    });
    service.on('data', (chunk: Buffer) => {
      if (write === undefined) return void client.write(chunk);
      write.answer = Buffer.concat([write.answer, chunk]);
      const head = write.answer.toString('latin1').split('\r\n\r\n')[0] ?? '';
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 'NaN');
      if (!(write.answer.length >= head.length + 4 + length)) return;
      const { answer, done } = write;
      write.seen.status = Number(head.split(' ')[1]);
      write.seen.replayed = /^idempotency-replayed: true$/im.test(head);
      write = undefined;
      done();
      if (drops > 0) {
        drops -= 1;
        return void client.destroy();
      }
      if (planned?.at === 'committed') return cut();
      if (planned?.at === 'answer') return void client.write(answer.subarray(0, planned.bytes), cut);
      client.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    plan: (next) => {
      plan = next;
      drops = next?.drops ?? 0;
      passes = next?.passes ?? 0;
    },
    idle: async () => {
      await Promise.all(open);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
