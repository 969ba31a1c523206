import { childEnv } from '../child-env.js';
import { parseAddress } from '../address.js';
import { byRule, explainExit, isRetryable } from '../explain-exit.js';
import { unavailable } from '../failure.js';
import { installWords } from '../install-words.js';
import { findProgram } from '../../../core/platform/find-program.js';
import { parseJson } from '../../../core/platform/json.js';
import { askLocal, inside } from '../local-api.js';
import { openProgram, type Fact, type ProgramTunnel } from '../program-session.js';
import type { Detection, StartOptions, TunnelMachine, TunnelProvider } from '../provider.js';
import { readVersion } from '../ask-program.js';
import { ngrokRules } from './ngrok-sdk.js';
import { ngrokToken } from './ngrok-settings.js';

const title = 'the ngrok agent';
const signIn = 'Set the token of your account with `ngrok config add-authtoken TOKEN`.';

/** The ngrok agent, version 3, with the fixed domain of the account or the requested one. */
export function ngrokProvider(publicUrl: URL | null): TunnelProvider {
  return {
    id: 'ngrok',
    title,
    stability: 'fixed',
    restartable: true,
    timeoutMs: 30_000,
    pacing: { gap: 2_000, limitedTries: 2, limitedWait: 60_000 },
    detect: detectNgrok,
    async start(options, signal) {
      const file = await findProgram('ngrok', options.machine.env);
      if (file === undefined) throw unavailable('ngrok is not on the PATH.', `${installWords('ngrok')}.`);
      const token = await ngrokToken(options.machine);
      if (token === undefined) throw unavailable('No ngrok token is set.', signIn);
      return await openProgram(describe(file, token, publicUrl, options), options, signal);
    },
  };
}

function describe(file: string, token: string, publicUrl: URL | null, options: StartOptions): ProgramTunnel {
  const { localUrl, machine, send } = options;
  let api: URL | undefined;
  const ownAddress = async (signal?: AbortSignal): Promise<URL | null | undefined> => {
    if (api === undefined) return undefined;
    const answer = await askLocal(send, new URL('/api/tunnels', api), signal);
    return answer === undefined ? undefined : readTunnels(answer.json, localUrl);
  };
  return {
    title,
    command: {
      file,
      args: ngrokArguments(localUrl, publicUrl),
      env: childEnv(machine.env),
      secrets: [token],
    },
    probeAfter: 0,
    read(line) {
      api = readWebService(line) ?? api;
      return readNgrokLine(line, localUrl);
    },
    async ask(signal) {
      const url = await ownAddress(signal);
      return url == null ? [] : [{ is: 'address', url }, { is: 'connected' }];
    },
    async health() {
      const url = await ownAddress();
      return url === undefined ? 'unknown' : url === null ? 'down' : 'up';
    },
    explain: (end) => explainExit(title, { ...end, lines: end.lines.map(readSentence) }, ngrokRules),
  };
}

/** The arguments of `ngrok`; the token stays in the environment or in ngrok's settings. */
function ngrokArguments(localUrl: URL, publicUrl: URL | null): readonly string[] {
  const address = publicUrl === null ? [] : [`--url=${publicUrl.origin}`];
  return ['http', localUrl.origin, '--log=stdout', '--log-format=json', ...address];
}

/** The fact in a line of the agent's JSON log; lines about other tunnels are ignored. */
export function readNgrokLine(line: string, localUrl: URL): readonly Fact[] {
  const entry = parseJson(line);
  const message = inside(entry, 'msg');
  if (message === 'started tunnel') {
    const url = ours(inside(entry, 'addr'), inside(entry, 'url'), localUrl);
    return url === undefined ? [] : [{ is: 'address', url }, { is: 'connected' }, changed('up', 'ngrok is connected')];
  }
  const error = inside(entry, 'err');
  if (typeof error === 'string' && inside(entry, 'lvl') !== 'info') {
    const rule = ngrokRules.find((candidate) => candidate.line.test(error));
    if (rule !== undefined && !isRetryable(rule))
      return [{ is: 'failed', exit: byRule(rule, title, firstSentence(error)) }];
  }
  if (message === 'failed to reconnect session' || message === 'session closed, starting reconnect loop') {
    return [changed('degraded', 'ngrok is reconnecting')];
  }
  if (message === 'client session established' || message === 'tunnel session started') {
    return [changed('up', 'ngrok is connected')];
  }
  return [];
}

/** The port of the agent's API: not always 4040, which another agent may use. */
export function readWebService(line: string): URL | undefined {
  const entry = parseJson(line);
  const address = inside(entry, 'addr');
  if (inside(entry, 'msg') !== 'starting web service' || typeof address !== 'string') return undefined;
  const port = /^(?:127\.0\.0\.1|localhost|\[::1\]):(\d+)$/.exec(address)?.[1];
  return port === undefined ? undefined : new URL(`http://127.0.0.1:${port}`);
}

/** The tunnel's URL in the response of `GET /api/tunnels`, or null: an agent responds long before it is connected. */
export function readTunnels(json: unknown, localUrl: URL): URL | null {
  const tunnels = inside(json, 'tunnels');
  if (!Array.isArray(tunnels)) return null;
  for (const tunnel of tunnels as readonly unknown[]) {
    const url = ours(inside(tunnel, 'config', 'addr'), inside(tunnel, 'public_url'), localUrl);
    if (url !== undefined) return url;
  }
  return null;
}

function ours(local: unknown, address: unknown, localUrl: URL): URL | undefined {
  if (typeof local !== 'string' || typeof address !== 'string') return undefined;
  const port = /:(\d+)\/?$/.exec(local)?.[1] ?? local;
  const url = port === localUrl.port ? parseAddress(address) : undefined;
  return url?.protocol === 'https:' ? url : undefined;
}

function changed(state: 'up' | 'degraded', words: string): Fact {
  return { is: 'changed', update: { state, words } };
}

/** What ngrok says in a line of its log; other lines as they are. */
function readSentence(line: string): string {
  const error = inside(parseJson(line), 'err');
  return typeof error === 'string' ? firstSentence(error) : line;
}

function firstSentence(error: string): string {
  const code = /ERR_NGROK_\d+/.exec(error)?.[0];
  const first = error.split(/[\r\n]/)[0] ?? error;
  return code === undefined || first.includes(code) ? first : `${first} (${code})`;
}

async function detectNgrok(machine: TunnelMachine): Promise<Detection> {
  const shape = { needsAccount: true, stability: 'fixed', ackMode: 'end-to-end' } as const;
  const path = await findProgram('ngrok', machine.env);
  if (path === undefined) return { available: false, unasked: false, reason: 'ngrok is not installed', ...shape };
  const [token, version] = await Promise.all([
    ngrokToken(machine),
    readVersion(path, ['version'], machine.env, /version (\S+)/),
  ]);
  if (version?.startsWith('2.') === true) {
    return {
      available: false,
      unasked: false,
      reason: `ngrok version ${version} is no longer supported`,
      path,
      version,
      ...shape,
    };
  }
  if (token === undefined)
    return { available: false, unasked: false, reason: 'no ngrok token is set', path, version, ...shape };
  return { available: true, unasked: true, path, version, ...shape };
}
