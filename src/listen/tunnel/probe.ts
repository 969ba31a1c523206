import type { Clock } from '../../core/platform/clock.js';
import { SendFailure } from '../../core/http/send-failure.js';
import type { Send } from '../../core/http/send.js';
import { behind } from './address.js';

/** The result of one round trip through the tunnel. */
export type ProbeOutcome =
  | { readonly ok: true; readonly milliseconds: number }
  | {
      readonly ok: false;
      /** `here`: this machine has no network, so the tunnel's state is unknown. */
      readonly fault: 'here' | 'there';
      /** A sentence without a full stop. */
      readonly words: string;
    };

export interface Prober {
  /**
   * For the receiver: the body of the 200 response to a GET of this target; undefined when no such probe is in
   * progress.
   */
  answer(target: string): string | undefined;
  /** Requests the public URL, which must lead back to this process. Rejects only on abort. */
  probe(address: URL, signal?: AbortSignal): Promise<ProbeOutcome>;
}

export interface ProberOptions {
  readonly send: Send;
  readonly clock: Clock;
  /** The secret path of the receiver, `/…`, without a trailing slash. */
  readonly path: string;
  /** Random text of `[a-z0-9]`, too long to guess. */
  readonly token: () => string;
  /** Milliseconds for one probe (default: 10,000, the time limit of the service). */
  readonly timeout?: number;
}

/** Error codes that mean that this machine is offline, not that the other side is down. */
const offline = new Set(['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EADDRNOTAVAIL']);

/**
 * Proves that a public URL leads to this process: it gets one random word and must respond with another, which only
 * this process knows. A server that echoes or always succeeds does not pass.
 */
export function createProber(options: ProberOptions): Prober {
  const underWay = new Map<string, string>();
  const prefix = `${options.path}/probe/`;
  return {
    answer: (target) => (target.startsWith(prefix) ? underWay.get(target.slice(prefix.length)) : undefined),
    async probe(address, signal) {
      const question = options.token();
      const answer = options.token();
      underWay.set(question, answer);
      const began = options.clock.now();
      try {
        const received = await ask(options, behind(address, `${prefix}${question}`), signal);
        const words = mismatch(received, answer, address);
        if (words !== undefined) return { ok: false, fault: 'there', words };
        return { ok: true, milliseconds: options.clock.now() - began };
      } catch (error) {
        if (signal?.aborted === true) throw error;
        return failed(error, address);
      } finally {
        underWay.delete(question);
      }
    },
  };
}

interface Received {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
}

async function ask(options: ProberOptions, url: URL, signal: AbortSignal | undefined): Promise<Received> {
  const answer = await options.send({
    method: 'GET',
    url,
    headers: [
      ['Accept', 'text/plain'],
      ['Cache-Control', 'no-store'],
      // Two providers show a warning page for a GET, but not for a delivery.
      ['ngrok-skip-browser-warning', '1'],
      ['X-Tunnel-Skip-AntiPhishing-Page', '1'],
    ],
    timeout: options.timeout ?? 10_000,
    maxBody: 64 * 1024,
    signal,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk as Buffer);
  return {
    status: answer.status,
    body: Buffer.concat(chunks).toString('utf8'),
    location: answer.headers.get('location'),
  };
}

function mismatch(received: Received, wanted: string, address: URL): string | undefined {
  if (received.status === 200 && received.body === wanted) return undefined;
  if (received.status >= 300 && received.status < 400) {
    return `${address.host} redirects (HTTP ${received.status}), and the service does not follow redirects`;
  }
  if (received.status >= 500) {
    return `${address.host} responds with HTTP ${received.status}: the tunnel is up but does not lead to this listener`;
  }
  return `another server responds at ${address.host} (HTTP ${received.status})`;
}

function failed(error: unknown, address: URL): ProbeOutcome {
  const fault = isOffline(error) ? 'here' : 'there';
  if (error instanceof SendFailure) {
    if (error.reason === 'too_large') {
      return { ok: false, fault, words: `another server responds at ${address.host}` };
    }
    return { ok: false, fault, words: error.message };
  }
  return { ok: false, fault, words: `${address.host}: ${error instanceof Error ? error.message : String(error)}` };
}

function isOffline(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && typeof at.code === 'string' && offline.has(at.code)) return true;
  }
  return false;
}
