import { createHash } from 'node:crypto';
import { isObject } from '../../core/platform/json.js';
import type { Envelope, EnvelopeDocuments } from '../../contract/resources/envelope.js';
import type { Delivery } from '../../store/delivery.js';
import type { RecordedRequest } from '../../store/entry.js';
import { envelopesIn } from '../../store/envelopes.js';
import { visibleJson } from '../../core/platform/visible-text.js';
import { fileNameOf } from '../../core/platform/file-name.js';

/** The files of `envelope evidence`, built from data in memory. */

export interface EvidenceFile {
  /** Inside the folder or archive, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A sealed PDF that was fetched and verified. */
export interface SealedFile extends EvidenceFile {
  readonly position: number;
  /** The result of verifying its seal. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface EvidenceParts {
  readonly host: string;
  readonly envelope: Envelope;
  readonly documents: EnvelopeDocuments;
  readonly sealed: readonly SealedFile[];
  readonly deliveries: readonly { readonly delivery: Delivery; readonly body: Buffer | undefined }[];
  readonly writes: readonly RecordedRequest[];
}

/** All files; `manifest.json` and `SHA256SUMS` are last. The same parts give the same bytes. */
export function evidenceFiles(parts: EvidenceParts): readonly EvidenceFile[] {
  const { envelope, documents, sealed, host } = parts;
  const deliveries = parts.deliveries.map((each, index) => ({ ...each, path: bodyPath(each.delivery, index) }));
  const bodies = deliveries.flatMap(({ path, body }) => (body === undefined ? [] : [{ path, bytes: body }]));
  const files = [
    jsonFile('envelope.json', withoutCredentials(envelope)),
    jsonFile('documents.json', withoutCredentials(documents)),
    jsonFile(
      'verification.json',
      sealed.map(({ position, path, facts }) => ({ position, file: path, ...facts })),
    ),
    jsonFile('deliveries.json', deliveries.map(describeDelivery)),
    jsonFile('writes.json', parts.writes.map(describeWrite)),
    ...sealed.map(({ path, bytes }) => ({ path, bytes })),
    ...bodies,
  ].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const { id, title, status } = envelope;
  const manifest = jsonFile('manifest.json', {
    version: 1,
    service: host,
    envelope: { id, title, status },
    sealed: documents.sealed,
    files: files.map(({ path, bytes }) => ({ path, bytes: bytes.length, sha256: sha256(bytes) })),
  });
  const all = [...files, manifest];
  const sums = all.map(({ path, bytes }) => `${sha256(bytes)}  ${path}\n`).join('');
  return [...all, { path: 'SHA256SUMS', bytes: Buffer.from(sums) }];
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const jsonFile = (path: string, value: unknown): EvidenceFile => {
  return { path, bytes: Buffer.from(`${visibleJson(value, 2)}\n`) };
};

/** Removes links and properties named like a secret, at any depth. */
function withoutCredentials(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !/url|secret|token|link/i.test(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutCredentials(each)]));
}

/** Of the deliveries about an envelope, the verified ones, in the order of their events. */
export function genuineDeliveries(all: readonly Delivery[], host: string): Delivery[] {
  const orderOf = ({ createdAt, at, id: own }: Delivery): string => `${createdAt ?? at} ${at} ${own}`;
  return all
    .filter(({ verdict, synthetic, host: from }) => verdict.ok && !synthetic && from === host)
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

/** The recorded requests of this machine about an envelope. */
export const writesAbout = (all: readonly RecordedRequest[], id: string, host: string): RecordedRequest[] =>
  all.filter((each) => each.host === host && envelopesIn(each).some((named) => named.toLowerCase() === id));

const bodyPath = ({ event }: Delivery, index: number): string =>
  `deliveries/${String(index + 1).padStart(4, '0')}-${(event ?? 'event').replace(/[^a-z_.]/g, '_').slice(0, 60)}.json`;

function describeDelivery({
  delivery,
  body,
  path,
}: {
  readonly delivery: Delivery;
  readonly body: Buffer | undefined;
  readonly path: string;
}) {
  return {
    event_id: delivery.eventId,
    event: delivery.event,
    created_at: delivery.createdAt,
    received_at: delivery.at,
    retry_count: delivery.retryCount,
    recipient_id: delivery.recipientId,
    webhook_id: delivery.endpoint,
    verified_by: delivery.verdict.ok ? delivery.verdict.by : null,
    signature: delivery.signature,
    // Null: the body was deleted.
    file: body === undefined ? null : path,
    sha256: body === undefined ? null : sha256(body),
  };
}

function describeWrite({ at, operation, method, path, fingerprint, settled }: RecordedRequest) {
  return {
    at,
    operation,
    method,
    path,
    fingerprint,
    settled_at: settled?.at ?? null,
    status: settled?.status ?? null,
    code: settled?.code ?? null,
  };
}

/** The file name of a sealed document. `after` keeps those of several envelopes apart, whose documents are named alike. */
export const sealedFileName = (
  { position, name }: Pick<EnvelopeDocuments['documents'][number], 'position' | 'name'>,
  after = '',
): string => fileNameOf(String(name ?? ''), { before: `${position}-`, after: `${after}.pdf`, otherwise: 'document' });
