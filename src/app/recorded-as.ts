import { serviceHost } from '../contract/service-host.js';
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
  /**
   * Before a write: what responds now must be what the address was given for. Throws SendFailure, with nothing sent.
   */
  confirm(): Promise<void>;
}

export function recordedAs(baseUrl: string, state: () => Promise<State>, signal: AbortSignal): RecordedAs {
  // Plain http is to this machine only.
  if (!baseUrl.startsWith('http:')) {
    const address = async (): Promise<string> => baseUrl;
    return { address, known: address, confirm: async () => undefined };
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
  let found: Promise<{ readonly address: string; readonly isSure: boolean }> | undefined;
  const find = (): NonNullable<typeof found> =>
    (found ??= ask().then(
      (address) => ({ address, isSure: true }),
      async (error: unknown) => {
        if (!(error instanceof SendFailure)) throw error;
        return { address: await last(), isSure: false };
      },
    ));
  return {
    address: async () => (await find()).address,
    known: async () => (found === undefined ? await last() : (await found).address),
    async confirm() {
      const { address, isSure } = await find();
      if (isSure) return;
      if ((await ask()) !== address) {
        throw new SendFailure('unreachable', false, `another service than before responds at ${baseUrl}`);
      }
      found = Promise.resolve({ address, isSure: true });
    },
  };
}
