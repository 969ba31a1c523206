import type { Context } from '../../cli/context.js';
import { readNetwork } from '../../http/network.js';
import { createSender, type Sender } from '../../http/send.js';
import { envelopesOf } from '../../listen/known-envelopes.js';
import type { ListenOptions } from './options.js';

/** One sender for probes and the tunnel, and one for the app, with its own rules for certificates. */
export function openSenders(
  context: Context,
  options: ListenOptions,
): { readonly plain: Sender; readonly app: Sender } {
  const network = readNetwork(context.machine.env);
  const caFile = options.forwardCa === undefined ? network.caFile : context.files.resolve(options.forwardCa);
  return {
    plain: createSender({ network }),
    app: createSender({ network: { ...network, caFile }, insecure: options.insecureForward === true, connections: 32 }),
  };
}

/** The envelopes that writes of this machine made or named, whichever program ran them. */
export async function knownEnvelopes(context: Context, baseUrl: string): Promise<readonly string[]> {
  const journal = await context.journal();
  return envelopesOf(await journal.listRequests(), new URL(baseUrl).host, context.clock.now());
}
