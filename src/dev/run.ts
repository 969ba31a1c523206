import { appVariables, writeAppSettings } from '../cli/app-settings.js';
import { startChild } from '../cli/child-program.js';
import type { Context } from '../cli/context.js';
import { signatureHeaderOf } from '../cli/contract.js';
import type { ExitCode } from '../cli/exit-code.js';
import { CommandFailure } from '../cli/failure.js';
import { readEmulatorToken } from '../config/emulator-token.js';
import { type Entry, entryFields, entryOf } from './entry.js';
import { type Display, openDisplay } from './display.js';
import { listenerEntry } from './listener-entries.js';
import { openServices, type Services } from './services.js';
import { watchActivity } from './watch-activity.js';

export interface DevOptions {
  /** The command of the app; empty for none. */
  readonly words: readonly string[];
  readonly forwardTo: URL;
  readonly allowOrigin: readonly string[];
  /** The file with the settings of the app; null to write none. */
  readonly writeEnv: string | null;
}

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
  await context.output.willTell(ownFields);
  const progress = context.output.progress('Starting the emulator and the listener');
  const waiting: Entry[] = [];
  let show = (entries: readonly Entry[]): void => void waiting.push(...entries);
  const signatureHeader = await signatureHeaderOf(context.settings());
  const facts = { settingsFile: options.writeEnv, signatureHeader };
  const services = await openServices(context, {
    forwardTo: options.forwardTo,
    origins: originsOf(options),
    told: (line) => {
      const entry = listenerEntry(line, context.clock.now(), facts);
      if (entry !== null) show([entry]);
    },
  }).finally(() => progress.stop());
  const settings = { baseUrl: services.emulator, key: services.key, webhookSecret: services.webhookSecret };
  try {
    if (options.writeEnv !== null) await writeAppSettings(context, options.writeEnv, settings);
    const display = await openDisplay(context, services, options);
    show = display.add;
    show(waiting.splice(0));
    await following(context, services, options, { ...settings, signatureHeader }, display);
  } finally {
    await services.close();
  }
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
  display: Display,
): Promise<void> {
  const stop = new AbortController();
  const printed: string[] = [];
  let app: ReturnType<typeof startChild> | null = null;
  const start = async (): Promise<void> => {
    if (words.length === 0) return;
    const env = await environmentOf(context, services, settings);
    const take = (line: string): void => {
      printed.push(line);
      if (printed.length > lastWords) printed.shift();
      display.add([entryOf({ at: context.clock.now(), kind: 'app', what: line })]);
    };
    app = startChild(context, words, { env, ownStdout: true, graceMs, printed: take });
  };
  let begun: () => void = () => undefined;
  const isFollowed = new Promise<void>((resolve) => (begun = resolve));
  const watching = watchActivity(context, services.emulator, {
    told: display.add,
    time: display.time,
    begun,
    signal: stop.signal,
  });
  watching.catch(() => undefined);
  // What the app does first is shown too.
  const exited = Promise.race([isFollowed, watching])
    .then(start)
    .then(() => (app === null ? new Promise<never>(() => undefined) : app.ended));
  try {
    const lost = Promise.race([
      services.lost,
      watching.then((): never => new Promise<never>(() => undefined) as never),
    ]);
    const code = await Promise.race([display.left, aborted(context.signal), exited, lost]);
    if (typeof code === 'number' && code !== 0) {
      display.close();
      for (const line of printed) context.output.note(line);
      throw new CommandFailure(code as ExitCode, 'command_failed', `\`${words.join(' ')}\` exited with code ${code}.`, {
        details: { command_exit_code: code },
      });
    }
  } finally {
    stop.abort(new Error('it has stopped'));
    display.close();
    await (app as ReturnType<typeof startChild> | null)?.stop();
    await watching.catch(() => undefined);
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

/** Property names of the first line and of the entries. */
const ownFields = [...entryFields, 'emulator_url', 'app', 'env_file', 'profile'];
