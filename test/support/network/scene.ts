import { createClient, type Client } from '../../../src/client/client.js';
import type { ClientOptions } from '../../../src/client/connection.js';
import { readNetwork } from '../../../src/core/http/network.js';
import { createSender } from '../../../src/core/http/send.js';
import { manualClock, type ManualClock } from '../program/clock.js';
import { hostileServer, type Behaviour, type HostileServer } from './hostile-server.js';

export const testKey = 'abc_live_0123456789abcdefghijklmnopqrstuvwxyz';

/** A client face to face with a server that misbehaves as told, over real sockets and on one injected clock. */
export interface Scene {
  readonly server: HostileServer;
  readonly client: Client;
  readonly clock: ManualClock;
  readonly trace: string[];
  /** Milliseconds between the requests, as the server saw them by the injected clock. */
  gaps(): number[];
  close(): Promise<void>;
}

export async function setScene(behaviours: readonly Behaviour[], given: Partial<ClientOptions> = {}): Promise<Scene> {
  const clock = manualClock({ auto: true });
  const server = await hostileServer(behaviours, clock);
  const sender = createSender({ network: readNetwork({}), connectTimeout: 2_000 });
  const trace: string[] = [];
  let minted = 0;
  const client = createClient({
    baseUrl: server.url,
    apiKey: testKey,
    send: sender.send,
    clock,
    random: () => 0,
    uuid: () => `minted-${(minted += 1)}`,
    trace: (line) => trace.push(line),
    traceBodies: true,
    ...given,
  });
  return {
    server,
    client,
    clock,
    trace,
    gaps: () => server.seen.slice(1).map((seen, at) => seen.at - (server.seen[at]?.at ?? 0)),
    close: async () => {
      await sender.close();
      await server.close();
    },
  };
}

/** The reason of a promise that must not be kept. */
export const failureOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );
