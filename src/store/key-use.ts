import type { KeyReuse } from '../contract/recorded-write.js';
import { type Intent, isUnsettled, type RecordedRequest, settlementIn } from './entry.js';
import { type Clocks, isKeptByAll } from './key-retention.js';

/**
 * An Idempotency-Key was about to be used again: for another request (`idempotency_key_reused`), where a replay is not
 * wanted (`replayed`), or after the service may have deleted it (`key_outlived`). Nothing was sent. `earlier` is the
 * request with the key.
 */
export class KeyUsed extends Error {
  override readonly name = 'KeyUsed';
  readonly code: 'idempotency_key_reused' | 'replayed' | 'key_outlived';
  readonly key: string;
  readonly earlier: RecordedRequest;

  constructor(code: KeyUsed['code'], key: string, earlier: RecordedRequest) {
    super(
      `this Idempotency-Key was already used for ${code === 'idempotency_key_reused' ? 'a different' : 'this'} request`,
    );
    this.code = code;
    this.key = key;
    this.earlier = earlier;
  }
}

type Wanted = Omit<Intent, 'at'> & { readonly key: string };

/**
 * Why a request must not be sent with the chosen key; undefined when it may. A rejected request does not hold its key,
 * because the service stores keys only of processed ones (Idempotency).
 */
export function keyRefusal(
  requests: readonly RecordedRequest[],
  wanted: Wanted,
  reuse: KeyReuse | undefined,
  clocks: Clocks,
): KeyUsed | undefined {
  const holders = holdersOf(requests, wanted);
  const other = holders.find(({ fingerprint }) => fingerprint !== wanted.fingerprint);
  if (other !== undefined) return new KeyUsed('idempotency_key_reused', wanted.key, other);
  if (reuse === undefined) return undefined;
  const done = holders.find(wasCarriedOut);
  if (reuse === 'never' && done !== undefined) return new KeyUsed('replayed', wanted.key, done);
  const old = holders.filter((each) => !isKeptByAll(each, clocks));
  const [first] = [...old.filter(wasCarriedOut), ...old];
  return first === undefined ? undefined : new KeyUsed('key_outlived', wanted.key, first);
}

/**
 * The requests that hold a key, or may hold it, at the service; only those recorded before `id`, if it is among them.
 */
export function holdersOf(
  requests: readonly RecordedRequest[],
  { id, key, host, credential }: Pick<Wanted, 'key' | 'host' | 'credential'> & { readonly id?: string },
): RecordedRequest[] {
  const own = requests.findIndex((request) => request.id === id);
  return requests
    .slice(0, own === -1 ? requests.length : own)
    .filter(
      (request) =>
        request.key === key &&
        request.host === host &&
        request.credential === credential &&
        (isUnsettled(request) || wasCarriedOut(request)),
    );
}

const wasCarriedOut = (request: RecordedRequest): boolean => settlementIn(request) === 'done';
