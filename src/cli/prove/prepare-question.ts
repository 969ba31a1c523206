import { randomUUID } from 'node:crypto';
import { prepareRequest } from '../../client/request.js';
import type { Operation } from '../../contract/operation.js';
import type { Contract } from '../../contract/overlay/contract.js';
import { headersIn } from '../../contract/overlay/edge.js';
import type { Question } from '../../contract/prove/probe.js';
import type { KeptWrite, ProveState } from './state.js';
import type { RawRequest } from './transport.js';

interface Asked {
  /** Of the probe. */
  readonly id: string;
  readonly row: Operation;
  readonly service: {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly userAgent: string;
    readonly contract: Contract;
  };
  readonly writes: ProveState['writes'];
}

interface Prepared {
  readonly request: RawRequest;
  /** A write to be remembered before it is sent; null where there is none, or it is remembered already. */
  readonly kept: KeptWrite | null;
}

/** The request of a question in the words of the service, with the key and the bytes of the write that it repeats. */
export function prepareQuestion(question: Question, { id, row, service, writes }: Asked): Prepared {
  const { contract } = service;
  const { parameters, query, body, ifMatch, anonymous = false, idempotencyKey = 'fresh', keyOf } = question;
  const key = row.idempotencyKey === 'required' && idempotencyKey !== 'none' ? randomUUID() : undefined;
  const prepared = prepareRequest(
    anonymous ? { ...row, credential: false } : row,
    { parameters, query, body },
    service,
    { idempotencyKey: key, ifMatch },
    true,
  );
  const kept = writes[keyOf ?? id];
  const write: KeptWrite | null =
    idempotencyKey === 'kept' && key !== undefined
      ? (kept ?? { key, body: prepared.body ?? null })
      : keyOf !== undefined && kept !== undefined
        ? { key: kept.key, body: body === undefined ? kept.body : (prepared.body ?? null) }
        : null;
  const value = idempotencyKey === 'long' ? 'x'.repeat(contract.limits.idempotencyKeyLength + 1) : write?.key;
  const headers = prepared.headers.map(([name, said]) =>
    name === contract.header('Idempotency-Key') || name === 'Idempotency-Key'
      ? ([name, value ?? said] as const)
      : ([name, said] as const),
  );
  const json: readonly (readonly [string, string])[] =
    write !== null && write.body !== null && prepared.body === undefined ? [['Content-Type', 'application/json']] : [];
  return {
    request: {
      method: row.method,
      url: prepared.url,
      headers: headersIn(contract, [...headers, ...json], 'to'),
      body: write === null ? prepared.body : (write.body ?? undefined),
    },
    kept: idempotencyKey === 'kept' && write !== null && kept === undefined ? write : null,
  };
}
