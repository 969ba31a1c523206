import { spawn } from 'node:child_process';

/** A connection to a tmux server in its control mode, which takes commands without a process for each. */
export interface TmuxControl {
  /** Runs a command, such as `send-keys` with its arguments; resolves with what it prints, rejects with its error. */
  run(...words: readonly string[]): Promise<string>;
}

const limitMs = 60_000;

interface Waiting {
  resolve(printed: string): void;
  reject(error: Error): void;
}

/** Attaches to the session without a say in the size of its windows. It ends with the server. */
export function controlTmux(socket: string, session: string): TmuxControl {
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
