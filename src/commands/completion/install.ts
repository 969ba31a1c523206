import type { ShapeBlocks } from '../../contract/shape.js';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Argument, Option } from 'commander';
import { makeFolder, reason } from '../../core/platform/durable-file.js';
import { systemOf } from '../../core/platform/system/system.js';
import { EsignCommand } from '../../cli/flags/command.js';
import type { Context } from '../../cli/context/context.js';
import { localExitCodes } from '../../cli/failure/exit-code.js';
import { CommandFailure, FileFailure, UsageFailure } from '../../cli/failure/failure.js';
import { type Shell, shells } from '../../cli/docs-gen/shells.js';
import { bashLoads, inPowershell, scriptOf, type ShellPaths, shellPathsOf } from '../../cli/completion/shell-paths.js';

interface CompletionInstallOptions {
  readonly shell?: Shell;
  readonly check?: boolean;
  readonly startFile?: boolean;
  readonly force?: boolean;
}

/** `esign completion install [SHELL]`: installs the script where the shell finds it, or checks the installation. */
export function completionInstallCommand(context: Context): EsignCommand {
  return new EsignCommand('install')
    .summary('Install the completion script of a shell')
    .description(
      'Install the completion script of a shell for your user. If the shell does not load it automatically, the ' +
        'required line is shown, or added to its start file with --start-file. Run the command again after an update.',
    )
    .addArgument(new Argument('[shell]', 'shell (default: from SHELL, on Windows powershell)').choices([...shells]))
    .addOption(new Option('--check', 'write nothing; fail (9) unless the script is installed, loaded and current'))
    .addOption(new Option('--start-file', 'add the required line to the start file').conflicts('check'))
    .addOption(new Option('--force', 'overwrite a script that was not created by esign').conflicts('check'))
    .example('esign completion install', 'Install it for your current shell.')
    .example('esign completion install zsh --start-file', 'Install it for zsh, and update the start file.')
    .example('esign completion install --check', 'Check the installation after an update.')
    .prints(installed)
    .exits(localExitCodes, 9)
    .action((shell: Shell | undefined, options: CompletionInstallOptions) =>
      runCompletionInstall(context, { ...options, ...(shell === undefined ? {} : { shell }) }),
    );
}

/** With `start_file` and `line`: the line that would load the script. */
const installed = (s: ShapeBlocks) =>
  s.object({
    shell: s.text,
    script: s.text,
    state: s.oneOf('missing', 'outdated', 'foreign', 'current', 'installed'),
    loaded: s.flag,
    start_file: s.optional(s.nullable(s.text)),
    line: s.optional(s.text),
  });

type State = 'missing' | 'outdated' | 'foreign' | 'current';

async function runCompletionInstall(context: Context, options: CompletionInstallOptions): Promise<void> {
  const shell = options.shell ?? shellOf(context.machine.env['SHELL'] ?? systemOf().usualShell ?? undefined);
  const places = shellPathsOf(shell, context.machine);
  const wanted = await scriptOf(context, shell);
  const state = stateOf((await bytesOf(context, places.script))?.toString() ?? null, wanted);
  if (options.check === true) return check(context, shell, places, state);
  if (state === 'foreign' && options.force !== true) {
    throw new FileFailure('output', places.script, `${places.script} already exists and was not created by esign.`, {
      code: 'file_exists',
      hint: 'Check the file, then overwrite it with --force.',
    });
  }
  if (state !== 'current') {
    await makeFolderOf(places.script, shell);
    await context.files.write(places.script, wanted, { overwrite: true });
  }
  if (options.startFile === true && !(await isLoaded(context, places))) await addLine(context, places, shell);
  const loaded = await isLoaded(context, places);
  await context.output.result(
    {
      shell,
      script: places.script,
      state: state === 'current' ? 'current' : 'installed',
      loaded,
      ...lineOf(places, loaded),
    },
    { human: words(places, state, loaded), ids: [places.script] },
  );
}

const lineOf = ({ startFile, line }: ShellPaths, loaded: boolean): object =>
  loaded ? {} : { start_file: startFile, line };

function words({ script, startFile, line }: ShellPaths, state: State, loaded: boolean): string {
  const done = state === 'current' ? `${script} is already up to date.` : `Wrote ${script}.`;
  if (loaded) return `${done}\nOpen a new shell to use it.`;
  const where = startFile === null ? 'the file that $PROFILE names' : startFile;
  return `${done}\nThe shell loads it with this line in ${where} (--start-file adds it):\n\n    ${line}`;
}

async function check(context: Context, shell: Shell, places: ShellPaths, state: State): Promise<void> {
  const loaded = await isLoaded(context, places);
  if (state === 'current' && loaded) {
    const human = `${places.script} is up to date, and the shell loads it.`;
    return context.output.result({ shell, script: places.script, state, loaded }, { human, ids: [places.script] });
  }
  const reasons: Readonly<Record<State, string>> = {
    missing: `${places.script} not found.`,
    outdated: `${places.script} is outdated.`,
    foreign: `${places.script} was not created by esign.`,
    current: `No line in ${places.startFile ?? 'the profile'} loads ${places.script}.`,
  };
  throw new CommandFailure(9, `completion_${state === 'current' ? 'not_loaded' : state}`, reasons[state], {
    hint: `Run \`esign completion install ${shell}${state === 'current' ? ' --start-file' : ''}\`.`,
    details: { shell, script: places.script, loaded },
  });
}

/** The shell of a path such as /usr/bin/zsh. Throws UsageFailure for an unsupported one. */
function shellOf(path: string | undefined): Shell {
  const name = basename(path ?? '').replace(/\.exe$/i, '');
  const found = shells.find((shell) => shell === (name === 'pwsh' ? 'powershell' : name));
  if (found !== undefined) return found;
  throw new UsageFailure(
    path === undefined
      ? 'SHELL is not set, so the shell is unknown.'
      : `No completion script is available for ${name}.`,
    {
      code: 'missing_argument',
      hint: `Use one of: ${shells.join(', ')}.`,
    },
  );
}

const made = 'Completion for esign; made by';

function stateOf(text: string | null, wanted: string): State {
  if (text === null) return 'missing';
  if (text === wanted) return 'current';
  return text.split('\n', 3).some((line) => line.includes(made)) || text === '' ? 'outdated' : 'foreign';
}

/** Whether a new shell would load the script. */
async function isLoaded(context: Context, { loads, script, startFile, line: wanted }: ShellPaths): Promise<boolean> {
  if (loads === 'always') return true;
  const lines = startFile === null ? [] : ((await bytesOf(context, startFile)) ?? '').toString().split('\n');
  if (lines.some((line) => !/^\s*#/.test(line) && (line.includes(script) || line.includes(wanted)))) return true;
  return loads === 'with bash-completion' && (await bashLoads(context.machine));
}

/** Adds the line at the end of the start file and keeps its permissions and link. Throws FileFailure. */
async function addLine(context: Context, { startFile, line }: ShellPaths, shell: Shell): Promise<void> {
  if (startFile === null) {
    throw new UsageFailure('The start file of PowerShell can only be found from PowerShell.', {
      code: 'start_file_unknown',
      hint:
        'Run this in PowerShell: if (!(Test-Path $PROFILE)) { New-Item -ItemType File -Force $PROFILE }; ' +
        `Add-Content $PROFILE ${inPowershell(line)}`,
    });
  }
  await makeFolderOf(startFile, shell);
  const file = await realpath(startFile).catch(() => startFile);
  const before = await bytesOf(context, file);
  const gap = before === null || before.length === 0 || before.at(-1) === 0x0a ? '' : '\n';
  const added = Buffer.from(`${gap}# Completion for esign.\n${line}\n`);
  await context.files.write(file, Buffer.concat([before ?? Buffer.alloc(0), added]), { overwrite: true });
}

/** Throws FileFailure. */
async function makeFolderOf(file: string, shell: Shell): Promise<void> {
  try {
    await makeFolder(dirname(file));
  } catch (error) {
    throw new FileFailure('output', file, `Cannot write ${file}: ${reason(error)}.`, {
      hint: `Check your home folder. To install the script yourself, print it with \`esign completion ${shell}\`.`,
    });
  }
}

/** Bytes: start files are written by hand. */
const maxFileBytes = 4 * 1024 * 1024;

/** Null when the file is missing. Throws FileFailure when it cannot be read. */
async function bytesOf({ files }: Pick<Context, 'files'>, path: string): Promise<Buffer | null> {
  return existsSync(path) ? await files.read(path, { limit: maxFileBytes }) : null;
}
