/** What was sent and answered in an attempt, in memory only: its time and its status are stored. */
export interface ResponseLog {
  keep(attempt: AnsweredAttempt, exchange: KeptExchange): void;
  find(attempt: AnsweredAttempt): KeptExchange | null;
  /** What the app behind a listener answered: the newest counts. */
  keepApp(delivery: ForwardedDelivery, response: AppResponse): void;
  app(delivery: ForwardedDelivery): AppResponse | null;
  /** What is wrong with the app of a URL, as the listener found out, in sentences. */
  keepCause(url: string, words: string): void;
  cause(url: string): string | null;
  /** Changes with each answer and each cause. */
  version(): number;
  clear(): void;
}

/** A listener takes each event once for its endpoint, however often it is delivered. */
interface ForwardedDelivery {
  readonly event_id: string;
  readonly webhook_id: string;
}

/** What an app answered to a delivery that a listener had taken for it. */
export interface AppResponse {
  readonly url: string;
  /** How often the app was asked. */
  readonly attempts: number;
  /** Null without a response; then `error` says why. */
  readonly status: number | null;
  readonly milliseconds: number;
  readonly error: string | null;
}

/** As a sentence without a full stop. */
export const appWords = ({ url, attempts, status, milliseconds, error }: AppResponse): string => {
  const words = status === null ? `: ${error ?? 'no response'}` : ` responded with ${status} in ${milliseconds} ms`;
  return `the app at ${url}${words}${attempts > 1 ? `, attempt ${attempts}` : ''}`;
};

interface AnsweredAttempt {
  readonly delivery_id: string;
  readonly number: number;
  /** 0, except for duplicates that a fault sent. */
  readonly copy: number;
}

interface KeptExchange {
  /** The header as it was sent, with its faults. */
  readonly signature: string;
  /** Milliseconds since 1970 on the clock of this machine, which the signature carries. */
  readonly sentAt: number;
  /** The beginning of what the receiver answered; null without a text. */
  readonly text: string | null;
}

const maxEntries = 500;

/** The last attempts; the oldest makes room for a new one. */
export function createResponseLog(): ResponseLog {
  const kept = new Map<string, KeptExchange>();
  const apps = new Map<string, AppResponse>();
  const causes = new Map<string, string>();
  let version = 0;
  /** The newest is the last; the oldest makes room. */
  const put = <T>(map: Map<string, T>, name: string, value: T): void => {
    map.delete(name);
    const [oldest] = map.keys();
    if (map.size >= maxEntries && oldest !== undefined) map.delete(oldest);
    map.set(name, value);
  };
  const nameOf = ({ delivery_id: id, number, copy }: AnsweredAttempt): string => `${id} ${number} ${copy}`;
  return {
    keep: (attempt, exchange) => put(kept, nameOf(attempt), exchange),
    find: (attempt) => kept.get(nameOf(attempt)) ?? null,
    keepApp({ event_id: event, webhook_id: webhook }, response) {
      version += 1;
      put(apps, `${event} ${webhook}`, response);
    },
    app: ({ event_id: event, webhook_id: webhook }) => apps.get(`${event} ${webhook}`) ?? null,
    keepCause(url, words) {
      version += 1;
      put(causes, url, words);
    },
    cause: (url) => causes.get(url) ?? null,
    version: () => version,
    clear() {
      for (const map of [kept, apps, causes]) map.clear();
      version += 1;
    },
  };
}
