// Listening: what a delivery costs until it is acknowledged, and until the app has it, beside a bare server and a peer.
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../figures.mjs';
import { metered, startBare, startHelper, startListener, startMeasured } from '../processes.mjs';

const peer = fileURLToPath(new URL('../../../node_modules/smee-client/bin/smee.js', import.meta.url));
const answer = { status: 200, headers: { 'content-length': 0 }, body: '' };

export async function openPart({ folder, sized }) {
  const load = await startHelper('load.mjs');
  const app = await startHelper('app.mjs');
  const count = sized(2_000);
  const single = sized(150);

  /** Deliveries as fast as they are answered; where the app gets them, until it has them all. */
  async function deliver(measured, target, forwards) {
    await app.order({ do: 'answer', status: 204 });
    const { outcome, cpu, written } = await metered(measured, async () => {
      const arrived = forwards ? app.order({ do: 'expect', count }) : null;
      const driven = await load.order({ do: 'drive', kind: 'delivery', count, ...target });
      const { at } = (await arrived) ?? {};
      return { ...driven, toApp: at === undefined ? undefined : count / ((at - driven.began) / 1000) };
    });
    const { rate, p99, toApp } = outcome;
    const figures = { 'acknowledged/s': rate, 'p99 ms': p99, 'written B': written / count };
    if (!forwards) return { cpu, operations: count, figures };
    await app.order({ do: 'answer', status: 204 });
    const { sent } = await load.order({ do: 'paced', kind: 'delivery', count: single, ...target });
    while ((await app.order({ do: 'count' })).events < single) await sleep(5);
    const arrivals = new Map((await app.order({ do: 'arrivals' })).arrivals);
    const delays = sent.map(([id, at]) => arrivals.get(id) - at);
    return { cpu, operations: count, figures: { ...figures, 'to the app/s': toApp, 'p50 ms to it': median(delays) } };
  }

  const subject = (measured, target, forwards) => ({
    measure: () => deliver(measured, target, forwards),
    stop: () => measured.stop(),
  });
  const listener = async (root, forwards) => {
    const listening = await startListener(root, folder, forwards ? app.url : undefined);
    return subject(listening, { url: listening.url, secret: listening.secret }, forwards);
  };
  const bare = async (warm, forwards) => {
    const synced = Math.max(1, warm.figures['written B']);
    const server = await startBare(folder, { answer, synced, ...(forwards ? { forwardTo: app.url } : {}) });
    return subject(server, { url: server.ready.url, secret: 'none' }, forwards);
  };

  async function smee() {
    const channel = await startHelper('channel.mjs');
    const environment = { ...process.env, SMEE_QUIET: '1' };
    const client = await startMeasured([peer, '--url', channel.url, '--target', app.url], environment, {
      silent: true,
    });
    while (!(await channel.order({})).connected) await sleep(20);
    const { measure } = subject(client, { url: channel.url, secret: 'none' }, true);
    return {
      measure,
      stop: async () => {
        await client.stop();
        channel.stop();
      },
    };
  }

  return {
    cases: [
      {
        name: 'acknowledged, without forwarding',
        unit: 'delivery',
        baseline: 'bare server that syncs as many bytes',
        ours: (root) => listener(root, false),
        bare: (warm) => bare(warm, false),
      },
      {
        name: 'acknowledged and forwarded',
        unit: 'delivery',
        baseline: 'bare server that syncs as many bytes, then forwards',
        ours: (root) => listener(root, true),
        bare: (warm) => bare(warm, true),
        peers: { 'smee-client (verifies and records nothing)': smee },
      },
    ],
    stop: () => {
      load.stop();
      app.stop();
    },
  };
}
