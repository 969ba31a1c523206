import { join } from 'node:path';
import { readdir, readFile, rm } from 'node:fs/promises';
import { emulatorDataFolder, emulatorProfile, readRunning, type Running } from '../emulator/running.js';
import { controlAt } from '../emulator/control.js';
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
  /** Rejects when the listener ends without being stopped. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly forwardTo: URL;
  readonly origins: readonly string[];
  /** The emulator makes commands ask as with a live key. */
  readonly ask: boolean;
  /** Who acknowledges a delivery: the listener, or the app. */
  readonly ack: 'early' | 'app';
  /** A line of the listener, from the moment that it is ready. */
  readonly told: (line: Readonly<Record<string, unknown>>) => void;
}

const controlMs = 10_000;
/** Settings that would lead a command to another service. */
const otherSettings = /^ESIGN_(?:BASE_URL|API_KEY|PROFILE|MODE|EMULATOR_URL|EMULATOR_TOKEN)$/;

/** Starts what is not running yet. Throws CommandFailure with what the failed part said. */
export async function openServices(context: Context, options: ServiceOptions): Promise<Services> {
  const profile = emulatorProfile(context);
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
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  const used = before ?? (await readRunning(context, profile));
  if (used !== null) {
    const share = await shareEmulator(join(context.settings().stateDir.value, 'dev'), used, before === null);
    closers.push(async () => {
      const left = await share.leave();
      if (left === 'others') {
        context.output.note('The emulator keeps running, because another `esign dev` uses it. The last one stops it.');
      }
      const running = left === 'stop' ? await readRunning(context, profile) : null;
      if (running !== null) await stopRunning(context, running);
    });
  }
  try {
    const inherited = Object.entries(context.machine.env).filter(([name]) => !otherSettings.test(name));
    const env = { ...Object.fromEntries(inherited), ESIGN_PROFILE: profile };
    const asks = await checkAsks(context, emulator, options);
    await allowOrigins(context, emulator, options.origins);
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
  const status = await controlAt<EmulatorStatus>(
    context,
    base,
    { method: 'GET', path: '/_emulator/status' },
    controlMs,
  );
  if (!ask || status.ask) return status.ask;
  throw new CommandFailure(6, 'emulator_running', `The emulator at ${base} is already running, without --ask.`, {
    hint: 'Stop it with `esign emulator stop`, or omit --ask.',
  });
}

async function allowOrigins(context: Context, base: string, origins: readonly string[]): Promise<void> {
  const get = { method: 'GET', path: '/_emulator/brands' } as const;
  const brand = (await controlAt<Brands>(context, base, get, controlMs)).data.find(({ is_default }) => is_default);
  if (brand === undefined) return;
  const all = [...new Set([...brand.origins, ...origins])];
  const body = { origins: all };
  await controlAt(context, base, { method: 'PATCH', path: `/_emulator/brands/${brand.id}`, body }, controlMs);
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
): Promise<Pick<Services, 'webhookSecret' | 'lost'>> {
  const words = ['listen', '--json', '--no-input', '--print-secret', '--ack', ack, '--forward-to', forwardTo.href];
  let ready: (secret: string) => void = () => undefined;
  const isReady = new Promise<string>((resolve) => (ready = resolve));
  const line = (value: Readonly<Record<string, unknown>>): void => {
    if (value['type'] === 'ready') ready(String(value['secret']));
    else told(value);
  };
  const listener: RunningCommand = startOwn(words, { env, cwd: context.machine.cwd, line });
  let closing = false;
  const lost = new Promise<never>((_, reject) => {
    void listener.ended.then((ran) => (closing ? undefined : reject(failed('The listener has stopped', ran))));
  });
  lost.catch(() => undefined);
  closers.push(async () => {
    closing = true;
    listener.interrupt();
    await listener.ended;
  });
  return { webhookSecret: await Promise.race([isReady, lost]), lost };
}

function failed(what: string, ran: Parameters<typeof failureOf>[0]): CommandFailure {
  const { message, hint } = failureOf(ran);
  return new CommandFailure(8, 'part_failed', `${what}: ${message}`, hint === null ? {} : { hint });
}

/** An emulator that several `esign dev` use: the last to leave stops it, if one of them has started it. */
interface SharedEmulator {
  /** `stop`: nobody else uses it; `others`: somebody does; `kept`: no `esign dev` has started it. */
  leave(): Promise<'stop' | 'others' | 'kept'>;
}

type User = Pick<Running, 'pid' | 'started'>;

/**
 * Records in a folder that this process uses an emulator, and whether it has started it: a file for each process, whose
 * name has both numbers, and one for the emulator.
 */
export async function shareEmulator(
  folder: string,
  emulator: User,
  isOurs: boolean,
  pid: number = ownPid,
): Promise<SharedEmulator> {
  await makeFolder(folder, 0o700);
  const own = join(folder, `${emulator.pid}-${pid}`);
  const started = join(folder, `${emulator.pid}-started`);
  await removeGone(folder);
  await writeFileAtomic(own, (await placedMark(pid)) ?? '');
  if (isOurs) await writeFileAtomic(started, emulator.started ?? '');
  return {
    leave: async () => {
      // First, so that of two that leave together none waits for the other.
      await rm(own, { force: true });
      await removeGone(folder);
      const left = (await readdir(folder)).filter((name) => name.startsWith(`${emulator.pid}-`));
      const isStarted =
        left.includes(`${emulator.pid}-started`) && (await readFile(started, 'utf8')) === (emulator.started ?? '');
      if (!isStarted) return 'kept';
      if (left.length > 1) return 'others';
      await rm(started, { force: true });
      return 'stop';
    },
  };
}

/** Removes what processes have left that ended by themselves: the users, and emulators that somebody else stopped. */
async function removeGone(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, emulator, user] = /^(\d+)-(\d+|started)$/.exec(name) ?? [];
    if (emulator === undefined || user === undefined) continue;
    const path = join(folder, name);
    const mark = await readFile(path, 'utf8').catch(() => '');
    const id = Number(user === 'started' ? emulator : user);
    if ((await whereIs(id, mark === '' ? null : mark)) === 'gone') await rm(path, { force: true });
  }
}
