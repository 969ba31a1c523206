import { limits } from '../../contract/limits.js';
import type { HeaderPair } from '../../core/http/headers.js';
import type { FaultySecrets } from './faulty-delivery.js';
import { writeFaulty } from './faulty-delivery.js';
import { findCause, isTaken, type Rejected } from './find-cause.js';

/** What an app answered to a delivery that is valid. */
export interface AppOutcome {
  readonly url: string;
  readonly event: string;
  /** Null without a response. */
  readonly status: number | null;
  /** Whether it was silent for as long as the service waits. */
  readonly timedOut: boolean;
  readonly milliseconds: number;
  /** Where a redirect leads. */
  readonly location: string | null;
  /** Other events that the app accepts. */
  readonly accepts: ReadonlySet<string>;
}

export interface AppMistake {
  /** What is wrong, to tell one mistake from another: for a single event, its name. */
  readonly kind: string;
  /** In sentences. */
  readonly words: string;
  /** The same in few words, without a full stop. */
  readonly short: string;
}

/** What an app answers when it takes a signature for wrong. */
const refusals = [400, 401, 403];
/** What it answers where nothing takes deliveries. */
const wrongPath = [404, 405, 410];
/** Half of what the service waits. */
const slowMs = limits.webhook.timeoutSeconds * 500;

/** Whether an app may have rejected a signature, so that it takes copies to find out why. */
export const isRefusal = (status: number | null): boolean => status !== null && refusals.includes(status);

/**
 * What an app does wrong, as far as its answer alone shows it; null when it does not. `setting` is where its URL stands,
 * for example `--forward-to`.
 */
export function mistakeOf(outcome: AppOutcome, setting: string): AppMistake | null {
  const { status, milliseconds, timedOut, url } = outcome;
  const accepted = isTaken(status);
  if (milliseconds >= slowMs && (accepted || (status === null && timedOut))) return slowMistake(outcome);
  if (accepted || status === null) return null;
  if (status >= 300 && status < 400) return redirectMistake(outcome, setting);
  if (isRefusal(status)) return null;
  const single = eventMistake(outcome);
  if (single !== null) return single;
  if (!wrongPath.includes(status)) return null;
  const words = `The app responds with ${status} to a POST to ${new URL(url).pathname}. Check the path of ${setting}.`;
  return { kind: 'path', words, short: `check the path of ${setting}` };
}

function slowMistake({ status, milliseconds }: AppOutcome): AppMistake {
  const took = `${(milliseconds / 1000).toFixed(1)} s`;
  const how = status === null ? `did not respond within ${took}` : `takes ${took} to respond`;
  const { timeoutSeconds } = limits.webhook;
  return {
    kind: 'slow',
    words: `The app ${how}. After ${timeoutSeconds} s the service gives up and tries again: respond first, and work afterwards.`,
    short: 'respond first, and work afterwards',
  };
}

function redirectMistake({ url, location }: AppOutcome, setting: string): AppMistake {
  const to = location !== null && URL.canParse(location, url) ? new URL(location, url).href : null;
  const next = to === null ? 'use the URL that answers itself' : `use ${setting} ${to}, and register that path`;
  return {
    kind: 'redirect',
    words:
      `The app redirects deliveries${to === null ? '' : ` to ${to}`}. ` +
      `The service does not follow redirects: ${next}.`,
    short: 'the service does not follow redirects',
  };
}

/** An app that accepts another event fails at this one; null when it accepts none. */
export function eventMistake({ event, status, accepts }: AppOutcome): AppMistake | null {
  const other = [...accepts].find((each) => each !== event);
  if (other === undefined || accepts.has(event)) return null;
  return {
    kind: event,
    words: `The app fails at ${event}. It responds with ${status ?? 'nothing'}, and accepts ${other}: check its log for this event.`,
    short: 'it fails at this event',
  };
}

/** The header that marks a copy which is sent to find a mistake, with its number. */
export const testCopyHeader = 'Esign-Test-Copy';
/** Copies of one search, at most. */
export const maxCopies = 80;

export interface CauseSearch extends Rejected {
  readonly secrets: FaultySecrets;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Sends a copy to the app, and returns its status; null without a response. Rejects when the search is over. */
  readonly post: (copy: TestCopy) => Promise<number | null>;
}

interface TestCopy {
  /** The value of the signature header. */
  readonly signature: string;
  /** The header that marks it. */
  readonly mark: HeaderPair;
  readonly body: Buffer;
}

/** Asks an app with copies of a delivery that it rejected, with the usual mistakes. Rejects as `post` does. */
export async function askApp({
  secrets,
  now,
  post,
  ...rejected
}: CauseSearch): Promise<{ readonly cause: string | null; readonly copies: number }> {
  let copies = 0;
  const cause = await findCause(
    {
      secret: secrets.current,
      hasPrevious: secrets.previous !== undefined,
      now,
      send: (faults) => {
        // Past the number that was announced, nothing more is asked.
        if (copies >= maxCopies) return Promise.resolve(null);
        const { body, values } = writeFaulty(faults, { bytes: () => rejected.sent, now: now(), secrets });
        copies += 1;
        return post({ signature: values.join(', '), mark: [testCopyHeader, String(copies)], body });
      },
    },
    rejected,
  );
  return { cause, copies };
}

interface Refused {
  readonly status: number;
  readonly copies: number;
  readonly url: string;
  readonly signatureHeader: string;
}

/** What `askApp` found, as a mistake of the app; `cause` is undefined when the app did not answer in time. */
export function signatureMistake(
  cause: string | null | undefined,
  { status, copies, url, signatureHeader }: Refused,
): AppMistake {
  // Frameworks that ask for a login or a token of a form do so before the app sees anything.
  const guard = status === 403 ? 'asks for a login or a CSRF token, ' : '';
  const found =
    cause === undefined
      ? 'Copies with the usual mistakes were not answered in time.'
      : cause === null
        ? `It also rejects ${copies} copies with the usual mistakes, so it most likely ${guard}uses another secret than ` +
          `this endpoint, or does not read the header ${signatureHeader}.`
        : `It ${cause}. It took a copy of this delivery that was made to find this out.`;
  return {
    kind: 'signature',
    words: `The app rejects valid deliveries. ${found} To test every rule, run \`esign webhook certify ${url}\`.`,
    // What is only likely is not said again of a later failure, which may have another cause.
    short: typeof cause === 'string' ? `it ${cause}` : '',
  };
}
