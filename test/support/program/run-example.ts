import { spawn } from 'node:child_process';
import { openTerminal } from './tmux.js';

/** How an example is run. */
export type Manner =
  /** To its end. */
  | { readonly is: 'ends' }
  /** Until its output matches; then Ctrl-C ends it. */
  | { readonly is: 'stopped'; readonly ready: RegExp }
  /** In a terminal until its screen matches; then Ctrl-C ends it. */
  | { readonly is: 'asks'; readonly shows: RegExp };

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly limitMs: number;
}

export interface ExampleEnd {
  /** Null: it was killed, since it took too long. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** For what was written before the end to be read. */
const drainMs = 10_000;

/** Ended by Ctrl-C. */
export const interrupted = 130;

/** Runs a line in `sh`. Nothing that it started in its process group outlives it. */
export async function runExample(line: string, manner: Manner, surroundings: Surroundings): Promise<ExampleEnd> {
  if (manner.is === 'asks') return await inTerminal(line, manner.shows, surroundings);
  const { cwd, env, stdin, limitMs } = surroundings;
  const child = spawn('sh', ['-c', line], { cwd, env, detached: true, stdio: 'pipe' });
  // Only a child that has started has a group: without one, this would end the test itself.
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group has ended by itself.
    }
  };
  const limit = setTimeout(() => signal('SIGKILL'), limitMs);
  const written = { stdout: '', stderr: '' };
  let isStopped = false;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      if (manner.is !== 'stopped' || isStopped || !manner.ready.test(written[name])) return;
      isStopped = true;
      signal('SIGINT');
    });
  }
  // A program that does not read its input closes it.
  child.stdin.on('error', () => undefined).end(stdin);
  try {
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (exit, name) => resolve(name === 'SIGINT' ? interrupted : exit));
    });
    // What the line left in the background holds its output, and ends here.
    signal('SIGKILL');
    const given = AbortSignal.timeout(drainMs);
    await Promise.race([closed, new Promise<void>((resolve) => given.addEventListener('abort', () => resolve()))]);
    return { code, ...written };
  } finally {
    clearTimeout(limit);
    signal('SIGKILL');
  }
}

async function inTerminal(line: string, shows: RegExp, { cwd, env }: Surroundings): Promise<ExampleEnd> {
  // A shell around it would die of Ctrl-C, and the terminal with it.
  const terminal = await openTerminal({ columns: 100, rows: 40, command: ['sh', '-c', `exec ${line}`], env, cwd });
  try {
    await terminal.shows(shows);
    await terminal.press('C-c');
    const screen = await terminal.shows(/ended with \d+/);
    return { code: Number(/ended with (\d+)/.exec(screen)?.[1]), stdout: screen, stderr: '' };
  } finally {
    await terminal.close();
  }
}
