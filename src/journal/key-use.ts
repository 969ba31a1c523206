import { isUnsettled, type Intent, type RecordedRequest } from './entry.js';

/** An Idempotency-Key that this machine used for one request was about to be used for another: nothing was sent. */
export class KeyUsedOtherwise extends Error {
  override readonly name = 'KeyUsedOtherwise';
  readonly code = 'idempotency_key_reused';
  readonly key: string;
  readonly other: RecordedRequest;

  constructor(key: string, other: RecordedRequest) {
    super('this Idempotency-Key was already used for a different request');
    this.key = key;
    this.other = other;
  }
}

/**
 * The earlier request that holds the key of this one and differs from it. A request that was refused holds none, since
 * the service keeps a key only with what it carried out (Idempotency).
 */
export function otherUse(
  requests: readonly RecordedRequest[],
  { id, key, host, credential, fingerprint }: Omit<Intent, 'at'>,
): RecordedRequest | undefined {
  const own = requests.findIndex((request) => request.id === id);
  return requests
    .slice(0, own === -1 ? requests.length : own)
    .find(
      (request) =>
        request.key === key &&
        request.host === host &&
        request.credential === credential &&
        request.fingerprint !== fingerprint &&
        (isUnsettled(request) || wasCarriedOut(request)),
    );
}

const wasCarriedOut = ({ settled }: RecordedRequest): boolean =>
  settled?.status !== undefined && settled.code === undefined;
