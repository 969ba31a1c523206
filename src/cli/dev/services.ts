import { join } from 'node:path';
import { readdir, readFile, rm } from 'node:fs/promises';
import { emulatorDataFolder, readRunning, type Running, startedEmulator } from '../emulator/running.js';
import { sharedProfile } from '../../core/config/profiles.js';
import { atTheEnd, controlAt } from '../emulator/control.js';
import { startDetached } from '../emulator/detached.js';
import { stopRunning } from '../emulator/stop-running.js';
import type { Brands, EmulatorStatus } from '../emulator/control-types.js';
import { givenContract } from '../context/contract.js';
import type { Context } from '../context/context.js';
import { CommandFailure } from '../failure/failure.js';
import { type Environment, failureOf, type RunningCommand, startOwn } from '../context/own-command.js';
import { makeFolder, writeFileAtomic } from '../../core/platform/durable-file.js';
import { ownPid, placedMark, whereIs } from '../../core/platform/process-identity.js';

/** What an app is developed against: the emulator, and the listener that forwards its deliveries. */
export interface Services {
  readonly profile: string;
  readonly emulator: string;
  /** For commands of this program. */
  readonly env: Environment;
  readonly key: string;
  readonly webhookSecret: string;
  /** IDs of deliveries of earlier runs that the app has not accepted, as far as is known; they are not sent again. */
  readonly offered: readonly string[];
  /** Rejects when the listener ends without being stopped. */
  readonly lost: Promise<never>;
  /** Resolves when the listener has told all that it knows, and has ended. */
  stopListening(): Promise<void>;
  /** Returns whether another `esign dev` goes on with the emulator. */
  close(): Promise<boolean>;
}

export interface ServiceOptions {
  readonly forwardTo: URL;
  readonly origins: readonly string[];
  /** The emulator makes commands ask as with a live key. */
  readonly ask: boolean;
  /** The emulator of the machine instead of that of the project. */
  readonly shared: boolean;
  /** Who acknowledges a delivery: the listener, or the app. */
  readonly ack: 'early' | 'app';
  /** A line of the listener, from the moment that it is ready. */
  readonly told: (line: Readonly<Record<string, unknown>>) => void;
}

/** Settings that would lead a command to another service. */
const otherSettings = /^ESIGN_(?:BASE_URL|API_KEY|PROFILE|MODE|EMULATOR_URL|EMULATOR_TOKEN)$/;

/** Starts what is not running yet. Throws CommandFailure with what the failed part said. */
export async function openServices(context: Context, options: ServiceOptions): Promise<Services> {
  const { profile } = startedEmulator(context, options);
  const before = await readRunning(context, profile);
  const contract = await givenContract(context.settings());
  const start = {
    profile,
    folder: emulatorDataFolder(context, profile),
    ...(contract === undefined ? {} : { contract }),
    ask: options.ask,
  };
  const emulator = before?.url ?? (await startDetached(context, start)).url;
  const closers: (() => Promise<void>)[] = [];
  let isLeft = false;
  const close = async (): Promise<boolean> => {
    for (const each of closers.splice(0).toReversed()) await each();
    return isLeft;
  };
  const used = before ?? (await readRunning(context, profile));
  const share =
    used === null ? null : await shareEmulator(join(used.data, 'dev'), used, { isOurs: before === null, ...options });
  if (share !== null) {
    closers.push(async () => {
      const { next, origins } = await share.leave();
      // One that has gone keeps them until the next `esign dev` with its data.
      await changeOrigins(atTheEnd(context), emulator, origins, []).catch(() => undefined);
      isLeft = next === 'others';
      if (isLeft) {
        context.output.note('The emulator keeps running, because another `esign dev` uses it. The last one stops it.');
      }
      const running = next === 'stop' ? await readRunning(context, profile) : null;
      if (running !== null) await stopRunning(context, running);
    });
  }
  try {
    const inherited = Object.entries(context.machine.env).filter(([name]) => !otherSettings.test(name));
    const env = {
      ...Object.fromEntries(inherited),
      ESIGN_PROFILE: profile,
      // Here `local` is the machine's, also for a command within a project whose own emulator runs.
      ...(profile === sharedProfile ? { ESIGN_SHARED: '1' } : {}),
    };
    const asks = await checkAsks(context, emulator, options);
    await changeOrigins(context, emulator, share?.leftOrigins ?? [], options.origins);
    const [key, listener] = await Promise.all([
      readKey(context, env, asks),
      startListener(context, env, options, closers),
    ]);
    return { profile, emulator, env, key, ...listener, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether the emulator makes commands ask; one that runs already cannot be told to. Throws CommandFailure. */
async function checkAsks(context: Context, base: string, { ask }: ServiceOptions): Promise<boolean> {
  const status = await controlAt<EmulatorStatus>(context, base, { method: 'GET', path: '/_emulator/status' });
  if (!ask || status.ask) return status.ask;
  throw new CommandFailure(6, 'emulator_running', `The emulator at ${base} is already running, without --ask.`, {
    hint: 'Stop it with `esign emulator stop`, or omit --ask.',
  });
}

/** Takes origins away from the pages that may embed the signing page, and adds others. */
async function changeOrigins(
  context: Context,
  base: string,
  gone: readonly string[],
  added: readonly string[],
): Promise<void> {
  const get = { method: 'GET', path: '/_emulator/brands' } as const;
  const brand = (await controlAt<Brands>(context, base, get)).data.find(({ is_default }) => is_default);
  if (brand === undefined) return;
  const all = [...new Set([...brand.origins.filter((origin) => !gone.includes(origin)), ...added])];
  if (all.length === brand.origins.length && all.every((origin) => brand.origins.includes(origin))) return;
  const body = { origins: all };
  await controlAt(context, base, { method: 'PATCH', path: `/_emulator/brands/${brand.id}`, body });
}

async function readKey(context: Context, env: Environment, asks: boolean): Promise<string> {
  const mode = context.flags().mode ?? 'test';
  // The app needs the key, whatever the emulator asks about.
  const words = ['profile', 'token', '--print', '--mode', mode, '-q', ...(asks ? ['--yes'] : [])];
  const ran = await startOwn(words, { env, cwd: context.machine.cwd }).ended;
  if (ran.code !== 0) throw failed('The key of the emulator could not be read', ran);
  return ran.stdout.trim();
}

async function startListener(
  context: Context,
  env: Environment,
  { forwardTo, ack, told }: ServiceOptions,
  closers: (() => Promise<void>)[],
): Promise<Pick<Services, 'webhookSecret' | 'offered' | 'lost' | 'stopListening'>> {
  const words = ['listen', '--json', '--no-input', '--no-resume', '--print-secret', '--ack', ack];
  words.push('--forward-to', forwardTo.href);
  type Heard = Readonly<Record<string, unknown>>;
  let ready: (line: Heard) => void = () => undefined;
  const isReady = new Promise<Heard>((resolve) => (ready = resolve));
  const line = (value: Heard): void => {
    if (value['type'] === 'ready') ready(value);
    else told(value);
  };
  const listener: RunningCommand = startOwn(words, { env, cwd: context.machine.cwd, line });
  let closing = false;
  const lost = new Promise<never>((_, reject) => {
    void listener.ended.then((ran) => (closing ? undefined : reject(failed('The listener has stopped', ran))));
  });
  lost.catch(() => undefined);
  const stopListening = async (): Promise<void> => {
    if (!closing) listener.interrupt();
    closing = true;
    await listener.ended;
  };
  closers.push(stopListening);
  const { secret, left, uncertain } = await Promise.race([isReady, lost]);
  return { webhookSecret: String(secret), offered: [...idsIn(left), ...idsIn(uncertain)], lost, stopListening };
}

const idsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];

function failed(what: string, ran: Parameters<typeof failureOf>[0]): CommandFailure {
  const { message, hint } = failureOf(ran);
  return new CommandFailure(8, 'part_failed', `${what}: ${message}`, hint === null ? {} : { hint });
}

/** An emulator that several `esign dev` use: the last to leave stops it, if one of them has started it. */
interface SharedEmulator {
  /** Origins that users allowed who were killed. */
  readonly leftOrigins: readonly string[];
  /** `origins`: those that nobody needs any more, of this user and of users who were killed. */
  leave(): Promise<{ readonly next: Next; readonly origins: readonly string[] }>;
}

/** `stop`: nobody else uses the emulator; `others`: somebody does; `kept`: no `esign dev` has started it. */
type Next = 'stop' | 'others' | 'kept';

type User = Pick<Running, 'pid' | 'started'>;

interface Share {
  /** This process has started the emulator. */
  readonly isOurs: boolean;
  /** What this process lets embed the signing page. */
  readonly origins: readonly string[];
  readonly pid?: number;
}

/**
 * Records in a folder that this process uses an emulator, and whether it has started it: a file for each process, whose
 * name has both numbers, and one for the emulator. A file holds the mark of the process, and an origin in each line.
 */
export async function shareEmulator(
  folder: string,
  emulator: User,
  { isOurs, origins, pid = ownPid }: Share,
): Promise<SharedEmulator> {
  await makeFolder(folder, 0o700);
  const own = join(folder, `${emulator.pid}-${pid}`);
  const started = join(folder, `${emulator.pid}-started`);
  const leftOrigins = await removeGone(folder);
  await writeFileAtomic(own, [(await placedMark(pid)) ?? '', ...origins].join('\n'));
  if (isOurs) await writeFileAtomic(started, emulator.started ?? '');
  return {
    leftOrigins,
    leave: async () => {
      // First, so that of two that leave together none waits for the other.
      await rm(own, { force: true });
      const gone = [...origins, ...(await removeGone(folder))];
      const left = (await readdir(folder)).filter((name) => name.startsWith(`${emulator.pid}-`));
      const held = new Set<string>();
      for (const name of left) for (const origin of (await linesOf(join(folder, name))).slice(1)) held.add(origin);
      const unneeded = gone.filter((origin) => !held.has(origin));
      const isStarted =
        left.includes(`${emulator.pid}-started`) && (await linesOf(started))[0] === (emulator.started ?? '');
      if (!isStarted) return { next: 'kept', origins: unneeded };
      if (left.length > 1) return { next: 'others', origins: unneeded };
      await rm(started, { force: true });
      return { next: 'stop', origins: unneeded };
    },
  };
}

/**
 * Removes what processes have left that ended by themselves: the users, and emulators that somebody else stopped. Returns
 * the origins of those users.
 */
async function removeGone(folder: string): Promise<readonly string[]> {
  const origins: string[] = [];
  for (const name of await readdir(folder)) {
    const [, emulator, user] = /^(\d+)-(\d+|started)$/.exec(name) ?? [];
    if (emulator === undefined || user === undefined) continue;
    const path = join(folder, name);
    const [mark = '', ...allowed] = await linesOf(path);
    const id = Number(user === 'started' ? emulator : user);
    if ((await whereIs(id, mark === '' ? null : mark)) !== 'gone') continue;
    origins.push(...allowed);
    await rm(path, { force: true });
  }
  return origins;
}

const linesOf = async (path: string): Promise<readonly string[]> =>
  (await readFile(path, 'utf8').catch(() => '')).split('\n');
