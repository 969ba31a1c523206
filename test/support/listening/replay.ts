import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a program that replays a transcript does: in order, each once. */
export type ReplayStep =
  /** Writes text; `{PORT}` becomes the port of its interface, `{LOCAL}` the receiver's as it stands on its command line. */
  | { readonly say: string; readonly to?: 'out' | 'err' }
  | { readonly wait: number }
  | { readonly exit: number }
  /** Changes what its interface answers. */
  | { readonly serve: Readonly<Record<string, { readonly status: number; readonly body: string }>> };

/** A question that is answered at once, by a shell, as the real programs do. */
export interface ReplayAnswer {
  /** The words of the command line begin like this. */
  readonly when: readonly string[];
  readonly answer: string;
}

export interface ReplayRule {
  /** The words of the command line must begin like this; the first rule that fits is played. */
  readonly when?: readonly string[];
  readonly steps: readonly ReplayStep[];
  /** Stays alive at a SIGTERM. */
  readonly stubborn?: boolean;
}

export interface Replay {
  /** The folder for the PATH; the program runs with this Node. */
  readonly bin: string;
  /** How it was called, each time but for questions. */
  calls(): readonly { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }[];
}

/** Puts a program of that name into the folder that replays what the real one was seen to do. */
export function replayProgram(folder: string, name: string, rules: readonly (ReplayRule | ReplayAnswer)[]): Replay {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const log = join(folder, `${name}.calls`);
  const path = join(bin, name);
  const played = rules.filter((rule) => 'steps' in rule);
  writeFileSync(`${path}.cjs`, `(${player.toString()})(${JSON.stringify({ rules: played, log })});\n`);
  const cases = rules
    .filter((rule) => 'answer' in rule)
    .map(({ when, answer }) => `  ${quoted(when.join(' '))}*) printf '%s\\n' ${quoted(answer)}; exit 0 ;;\n`);
  const shell = `case "$*" in\n${cases.join('')}esac\nexec ${quoted(process.execPath)} ${quoted(`${path}.cjs`)} "$@"\n`;
  writeFileSync(path, `#!/bin/sh\n${shell}`);
  chmodSync(path, 0o755);
  return {
    bin,
    calls: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The text of a recorded transcript, in chunks that cut lines and addresses in two. */
export function transcript(
  name: string,
  options: { readonly to?: 'out' | 'err'; readonly size?: number } = {},
): readonly ReplayStep[] {
  const text = readFileSync(join('test/fixtures/tunnels', `${name}.txt`), 'utf8');
  const size = options.size ?? 37;
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
  return joinPlaceholders(chunks).map((say) => ({ say, to: options.to ?? 'out' }));
}

/** A placeholder that a cut went through is filled only in one piece. */
function joinPlaceholders(chunks: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const chunk of chunks) {
    const before = joined.at(-1);
    if (before !== undefined && /\{[A-Z]*$/.test(before)) joined[joined.length - 1] = before + chunk;
    else joined.push(chunk);
  }
  return joined;
}

/** Runs as the whole of the fake program: it may use nothing from around it. */
function player({ rules, log }: { readonly rules: readonly ReplayRule[]; readonly log: string }): void {
  const { appendFileSync } = process.getBuiltinModule('node:fs');
  const { createServer } = process.getBuiltinModule('node:http');
  const args = process.argv.slice(2);
  appendFileSync(log, `${JSON.stringify({ args, env: process.env })}\n`);
  const rule = rules.find(({ when = [] }) => when.every((word, at) => args[at] === word));
  if (rule === undefined) process.exit(2);
  if (rule.stubborn === true) process.on('SIGTERM', () => undefined);
  const local = /(?:127\.0\.0\.1:|^)(\d{2,5})$/.exec(
    args.find((word) => /(127\.0\.0\.1:|^)\d{2,5}$/.test(word)) ?? '',
  )?.[1];
  let answers: Readonly<Record<string, { readonly status: number; readonly body: string }>> = {};
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? { status: 404, body: '' };
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  });
  const fill = (text: string): string => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '0';
    return text.replaceAll('{PORT}', port).replaceAll('{LOCAL}', local ?? '0');
  };
  server.listen(0, '127.0.0.1', async () => {
    for (const step of rule.steps) {
      if ('wait' in step) await new Promise((resolve) => setTimeout(resolve, step.wait));
      else if ('exit' in step) process.exit(step.exit);
      else if ('serve' in step) {
        answers = Object.fromEntries(
          Object.entries(step.serve).map(([path, answer]) => [path, { ...answer, body: fill(answer.body) }]),
        );
      } else {
        (step.to === 'err' ? process.stderr : process.stdout).write(fill(step.say));
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    }
  });
}
