import { isUuid } from '../contract/check.js';
import type { RecordedRequest } from './entry.js';

/** An envelope that this machine has heard of. The service has no list of envelopes, so nothing else is known. */
export interface KnownEnvelope {
  readonly id: string;
  /** The first and the latest that was heard of it: ISO 8601 UTC. */
  readonly firstAt: string;
  readonly lastAt: string;
}

/** What a delivery says of its envelope. */
export interface Heard {
  readonly host: string;
  readonly at: string;
  readonly envelopeId: string | null;
  readonly verdict: { readonly ok: boolean };
}

const creating = ['createEnvelope', 'createOneOffEnvelope'];

/** The envelopes that one write made, a batch's rows included, or that its path names. */
export function envelopesIn({ operation, path, settled }: RecordedRequest): readonly string[] {
  const named = /\/envelopes\/([0-9a-f-]{36})(?:\/|$)/i.exec(path)?.[1];
  const made = creating.includes(operation) ? settled?.resource : undefined;
  const rows = operation === 'createEnvelopeBatch' ? (settled?.resources ?? []) : [];
  return [named, made, ...rows].filter((id) => id !== undefined).filter(isUuid);
}

/**
 * The envelopes of one service that this machine's writes made or named, or that verified deliveries told of: the one
 * first heard of last comes first. Ids are in lower case.
 */
export function knownEnvelopes(
  requests: readonly RecordedRequest[],
  deliveries: readonly Heard[],
  host: string,
): readonly KnownEnvelope[] {
  const found = new Map<string, KnownEnvelope>();
  const hear = (given: string, at: string): void => {
    const id = given.toLowerCase();
    const { firstAt = at, lastAt = at } = found.get(id) ?? {};
    found.set(id, { id, firstAt: at < firstAt ? at : firstAt, lastAt: at > lastAt ? at : lastAt });
  };
  for (const request of requests) {
    if (request.host === host) for (const id of envelopesIn(request)) hear(id, request.at);
  }
  for (const { host: from, verdict, envelopeId, at } of deliveries) {
    if (from === host && verdict.ok && envelopeId !== null && isUuid(envelopeId)) hear(envelopeId, at);
  }
  // What one batch made keeps its order.
  return [...found.values()].toSorted(
    (one, other) => Number(other.firstAt > one.firstAt) - Number(other.firstAt < one.firstAt),
  );
}
