import { givenContract } from '../../cli/context/contract.js';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Option } from 'commander';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import type { ExitCode } from '../../cli/failure/exit-code.js';
import { CommandFailure, UsageFailure } from '../../cli/failure/failure.js';
import { fileEndings, meantWords } from '../../cli/flags/completion-hint.js';
import type { Emulator } from '../../emulator/emulator.js';
import { scenarioMeanings, type ScenarioName } from '../../emulator/names.js';
import { startChild } from '../../cli/context/child-program.js';
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
import { readScenario } from './scenario.js';
import { makeFolder } from '../../core/platform/durable-file.js';
import { silentProgress } from '../../core/terminal/progress.js';
import { forgetEarliest, openSnapshot, writeSnapshot } from '../../cli/emulator/snapshot-file.js';
import { downloadSnapshot, uploadSnapshot } from '../../cli/emulator/snapshot-transfer.js';

/** The number of saved snapshots of failed commands. */
const maxSnapshots = 10;

interface EmulatorExecOptions extends TestSettings {
  readonly words: readonly string[];
  readonly plan?: 'free' | 'paid';
  readonly strict?: boolean;
  readonly ask?: boolean;
  readonly seedFile?: string;
  readonly restore?: string;
  readonly scenario?: ScenarioName;
  readonly snapshot?: string | false;
  readonly force?: boolean;
}

/** `esign emulator exec -- COMMAND`: runs a command with a temporary emulator and exits with its code. */
export function emulatorExecCommand(context: Context): EsignCommand {
  return new EsignCommand('exec')
    .summary('Run a command with a temporary emulator')
    .description(
      'Start a temporary emulator on a free port, run a command, and exit with its exit code. The command gets ' +
        'ESIGN_BASE_URL, ESIGN_API_KEY (the live key, or the test key with --mode test), ESIGN_EMULATOR_URL for the ' +
        'emulator’s own routes, ESIGN_EMULATOR_TOKEN with their Bearer token, and ESIGN_INBOX_URL for the captured ' +
        `mail. All data is deleted unless the command fails; then it is written to a snapshot, and the last ${maxSnapshots} ` +
        'are kept. With --seed and --now the same requests get the same bytes, including sealed documents, and a ' +
        'response waits for the work that its request started.',
    )
    .argument('<command...>', 'command and its arguments, after `--`')
    .offers('command', { commandLine: true })
    .addOption(new Option('--plan <plan>', 'plan of the organisation').choices(['free', 'paid']))
    .addOption(new Option('--strict', 'reject webhook URLs on this machine, like the real service'))
    .addOption(askOption())
    .addOption(rateLimitOption())
    .addOption(seedOption())
    .addOption(nowOption())
    .addOption(seedFileOption())
    .addOption(new Option('--restore <file>', 'start from a snapshot'))
    .addOption(
      new Option('--scenario <name>', 'start from a scenario; its ID is in ESIGN_SCENARIO_ID').argParser(readScenario),
    )
    .addOption(new Option('--snapshot <file>', 'snapshot file to write if the command fails (default: named after it)'))
    .addOption(new Option('--no-snapshot', 'write no snapshot if the command fails'))
    .addOption(new Option('--force', 'overwrite an existing snapshot file'))
    .offers('--seed-file', { files: fileEndings.yaml })
    .offers('--restore', { files: fileEndings.json })
    .offers('--scenario', { words: meantWords(scenarioMeanings) })
    .offers('--snapshot', { files: fileEndings.json })
    .example('esign emulator exec -- npm test', 'Run the tests of an app.')
    .example('esign emulator exec --mode test --seed 7 -- pytest -x', 'Use the test key and repeatable IDs.')
    .example(
      'esign emulator exec --seed 7 --now 2026-03-02T08:00:00Z -- npm test',
      'Get the same bytes in each run until a test moves the clock.',
    )
    .example('esign emulator exec --restore half-done.json -- npm test', 'Start from a snapshot.')
    .example('esign emulator exec --ask -- npm test', 'Fail where a command lacks --yes, as in production.')
    .prints((s) => s.object({ exit_code: s.exitCode, snapshot: s.nullable(s.text) }))
    .plain()
    .exits([0, 1, 2, 126, 127, 129, 130, 143])
    .action((words: readonly string[], options: Omit<EmulatorExecOptions, 'words'>) =>
      runEmulatorExec(context, { ...options, words }),
    );
}

async function runEmulatorExec(context: Context, options: EmulatorExecOptions): Promise<void> {
  const { mode = 'live' } = context.flags();
  const snapshot = await placeSnapshot(context, options);
  const restored = options.restore === undefined ? null : await openSnapshot(untold(context), options.restore);
  const { ControlRefused, SeedRefused, startEmulator } = await import('../../emulator/emulator.js');
  const contract = await givenContract(context.settings());
  const progress = seedProgress(context.output);
  const emulator = await startEmulator({
    log: (entry) => void (entry.kind === 'seed_progress' && progress.at(entry)),
    ...(contract === undefined ? {} : { contract }),
    ...(options.plan === undefined ? {} : { plan: options.plan }),
    ...(options.strict === true ? { strict: true } : {}),
    ...(options.ask === true ? { ask: true } : {}),
    ...testSettings(options),
    ...(options.seedFile === undefined ? {} : { seedFile: context.files.resolve(options.seedFile) }),
  })
    .finally(progress.stop)
    .catch((error: unknown) => {
      throw ofSeedFile(error, SeedRefused);
    });
  try {
    const beginning = { restored, scenario: options.scenario, mode };
    const begun = await begin(context, emulator, beginning).catch((error: unknown) => {
      const isRefused = error instanceof ControlRefused || (error instanceof CommandFailure && error.exitCode === 5);
      if (!isRefused) throw error;
      throw new UsageFailure(error.message, { code: 'beginning_refused' });
    });
    const code = await runCommand(context, options.words, {
      ESIGN_BASE_URL: emulator.url,
      ESIGN_API_KEY: emulator.keys[mode],
      ESIGN_EMULATOR_URL: `${emulator.url}/_emulator`,
      ESIGN_EMULATOR_TOKEN: emulator.token,
      ESIGN_INBOX_URL: `${emulator.url}/_emulator/inbox`,
      ...(begun === null ? {} : { ESIGN_SCENARIO_ID: begun }),
      ...(contract === undefined ? {} : { ESIGN_CONTRACT: contract }),
    });
    await tellEnd(context, emulator, { words: options.words, snapshot }, code);
  } finally {
    restored?.destroy();
    await emulator.close();
  }
}

interface Beginning {
  readonly restored: Readable | null;
  readonly scenario: string | undefined;
  readonly mode: 'live' | 'test';
}

/** Prepares the state for the command; returns the ID of the scenario's subject. */
async function begin(
  context: Context,
  emulator: Emulator,
  { restored, scenario, mode }: Beginning,
): Promise<string | null> {
  if (restored !== null) await uploadSnapshot(context, ownOf(emulator), restored);
  if (scenario === undefined) return null;
  const body = { name: scenario, mode };
  return (await emulator.control<{ readonly id: string }>('POST', '/_emulator/scenarios', body)).id;
}

/** What stands on stderr meanwhile is the command's own. */
const untold = ({ files }: Context) => ({ files, output: { progress: () => silentProgress } });

const ownOf = ({ url, token }: Emulator) => ({ own: { base: url, bearer: token } });

/** Milliseconds that a command has to exit after a signal; esign itself exits a little later. */
const graceMs = 4_000;

/** Variables that would make the command reach another service than the emulator. */
const otherSettings = ['ESIGN_PROFILE', 'ESIGN_MODE'];

/** Runs the command, passes a termination signal on to it, and returns its exit code. */
async function runCommand(context: Context, words: readonly string[], given: Readonly<Record<string, string>>) {
  const { machine, output, signal } = context;
  const inherited = Object.entries(machine.env).filter(([name]) => !otherSettings.includes(name));
  const env = { ...Object.fromEntries(inherited), ...given };
  const command = startChild(context, words, { env, ownStdout: output.form === 'json', graceMs });
  let stopping: Promise<void> | undefined;
  const end = (): void => {
    stopping = command.stop();
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await command.ended;
  } finally {
    await (stopping ?? command.stop());
    signal.removeEventListener('abort', end);
  }
}

/** Where the snapshot of a failed command goes. */
interface SnapshotPlace {
  readonly path: string;
  readonly overwrite: boolean;
  /** Whether only the latest are kept beside it. */
  readonly isOwn: boolean;
}

/**
 * Without --snapshot the file is in the state folder, so that a checkout stays unchanged. A file is checked before the
 * command runs. Null: no snapshot is written.
 */
async function placeSnapshot(
  { files, settings }: Context,
  { snapshot, force = false }: EmulatorExecOptions,
): Promise<SnapshotPlace | null> {
  if (snapshot === false) return null;
  const name = `exec-${randomUUID()}.json`;
  if (snapshot === undefined) {
    return { path: join(settings().stateDir.value, 'snapshots', name), overwrite: false, isOwn: true };
  }
  const path = await files.place(snapshot, name);
  await files.check(path, { overwrite: force });
  return { path, overwrite: force, isOwn: false };
}

async function tellEnd(
  context: Context,
  emulator: Emulator,
  { words, snapshot }: Pick<EmulatorExecOptions, 'words'> & { readonly snapshot: SnapshotPlace | null },
  code: number,
): Promise<void> {
  const [program = ''] = words;
  if (code === 0) {
    if (context.output.form === 'json') await context.output.result({ exit_code: 0, snapshot: null });
    return;
  }
  const kept = snapshot === null ? null : await keep(context, emulator, snapshot);
  throw new CommandFailure(code as ExitCode, 'command_failed', `\`${program}\` exited with code ${code}.`, {
    ...(kept === null ? {} : { hint: `Restore its data: esign emulator restore ${kept}` }),
    details: { command_exit_code: code, snapshot: kept },
  });
}

/** Only the latest are kept in the state folder, since a CI machine may fail often. */
async function keep(context: Context, emulator: Emulator, { path, overwrite, isOwn }: SnapshotPlace): Promise<string> {
  if (isOwn) await makeFolder(dirname(path), 0o700);
  const kept = await downloadSnapshot(context, ownOf(emulator), (body) =>
    writeSnapshot(untold(context), path, body, overwrite),
  );
  if (isOwn) await forgetEarliest(dirname(path), /^exec-[0-9a-f-]{36}\.json$/, maxSnapshots);
  return kept.file;
}
