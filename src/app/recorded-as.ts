import { serviceHost } from '../contract/service-host.js';
import type { Send } from '../core/http/send.js';
import { SendFailure } from '../core/http/send-failure.js';
import { keepIdentity, knownIdentity } from '../store/identities.js';
import { ifUsable, type State } from '../store/state.js';

/** Under which address records know a service. */
export interface RecordedAs {
  /**
   * That of an emulator is the identity of its data: the same on another port, and another one on the same port. While
   * it does not respond, it is what responded there last. That of any other service is its base URL.
   */
  address(): Promise<string>;
  /** The same as far as it is known without a request: for notes that no write depends on. */
  known(): Promise<string>;
  /** The same for the record of a write, until that of the next one: a write may wait for what does not respond yet. */
  label(): Promise<string>;
  /**
   * Before a write: what responds now must be what each address was given for. Throws SendFailure, with nothing sent.
   */
  confirm(): Promise<void>;
  /** Sends to where the same data responds now, after an emulator was started again on another port. */
  follow(send: Send): Send;
}

/** `urlNow` is the base URL as a run that begins now finds it; null where only the given one counts. */
export function recordedAs(
  baseUrl: string,
  state: () => Promise<State>,
  signal: AbortSignal,
  urlNow: () => string | null = () => null,
): RecordedAs {
  // Plain http is to this machine only.
  if (!baseUrl.startsWith('http:')) {
    const address = async (): Promise<string> => baseUrl;
    return { address, known: address, label: address, confirm: async () => undefined, follow: (send) => send };
  }
  const last = async (): Promise<string> => {
    const records = await state();
    return ifUsable(() => knownIdentity(records, serviceHost(baseUrl)), null) ?? baseUrl;
  };
  const ask = async (): Promise<string> => {
    const { identityAt } = await import('../client/emulator-proof.js');
    const identity = await identityAt(baseUrl, signal);
    const records = await state();
    ifUsable(() => keepIdentity(records, serviceHost(baseUrl), identity), undefined);
    return identity ?? baseUrl;
  };
  let found: Promise<string> | undefined;
  /** What was given while nothing responded, and to the record of the last write. */
  const guessed = new Set<string>();
  let labelled: string | null = null;
  const sure = (): Promise<string> =>
    (found ??= ask().catch((error: unknown) => {
      found = undefined;
      throw error;
    }));
  const moved = async (from: string, until?: AbortSignal): Promise<string | null> => {
    const { identityAt } = await import('../client/emulator-proof.js');
    try {
      const now = urlNow();
      return now !== null && now !== from && (await identityAt(now, until)) === (await found) ? now : null;
    } catch {
      return null;
    }
  };
  const orGuess = (guessedIt: (guess: string) => void): Promise<string> =>
    sure().catch(async (error: unknown) => {
      if (!(error instanceof SendFailure)) throw error;
      const guess = await last();
      guessedIt(guess);
      return guess;
    });
  return {
    address: () => orGuess((guess) => guessed.add(guess)),
    label() {
      labelled = null;
      return orGuess((guess) => (labelled = guess));
    },
    known: () => found?.catch(last) ?? last(),
    async confirm() {
      const address = await sure();
      if ([...guessed, labelled ?? address].every((guess) => guess === address)) return;
      found = undefined;
      throw new SendFailure(
        'unreachable',
        false,
        `another service than before responds at ${baseUrl}: run the command again`,
      );
    },
    follow(send) {
      let at = baseUrl;
      const there = (url: URL): URL =>
        url.origin === new URL(baseUrl).origin ? new URL(`${url.pathname}${url.search}`, at) : url;
      return async (request) => {
        try {
          return await send({ ...request, url: there(request.url) });
        } catch (error) {
          if (!(error instanceof SendFailure) || error.reason !== 'unreachable') throw error;
          const now = await moved(at, request.signal);
          if (now === null) throw error;
          at = now;
          return await send({ ...request, url: there(request.url) });
        }
      };
    },
  };
}
