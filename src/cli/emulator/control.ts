import { text as readText } from 'node:stream/consumers';
import type { ErrorSubject } from '../failure/error-subject.js';
import { ServiceFailure } from '../../client/failure.js';
import type { Context } from '../context/context.js';
import { Cancelled, CommandFailure, UsageFailure } from '../failure/failure.js';
import type { HeaderPair } from '../../core/http/headers.js';
import { isLoopback, type Network } from '../../core/http/network.js';
import type { SendAnswer, Sender } from '../../core/http/send.js';
import { SendFailure } from '../../core/http/send-failure.js';
import { isObject, parseJson } from '../../core/platform/json.js';
import { type Credential, credentialsFor, notOwner } from './credential.js';
import { emulatorProfile, profileFlag, readRunning, waysToAnEmulator } from './running.js';

/** Requests to the emulator's own routes, `/_emulator/`, which are available on this machine only, with a credential. */

export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/_emulator/${string}`;
  readonly body?: unknown;
}

const maxBody = 64 * 1024 * 1024;
/** Advancing the clock responds after all due actions are done. */
const timeout = 600_000;
/** For what responds at once, but takes longer on a busy machine. */
const usualTimeout = 15_000;
/** Requests to this machine never use a proxy. */
export const direct: Network = { httpProxy: '', httpsProxy: '', noProxy: '', caFile: undefined, nodeCaFile: undefined };

/**
 * The base URL of the emulator: `--base-url`, ESIGN_EMULATOR_URL, the emulator started for the profile, or the URL of a
 * profile that belongs to an emulator. Throws CommandFailure (4) when there is none.
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
    hint: await waysToAnEmulator(context),
  });
}

/** This run for requests that Ctrl-C does not cut off, since they take back or tell what is left at the end; 5 s for them. */
export const atTheEnd = (context: Context): Context => ({ ...context, signal: AbortSignal.timeout(5_000) });

/** Calls one of the emulator's own routes. Throws ServiceFailure with the emulator's code, and CommandFailure (3, 4, 5, 8). */
export async function control<T>(context: Context, request: ControlRequest): Promise<T> {
  return await controlAt<T>(context, await findEmulator(context), request, timeout);
}

/** The same for a known base URL, within `limit` milliseconds. The connection is closed afterwards. */
export async function controlAt<T>(
  context: Context,
  base: string,
  request: ControlRequest,
  limit = usualTimeout,
): Promise<T> {
  const { createSender } = await import('../../core/http/send.js');
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
  limit = usualTimeout,
): Promise<T> {
  if (request.method !== 'GET') context.output.changing();
  return await reached(context, base, async () => {
    const answer = await permitted(context, base, (credential) => send(context, sender, credential, request, limit));
    return await readAnswer<T>(request.path, answer);
  });
}

/** Reports connections that fail in `work`. Throws CommandFailure (8, 130). */
export async function reached<T>(context: Context, base: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    if (error.reason === 'aborted') throw new CommandFailure(130, 'interrupted', 'Interrupted.');
    if (error.reason === 'too_large') {
      throw new CommandFailure(8, 'answer_too_large', `The response of the emulator is too large: ${error.message}.`);
    }
    throw new CommandFailure(8, 'emulator_unreachable', `No emulator responds at ${base}: ${error.message}.`, {
      hint: `Start it with \`${startOf(context)}\`, or set the URL of another one with --base-url.`,
    });
  }
}

/** The answer with the first credential that the emulator accepts. Throws CommandFailure (3). */
export async function permitted(
  context: Context,
  base: string,
  attempt: (credential: Credential) => Promise<SendAnswer>,
): Promise<SendAnswer> {
  for await (const credential of credentialsFor(context, base)) {
    const answer = await attempt(credential);
    if (answer.status !== 401) return answer;
    answer.body.destroy();
  }
  throw notOwner(base);
}

async function send(
  context: Context,
  sender: Pick<Sender, 'send'>,
  { base, bearer }: Credential,
  request: ControlRequest,
  timeoutMs: number,
): Promise<SendAnswer> {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  return await sender.send({
    method: request.method,
    url: new URL(request.path, base),
    headers: headersOf(bearer, body !== undefined),
    body,
    timeout: timeoutMs,
    maxBody,
    signal: context.signal,
  });
}

export const headersOf = (bearer: string | null, hasBody: boolean): readonly HeaderPair[] => [
  ['Accept', 'application/json'],
  ...(bearer === null ? [] : [['Authorization', `Bearer ${bearer}`] as const]),
  ...(hasBody ? [['Content-Type', 'application/json'] as const] : []),
];

/** The value of an answer that is read whole. Throws ServiceFailure, and CommandFailure (4, 5, 8). */
export async function readAnswer<T>(path: string, { status, body }: SendAnswer): Promise<T> {
  return read<T>(path, status, await readText(body));
}

function read<T>(path: string, status: number, text: string): T {
  const value = text === '' ? undefined : (parseJson(text) ?? null);
  const error = refusal(value);
  const envelopeId = /^\/_emulator\/envelopes\/([^/]+)/.exec(path)?.[1];
  if (error?.code === 'not_found') {
    throw new CommandFailure(4, 'not_found', error.message, {
      hint: `List the existing ones: ${listOf(path, error.message)}`,
    });
  }
  // The input was checked before, so the message is about the state and needs no details.
  if (error?.code === 'invalid_request') throw new CommandFailure(5, error.code, error.message);
  if (error !== null) {
    const about: ErrorSubject = envelopeId === undefined ? {} : { envelopeId };
    throw new ServiceFailure(error.message, { ...error, status, operation: path, attempts: 1, about });
  }
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
  return `esign emulator start${profileFlag(context, emulatorProfile(context))}`;
}

/** The command that lists the valid IDs of a route. */
function listOf(path: string, message: string): string {
  const envelope = /^\/_emulator\/envelopes\/([^/]+)/.exec(path)?.[1];
  if (envelope !== undefined)
    return message.startsWith('Recipient ') ? `esign envelope get ${envelope}` : 'esign envelope list';
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

/** Confirms the deletion of emulator data. Throws Cancelled and UsageFailure. */
export async function confirmDataLoss(
  context: Context,
  { what, question }: { readonly what: string; readonly question: string },
): Promise<void> {
  const sentence = `${what} the emulator at ${await findEmulator(context)}.`;
  if (context.flags().yes === true) return;
  if (!context.prompt.available) {
    throw new UsageFailure(`${sentence} This needs a confirmation, but esign cannot ask without a terminal.`, {
      code: 'confirmation_needed',
      hint: 'Add --yes to confirm.',
    });
  }
  context.output.note(sentence);
  if (!(await context.prompt.confirm(question))) throw new Cancelled();
}
