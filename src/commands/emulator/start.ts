import { join } from 'node:path';
import { Option } from 'commander';
import { givenContract } from '../../cli/context/contract.js';
import { makeFolder } from '../../core/platform/durable-file.js';
import { EsignCommand } from '../../cli/flags/command.js';
import { placeAppSettings, readOrigin, writeAppSettings, writeEnvOption } from '../../cli/context/app-settings.js';
import { collect } from '../../cli/flags/option.js';
import type { Context } from '../../cli/context/context.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { forgetEmulatorToken, keepEmulatorToken } from '../../core/config/emulator-token.js';
import { readProfiles } from '../../core/config/profiles.js';
import { saveProfile } from '../../core/config/save-profile.js';
import { fileEndings } from '../../cli/flags/completion-hint.js';
import type { LogEntry, Seeded, SmtpServer } from '../../emulator/emulator.js';
import { startDetached, tellStarter } from '../../cli/emulator/detached.js';
import { keepPort, lastPort, openPort } from '../../cli/emulator/port.js';
import { ownPid, placedMark } from '../../core/platform/process-identity.js';
import {
  askOption,
  nowOption,
  ofSeedFile,
  rateLimitOption,
  seedFileOption,
  seedOption,
  seedProgress,
  testSettings,
  type TestSettings,
} from '../../cli/emulator/seed.js';
import { type Ready, readyLine, showReady } from '../../cli/emulator/ready.js';
import {
  emulatorDataFolder,
  forgetRunning,
  profileFlag,
  readRunning,
  type Running,
  sharedOption,
  startedEmulator,
  writeRunning,
} from '../../cli/emulator/running.js';

interface EmulatorStartOptions extends TestSettings {
  readonly port?: number;
  readonly data?: string;
  readonly plan?: 'free' | 'paid';
  readonly strict?: boolean;
  readonly ask?: boolean;
  readonly seedFile?: string;
  readonly smtpForward?: SmtpServer;
  readonly detach?: boolean;
  readonly shared?: boolean;
  readonly allowOrigin?: readonly string[];
  readonly writeEnv?: string;
}

/** `esign emulator start`: runs the whole service on this machine, and writes a profile for it. */
export function emulatorStartCommand(context: Context): EsignCommand {
  return new EsignCommand('start')
    .summary('Start the emulator')
    .description(
      'Start the whole service on this machine and write the profile `local` with a live and a test key. It runs until ' +
        'Ctrl-C, or in the background with --detach. Its data stays for the next start. Each project has an emulator with ' +
        'data of its own: the nearest folder upwards with a package.json, pyproject.toml, requirements.txt, go.mod, ' +
        'composer.json, Gemfile, pom.xml, build.gradle(.kts), *.csproj or .git. While it runs, commands within that folder ' +
        'use it as `local`; elsewhere, and with --shared, `local` is the emulator of the machine.',
    )
    .addOption(
      new Option(
        '--port <n>',
        'port to use; 0 for any free port (default: the last port, initially 4747, or any free port if it is in use)',
      ).argParser(readPort),
    )
    .addOption(new Option('--data <folder>', 'data folder (default: a folder for this profile)'))
    .addOption(new Option('--plan <plan>', 'plan of the organisation').choices(['free', 'paid']))
    .addOption(new Option('--strict', 'reject webhook URLs on this machine, like the real service'))
    .addOption(askOption())
    .addOption(rateLimitOption())
    .addOption(seedOption())
    .addOption(nowOption())
    .addOption(seedFileOption())
    .addOption(
      new Option(
        '--smtp-forward <host:port>',
        'also send the mail to this mail server; the inbox keeps a copy',
      ).argParser(readServer),
    )
    .addOption(
      new Option(
        '--allow-origin <url>',
        'origin of a page that may embed the signing page, for example http://127.0.0.1:3000 (repeatable)',
      ).argParser(collect(readOrigin)),
    )
    .addOption(writeEnvOption('URL, test key (live key with --mode live), webhook secret and signature header'))
    .addOption(sharedOption())
    .addOption(new Option('--detach', 'run in the background'))
    .example('esign emulator start', 'Run it until Ctrl-C.')
    .example('esign emulator start --detach', 'Run it in the background. `esign emulator stop` ends it.')
    .example('esign emulator start --ask --detach', 'Rehearse a script that has no terminal: it needs --yes here too.')
    .example(
      'esign emulator start --json --port 0 --data ./state',
      'Start it in a script. The first line of output has its URL.',
    )
    .example(
      'esign emulator start --write-env .env.local --allow-origin http://127.0.0.1:3000',
      'Write the settings of an app, whose pages may embed the signing page.',
    )
    .example(
      'esign emulator start --seed-file service.yaml',
      'Start with templates, envelopes and endpoints of a file.',
    )
    .offers('--write-env', { files: [] })
    .offers('--seed-file', { files: fileEndings.yaml })
    .streams(readyLine)
    .exits([0, 1, 2, 6, 129, 130, 143])
    .action((options: EmulatorStartOptions) => runEmulatorStart(context, options));
}

async function runEmulatorStart(context: Context, given: EmulatorStartOptions): Promise<void> {
  const { profile, project } = startedEmulator(context, given);
  const { configDir } = context.settings();
  const known = readProfiles(configDir.value).profiles;
  if (Object.hasOwn(known, profile) && known[profile]?.emulator !== true) {
    throw new UsageFailure(`Profile ${profile} belongs to a real service and cannot be overwritten.`, {
      code: 'profile_exists',
      hint: 'Use another name with --profile, or omit the flag to use `local`.',
    });
  }
  const running = await readRunning(context, profile);
  if (running !== null) throw alreadyRunning(context, running);
  const writeEnv = await placeAppSettings(context, given.writeEnv);
  const options = { ...given, ...(writeEnv === undefined ? {} : { writeEnv }) };
  const folder = context.files.resolve(options.data ?? emulatorDataFolder(context, profile));
  const contract = await givenContract(context.settings());
  const seedFile = options.seedFile === undefined ? {} : { seedFile: context.files.resolve(options.seedFile) };
  const start = { ...options, ...seedFile, profile, project, folder, ...(contract === undefined ? {} : { contract }) };
  if (options.detach === true) return await tellReady(context, options, await startDetached(context, start));
  await runHere(context, start);
}

interface Start extends EmulatorStartOptions {
  readonly profile: string;
  readonly project: string | null;
  readonly folder: string;
  /** The full path of the contract file that this service follows. */
  readonly contract?: string;
}

async function runHere(context: Context, start: Start): Promise<void> {
  const { profile, project, folder } = start;
  await makeDataFolder(folder);
  const { DataFileRefused, SeedRefused, startEmulator } = await import('../../emulator/emulator.js');
  let cutOff = false;
  const progress = seedProgress(context.output);
  const opening = openPort(await portsOf(context, start), (port) =>
    startEmulator({
      port,
      data: join(folder, 'emulator.db'),
      log(entry) {
        cutOff ||= entry.kind === 'seed_cut_off';
        if (entry.kind === 'seed_progress') {
          progress.at(entry);
          tellStarter({ done: entry.done, total: entry.total });
        }
        showLog(context, entry);
      },
      ...(start.plan === undefined ? {} : { plan: start.plan }),
      ...(start.strict === true ? { strict: true } : {}),
      ...(start.ask === true ? { ask: true } : {}),
      ...(start.allowOrigin === undefined ? {} : { origins: start.allowOrigin }),
      ...testSettings(start),
      ...(start.smtpForward === undefined ? {} : { smtpForward: start.smtpForward }),
      ...(start.contract === undefined ? {} : { contract: start.contract }),
      ...(start.seedFile === undefined ? {} : { seedFile: start.seedFile }),
    }),
  );
  // A load that is cut off is deleted by the next start.
  const stopped = ended(context.signal).then(() => {
    throw new CommandFailure(130, 'interrupted', 'Interrupted.');
  });
  const { opened: emulator, missed } = await Promise.race([opening, stopped])
    .finally(progress.stop)
    .catch((error: unknown) => {
      if (!(error instanceof DataFileRefused)) throw ofSeedFile(error, SeedRefused);
      throw new CommandFailure(6, 'data_refused', `The emulator did not start: ${error.message}.`, {
        hint: 'Use another folder with --data.',
      });
    });
  const stateDir = context.settings().stateDir.value;
  const running = { profile, url: emulator.url, pid: ownPid, started: await placedMark(ownPid), data: folder, project };
  try {
    const { live, test } = emulator.keys;
    const reach = { base_url: emulator.url, mode: 'live', emulator: true, secrets: { live, test } } as const;
    // Every command of this profile uses the same contract.
    const spoken = start.contract === undefined ? {} : { contract: start.contract };
    const root = project === null ? {} : { project };
    await saveProfile(context.settings().configDir.value, profile, { ...reach, ...spoken, ...root }, 'file');
    await keepEmulatorToken(stateDir, emulator.url, emulator.token);
    await writeRunning(context, running);
    await keepPort(folder, emulator.url);
    const ready: Ready = {
      url: emulator.url,
      live_key: live,
      test_key: test,
      webhook_secret: emulator.webhookSecret,
      pid: ownPid,
      profile,
      data: folder,
      ...(missed === undefined ? {} : { missed_port: missed }),
      ...(cutOff ? { seed_cut_off: true } : {}),
      ...(start.seedFile === undefined || emulator.seeded === null ? {} : { seeded: idsOf(emulator.seeded) }),
    };
    await tellReady(context, start, ready);
    if (context.output.form === 'human') context.output.note('It runs until Ctrl-C.');
    await ended(context.signal);
  } finally {
    await emulator.close();
    await forgetEmulatorToken(stateDir, emulator.url, emulator.token);
    await forgetRunning(context, running);
  }
  context.output.note('Stopped.');
}

const idsOf = ({ templates, envelopes, endpoints }: Seeded): NonNullable<Ready['seeded']> => ({
  templates: { ...templates },
  envelopes: { ...envelopes },
  endpoints: [...endpoints],
});

async function portsOf(context: Context, { port, folder, profile }: Start) {
  const others = Object.entries(readProfiles(context.settings().configDir.value).profiles).flatMap(([name, other]) =>
    other.emulator === true && name !== profile && URL.canParse(other.base_url)
      ? [Number(new URL(other.base_url).port)]
      : [],
  );
  return { asked: port, before: await lastPort(folder), others };
}

/** Writes the settings of an app first, so that it can start when the emulator is said to be ready. */
async function tellReady(context: Context, { writeEnv }: EmulatorStartOptions, ready: Ready): Promise<void> {
  if (writeEnv !== undefined) {
    const key = (context.flags().mode ?? 'test') === 'live' ? ready.live_key : ready.test_key;
    const settings = { baseUrl: ready.url, key, webhookSecret: ready.webhook_secret };
    await writeAppSettings(context, writeEnv, settings);
  }
  await showReady(context, ready);
}

async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file with this name exists' : code;
    throw new UsageFailure(`Cannot create the folder ${folder}: ${why}.`, {
      code: 'folder_unusable',
      hint: 'Use another folder with --data.',
    });
  }
}

const alreadyRunning = (context: Context, { url, pid, profile }: Running): CommandFailure =>
  new CommandFailure(6, 'emulator_running', `An emulator is already running at ${url} (process ${pid}).`, {
    hint: `Stop it with \`esign emulator stop${profileFlag(context, profile)}\`, or start a second one with --profile NAME.`,
    details: { url, pid },
  });

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function readServer(text: string): SmtpServer {
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host !== undefined && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new UsageFailure(`Invalid --smtp-forward value "${text}". Use HOST:PORT.`, {
    code: 'invalid_value',
    hint: 'Example: --smtp-forward 127.0.0.1:1025',
  });
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageFailure(`Invalid --port value "${text}". Use a number from 0 to 65535.`, {
    code: 'invalid_value',
    hint: 'Use 0 for any free port.',
  });
}

/** Prints each request to the emulator in the foreground as a line on stderr; silent with --json. */
function showLog({ output }: Context, entry: LogEntry): void {
  switch (entry.kind) {
    case 'request':
      // Three characters like a status: a fault closed the connection before there was one.
      output.note(
        `${entry.status === 0 ? '---' : entry.status}  ${entry.method} ${entry.path}  ${Math.round(entry.milliseconds)} ms`,
      );
      return;
    case 'failure':
      output.warn(`${entry.where}: ${entry.error instanceof Error ? entry.error.message : String(entry.error)}`);
  }
}
