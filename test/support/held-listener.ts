import { type ListenerState, writeListener } from '../../src/listen/endpoint/state.js';

/** Leaves the state of a running listener on a machine, with the one secret that it holds. */
export async function holdListener(
  stateDir: string,
  { forwardTo, secret }: { readonly forwardTo: string; readonly secret: string },
): Promise<void> {
  const state: ListenerState = {
    id: '0123456789ab',
    listener: 'test',
    account: 'test',
    baseUrl: 'http://127.0.0.1:8080',
    profile: null,
    pid: process.pid,
    started: null,
    createdAt: new Date().toISOString(),
    keep: false,
    token: 'a'.repeat(32),
    port: 0,
    provider: 'none',
    forwardTo,
    endpoints: [{ id: 'w1', url: 'http://127.0.0.1:1/', secrets: [{ value: secret, until: null }] }],
    localSecret: null,
  };
  await writeListener(stateDir, state);
}
