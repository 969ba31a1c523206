import { operations } from '../../contract/operations.js';
import type { Operation } from '../../contract/operation.js';
import type { HeaderList } from '../../core/http/headers.js';
import { isObject } from '../../core/platform/json.js';
import type { ApiKey, Organisation } from '../domain/organisation.js';
import { requirePlan, requireScope } from '../domain/permission.js';
import { handlerOf, type CheckedExchange, type CredentialOperationId } from '../handlers.js';
import type { Service } from '../service.js';
import { organisationRepository } from '../store/organisation-repository.js';
import { checkBody, checkParameters, checkQuery, readIdempotencyKey } from './check-request.js';
import type { Reply } from './exchange.js';
import { fingerprintOf, type Idempotency, type Reservation } from './idempotency.js';
import { readJsonBody } from './json-body.js';
import type { Target } from './path.js';
import type { RateLimit } from './rate-limit.js';
import { encode, type Encoded } from './reply.js';

export interface OperationParts {
  readonly service: Service;
  readonly rateLimit: RateLimit;
  readonly idempotency: Idempotency;
}

/** A request of a valid key for a known operation. */
export interface Call {
  readonly id: CredentialOperationId;
  readonly target: Target;
  /** From the path, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: HeaderList;
  readonly body: Buffer;
  readonly key: ApiKey;
  readonly organisation: Organisation;
  /** Awaited right before the handler, while the Idempotency-Key is reserved for this request. */
  readonly hold: () => Promise<void>;
  /** Called when a change is on disk. */
  readonly onCommit: () => void;
}

/** What the row has accepted. */
type Checked = Pick<CheckedExchange, 'parameters' | 'body' | 'query'>;

/** `replayed` is null for a request without an Idempotency-Key. */
export interface OperationRun {
  readonly reply: Reply;
  readonly replayed: boolean | null;
}

/**
 * Validates a request with its row, in the order plan, scope, path, Idempotency-Key, body, query, and runs its handler,
 * once for each Idempotency-Key. Throws a Refusal for every error.
 */
export async function runOperation(parts: OperationParts, call: Call): Promise<OperationRun> {
  const { id, key, organisation } = call;
  const row: Operation = operations[id];
  requirePlan(organisation, id);
  // Names are ours here; what a contract file calls or bounds otherwise is told and checked by its row.
  const words = parts.service.contract.row(id);
  requireScope(key, operations[id].scope, parts.service.contract.scope);
  const parameters = checkParameters(row, call.parameters);
  const idempotencyKey = readIdempotencyKey(row, call.headers, parts.service.contract.limits.idempotencyKeyLength);
  const body = checkBody(words, row.body === null ? undefined : readJsonBody(call.headers, call.body));
  const query = checkQuery(words, call.target);
  const run = (reservation: Reservation | null): Promise<Reply> =>
    handle(call, exchangeOf(parts, call, { parameters, body, query }, reservation));

  if (idempotencyKey === null) return { reply: await run(null), replayed: null };
  const scope = { organisationId: organisation.id, mode: key.mode, key: idempotencyKey };
  const fingerprint = fingerprintOf(row, parameters, withDefaultBrand(parts.service, organisation.id, body));
  const claim = parts.idempotency.claim(scope, fingerprint);
  if ('replay' in claim) {
    const { status, headers, body: bytes } = claim.replay;
    return { reply: { status, headers, body: { bytes } }, replayed: true };
  }
  const { reservation } = claim;
  try {
    const reply = await run(reservation);
    if (reservation.stored) return { reply, replayed: false };
    // A response without a change, such as a second revoke, is stored anyway.
    const encoded = encode(reply);
    await parts.service.store.commit(() => reservation.store(encoded));
    return { reply: withBytes(encoded), replayed: false };
  } finally {
    reservation.end();
  }
}

/** The named default brand is the same request as no brand (A19). */
function withDefaultBrand(service: Service, organisationId: string, body: unknown): unknown {
  if (!isObject(body) || typeof body['brand_id'] !== 'string') return body;
  const brand = organisationRepository(service.store.sql)
    .brands(organisationId)
    .find(({ id }) => id === body['brand_id']);
  return brand?.is_default === true ? { ...body, brand_id: null } : body;
}

function exchangeOf(
  { service, rateLimit }: OperationParts,
  { key, organisation, headers, onCommit }: Call,
  { parameters, body, query }: Checked,
  reservation: Reservation | null,
): CheckedExchange {
  return {
    service,
    key,
    organisation,
    parameters,
    body,
    query,
    ifMatch: headers.get('if-match') ?? null,
    ifNoneMatch: headers.get('if-none-match') ?? null,
    charge: (requests) => rateLimit.count(key.id, organisation.plan, requests),
    commit: async (work) => {
      const reply = await service.store.commit(() => {
        const made = work();
        if (reservation === null) return made;
        const encoded = encode(made);
        reservation.store(encoded);
        return withBytes(encoded);
      });
      onCommit();
      return reply;
    },
  };
}

/** The reply with the stored bytes, which need no second encoding. */
const withBytes = ({ status, headers, body }: Encoded): Reply => ({ status, headers, body: { bytes: body } });

async function handle(call: Call, exchange: CheckedExchange): Promise<Reply> {
  await call.hold();
  return await handlerOf(call.id)(exchange);
}
