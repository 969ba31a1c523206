import { signalGroup } from '../../core/platform/process-group.js';
import { sleep } from '../../core/platform/sleep.js';
import { processMark, signalProcess } from '../../core/platform/process-identity.js';
import { createClient } from '../../client/client.js';
import { readContract } from '../../contract/overlay/read-contract.js';
import { readNetwork } from '../../core/http/network.js';
import { createSender } from '../../core/http/send.js';
import { Reaper, type ReaperOrder } from '../../listen/endpoint/reap.js';

/** The cleanup process for a killed listener; it outlives the listener's process group by a moment. */

const timeoutMs = 60_000;

const sender = createSender({ network: readNetwork(process.env) });
const reaper = new Reaper({
  client: ({ baseUrl, apiKey, userAgent, contract = {} }) =>
    createClient({
      baseUrl,
      apiKey,
      userAgent,
      contract: readContract(contract),
      send: sender.send,
      clock: {
        now: () => Date.now(),
        sleep,
      },
      random: () => Math.random(),
      uuid: () => globalThis.crypto.randomUUID(),
      retryFor: timeoutMs,
    }),
  mark: processMark,
  end: (pid) => {
    // The group first, because a tunnel may have helper processes.
    signalGroup(pid, 'SIGKILL');
    signalProcess(pid, 'SIGKILL');
  },
});

process.on('message', (order: ReaperOrder) => reaper.take(order));
// The pipe closes when the listener exits, for any reason.
process.on('disconnect', () => {
  void reaper
    .gone()
    .catch(() => undefined)
    .finally(() => process.exit(0));
});
// Ctrl-C in the terminal is for the listener, which then sends instructions.
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);
