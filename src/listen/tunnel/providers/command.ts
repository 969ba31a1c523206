import { childEnv } from '../child-env.js';
import { explainExit, type ExitRule } from '../explain-exit.js';
import { badSetting, unavailable } from '../failure.js';
import { findProgram } from '../../../core/platform/find-program.js';
import { openProgram } from '../program-session.js';
import type { Detection, TunnelMachine, TunnelProvider } from '../provider.js';
import { readAddressFrom, readCommandLine } from './command-output.js';

export interface CommandTunnel {
  /** Words separated by spaces, with quotes; `{port}` and `{url}` are those of the receiver. No shell. */
  readonly line: string;
  /** `/pattern/` or `.path[0]`; null tries every https URL that the program prints. */
  readonly addressFrom: string | null;
  /** The public URL if known in advance. */
  readonly publicUrl: URL | null;
}

const rules: readonly ExitRule[] = [
  { line: /permission denied|unauthori[sz]ed|authentication failed|invalid token/i, reason: 'auth', retryable: false },
  { line: /\b429\b|too many requests|rate limit/i, reason: 'rate-limited' },
  { line: /address already in use|port .{0,200} (taken|in use)|remote port forwarding failed/i, reason: 'port-taken' },
  {
    line: /connection (refused|reset|timed out)|no such host|could not resolve|network is unreachable|getaddrinfo/i,
    reason: 'network',
  },
];

/** Any program that is a tunnel while it runs. Throws TunnelFailure (`tunnel_setting`). */
export function commandProvider({ line, addressFrom, publicUrl }: CommandTunnel): TunnelProvider {
  const words = splitWords(line);
  const [name] = words;
  if (name === undefined) throw badSetting('--tunnel-cmd is empty.', "Example: --tunnel-cmd 'program --to {port}'");
  if (!words.some((word) => /\{(port|url)\}/.test(word))) {
    throw badSetting('--tunnel-cmd does not contain {port}.', "Example: --tunnel-cmd 'program --to {port}'");
  }
  const from = readAddressFrom(addressFrom);
  const title = `\`${name}\``;
  const stability = publicUrl === null ? 'connection' : 'fixed';
  return {
    id: 'command',
    title,
    stability,
    restartable: true,
    timeoutMs: 30_000,
    pacing: { gap: 2_000, limitedTries: 3, limitedWait: 60_000 },
    detect: (machine) => detectCommand(machine, name, stability),
    async start(options, signal) {
      const { machine, localUrl } = options;
      const file = isPath(name) ? name : await findProgram(name, machine.env);
      if (file === undefined)
        throw unavailable(`Program "${name}" is not on the PATH.`, 'Install it, or use its full path.');
      const args = words.slice(1).map((word) => filled(word, localUrl));
      return await openProgram(
        {
          title,
          command: { file, args, env: childEnv(machine.env), cwd: machine.cwd },
          probeAfter: 0,
          ...(publicUrl === null ? {} : { address: publicUrl }),
          read: (text) => (publicUrl === null ? readCommandLine(text, from, localUrl) : []),
          // With a known URL only the probe is awaited.
          ...(publicUrl === null ? {} : { ask: async () => [{ is: 'connected' } as const] }),
          explain: (end) => explainExit(title, end, rules),
        },
        options,
        signal,
      );
    },
  };
}

/** Splits a command line into words: single quotes are literal, double quotes allow `\"` and `\\`. */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  const parts = /\s*((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+)/gy;
  let at = 0;
  for (let match = parts.exec(line); match !== null; match = parts.exec(line)) {
    at = parts.lastIndex;
    words.push(unquoted(match[1] ?? ''));
  }
  if (line.slice(at).trim() !== '') throw badSetting('Unclosed quote in --tunnel-cmd.', 'Close the quote.');
  return words;
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (whole, single, double, escaped) => {
    if (typeof single === 'string') return single;
    if (typeof double === 'string') return double.replace(/\\(["\\])/g, '$1');
    return typeof escaped === 'string' ? escaped : whole;
  });
}

function filled(word: string, localUrl: URL): string {
  return word.replaceAll('{port}', localUrl.port).replaceAll('{url}', localUrl.origin);
}

function isPath(name: string): boolean {
  return /[/\\]/.test(name);
}

async function detectCommand(
  { env }: TunnelMachine,
  name: string,
  stability: Detection['stability'],
): Promise<Detection> {
  const path = isPath(name) ? name : await findProgram(name, env);
  const shape = { unasked: false, needsAccount: false, stability, ackMode: 'end-to-end' } as const;
  if (path === undefined) return { available: false, reason: `"${name}" is not on the PATH`, ...shape };
  return { available: true, path, ...shape };
}
