import { pluralize } from '../../cli/context/counted.js';
import type { Context } from '../../cli/context/context.js';
import { writeAppSettings } from '../../cli/context/app-settings.js';
import { confirmAct } from '../../cli/write/write.js';
import { contractInUse } from '../../cli/context/contract.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { linesAsObject } from '../../contract/overlay/contract.js';
import { ServiceFailure } from '../../client/failure.js';
import { isLoopback } from '../../core/http/network.js';
import { requireBaseUrl } from '../../core/config/settings.js';
import { OwnEnvelopes } from '../../listen/receive/own-envelopes.js';
import { appGrace, Session } from '../../listen/session.js';
import { createMadeEnvelopes } from '../../store/made-envelopes.js';
import type { Ready } from '../../listen/session-options.js';
import { chooseProvider, type Choice } from '../../listen/tunnel/choose.js';
import { version } from '../../core/platform/version.js';
import { AppResponses } from './app-responses.js';
import { eventsOf, routingOf } from './arguments.js';
import { Awaiting } from './awaiting.js';
import { isWatched, keyWords, startListened } from './start-child.js';
import { printDone } from './done.js';
import type { ListenOptions } from './options.js';
import type { ListenKeys } from './keys.js';
import { openOwnAddress, type OwnAddress } from './own-address.js';
import { commonParts, openSenders } from './parts.js';
import { printReady } from './ready.js';
import { checkFile, letGo, secretStays, writeSecret } from './secret-file.js';
import { startReaper, type StartedReaper } from './start-reaper.js';
import { createPrinter, type Printer } from './printer.js';
import type { Client } from '../../client/client.js';
import type { Report } from '../../listen/receive/report.js';

/**
 * Listens through a tunnel, or without one to a service on this machine, until it is stopped or the expected events
 * arrive.
 */
export async function runTunnelled(context: Context, options: ListenOptions): Promise<void> {
  const baseUrl = requireBaseUrl(context.settings());
  // Refused before anything is opened.
  routingOf(options);
  const printer = createPrinter(context, options);
  const awaiting = new Awaiting(context, options);
  await checkFile(context, options);
  await askAboutRotation(context, options);
  const stop = new AbortController();
  const client = await context.api(undefined, stop.signal);
  const key = (await context.settings().key())?.value.secret ?? '';
  const choice = await choose(context, options, baseUrl);
  const senders = openSenders(context, options);
  let mine: OwnEnvelopes | null = null;
  const own = await openOwnAddress(context, options, senders, {
    noted: (envelopes) => {
      awaiting.noted(envelopes);
      mine?.noted(envelopes);
    },
    tell: printer.tell,
  });
  const reaper = options.reaper === false ? null : startReaper(context.machine);
  try {
    reaper?.tell(await serveOrder(context, options, baseUrl, key));
    const common = await commonParts(context, options, senders);
    if (options.mine === true) {
      mine = new OwnEnvelopes(createMadeEnvelopes(common.state, common.host), context.clock, own.isBusy);
    }
    await serve(context, options, { printer, awaiting, client, choice, senders, own, mine, reaper, common });
  } finally {
    stop.abort(new Error('the listener has stopped'));
    await reaper?.leave();
    await own.close();
    await senders.close();
  }
}

/** What the reaper needs to clean up when this process is killed. */
async function serveOrder(context: Context, { keep }: ListenOptions, baseUrl: string, apiKey: string) {
  const settings = context.settings();
  return {
    order: 'serve',
    baseUrl,
    apiKey,
    stateDir: settings.stateDir.value,
    userAgent: `esign/${version}`,
    keep: keep === true,
    contract: linesAsObject((await contractInUse(settings))?.contract),
  } as const;
}

interface Parts {
  readonly printer: Printer;
  readonly awaiting: Awaiting;
  readonly client: Client;
  readonly choice: Choice;
  readonly senders: ReturnType<typeof openSenders>;
  readonly own: OwnAddress;
  /** With --mine. */
  readonly mine: OwnEnvelopes | null;
  readonly reaper: StartedReaper | null;
  readonly common: Awaited<ReturnType<typeof commonParts>>;
}

/** Opens the session, runs the command or waits, and closes it. Throws what the wait or the expected events end with. */
async function serve(context: Context, options: ListenOptions, parts: Parts): Promise<void> {
  const { printer, awaiting, choice, common } = parts;
  const routing = routingOf(options);
  let keys: ListenKeys | null = null;
  const responses = context.settings().emulator ? new AppResponses(context, parts.senders.emulator) : null;
  const session = openSession(context, options, parts, (report) => {
    responses?.take(report);
    printer.tell(report);
    keys?.tell(report);
    awaiting.report(report);
  });
  let opened = false;
  let ended: Promise<void> = Promise.resolve();
  let secret: string | undefined;
  try {
    const { title } = choice.provider;
    const progress = context.output.progress(`Checking that deliveries arrive through ${title}`);
    const started = printer.starting(`No delivery arrives through ${title} yet. The start goes on.`);
    const opening = session.open(context.signal).catch((error: unknown) => explainAddress(error, choice));
    const ready = await opening.finally(() => {
      progress.stop();
      started();
    });
    opened = true;
    await writeSecret(context, options, ready.secret);
    await writeSettings(context, options, ready.secret);
    ({ secret } = ready);
    responses?.begin(ready.endpoint);
    const hasKeys = isWatched(context, options);
    printReady(printer, {
      ready,
      options,
      routing,
      provider: { id: choice.provider.id, title: choice.provider.title, unasked: choice.unasked },
      events: eventsOf(options),
      emulator: context.settings().emulator,
      stays: secretStays(context, options),
      ahead: session.ahead,
      columns: context.output.columns,
      keys: hasKeys ? keyWords : null,
    });
    const { signatureHeader } = common;
    const command = startCommand(context, options, { ...parts, header: signatureHeader, ready });
    if (hasKeys) {
      // Loaded only at a terminal.
      const { openListenKeys } = await import('./keys.js');
      keys = openListenKeys(context, printer, { url: ready.url, routes: routing.routes });
    }
    ended = awaiting.end(command, Promise.race([session.lost, printer.failed]), keys?.left);
    await ended.catch(() => undefined);
  } finally {
    keys?.close();
    const { underWay } = session;
    if (underWay > 0) {
      const count = pluralize(underWay, 'delivery', 'deliveries');
      context.output.note(`Waiting up to ${appGrace / 1000} s for the app to answer ${count}. Ctrl-C stops at once.`);
    }
    const ending = await session.close();
    await responses?.rest();
    if (!secretStays(context, options) && secret !== undefined) await letGo(context, options, secret);
    if (opened) printDone(printer, ending, options);
    await printer.rest();
  }
  await awaiting.writeJunit();
  await ended;
  awaiting.checkVerified();
}

function openSession(context: Context, options: ListenOptions, parts: Parts, tell: (report: Report) => void): Session {
  const { client, choice, senders, reaper, common, awaiting } = parts;
  return new Session({
    ...common,
    own: parts.mine,
    client,
    send: senders.plain.send,
    provider: choice.provider,
    machine: context.machine,
    brand: options.brand ?? null,
    ack: options.ack ?? 'early',
    resume: options.resume !== false,
    keep: options.keep === true,
    rotate: options.rotate === true,
    endGrace: options.endGrace === true,
    port: options.port ?? null,
    reaper,
    tell,
    arrived: (event, envelopeId) => awaiting.arrived(event, envelopeId),
    debug: (line) => {
      if (context.flags().debug === true) context.output.trace(line);
    },
  });
}

/** For the app: the key too, but only that of an emulator, since a file in a project is soon in its repository. */
async function writeSettings(context: Context, { writeEnv }: ListenOptions, webhookSecret: string): Promise<void> {
  if (writeEnv === undefined) return;
  const settings = context.settings();
  const key = (await context.isEmulator()) ? (await settings.key())?.value.secret : undefined;
  await writeAppSettings(context, writeEnv, { baseUrl: requireBaseUrl(settings), key, webhookSecret });
}

async function choose(context: Context, options: ListenOptions, baseUrl: string): Promise<Choice> {
  const { machine } = context;
  const wish = {
    tunnel: options.tunnel ?? (options.publicUrl === undefined ? machine.env['ESIGN_TUNNEL'] || null : null),
    publicUrl: options.publicUrl ?? null,
    command: options.tunnelCmd ?? null,
    commandAddress: options.tunnelAddress ?? null,
    serviceIsLocal: isLoopback(new URL(baseUrl).hostname),
  };
  const wantsPort = options.publicUrl !== undefined && options.tunnel === undefined && options.tunnelCmd === undefined;
  if (wantsPort && options.port === undefined) {
    throw new UsageFailure('--public-url requires --port, the port on this machine that the URL leads to.', {
      code: 'missing_option',
      hint: 'Example: --public-url https://hooks.example.test --port 4100',
    });
  }
  return chooseProvider(wish, machine);
}

async function askAboutRotation(context: Context, { rotate }: ListenOptions): Promise<void> {
  if (rotate !== true) return;
  const what = 'This replaces the secret of the endpoint; the old one signs `v0` for 24 hours';
  await confirmAct(context, { operation: 'rotateWebhookSecret' }, { what, question: 'Replace it?' });
}

interface ForCommand {
  /** The name of the signature header. */
  readonly header: string;
  readonly ready: Ready;
  readonly reaper: StartedReaper | null;
  readonly own: OwnAddress;
}

function startCommand(context: Context, { words }: ListenOptions, { header, ready, reaper, own }: ForCommand) {
  if (words.length === 0) return null;
  const given = { ESIGN_LISTEN_URL: ready.url, ESIGN_WEBHOOK_SECRET: ready.secret, ESIGN_SIGNATURE_HEADER: header };
  const command = startListened(context, words, given, own);
  const { pid } = command;
  if (pid !== undefined) {
    reaper?.tell({ order: 'started', pid });
    void command.ended.catch(() => undefined).then(() => reaper?.tell({ order: 'ended', pid }));
  }
  return command;
}

/** A service that accepts only public URLs rejects a local one: a tunnel is missing. */
function explainAddress(error: unknown, { provider }: Choice): never {
  const refused = error instanceof ServiceFailure && error.code === 'invalid_request' && /^url\b/.test(error.message);
  if (!refused || provider.id !== 'none') throw error;
  throw new CommandFailure(
    5,
    'address_refused',
    `The service does not accept a URL of this machine: ${error.message}`,
    {
      hint:
        'Use a public URL: --tunnel NAME, --tunnel-cmd or --public-url. ' +
        'Without one, use --poll to follow the envelopes that this machine knows.',
    },
  );
}
