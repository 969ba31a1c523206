import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseAddress } from '../address.js';
import { masked } from '../child-env.js';
import { byRule, type ExitRule } from '../explain-exit.js';
import { exitFailure, unavailable } from '../failure.js';
import { findProgram } from '../../../core/platform/find-program.js';
import { inside } from '../local-api.js';
import type { Detection, ExitInfo, SessionUpdate, TunnelMachine, TunnelProvider, TunnelSession } from '../provider.js';
import { ngrokToken } from './ngrok-settings.js';

const title = 'the ngrok SDK';
/** In a variable, so that it does not count as a dependency of esign. */
const packageName = '@ngrok/ngrok';

interface Listener {
  url(): string | null;
  close(): Promise<void>;
}
interface Sdk {
  forward(settings: Readonly<Record<string, unknown>>): Promise<Listener>;
}

/** For tests: further settings of the SDK, such as the URL of its service. */
export interface SdkOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * ngrok inside this process, if the user has installed its SDK in the current project or next to Node. Loading a
 * package of the project runs its code, so it is used only on request; one next to Node also automatically.
 */
export function ngrokSdkProvider(publicUrl: URL | null, { settings = {} }: SdkOptions = {}): TunnelProvider {
  return {
    id: 'ngrok-sdk',
    title,
    stability: 'fixed',
    restartable: true,
    timeoutMs: 30_000,
    pacing: { gap: 2_000, limitedTries: 2, limitedWait: 60_000 },
    detect: detectSdk,
    async start({ machine, localUrl, log }) {
      const path = (await globalSdk(machine)) ?? projectSdk(machine);
      if (path === undefined)
        throw unavailable(`${packageName} is not installed.`, `Install it: npm install ${packageName}`);
      const authtoken = await ngrokToken(machine);
      // Offline, a missing token would look like a missing network.
      if (authtoken === undefined)
        throw unavailable('No ngrok token is set.', 'Set NGROK_AUTHTOKEN to the token of your account.');
      const session = new SdkSession((line) => log(masked(line, [authtoken])));
      const sdk = createRequire(path)(path) as Sdk;
      try {
        session.opened(
          await sdk.forward({
            addr: localUrl.host,
            authtoken,
            ...(publicUrl === null ? {} : { domain: publicUrl.hostname }),
            onStatusChange: (status: string) => session.hear(status),
            ...settings,
          }),
        );
      } catch (error) {
        throw exitFailure(refused(error, authtoken));
      }
      return session;
    },
  };
}

/** The exit for an error of the SDK, by the service's code if there is one. */
function refused(error: unknown, token: string): ExitInfo {
  const message = masked(error instanceof Error ? error.message : String(error), [token]);
  const code = inside(error, 'errorCode');
  const text = typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message;
  const line = text.replace(/\s+/g, ' ');
  const rule = ngrokRules.find((candidate) => candidate.line.test(line)) ?? { line: /^/, reason: 'crash' as const };
  return byRule(rule, title, line);
}

class SdkSession implements TunnelSession {
  readonly probeAfter = 0;
  readonly pids = [];
  readonly closed: Promise<ExitInfo>;
  #end: (exit: ExitInfo) => void = () => undefined;
  #listener: (update: SessionUpdate) => void = () => undefined;
  #sdk: Listener | undefined;
  #connected = true;
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  opened(listener: Listener): void {
    this.#sdk = listener;
  }

  hear(status: string): void {
    this.#log(`ngrok: ${status}`);
    this.#connected = status === 'connected';
    const words = this.#connected ? 'ngrok is connected' : 'ngrok is reconnecting';
    this.#listener({ state: this.#connected ? 'up' : 'degraded', words });
  }

  addresses(): readonly URL[] {
    const url = parseAddress(this.#sdk?.url() ?? '');
    return url === undefined ? [] : [url];
  }

  onUpdate(listener: (update: SessionUpdate) => void): void {
    this.#listener = listener;
  }

  async health(): Promise<'up' | 'down'> {
    return this.#connected ? 'up' : 'down';
  }

  async close(graceMs: number): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const given = new Promise<void>((resolve) => {
      late = setTimeout(resolve, graceMs);
    });
    await Promise.race([this.#sdk?.close().catch(() => undefined), given]);
    clearTimeout(late);
    const words = `${title} was closed`;
    this.#end({ code: null, signal: null, reason: 'closed', retryable: true, words, hint: '' });
  }
}

/** The SDK next to the Node on the PATH, as installed by `npm install --global`. */
async function globalSdk({ env }: TunnelMachine): Promise<string | undefined> {
  const node = await findProgram('node', env);
  if (node === undefined) return undefined;
  const folder = dirname(dirname(await realpath(node)));
  return (
    resolved(join(folder, 'lib', 'node_modules', packageName)) ??
    resolved(join(dirname(node), 'node_modules', packageName))
  );
}

function projectSdk({ cwd }: TunnelMachine): string | undefined {
  return resolved(packageName, cwd);
}

function resolved(name: string, from = '/'): string | undefined {
  try {
    return createRequire(join(from, 'package.json')).resolve(name);
  } catch {
    return undefined;
  }
}

async function detectSdk(machine: TunnelMachine): Promise<Detection> {
  const shape = { needsAccount: true, stability: 'fixed', ackMode: 'end-to-end' } as const;
  const beside = await globalSdk(machine);
  const path = beside ?? projectSdk(machine);
  if (path === undefined)
    return { available: false, unasked: false, reason: `${packageName} is not installed`, ...shape };
  if ((await ngrokToken(machine)) === undefined)
    return { available: false, unasked: false, reason: 'no ngrok token is set', path, ...shape };
  if (beside === undefined) {
    const reason = 'the SDK of a project is used only on request';
    return { available: true, unasked: false, reason, path, ...shape };
  }
  return { available: true, unasked: true, path, ...shape };
}

/** Errors of the ngrok service by code; the codes are in the agent's output and in the SDK's errors. */
export const ngrokRules: readonly ExitRule[] = [
  { line: /ERR_NGROK_(120|121)\b/, reason: 'crash', retryable: false, hint: 'Update the agent with `ngrok update`.' },
  { line: /ERR_NGROK_(123|1200)\b/, reason: 'auth', hint: 'Verify the e-mail address of your ngrok account.' },
  {
    line: /ERR_NGROK_(105|106|107|109|4018)\b/,
    reason: 'auth',
    hint: 'Set the token of your account with `ngrok config add-authtoken TOKEN`.',
  },
  {
    line: /ERR_NGROK_(108)\b/,
    reason: 'auth',
    hint: 'Stop the other ngrok agent of this account, or upgrade the plan.',
  },
  {
    line: /ERR_NGROK_334\b|endpoint .{0,200} is already online/,
    reason: 'port-taken',
    hint: 'Stop the other agent that serves this URL.',
  },
  { line: /ERR_NGROK_(314|319|320|321|326)\b/, reason: 'auth', hint: 'Use a domain of your own ngrok account.' },
  {
    line: /ERR_NGROK_(725|727|734|738)\b|exceeded .{0,200}(limit|bandwidth)|rate limit/i,
    reason: 'rate-limited',
    hint: 'Wait, or upgrade the plan of the ngrok account.',
  },
  { line: /authentication failed|failed to auth|insufficient permissions/i, reason: 'auth' },
  {
    line: /failed to (reconnect|connect) session|failed to establish tcp connection|no such host|i\/o timeout|connection refused|network is unreachable/i,
    reason: 'network',
  },
  { line: /unknown flag|unknown command|ERR_NGROK_(8001|8004)\b/, reason: 'crash', retryable: false },
];
