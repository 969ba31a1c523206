import { createServer, request as sendOn } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

export interface TestProxy {
  readonly url: string;
  /** One line a request: `CONNECT host:port` or `GET http://host/path`. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/**
 * A real proxy on loopback, for CONNECT and for plain forwarding. It sends everything to `port` on this machine,
 * whatever host was asked for, so that a test can use a name that does not exist. With `refuse` it answers that status.
 */
export async function testProxy(port: number, refuse?: number): Promise<TestProxy> {
  const log: string[] = [];
  const server = createServer((incoming, outgoing) => {
    log.push(`${incoming.method} ${incoming.url}`);
    if (refuse !== undefined) {
      outgoing.writeHead(refuse).end();
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const onward = sendOn({ host: '127.0.0.1', port, method, headers, path: pathname + search }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket) => {
    log.push(`CONNECT ${incoming.url}`);
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${refuse} Refused\r\n\r\n`);
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
