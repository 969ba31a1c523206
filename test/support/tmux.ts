import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { controlTmux } from './tmux-control.js';

const execute = promisify(execFile);

/** A real terminal of a fixed size with one program in it, driven by keys and read as the person sees it. */
export interface TmuxTerminal {
  /** The lines on the screen, without the blanks at their ends and the empty lines below. */
  screen(): Promise<string>;
  /** The same with what has scrolled away. */
  history(): Promise<string>;
  /** The same as `screen` with the sequences that colour it. */
  coloured(): Promise<string>;
  /** Waits until the screen shows the text and stands still; throws with the screen when it does not in time. */
  shows(text: string | RegExp): Promise<string>;
  /** Presses keys by their tmux names: `Enter`, `Down`, `C-c`. */
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Changes the size of the window, which the program is told of. */
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
  return {
    screen,
    history: () => capture('-J', '-S', '-'),
    coloured: () => capture('-e'),
    shows: async (text) => {
      const fits = (shown: string): boolean => (typeof text === 'string' ? shown.includes(text) : text.test(shown));
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
    press: async (...keys) => void (await tmux('send-keys', '-t', 'it', ...keys)),
    type: async (text) => void (await tmux('send-keys', '-t', 'it', '-l', text)),
    resize: async (width, height) =>
      void (await tmux('resize-window', '-t', 'it', '-x', `${width}`, '-y', `${height}`)),
    close: async () => {
      await tmux('kill-server').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
