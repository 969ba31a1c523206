/** What was sent and answered in an attempt, in memory only: its time and its status are stored. */
export interface ResponseLog {
  keep(attempt: AnsweredAttempt, exchange: KeptExchange): void;
  find(attempt: AnsweredAttempt): KeptExchange | null;
  clear(): void;
}

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
  const nameOf = ({ delivery_id: id, number, copy }: AnsweredAttempt): string => `${id} ${number} ${copy}`;
  return {
    keep(attempt, exchange) {
      const [oldest] = kept.keys();
      if (kept.size >= maxEntries && oldest !== undefined) kept.delete(oldest);
      kept.set(nameOf(attempt), exchange);
    },
    find: (attempt) => kept.get(nameOf(attempt)) ?? null,
    clear: () => kept.clear(),
  };
}
