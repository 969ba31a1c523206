import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/esign.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProgram {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The first line of stdout; rejects when the program ends without one. */
  readonly firstLine: Promise<string>;
  readonly ended: Promise<Ended>;
}

/** The built program as a person runs it, with folders of its own and nothing of the tester's environment. */
export interface BuiltProgram {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** `group`: as the leader of a process group of its own, to be signalled as a whole. */
  start(argv: readonly string[], env?: NodeJS.ProcessEnv, group?: boolean): RunningProgram;
  run(argv: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  /** Runs a script in `sh` with `esign` on its path. */
  shell(script: string, env?: NodeJS.ProcessEnv): Promise<Ended>;
  /** Stops what was left running, and removes the folder. */
  remove(): Promise<void>;
}

export function builtProgram(): BuiltProgram {
  const folder = mkdtempSync(join(tmpdir(), 'esign-built-'));
  const { PATH, HOME, TZ, ESIGN_CACHE_DIR, XDG_STATE_HOME } = process.env;
  const env: NodeJS.ProcessEnv = {
    PATH,
    HOME,
    TZ,
    ESIGN_CACHE_DIR,
    XDG_STATE_HOME,
    ESIGN_CONFIG_DIR: join(folder, 'config'),
    ESIGN_STATE_DIR: join(folder, 'state'),
    NO_COLOR: '1',
  };
  const started = new Set<ChildProcess>();
  const launch = (
    command: string,
    argv: readonly string[],
    more: NodeJS.ProcessEnv,
    detached = false,
  ): RunningProgram => {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, argv, { cwd: folder, env: { ...env, ...more }, stdio, detached });
    started.add(child);
    return watch(child, () => started.delete(child));
  };
  const start: BuiltProgram['start'] = (argv, more = {}, group = false) =>
    launch(process.execPath, [bin, ...argv], more, group);
  const shell: BuiltProgram['shell'] = (script, more = {}) => {
    const named = `esign() { "${process.execPath}" "${bin}" "$@"; }\nset -eu\n${script}`;
    return launch('sh', ['-c', named], more).ended;
  };
  return {
    folder,
    env,
    start,
    run: (argv, more) => start(argv, more).ended,
    shell,
    remove: async () => {
      // Where none runs, nothing has to be asked.
      if (existsSync(join(folder, 'state', 'emulator-local.json'))) await start(['emulator', 'stop']).ended;
      for (const child of started) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function watch(child: ChildProcess, gone: () => void): RunningProgram {
  let stdout = '';
  let stderr = '';
  let line: (text: string) => void = () => undefined;
  let none: (reason: Error) => void = () => undefined;
  const firstLine = new Promise<string>((resolve, reject) => {
    line = resolve;
    none = reject;
  });
  firstLine.catch(() => undefined);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.includes('\n')) line(stdout.slice(0, stdout.indexOf('\n')));
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      gone();
      none(new Error(`it ended with ${code ?? signal ?? 'nothing'}: ${stderr}`));
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { process: child, pid: child.pid ?? 0, firstLine, ended };
}
