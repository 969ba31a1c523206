import type { ErrorCode } from '../error-codes.js';
import type { Limits } from '../limits.js';
import type { OperationId } from '../operations.js';
import type { Judgement } from './judge-answer.js';

/** What earlier probes made or read, in our words. */
export interface Facts {
  /** Marks what this run makes: in titles, names and addresses. */
  readonly mark: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The template as it was read; roles, fields and documents. */
  readonly template?: Readonly<Record<string, unknown>> | undefined;
  readonly etag?: string | undefined;
  /** The draft that stays unsent. */
  readonly draft?: Readonly<Record<string, unknown>> | undefined;
  /** The draft that `--allow send` sends and voids. */
  readonly sent?: Readonly<Record<string, unknown>> | undefined;
  readonly endpoint?: Readonly<Record<string, unknown>> | undefined;
  /** The address at which the service took an endpoint. */
  readonly address?: string | undefined;
  /** What the service says of its rate limit, and what it should be. */
  readonly rateLimit?: number | undefined;
  readonly limits: Limits;
}

export type FactName = 'template' | 'etag' | 'draft' | 'sent' | 'endpoint' | 'address' | 'rateLimit';

/** What is asked, in our words. */
export interface Question {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  /** Without the key of the API. */
  readonly anonymous?: boolean;
  /**
   * `kept`: the write is remembered before it is sent, and asked again with the same key and bytes. `fresh` by default
   * where the operation takes one.
   */
  readonly idempotencyKey?: 'kept' | 'fresh' | 'none' | 'long';
  /** The kept write of that probe, with its key; `changes` its body. */
  readonly keyOf?: string;
}

export type Asking = (facts: Facts) => Question;

export type Ask =
  /** Expects a success in the described form. */
  | {
      readonly kind: 'answer';
      readonly question: Asking;
      /** Asked one after the other, where the service may have a reason of its own to refuse the first. */
      readonly others?: readonly Asking[];
      readonly expected?: Readonly<Record<string, string>>;
      readonly keeps?: 'template' | 'draft' | 'sent' | 'endpoint';
      /** Drops the fact: it is gone with this answer. */
      readonly drops?: 'endpoint';
      /** `Idempotency-Replayed`. */
      readonly replayed?: boolean;
      readonly hasEtag?: boolean;
      /** More that must hold of the answer; a clause for what does not. */
      readonly check?: (body: Readonly<Record<string, unknown>>, facts: Facts) => string | null;
    }
  /** Expects a refusal, and makes nothing where it is not refused. */
  | { readonly kind: 'refusal'; readonly question: Asking; readonly code: ErrorCode }
  /**
   * Expects that the key is asked for: the operation is there. `real` is asked where an id that names nothing is
   * answered with 404; `words` are other last parts that the path may have.
   */
  | {
      readonly kind: 'path';
      readonly question: Asking;
      readonly real?: Asking;
      readonly words: readonly string[];
    }
  /** Expects that a text of the described length is taken, and one of one character more is not. */
  | {
      readonly kind: 'bound';
      /** `body.reason`. */
      readonly property: string;
      readonly question: (facts: Facts, size: number) => Question;
      /** Ours, where the schema of the property cannot tell it. */
      readonly otherwise?: number;
      /** The refusal of one that fits; null where it is a success. */
      readonly fits: ErrorCode | null;
    }
  /** Asks nothing: what an earlier answer showed. */
  | { readonly kind: 'fact'; readonly check: (facts: Facts) => Judgement };

export interface Probe {
  readonly id: string;
  /** What esign expects, in a few words. */
  readonly title: string;
  /** Sections of the description, `Authentication, 4`, and assumptions, `A3`. */
  readonly about: readonly string[];
  readonly operation: OperationId;
  readonly needs?: readonly FactName[];
  /** What it makes where everything is as expected; nothing where this is left out. */
  readonly changes?: 'template' | 'draft' | 'endpoint' | 'send';
  readonly ask: Ask;
}
