import { contractInUse, signatureHeaderOf } from '../../cli/context/contract.js';
import { refuseSignature } from '../../cli/flags/header.js';
import { plainContract } from '../../contract/overlay/plain-contract.js';
import { serviceHost } from '../../contract/service-host.js';
import type { Context } from '../../cli/context/context.js';
import { readNetwork } from '../../core/http/network.js';
import { createSender, type Sender } from '../../core/http/send.js';
import { ownPid, placedMark, whereIs } from '../../core/platform/process-identity.js';
import { envelopesOf } from '../../listen/receive/command-envelopes.js';
import type { SessionOptions } from '../../listen/session-options.js';
import { fingerprint } from '../../listen/endpoint/state.js';
import { controlBy, direct, findEmulator } from '../../cli/emulator/control.js';
import { serviceTime } from '../../cli/emulator/service-time.js';
import { eventsOf, routingOf } from './arguments.js';
import type { ListenOptions } from './options.js';

/** The connections of a listener, open until `close()`. */
export interface Senders {
  /** For probes and the tunnel. */
  readonly plain: Sender;
  /** For the app, with its own certificate rules. */
  readonly app: Sender;
  /** For the requests of the command after `--`. */
  readonly service: Sender;
  /** For the emulator's own routes. */
  readonly emulator: Sender;
  close(): Promise<void>;
}

/** Opens nothing yet: each opens its connections on first use. */
export function openSenders(context: Context, options: ListenOptions): Senders {
  const network = readNetwork(context.machine.env);
  const caFile = options.forwardCaFile === undefined ? network.caFile : context.files.resolve(options.forwardCaFile);
  const insecure = options.insecureForward === true;
  const plain = createSender({ network });
  const service = createSender({ network, connections: 64, maxHeaders: 64 * 1024 });
  const app = createSender({ network: { ...network, caFile }, insecure, connections: 32 });
  const emulator = createSender({ network: direct });
  return {
    plain,
    app,
    service,
    emulator,
    close: async () => {
      await Promise.all([plain.close(), app.close(), service.close(), emulator.close()]);
    },
  };
}

/** The shared parts of both kinds of session, with or without a tunnel. */
export type Common = Pick<
  SessionOptions,
  | 'appSend'
  | 'clock'
  | 'random'
  | 'stateDir'
  | 'state'
  | 'baseUrl'
  | 'host'
  | 'account'
  | 'profile'
  | 'events'
  | 'routing'
  | 'retries'
  | 'ownHeaders'
  | 'asksApp'
  | 'signatureHeader'
  | 'contract'
  | 'serviceNow'
  | 'wantLastingSecret'
  | 'knownEnvelopes'
  | 'process'
>;

/** The settings and flags for any session. */
export async function commonParts(context: Context, options: ListenOptions, senders: Senders): Promise<Common> {
  const { clock, machine } = context;
  const settings = context.settings();
  const baseUrl = await context.recordedAs();
  const signatureHeader = await signatureHeaderOf(settings);
  refuseSignature(options.header ?? [], '--header', signatureHeader);
  return {
    appSend: senders.app.send,
    clock,
    random: machine.random,
    stateDir: settings.stateDir.value,
    state: await context.state(),
    baseUrl,
    host: serviceHost(baseUrl),
    account: fingerprint((await settings.key())?.value.secret ?? ''),
    profile: settings.profile?.value ?? null,
    events: eventsOf(options),
    routing: routingOf(options),
    retries: options.retries ?? 10,
    ownHeaders: options.header ?? [],
    asksApp: options.findCause ?? settings.emulator,
    signatureHeader,
    contract: (await contractInUse(settings))?.contract ?? plainContract,
    serviceNow: settings.emulator ? () => serviceTime(context, senders.emulator) : null,
    wantLastingSecret:
      settings.emulator && options.freshSecret !== true ? wantLastingSecret(context, senders.emulator) : null,
    knownEnvelopes: () => knownEnvelopes(context),
    process: {
      pid: ownPid,
      started: await placedMark(ownPid),
      whereIs: ({ pid, started }) => whereIs(pid, started),
    },
  };
}

/** Asks an emulator for the secret that stays with its data; the app has to learn it once. */
const wantLastingSecret =
  (context: Context, sender: Sender) =>
  async (url: string): Promise<void> => {
    const request = { method: 'POST', path: '/_emulator/webhook-secret', body: { url } } as const;
    await controlBy(context, sender, await findEmulator(context), request);
  };

/** The envelopes that requests of this machine created or mentioned, in any program. */
async function knownEnvelopes(context: Context): Promise<readonly string[]> {
  const journal = await context.journal();
  return envelopesOf(await journal.listRequests(), serviceHost(await context.recordedAs()), context.clock.now());
}
