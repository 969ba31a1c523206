import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A real terminal of a fixed size with one program in it, driven by keys and read as the person sees it. */
export interface TmuxTerminal {
  /** The lines on the screen, without the blanks at their ends and the empty lines below. */
  screen(): Promise<string>;
  /** The same with what has scrolled away. */
  history(): Promise<string>;
  /** The same as `screen` with the sequences that colour it. */
  coloured(): Promise<string>;
  /**
   * Waits until the screen shows the text and stands still; throws with the screen when it does not in time, and when it
   * showed the text already before the last keys, since the wait would then be for nothing.
   */
  shows(text: string | RegExp): Promise<string>;
  /** Presses keys by their tmux names: `Enter`, `Down`, `C-c`. */
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Changes the size of the window, and waits until the program has drawn all of it again. */
  resize(columns: number, rows: number): Promise<void>;
  close(): Promise<void>;
}

export interface TmuxOptions {
  readonly columns: number;
  readonly rows: number;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

const limitMs = 60_000;

export async function openTerminal({ columns, rows, command, env, cwd }: TmuxOptions): Promise<TmuxTerminal> {
  const folder = mkdtempSync(join(tmpdir(), 'esign-tmux-'));
  const socket = join(folder, 'socket');
  const set = Object.entries({ LANG: 'C.UTF-8', ...env }).map(([name, value]) => `${name}=${value}`);
  const quoted = ['env', '-i', ...set, ...command].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  // The pane stays when the program ends, with its exit code on the last line.
  const line = `${quoted}; printf '\\nended with %s\\n' $?; read -r _`;
  const size = ['-x', `${columns}`, '-y', `${rows}`];
  const session = ['new-session', '-d', '-s', 'it', ...size, '-c', cwd, line];
  await execute('tmux', ['-S', socket, '-f', '/dev/null', '-u', ...session], { timeout: limitMs });
  const { run: tmux } = controlTmux(socket, 'it');
  // What the program writes, so that the screen is read only when it may have changed.
  const output = join(folder, 'output');
  writeFileSync(output, '');
  await tmux('pipe-pane', '-t', 'it', `cat >> '${output}'`);
  const written = (): number => statSync(output).size;
  const capture = async (...words: readonly string[]): Promise<string> =>
    (await tmux('capture-pane', '-p', '-t', 'it', ...words)).replace(/[ \t]+$/gm, '').trimEnd();
  const screen = (): Promise<string> => capture();
  /** The screen before the keys that were pressed since the last wait. */
  let before: string | null = null;
  const send = async (...words: readonly string[]): Promise<void> => {
    before ??= await screen();
    await tmux('send-keys', '-t', 'it', ...words);
  };
  return {
    screen,
    history: () => capture('-J', '-S', '-'),
    coloured: () => capture('-e'),
    shows: async (text) => {
      const fits = (shown: string): boolean => (typeof text === 'string' ? shown.includes(text) : text.test(shown));
      if (before !== null && fits(before)) throw new Error(`the screen showed ${String(text)} before:\n${before}`);
      before = null;
      const until = Date.now() + limitMs;
      let last = '';
      while (Date.now() < until) {
        const size = written();
        last = await screen();
        await pause(40);
        if (fits(last) && written() === size && (await screen()) === last) return last;
        // Looked at now and then all the same: a program may clear its screen before its output is followed.
        for (let waited = 0; waited < 1_000 && written() === size; waited += 20) await pause(20);
      }
      throw new Error(`the screen never showed ${String(text)}:\n${last}`);
    },
    press: (...keys) => send(...keys),
    type: (text) => send('-l', text),
    resize: async (width, height) => {
      const from = written();
      await tmux('resize-window', '-t', 'it', '-x', `${width}`, '-y', `${height}`);
      // Until then the screen shows the old rows, where the terminal has moved them.
      const isRedrawn = (): boolean => readFileSync(output).subarray(from).includes('\u001b[2J');
      for (const until = Date.now() + limitMs; !isRedrawn(); await pause(20)) {
        if (Date.now() > until) throw new Error(`the screen was not drawn again:\n${await screen()}`);
      }
    },
    close: async () => {
      await tmux('kill-server').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A connection to a tmux server in its control mode, which takes commands without a process for each. */
interface TmuxControl {
  /** Runs a command, such as `send-keys` with its arguments; resolves with what it prints, rejects with its error. */
  run(...words: readonly string[]): Promise<string>;
}

interface Waiting {
  resolve(printed: string): void;
  reject(error: Error): void;
}

/** Attaches to the session without a say in the size of its windows. It ends with the server. */
function controlTmux(socket: string, session: string): TmuxControl {
  const flags = ['-f', 'no-output,ignore-size'];
  const words = ['-S', socket, '-u', '-C', 'attach-session', '-t', session, ...flags];
  const client = spawn('tmux', words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting: Waiting[] = [];
  let rest = '';
  /** The last words of the line that began an answer, which its end repeats; null between answers. */
  let begun: string | null = null;
  let printed: string[] = [];
  const take = (line: string): void => {
    const [mark = '', ...words] = line.split(' ');
    const id = words.join(' ');
    if (begun === null) {
      if (mark === '%begin') [begun, printed] = [id, []];
    } else if (id === begun && (mark === '%end' || mark === '%error')) {
      begun = null;
      // Flag 0: tmux answers a command that is not ours, the attaching.
      if (!id.endsWith(' 1')) return;
      const text = printed.join('\n');
      if (mark === '%end') waiting.shift()?.resolve(text);
      else waiting.shift()?.reject(new Error(`tmux: ${text}`));
    } else printed.push(line);
  };
  client.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  const end = (): void => {
    for (const { reject } of waiting.splice(0)) reject(new Error('tmux has ended'));
  };
  client.on('error', end).on('close', end);
  client.stdin.on('error', end);
  return {
    run: (...words) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`tmux did not answer ${words.join(' ')}`)), limitMs);
        const settled =
          <T>(act: (value: T) => void) =>
          (value: T): void => {
            clearTimeout(late);
            act(value);
          };
        waiting.push({ resolve: settled(resolve), reject: settled(reject) });
        if (client.exitCode === null) client.stdin.write(`${words.map(quoted).join(' ')}\n`);
        else end();
      }),
  };
}

/** A word for the parser of tmux, which reads one line for each command. */
function quoted(word: string): string {
  const escaped = word
    .replaceAll(/["\\$]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
  return `"${escaped}"`;
}
