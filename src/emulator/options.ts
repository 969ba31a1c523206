import { isObject } from '../core/platform/json.js';
import { nearest } from '../core/platform/nearest.js';
import type { Log } from './log.js';
import type { ContractLines } from '../contract/overlay/line.js';
import type { Plan } from './domain/organisation.js';

/** A mail server for captured mail, without a password. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
}

/** Start options; all are optional. */
export interface EmulatorOptions {
  /** 0, the default, takes any free port of this machine. */
  readonly port?: number;
  /** The data file; null, the default, is a temporary one. */
  readonly data?: string | null;
  /** The plan of the first organisation (default: paid for a new data file, else unchanged). */
  readonly plan?: Plan;
  /** Requests per minute of every key (default: those of the description, 60 on the free plan and 600 on paid ones). */
  readonly rateLimit?: number;
  /** Origins of pages that may embed the signing page, such as `http://127.0.0.1:3000`; kept with the data. */
  readonly origins?: readonly string[];
  /** Webhook addresses must be public https, as on the live service. */
  readonly strict?: boolean;
  /** Commands ask for confirmations, or need `--yes`, as with a live key of the live service. */
  readonly ask?: boolean;
  /**
   * The same IDs, keys and secrets in the same order for the same seed (default: random). With a frozen clock, the same
   * requests also get the same bytes: a response then waits for the work of its request, including deliveries, and
   * deliveries run one by one. Only the signature of a delivery has the time of this machine, so that it verifies.
   */
  readonly seed?: number;
  /** The start time of the clock (ISO 8601 with a zone); an existing data file's clock never moves back. */
  readonly now?: string;
  /** Freezes the clock. Default: unchanged for an existing data file. */
  readonly frozen?: boolean;
  /** Seconds from completion to sealing (default: 60). */
  readonly sealAfterSeconds?: number;
  /** Seconds from the acceptance of a mail to its delivery report (default: 30). */
  readonly mailReportAfterSeconds?: number;
  /** Also sends captured mail to this server (default: nothing is sent). */
  readonly smtpForward?: SmtpServer;
  /**
   * What this service does otherwise than described: the path of a contract file, or its lines, such as
   * `{ 'sendEnvelope.path': '/api/v1/envelopes/{envelopeId}/dispatch' }`.
   */
  readonly contract?: string | ContractLines;
  /**
   * A YAML or JSON file with brands, keys, endpoints, templates, envelopes and the clock: what the service starts with.
   * Data that was made from this very file stays as it is; other data is refused (SeedRefused).
   */
  readonly seedFile?: string;
  /** Called for every request and every unexpected failure. */
  readonly log?: Log;
}

type Kind = 'number' | 'string' | 'boolean' | 'function';

/** Every name of an options type, and the kind or the words that its value may be; null for any value. */
export type OptionNames<Options> = Readonly<Record<keyof Options, readonly string[] | Kind | null>>;

export const startNames: OptionNames<EmulatorOptions> = {
  port: 'number',
  data: null,
  plan: ['free', 'paid'],
  rateLimit: 'number',
  origins: null,
  strict: 'boolean',
  ask: 'boolean',
  seed: 'number',
  now: 'string',
  frozen: 'boolean',
  sealAfterSeconds: 'number',
  mailReportAfterSeconds: 'number',
  smtpForward: null,
  contract: null,
  seedFile: 'string',
  log: 'function',
};

/** Throws TypeError for options that would be ignored or match nothing: plain JavaScript has no compiler to find them. */
export function checkOptions(call: string, given: object, names: OptionNames<Readonly<Record<string, unknown>>>): void {
  if (!isObject(given)) throw new TypeError(`${call} takes its options as an object.`);
  for (const [name, value] of Object.entries(given)) {
    const words = Object.hasOwn(names, name) ? names[name] : undefined;
    if (words === undefined) throw unknown(name, `an option of ${call}`, Object.keys(names));
    if (words === null || value === undefined) continue;
    if (typeof words !== 'string') {
      if (!words.includes(String(value))) throw unknown(value, `a valid ${name}`, words);
    } else if (typeof value !== words)
      throw new TypeError(`${name} of ${call} must be a ${words}, not a ${typeof value}.`);
  }
}

function unknown(word: unknown, what: string, words: readonly string[]): TypeError {
  const close = nearest(String(word), words);
  const hint = close === null ? `Use one of: ${words.join(', ')}.` : `Did you mean "${close}"?`;
  return new TypeError(`${JSON.stringify(word)} is not ${what}. ${hint}`);
}
