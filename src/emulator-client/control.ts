import { ServiceFailure } from '../client/failure.js';
import type { Context } from '../cli/context.js';
import { CommandFailure, UsageFailure } from '../cli/failure.js';
import { isLoopback, type Network } from '../http/network.js';
import type { Sender } from '../http/send.js';
import { SendFailure } from '../http/send-failure.js';
import { isObject, parseJson } from '../platform/json.js';
import { type Credential, credentialsFor, notOwner } from './credential.js';
import { emulatorProfile, readRunning } from './running.js';

/** Requests to the emulator's own routes, `/_emulator/`, which are available on this machine only, with a credential. */

export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/_emulator/${string}`;
  readonly body?: unknown;
}

const maxBody = 64 * 1024 * 1024;
/** Advancing the clock responds after all due actions are done. */
const timeout = 600_000;
/** Requests to this machine never use a proxy. */
export const direct: Network = { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined };

/**
 * The base URL of the emulator: `--base-url`, ESIGN_EMULATOR_URL, the emulator started for the profile, or the URL of a
 * profile that belongs to an emulator. Throws Ended (4) when there is none.
 */
export async function findEmulator(context: Context): Promise<string> {
  const given = context.flags().baseUrl;
  if (given !== undefined) return loopback(given);
  // Set by `emulator exec`.
  const emulatorUrl = context.machine.env['ESIGN_EMULATOR_URL'] ?? '';
  if (emulatorUrl !== '') return loopback(emulatorUrl);
  const running = await readRunning(context, emulatorProfile(context));
  if (running !== null) return running.url;
  const settings = context.settings();
  if (settings.emulator && settings.baseUrl !== null) return loopback(settings.baseUrl.value);
  throw new CommandFailure(4, 'emulator_not_running', 'No emulator is running.', {
    hint: 'Start one with `esign emulator start`, or set its URL with --base-url.',
  });
}

/** Calls one of the emulator's own routes. Throws ServiceFailure with the emulator's code, and Ended (3, 4, 5, 8). */
export async function control<T>(context: Context, request: ControlRequest): Promise<T> {
  return await controlAt<T>(context, await findEmulator(context), request, timeout);
}

/** The same for a known base URL; `limit` is in milliseconds. The connection is closed afterwards. */
export async function controlAt<T>(context: Context, base: string, request: ControlRequest, limit: number): Promise<T> {
  const { createSender } = await import('../http/send.js');
  const sender = createSender({ network: direct });
  try {
    return await controlBy<T>(context, sender, base, request, limit);
  } finally {
    await sender.close();
  }
}

/** The same over connections that the caller reuses, for polling. */
export async function controlBy<T>(
  context: Context,
  sender: Pick<Sender, 'send'>,
  base: string,
  request: ControlRequest,
  limit: number,
): Promise<T> {
  if (request.method !== 'GET') context.output.changing();
  try {
    let answer: Answer | undefined;
    for await (const credential of credentialsFor(context, base)) {
      answer = await send(context, sender, credential, request, limit);
      if (answer.status !== 401) break;
    }
    if (answer === undefined || answer.status === 401) throw notOwner(base);
    return read<T>(request, answer.status, answer.text);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    if (error.reason === 'aborted') throw new CommandFailure(130, 'interrupted', 'Interrupted.');
    throw new CommandFailure(8, 'emulator_unreachable', `No emulator responds at ${base}: ${error.message}.`, {
      hint: `Start it with \`${startOf(context)}\`, or set the URL of another one with --base-url.`,
    });
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(
  context: Context,
  sender: Pick<Sender, 'send'>,
  { base, bearer }: Credential,
  request: ControlRequest,
  timeoutMs: number,
): Promise<Answer> {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const answer = await sender.send({
    method: request.method,
    url: new URL(request.path, base),
    headers: [
      ['Accept', 'application/json'],
      ...(bearer === null ? [] : [['Authorization', `Bearer ${bearer}`] as const]),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body,
    timeout: timeoutMs,
    maxBody,
    signal: context.signal,
  });
  const parts: Buffer[] = [];
  for await (const part of answer.body as AsyncIterable<Buffer>) parts.push(part);
  return { status: answer.status, text: Buffer.concat(parts).toString('utf8') };
}

function read<T>(request: ControlRequest, status: number, text: string): T {
  const value = text === '' ? undefined : (parseJson(text) ?? null);
  const error = refusal(value);
  if (error?.code === 'not_found') {
    throw new CommandFailure(4, 'not_found', error.message, {
      hint: `List the existing ones: ${listOf(request.path)}`,
    });
  }
  // The input was checked before, so the message is about the state and needs no details.
  if (error?.code === 'invalid_request') throw new CommandFailure(5, error.code, error.message);
  if (error !== null)
    throw new ServiceFailure(error.message, { ...error, status, operation: request.path, attempts: 1 });
  if (status < 200 || status >= 300 || value === null) {
    throw new CommandFailure(8, 'unexpected_answer', `The response is not from an emulator (HTTP ${status}).`, {
      hint: 'Check its URL with `esign emulator status`.',
    });
  }
  // The emulator is part of this program, so its responses have the shape of its routes.
  return value as T;
}

/** The command that starts this emulator. */
function startOf(context: Context): string {
  const profile = emulatorProfile(context);
  return `esign emulator start${profile === 'local' ? '' : ` --profile ${profile}`}`;
}

/** The command that lists the valid IDs of a route. */
function listOf(path: string): string {
  const envelope = /^\/_emulator\/envelopes\/([^/]+)\/recipients\//.exec(path)?.[1];
  if (envelope !== undefined) return `esign envelope get ${envelope}`;
  if (path.startsWith('/_emulator/authorisations/')) return 'esign authorisation list';
  if (path.startsWith('/_emulator/deliveries/')) return 'esign emulator log deliveries';
  if (path.startsWith('/_emulator/faults/')) return 'esign webhook list';
  return path.startsWith('/_emulator/inbox') ? 'esign emulator inbox list' : 'esign emulator log events';
}

function refusal(value: unknown): { readonly code: string; readonly message: string } | null {
  if (!isObject(value) || !('error' in value)) return null;
  const { code, message } = isObject(value['error']) ? value['error'] : {};
  return {
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : 'refused',
  };
}

function loopback(url: string): string {
  if (URL.canParse(url) && isLoopback(new URL(url).hostname)) return url;
  throw new UsageFailure('Emulator commands work only with an emulator on this machine.', {
    code: 'invalid_value',
    hint: 'Set the URL of an emulator with --base-url, for example http://127.0.0.1:4747.',
  });
}
