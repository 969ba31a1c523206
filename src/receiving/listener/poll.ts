import type { ListenLine } from './listen-line.js';
import type { Context } from '../../cli/context/context.js';
import { UsageFailure } from '../../cli/failure/failure.js';
import { PollSession } from '../../listen/receive/poll-session.js';
import type { Route } from '../../listen/forward/routes.js';
import { Awaiting } from './awaiting.js';
import { replayCommand } from './done.js';
import type { ListenOptions } from './options.js';
import type { ListenKeys } from './keys.js';
import { openOwnAddress } from './own-address.js';
import { commonParts, openSenders } from './parts.js';
import { isWatched, keyWords, startListened } from './start-child.js';
import { checkFile, writeSecret } from './secret-file.js';
import { createPrinter, type Printer } from './printer.js';

const everySoOften = 5_000;
const alien: readonly (keyof ListenOptions)[] = [
  'publicUrl',
  'tunnel',
  'tunnelCmd',
  'port',
  'keep',
  'rotate',
  'brand',
  'ack',
  'mine',
];

/** `esign listen --poll`: follows envelopes without any tunnel. */
export async function runPoll(context: Context, options: ListenOptions): Promise<void> {
  const wrong = alien.find((name) => options[name] !== undefined);
  if (wrong !== undefined) {
    throw new UsageFailure('--poll uses no tunnel and no endpoint, so it cannot be used with their options.', {
      code: 'conflicting_options',
      hint: `Remove --${wrong.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}, or --poll.`,
    });
  }
  await checkFile(context, options);
  const printer = createPrinter(context, options);
  const awaiting = new Awaiting(context, options);
  const senders = openSenders(context, options);
  const common = await commonParts(context, options, senders);
  const client = await context.api();
  const own = await openOwnAddress(context, options, senders, {
    noted: (envelopes) => awaiting.noted(envelopes),
    tell: printer.tell,
  });
  let keys: ListenKeys | null = null;
  const session = new PollSession({
    ...common,
    client,
    knownEnvelopes: async () => [...(await common.knownEnvelopes()), ...awaiting.own],
    tell: (report) => {
      printer.tell(report);
      keys?.tell(report);
    },
    arrived: (event, envelopeId) => awaiting.arrived(event, envelopeId),
    interval: options.interval ?? everySoOften,
    followed: options.envelope ?? [],
  });
  let ended: Promise<void> = Promise.resolve();
  let opened = false;
  try {
    const { secret, following, unread } = await session.open(context.signal);
    opened = true;
    await writeSecret(context, options, secret);
    const { routes } = common.routing;
    const hasKeys = isWatched(context, options);
    printReady(printer, {
      options,
      following,
      unread,
      secret,
      events: common.events,
      routes,
      keys: hasKeys ? keyWords : null,
    });
    if (hasKeys) {
      // Loaded only at a terminal.
      const { openListenKeys } = await import('./keys.js');
      keys = openListenKeys(context, printer, { url: 'polling the service', routes });
    }
    const command =
      options.words.length === 0 ? null : startListened(context, options.words, { ESIGN_WEBHOOK_SECRET: secret }, own);
    ended = awaiting.end(command, printer.failed, keys?.left);
    await ended.catch(() => undefined);
  } finally {
    keys?.close();
    const ending = await session.close();
    if (opened) printEnd(printer, ending);
    await printer.rest();
    await own.close();
    await senders.close();
  }
  await awaiting.writeJunit();
  await ended;
}

interface PollReady {
  readonly options: ListenOptions;
  readonly following: number;
  readonly unread: number;
  readonly secret: string;
  readonly events: readonly string[];
  readonly routes: readonly Route[];
  /** What keys do; null where nobody can press them. */
  readonly keys: string | null;
}

function printReady(printer: Printer, facts: PollReady): void {
  const { options, following, unread, secret, events, routes, keys } = facts;
  const shown = options.printSecret === true ? { secret } : {};
  const value: ListenLine = {
    type: 'ready',
    url: null,
    tunnel: 'poll',
    synthetic: true,
    following,
    ...(unread > 0 ? { unread } : {}),
    events,
    routes: routes.map(({ pattern, target }) => ({ pattern, target: target.href })),
    ...shown,
  };
  printer.ready(value, (colour) => [
    `${colour.good('Ready')}, polling ${following} ${following === 1 ? 'envelope' : 'envelopes'} of this machine`,
    `${colour.dim('App')}     ${routes.length === 0 ? 'none; events are recorded. Add one with --forward-to' : routes.map(({ target }) => target.href).join(', ')}`,
    ...(following > 0
      ? []
      : [
          `${colour.dim('Note')}    polls envelopes that \`esign\` creates on this machine; add others with --envelope ID`,
        ]),
    ...(unread === 0
      ? []
      : [`${colour.dim('Note')}    ${unread} of them are read later, and changes until then may not be reported`]),
    `${colour.dim('Events')}  created from changes, marked \`synthetic\`, signed with a local secret`,
    ...(options.printSecret === true ? [`${colour.dim('Secret')}  ${secret}`] : []),
    ...(options.secretFile === undefined ? [] : [`${colour.dim('Secret')}  in ${options.secretFile}`]),
    ...(keys === null ? [] : [`${colour.dim('Keys')}    ${keys}`]),
    '',
  ]);
}

function printEnd(
  printer: Printer,
  { events, forwarded, undelivered }: Awaited<ReturnType<PollSession['close']>>,
): void {
  const ids = undelivered.map(({ id }) => id);
  const hint = ids.length === 0 ? {} : { hint: `Replay them now: ${replayCommand(undelivered)}` };
  printer.event({ type: 'done', events, forwarded, undelivered: ids, ...hint }, () => [
    '',
    `${events} ${events === 1 ? 'event' : 'events'}, ${forwarded} forwarded`,
    ...(ids.length === 0 ? [] : [`Not forwarded: ${ids.length}. Replay them now: ${replayCommand(undelivered)}`]),
  ]);
}
