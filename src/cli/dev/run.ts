import { appVariables, writeAppSettings, type WrittenSettings } from '../context/app-settings.js';
import { type ChildProgram, startChild } from '../context/child-program.js';
import type { Context } from '../context/context.js';
import { hasScreen } from '../context/has-screen.js';
import { pluralize } from '../context/counted.js';
import { signatureHeaderOf } from '../context/contract.js';
import type { ExitCode } from '../failure/exit-code.js';
import { CommandFailure } from '../failure/failure.js';
import { readEmulatorToken } from '../../core/config/emulator-token.js';
import { type Entry, entryOf } from '../timeline/entry.js';
import { type Display, openDisplay } from './display.js';
import { openServices, type Services } from './services.js';
import { controlBy, direct } from '../emulator/control.js';
import type { Activity } from '../emulator/control-types.js';
import { createSender } from '../../core/http/send.js';
import { Feed } from './feed.js';
import { findTakenPort, type TakenPort } from './taken-port.js';
import { sharedProfile } from '../../core/config/profiles.js';
import { projectMarkers } from '../../core/config/project.js';

export interface DevOptions {
  /** The command of the app; empty for none. */
  readonly words: readonly string[];
  readonly forwardTo: URL;
  readonly allowOrigin: readonly string[];
  /** Commands ask as with a live key. */
  readonly ask: boolean;
  /** The emulator of the machine instead of that of the project. */
  readonly shared: boolean;
  readonly ack: 'early' | 'app';
  /** Lines for programs have the headers and bodies of requests. */
  readonly bodies: boolean;
  /** The file with the settings of the app; null to write none. */
  readonly writeEnv: string | null;
}

/** Deliveries of earlier runs that are named. */
const maxOffered = 10;
const graceMs = 4_000;
/** Lines of a failed app that are printed when the screen is gone. */
const lastWords = 12;

/** The origins of the pages of an app on this machine: a browser may be told either name. */
const originsOf = ({ forwardTo, allowOrigin }: Pick<DevOptions, 'forwardTo' | 'allowOrigin'>): readonly string[] => {
  const { protocol, port, hostname, origin } = forwardTo;
  const names = ['127.0.0.1', 'localhost'];
  const own = names.includes(hostname)
    ? names.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
    : [origin];
  return [...new Set([...own, ...allowOrigin])];
};

/** Runs everything that an app needs on this machine, and shows what happens, until the app ends or the user does. */
export async function runDev(context: Context, options: DevOptions): Promise<void> {
  const progress = context.output.progress('Starting the emulator and the listener');
  const waiting: Entry[] = [];
  let show = (entries: readonly Entry[]): void => void waiting.push(...entries);
  const { clock } = context;
  const bodies = options.bodies || hasScreen(context);
  const feed = new Feed((entries) => show(entries), { bodies, now: clock.now() });
  const signatureHeader = await signatureHeaderOf(context.settings());
  const stays: string[] = [];
  const services = await openServices(context, {
    forwardTo: options.forwardTo,
    ack: options.ack,
    origins: originsOf(options),
    ask: options.ask,
    shared: options.shared,
    told: (line) => {
      if (line['code'] === 'app_mistake_stays') stays.push(String(line['message']));
      else feed.line(line, clock.now());
    },
  }).finally(() => progress.stop());
  const settings = { baseUrl: services.emulator, key: services.key, webhookSecret: services.webhookSecret };
  let written: WrittenSettings | null = null;
  try {
    if (options.writeEnv !== null) written = await writeAppSettings(context, options.writeEnv, settings);
    const display = await openDisplay(context, services, options);
    show = display.add;
    const taken = options.words.length === 0 ? null : await findTakenPort(options);
    show([...waiting.splice(0), ...notices(context, services, options, taken), ...offer(context, services)]);
    await following(context, services, options, { ...settings, signatureHeader }, { display, feed, taken });
  } finally {
    const isShared = await services.close();
    await written?.takeOut(isShared);
    // The timeline has scrolled, or is gone.
    for (const words of stays) context.output.note(words);
  }
}

/** What the user should know before anything happens. */
function notices(
  context: Context,
  { profile }: Services,
  { shared }: DevOptions,
  taken: TakenPort | null,
): readonly Entry[] {
  const at = context.clock.now();
  const isUnasked = !shared && profile === sharedProfile && context.settings().given.profile === null;
  const isShared = isUnasked && (context.machine.env['ESIGN_SHARED'] ?? '') === '';
  const project = {
    what: 'This folder belongs to no project, so this uses the emulator of the machine, with all its data.',
    why: [`A project has its own: its folder, or one above, has one of ${projectMarkers.join(', ')}, *.csproj.`],
  };
  return [
    ...(isShared ? [entryOf({ at, kind: 'esign', tone: 'dim', ...project })] : []),
    ...(taken === null ? [] : [entryOf({ at, kind: 'esign', tone: 'warn', what: taken.what, why: [taken.next] })]),
  ];
}

/** Deliveries that an earlier run left: they are offered, since what an app refused then is not what is worked on now. */
function offer(context: Context, { offered }: Services): readonly Entry[] {
  if (offered.length === 0) return [];
  const named = offered.slice(0, maxOffered).map((id) => id.slice(0, 8));
  const all = offered.length === 1 ? 'it' : 'them';
  const which = named.length < offered.length ? `the first ${named.length} of them` : all;
  const what = `${pluralize(offered.length, 'delivery', 'deliveries')} of earlier runs did not reach the app.`;
  const why = [`To send ${which} again, run: esign event replay ${named.join(' ')}`];
  return [entryOf({ at: context.clock.now(), kind: 'esign', tone: 'warn', what, why })];
}

interface Settings {
  readonly baseUrl: string;
  readonly key: string;
  readonly webhookSecret: string;
  readonly signatureHeader: string;
}

async function following(
  context: Context,
  services: Services,
  { words }: DevOptions,
  settings: Settings,
  { display, feed, taken }: { readonly display: Display; readonly feed: Feed; readonly taken: TakenPort | null },
): Promise<void> {
  const stop = new AbortController();
  const watch = watchActivity(context, services.emulator, {
    told: (activity, asked) => feed.activity(activity, asked),
    time: display.time,
    signal: stop.signal,
  });
  const printed: string[] = [];
  const take = (line: string): void => {
    printed.push(line);
    if (printed.length > lastWords) printed.shift();
    feed.add([entryOf({ at: context.clock.now(), kind: 'app', what: line })]);
  };
  let app: ChildProgram | undefined;
  try {
    // What the app does first is shown too.
    await watch.begun;
    if (words.length > 0) {
      const env = await environmentOf(context, services, settings);
      app = startChild(context, words, { env, ownStdout: true, graceMs, printed: take });
    }
    const ends = [
      display.left,
      aborted(context.signal),
      services.lost,
      watch.lost,
      ...(app === undefined ? [] : [app.ended]),
    ];
    const code = await Promise.race(ends);
    if (code === undefined) return;
    display.close();
    // Without a screen, they were printed as they came.
    if (hasScreen(context)) for (const line of printed) context.output.note(line);
    if (code === 0) return;
    throw new CommandFailure(code as ExitCode, 'command_failed', `\`${words.join(' ')}\` exited with code ${code}.`, {
      details: { command_exit_code: code },
      ...(taken === null ? {} : { hint: `${taken.what} ${taken.next}` }),
    });
  } finally {
    stop.abort(new Error('it has stopped'));
    display.close();
    await app?.stop();
    await watch.ended;
    // An app that ends in its handler: the delivery to it is told too.
    await services.stopListening();
    feed.flush();
    await display.rest();
  }
}

async function environmentOf(
  context: Context,
  services: Services,
  { signatureHeader, ...settings }: Settings,
): Promise<Readonly<Record<string, string | undefined>>> {
  const token = await readEmulatorToken(context.settings().stateDir.value, services.emulator);
  return {
    ...services.env,
    ...Object.fromEntries(appVariables(settings, signatureHeader)),
    ESIGN_EMULATOR_URL: `${services.emulator}/_emulator`,
    ...(token === null ? {} : { ESIGN_EMULATOR_TOKEN: token }),
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const pauseMs = 250;

interface Watcher {
  /** What happened, and when the emulator was asked: milliseconds since 1970 on this machine. */
  readonly told: (activity: Activity, asked: number) => void;
  /** The emulator's time, in milliseconds since 1970. */
  readonly time: (now: number) => void;
  readonly signal: AbortSignal;
}

interface Watch {
  /** Resolves when nothing is missed any more; rejects as `lost` does. */
  readonly begun: Promise<void>;
  /** Rejects when the emulator does not respond any more; never resolves. */
  readonly lost: Promise<never>;
  /** Resolves when it has ended in any way. */
  readonly ended: Promise<void>;
}

/** Follows what happens at the emulator from now on, until `signal` is aborted. */
function watchActivity(context: Context, base: string, { told, time, signal }: Watcher): Watch {
  const sender = createSender({ network: direct });
  const read = async (after: string | null): Promise<Activity> => {
    const path = `/_emulator/activity${after === null ? '' : `?after=${after}`}` as const;
    const activity = await controlBy<Activity>(context, sender, base, { method: 'GET', path });
    time(Date.parse(activity.now));
    return activity;
  };
  const first = read(null);
  const follow = async (): Promise<void> => {
    let { cursor } = await first;
    while (!signal.aborted) {
      await context.clock.sleep(pauseMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      const asked = context.clock.now();
      const activity = await read(cursor);
      ({ cursor } = activity);
      told(activity, asked);
    }
  };
  const following = follow().finally(() => sender.close());
  const lost = new Promise<never>((_, reject) => following.catch(reject));
  lost.catch(() => undefined);
  return { begun: first.then(() => undefined), lost, ended: following.catch(() => undefined) };
}
