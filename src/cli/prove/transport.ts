import { headersIn } from '../../contract/overlay/edge.js';
import type { Operation } from '../../contract/operation.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { readWhole } from '../../client/pdf.js';
import { RateWindow } from '../../client/rate-budget.js';
import { HeaderList, type HeaderPair } from '../../core/http/headers.js';
import { readNetwork } from '../../core/http/network.js';
import { createSender } from '../../core/http/send.js';
import { SendFailure } from '../../core/http/send-failure.js';
import type { Clock } from '../../core/platform/clock.js';
import { parseJson, parseJsonBytes } from '../../core/platform/json.js';
import { isInstant, isUuid } from '../../contract/schema.js';
import { hiddenIn, type Mask } from '../../client/mask.js';
import { showHeader } from '../../client/trace.js';
import type { ShownExchange } from './outcome.js';

/** A request in the words of the service. */
export interface RawRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly HeaderPair[];
  readonly body: string | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Undefined where it is not JSON. */
  readonly json: unknown;
  readonly length: number;
}

/** No answer that could be read; `message` is a clause. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** Ctrl-C: the run ends. */
  readonly stopped: boolean;

  constructor(message: string, stopped = false) {
    super(message);
    this.stopped = stopped;
  }
}

export interface Transport {
  /** One request, one answer: no retry, no redirect followed. Waits for the pace first. Throws Unanswered. */
  ask(request: RawRequest, contract: Contract, signal?: AbortSignal): Promise<RawAnswer>;
  /** As the service says it; undefined as long as it has not. */
  readonly rateLimit: number | undefined;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds for one exchange. */
  readonly timeout: number;
  readonly onWait: (milliseconds: number) => void;
}

const maxBody = 4 * 1024 * 1024;
const maxRequests = 500;
const windowMs = 60_000;
/** As long as the service has not said its own: that of the free plan. */
const assumedLimit = 60;

/** Asks at most half as often as the rate limit allows, so that the key's other users are not held up. */
export function createTransport(options: TransportOptions): Transport {
  const { clock } = options;
  const sender = createSender({ network: readNetwork(options.env) });
  const window = new RateWindow();
  let asked = 0;
  let spent = 0;
  let ends = 0;

  const pace = async (signal: AbortSignal): Promise<void> => {
    if (clock.now() >= ends) [spent, ends] = [0, clock.now() + windowMs];
    const half = Math.max(1, Math.floor((window.limit ?? assumedLimit) / 2));
    const wait = Math.max(window.waitBefore(1, clock.now()), spent >= half ? ends - clock.now() : 0);
    if (wait > 0) {
      options.onWait(wait);
      await clock.sleep(wait, signal);
      [spent, ends] = [0, clock.now() + windowMs];
    }
    spent += 1;
    window.spend(1);
  };

  return {
    get rateLimit() {
      return window.limit;
    },
    async ask({ method, url, headers, body }, contract, signal = options.signal) {
      if (asked >= maxRequests) throw new Unanswered(`more than ${maxRequests} requests would be needed`);
      try {
        await pace(signal);
        asked += 1;
        const { timeout } = options;
        const answer = await sender.send({ method, url, headers, body, timeout, maxBody, signal });
        const bytes = await readWhole(answer, maxBody);
        const told = window.observe(new HeaderList(headersIn(contract, answer.headers.pairs, 'from')), clock.now());
        // A window of the service that ends sooner is not taken: its next one may have begun with these requests.
        if (told !== undefined && told.resetsAt > ends) ends = told.resetsAt;
        return { status: answer.status, headers: answer.headers, json: parseJsonBytes(bytes), length: bytes.length };
      } catch (failure) {
        if (signal.aborted) throw new Unanswered('it was stopped', true);
        if (failure instanceof SendFailure) throw new Unanswered(failure.message);
        throw failure;
      }
    },
    close: () => sender.close(),
  };
}

/** Throws Unanswered for an answer that says nothing of what was asked. */
export function refuseUnusable(row: Operation, { status, length, json }: RawAnswer): void {
  if (status >= 300 && status < 400) throw new Unanswered(`the service responded with a redirect (${status})`);
  if (status >= 500) throw new Unanswered(`the service failed (${status})`);
  if (status < 200) throw new Unanswered(`the service responded with ${status}`);
  const isText = row.answer.kind === 'json' && length > 0 && json === undefined;
  if (isText) throw new Unanswered(`the answer is not JSON (${status})`);
}

const shownHeaders = /^(?:content-type|location|etag|retry-after|www-authenticate)$|ratelimit|idempot|replay/i;

/** An exchange without the key and without what an answer gives away once. */
export function showExchange(row: Operation, request: RawRequest, answer: RawAnswer | null, mask: Mask): ShownExchange {
  const isSecret = row.secretAnswer || hiddenIn(row).length > 0;
  const sent = request.body === undefined ? undefined : parseJson(request.body);
  const said = new Set(textsIn(sent));
  return {
    request: {
      method: request.method,
      url: mask.text(request.url.href),
      headers: asObject(request.headers, (name, value) => mask.text(showHeader(name, value))),
      body: sent === undefined ? null : mask.json(sent),
    },
    answer:
      answer === null
        ? null
        : {
            status: answer.status,
            headers: asObject(
              answer.headers.pairs.filter(([name]) => shownHeaders.test(name)).slice(0, 20),
              (_, value) => mask.text(value.slice(0, 200)),
            ),
            body: mask.json(bounded(isSecret && answer.status < 300 ? withoutTexts(answer.json, said) : answer.json)),
          },
  };
}

const asObject = (
  pairs: readonly HeaderPair[],
  show: (name: string, value: string) => string,
): Readonly<Record<string, string>> => Object.fromEntries(pairs.map(([name, value]) => [name, show(name, value)]));

const maxEntries = 50;

/** The beginning of what a server may make as long as it likes. */
function bounded(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth > 12) return '…';
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((item: unknown) => bounded(item, depth + 1));
  const entries: [string, unknown][] = Object.entries(value).slice(0, maxEntries);
  return Object.fromEntries(entries.map(([name, item]) => [name.slice(0, 100), bounded(item, depth + 1)]));
}

/** A secret may stand under any name, so that only what is surely none stays. */
function withoutTexts(value: unknown, said: ReadonlySet<string>, depth = 0): unknown {
  if (typeof value === 'string') return isUuid(value) || isInstant(value) || said.has(value) ? value : '***';
  if (typeof value !== 'object' || value === null || depth > 12) return typeof value === 'object' ? null : value;
  if (Array.isArray(value)) return value.map((item: unknown) => withoutTexts(item, said, depth + 1));
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutTexts(item, said, depth + 1)]));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
