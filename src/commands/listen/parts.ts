import type { Context } from '../../cli/context.js';
import { readNetwork } from '../../http/network.js';
import { createSender, type Sender } from '../../http/send.js';
import { envelopesOf } from '../../listen/known-envelopes.js';
import { direct } from '../emulator/control.js';
import type { ListenOptions } from './options.js';

/** What a listener speaks by; connections are kept until `close()`. */
export interface Senders {
  /** For probes and the tunnel. */
  readonly plain: Sender;
  /** For the app, with its own rules for certificates. */
  readonly app: Sender;
  /** For the emulator's own routes. */
  readonly emulator: Sender;
  close(): Promise<void>;
}

/** Opens nothing yet: each makes its connections when it is first used. */
export function openSenders(context: Context, options: ListenOptions): Senders {
  const network = readNetwork(context.machine.env);
  const caFile = options.forwardCa === undefined ? network.caFile : context.files.resolve(options.forwardCa);
  const insecure = options.insecureForward === true;
  const plain = createSender({ network });
  const app = createSender({ network: { ...network, caFile }, insecure, connections: 32 });
  const emulator = createSender({ network: direct });
  return {
    plain,
    app,
    emulator,
    close: async () => {
      await Promise.all([plain.close(), app.close(), emulator.close()]);
    },
  };
}

/** The envelopes that writes of this machine made or named, whichever program ran them. */
export async function knownEnvelopes(context: Context, baseUrl: string): Promise<readonly string[]> {
  const journal = await context.journal();
  return envelopesOf(await journal.listRequests(), new URL(baseUrl).host, context.clock.now());
}
