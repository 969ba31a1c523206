import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram } from '../support/built.js';
import { times } from '../support/counts.js';
import { forgetfulDisk, type ForgetfulDisk } from '../support/emulator/killed-emulator.js';
import { bearer, http } from '../support/http.js';
import { listening } from '../support/listening/listening.js';

const rounds = times(4, 30);
const disk: ForgetfulDisk | null = forgetfulDisk();
let program: BuiltProgram;
let app: Server;
let base: string;
let key: string;
/** Kills the listener, as soon as the first byte of what it acknowledged has arrived at the app. */
let kill = (): void => undefined;

beforeAll(async () => {
  program = builtProgram();
  app = createServer(() => kill());
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const start = ['emulator', 'start', '--detach', '--port', '0', '--json'];
  ({ url: base, live_key: key } = JSON.parse((await program.run(start)).stdout) as { url: string; live_key: string });
});
afterAll(async () => {
  disk?.close();
  app.closeAllConnections();
  app.close();
  await program.remove();
});

const control = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await http<T>(base, method, `/_emulator${path}`, { headers: bearer(key), body })).body;
type Events = { readonly data: readonly { readonly id: string }[] };
interface Listed {
  readonly data: readonly { readonly event_id: string; readonly app: { readonly state: string } }[];
}

it.skipIf(disk === null)(
  `an acknowledged delivery is recorded after a power failure, whose disk loses all that was not synced, ${rounds} times`,
  { timeout: 60_000 + rounds * 10_000 },
  async () => {
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
    for (let round = 0; round < rounds; round += 1) {
      const env = { ESIGN_STATE_DIR: join(disk?.folder ?? '', `state-${round}`) };
      const one = listening(program, ['--forward-to', url], env);
      await one.ready();
      kill = () => one.signal('SIGKILL');
      const before = (await control<Events>('GET', '/events')).data.length;
      // Its second event follows at once, and may come before the kill or not.
      await control('POST', '/trigger', { event: 'envelope.voided' });
      expect((await one.ended).signal).toBe('SIGKILL');
      const fresh = (await control<Events>('GET', '/events')).data.map(({ id }) => id).slice(before);
      disk?.crash();
      const after = { ESIGN_STATE_DIR: join(disk?.folder ?? '', `state-${round}`) };
      const listed = await program.run(['event', 'list', '--json', '--limit', '2'], after);
      const sent = (JSON.parse(listed.stdout) as Listed).data.filter((each) => fresh.includes(each.event_id));
      expect([round, sent.map((each) => each.app.state)]).toEqual([round, expect.arrayContaining(['sending'])]);
    }
  },
);
