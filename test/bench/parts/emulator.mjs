// The emulator under 16 connections: creating envelopes durably, and reading them.
import { join } from 'node:path';
import { call, keysFor, templateOf } from '../emulator-setup.mjs';
import { environmentIn, metered, startBare, startEmulator, startHelper } from '../processes.mjs';

/** Headers of an answer that the baseline's server writes by itself. */
const automatic = ['connection', 'date', 'keep-alive', 'transfer-encoding'];
const sameAnswer = ({ status, headers, text }) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !automatic.includes(name))),
  body: text,
});

export async function openPart({ folder, sized }) {
  const load = await startHelper('load.mjs');
  const creates = sized(800);
  const reads = sized(1_500);
  const known = sized(300);

  async function open(root) {
    const environment = environmentIn(folder);
    const emulator = await startEmulator(root, environment, join(environment.ESIGN_STATE_DIR, '..', 'data'));
    return { emulator, ready: emulator.ready, template: await templateOf(emulator.ready) };
  }

  async function driven(measured, count, task) {
    const { outcome, cpu, written } = await metered(measured, () => load.order({ do: 'drive', count, ...task }));
    const { rate, p99, last } = outcome;
    return { cpu, operations: count, last, figures: { '/s': rate, 'p99 ms': p99, 'written B': written / count } };
  }

  const creating = async (root) => {
    const { emulator, ready, template } = await open(root);
    return {
      stop: () => emulator.stop(),
      measure: async () => {
        const keys = await keysFor(ready, creates);
        return driven(emulator, creates, { kind: 'creation', url: `${ready.url}/api/v1/envelopes`, keys, ...template });
      },
    };
  };
  const bareCreating = async (warm) => {
    const server = await startBare(folder, { answer: sameAnswer(warm.last), synced: warm.figures['written B'] });
    const task = { kind: 'creation', url: server.ready.url, keys: ['none'], recipients: [], template_id: 'none' };
    return { stop: () => server.stop(), measure: () => driven(server, creates, task) };
  };

  const reading = async (root) => {
    const { emulator, ready, template } = await open(root);
    const url = `${ready.url}/api/v1/envelopes`;
    const keys = await keysFor(ready, known);
    const made = { do: 'drive', kind: 'creation', count: known, collect: true, url, keys, ...template };
    const { ids } = await load.order(made);
    await call(ready, 'GET', `/api/v1/envelopes/${ids[0]}`);
    return {
      stop: () => emulator.stop(),
      measure: async () =>
        driven(emulator, reads, {
          kind: 'reading',
          urls: ids.map((id) => `${url}/${id}`),
          keys: await keysFor(ready, reads),
        }),
    };
  };
  const bareReading = async (warm) => {
    const server = await startBare(folder, { answer: sameAnswer(warm.last) });
    const task = { kind: 'reading', urls: [server.ready.url], keys: ['none'] };
    return { stop: () => server.stop(), measure: () => driven(server, reads, task) };
  };

  return {
    cases: [
      {
        name: 'creating an envelope',
        unit: 'envelope',
        baseline: 'bare server that answers the same bytes and syncs as many',
        ours: creating,
        bare: bareCreating,
      },
      {
        name: 'reading an envelope',
        unit: 'read',
        baseline: 'bare server that answers the same bytes',
        ours: reading,
        bare: bareReading,
      },
    ],
    stop: () => load.stop(),
  };
}
