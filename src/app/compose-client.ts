import { type Client, createClient } from '../client/client.js';
import type { CallResult, Deviation } from '../client/call.js';
import type { Wait } from '../client/send-with-retry.js';
import type { Mask } from '../client/mask.js';
import { describeResult } from '../client/recording.js';
import type { Host } from '../cli/context/context.js';
import type { Contract } from '../contract/overlay/contract.js';
import { makesEvents } from '../contract/operation.js';
import type { Problem } from '../contract/schema.js';
import { type OperationId, operations } from '../contract/operations.js';
import { misreadValue } from '../contract/structure.js';
import { serviceHost } from '../contract/service-host.js';
import { listenAddressIn } from '../core/config/listen-address.js';
import { readNetwork } from '../core/http/network.js';
import { createSender, type Send } from '../core/http/send.js';
import type { RequestJournal } from '../store/requests.js';
import { ifUsable, type State } from '../store/state.js';
import type { Written } from '../core/terminal/failure.js';
import type { RecordedAs } from './recorded-as.js';

export interface OpenClientOptions extends Pick<Host, 'env' | 'clock' | 'random' | 'uuid' | 'signal'> {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userAgent: string;
  readonly completionDeliveryValue: string | undefined;
  readonly profile: string | undefined;
  readonly contract: Contract | undefined;
  /** Under which address records know the service. */
  readonly known: RecordedAs;
  readonly state: State;
  readonly journal: RequestJournal;
  /** Milliseconds for one attempt of a request. */
  readonly timeout: number | undefined;
  /** Milliseconds for all attempts of a request; 0 for one attempt. */
  readonly retryFor: number | undefined;
  readonly trace: ((line: string) => void) | undefined;
  readonly traceBodies: boolean | undefined;
  readonly mask: Mask;
  /** Refuses what breaks an assumed bound. */
  readonly strict: boolean | undefined;
  /** Told of an assumed bound that a request breaks. */
  readonly onGuess: (problem: Problem) => void;
  /** Told before each request that changes something. */
  readonly onWrite: () => void;
  /** Told when the outcome of a write could not be recorded. */
  readonly onUnrecorded: (request: string) => void;
  /** Told before each long wait. */
  readonly onWait: (wait: Wait) => void;
  /** Told before an identical write whose outcome is unknown is settled instead of sending a new one. */
  readonly onTwin: (twin: { readonly id: string }) => void;
  /** Told of a response that differs from its description. */
  readonly onDeviating: (answer: DeviatingAnswer) => void;
  /** Told of each that was carried out. */
  readonly onWritten: (write: Written) => void;
}

/** The first difference from the description of an operation, which a command may stumble over. */
export interface DeviatingAnswer {
  readonly operation: OperationId;
  readonly isWrite: boolean;
  readonly status: number;
  readonly deviation: Deviation;
  /** The property that words cannot be made of. A read whose property is described and present fails instead. */
  readonly misread: string | null;
}

export interface OpenClient {
  readonly client: Client;
  close(): Promise<void>;
}

/** Joins the client to the network: loaded with the first request, since it brings the HTTP stack with it. */
export function openServiceClient(options: OpenClientOptions): OpenClient {
  const { env, timeout, known } = options;
  const sender = createSender({ network: readNetwork(env) });
  const send = known.follow(sender.send);
  const client = createClient({
    ...options,
    wholeAnswers: true,
    recordedAs: known.label,
    send: async (request) => {
      if (request.method !== 'GET') {
        await known.confirm();
        options.onWrite();
      }
      return await send(request);
    },
    onResult: (operation, result) => remember(options, sender.send, operation, result),
    ...(timeout === undefined ? {} : { limits: { timeout, downloadTimeout: timeout, idleTimeout: timeout } }),
  });
  return { client, close: () => sender.close() };
}

/**
 * Tells of what was changed, and keeps the names of the templates that answers tell of, for the shell's completion. What
 * cannot be kept is let go.
 */
async function remember(
  { state, known, baseUrl, onWritten, onDeviating, env }: OpenClientOptions,
  send: Send,
  operation: OperationId,
  { status, body, idempotencyKey, deviations }: CallResult<unknown>,
): Promise<void> {
  const row = operations[operation];
  const isWrite = row.method !== 'GET';
  const [deviation] = deviations;
  if (deviation !== undefined) {
    const misread = row.answer.kind === 'json' ? misreadValue(row.answer.body, body) : null;
    onDeviating({ operation, isWrite, status, deviation, misread });
  }
  if (isWrite) {
    const { resource, resources } = describeResult(status, body);
    const ids = resources ?? (resource === undefined ? [] : [resource]);
    onWritten({ operation, ids, idempotencyKey });
    const listener = listenAddressIn(env);
    if (listener?.service === baseUrl && makesEvents(row)) await reportEnvelopes(send, listener.notes, ids);
  }
  if (!row.path.startsWith('/api/v1/templates')) return;
  const { keepTemplates, templatesIn } = await import('../store/seen-templates.js');
  const host = serviceHost(await known.known());
  ifUsable(() => keepTemplates(state, host, templatesIn(body)), undefined);
}

/** Milliseconds: a listener that is stopped may not hold up each write for long. */
const reportMs = 5_000;

/**
 * Reports envelopes to the `esign listen` that runs this program, so that their deliveries count there. Best effort: it
 * says by itself when none of what was expected counts.
 */
async function reportEnvelopes(send: Send, url: URL, envelopes: readonly string[]): Promise<void> {
  try {
    const headers = [['Content-Type', 'application/json']] as const;
    const body = JSON.stringify({ envelopes });
    const answer = await send({ method: 'POST', url, headers, body, timeout: reportMs, maxBody: 1_024 });
    answer.body.destroy();
  } catch {
    // The listener has ended.
  }
}
