import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { envelopeStates, type EnvelopeState } from '../contract/states.js';
import { writeFileAtomic } from '../platform/durable-file.js';
import { isObject } from '../platform/json.js';
import { append } from './append.js';
import { lastLines, lineOf, readLine } from './ndjson.js';

/** An envelope as last read here. Times are ISO 8601 UTC. */
export interface SeenEnvelope {
  readonly id: string;
  readonly host: string;
  /** Distinguishes keys without revealing them. */
  readonly account: string;
  readonly readAt: string;
  /** Null: the service does not know it, or does not show it to this key; the other properties are then empty. */
  readonly status: EnvelopeState | null;
  readonly title: string;
  readonly createdAt: string | null;
  readonly sentAt: string | null;
  readonly expiresAt: string | null;
  /** Whose turn it is. */
  readonly turn: readonly { readonly role: string; readonly name: string }[];
  /** Null: not known. */
  readonly sealed: boolean | null;
  /** The names of its recipients in routing order, without those who only get a copy or have handed over. */
  readonly names?: readonly string[];
  /** Its recipients in routing order; entries of earlier versions do not tell them. */
  readonly recipients?: readonly SeenRecipient[];
  /** When the sealing was told here, ISO 8601 UTC by the service's clock; null: no delivery told it. */
  readonly sealedAt?: string | null;
  /** Since when those of `turn` are asked to act; null: nobody is. */
  readonly since?: TurnSince | null;
  /** Hashes of its recipients' addresses, by which `esign forget` finds it. */
  readonly people?: readonly string[];
}

interface SeenRecipient {
  readonly role: string;
  readonly name: string;
  readonly email: string;
}

/** `at`: ISO 8601 UTC by the service's clock. Not `exact`: at least since then, because nothing tells the time. */
export interface TurnSince {
  readonly at: string;
  readonly exact: boolean;
}

/** Shows whether an envelope has a recipient with that address, and nothing about other envelopes. */
export const personMark = (id: string, email: string): string =>
  createHash('sha256').update(`${id.toLowerCase()} ${email.toLowerCase()}`).digest('hex').slice(0, 16);

/** The last known states of envelopes, so that a final state is never read again. */
export interface SeenEnvelopes {
  /** Undefined when it was never read with this key. Reads a small file, independent of their number. */
  read(host: string, account: string, id: string): Promise<SeenEnvelope | undefined>;
  /** Best effort: a lost state is read again. */
  keep(seen: readonly SeenEnvelope[]): Promise<void>;
}

const files = 1_024;
const maxFileBytes = 64 * 1024 * 1024;
/** Completion reads one file, which stays short. */
const recent = { turnAt: 256 * 1024, max: 500 };

/** Whether an envelope in this state cannot change any more (States and transitions). */
export const canChange = ({ status, sealed }: Pick<SeenEnvelope, 'status' | 'sealed'>): boolean =>
  status === 'completed' ? sealed !== true : status === 'draft' || status === 'sent' || status === 'partially_signed';

/**
 * Opens the record in the state folder: many small private NDJSON files (0600), in which the latest line about an
 * envelope counts, and one file with the latest of all. `tidyAt`: bytes after which a file is compacted.
 */
export function openSeenEnvelopes(folder: string, tidyAt = 128 * 1024): SeenEnvelopes {
  const recentPath = join(folder, 'envelopes.ndjson');
  const inFiles = join(folder, 'envelopes', 'seen');
  const pathOf = (id: string): string => {
    const number = createHash('sha256').update(id).digest().readUInt32BE(0) % files;
    return join(inFiles, `${number.toString(16).padStart(3, '0')}.ndjson`);
  };
  // A list reads many entries of one file.
  const loaded = new Map<string, Promise<Map<string, SeenEnvelope>>>();
  const load = (path: string): Promise<Map<string, SeenEnvelope>> => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const read = readAll(path);
    loaded.set(path, read);
    return read;
  };
  const keepIn = async (path: string, seen: readonly SeenEnvelope[]): Promise<void> => {
    const text = seen.map(lineOf).join('');
    const size = await append(path, text, false);
    loaded.delete(path);
    const before = size - Buffer.byteLength(text);
    if (Math.floor(size / tidyAt) === Math.floor(before / tidyAt)) return;
    await writeFileAtomic(path, [...(await readAll(path)).values()].map(lineOf).join(''));
  };
  const keepInFiles = async (seen: readonly SeenEnvelope[]): Promise<void> => {
    const byPath = new Map<string, SeenEnvelope[]>();
    for (const each of seen) byPath.set(pathOf(each.id), [...(byPath.get(pathOf(each.id)) ?? []), each]);
    for (const [path, some] of byPath) await keepIn(path, some);
  };

  return {
    read: async (host, account, id) => {
      // Entries of an earlier version are only in the one file.
      const path = existsSync(inFiles) ? pathOf(id) : recentPath;
      return (await load(path)).get(keyOf({ host, account, id }));
    },
    keep: async (seen) => {
      if (seen.length === 0) return;
      if (!existsSync(inFiles)) await keepInFiles([...(await readAll(recentPath)).values()]);
      await keepInFiles(seen);
      const size = await append(recentPath, seen.map(lineOf).join(''), false);
      if (size <= recent.turnAt) return;
      const latest = [...(await readAll(recentPath)).values()].slice(-recent.max);
      await writeFileAtomic(recentPath, latest.map(lineOf).join(''));
    },
  };
}

const keyOf = ({ host, account, id }: Pick<SeenEnvelope, 'host' | 'account' | 'id'>): string =>
  `${host} ${account} ${id}`;

async function readAll(path: string): Promise<Map<string, SeenEnvelope>> {
  const latest = new Map<string, SeenEnvelope>();
  for (const line of await lastLines(path, maxFileBytes).catch(() => [])) {
    const seen = readSeen(line);
    if (seen === undefined) continue;
    latest.delete(keyOf(seen));
    latest.set(keyOf(seen), seen);
  }
  return latest;
}

/** Undefined for a blank, incomplete or foreign line. */
function readSeen(line: string): SeenEnvelope | undefined {
  const fields = readLine(line);
  if (fields === undefined) return undefined;
  const { id, host, account, readAt, title, status, turn, sealed, people, names, since, recipients } = fields;
  if (typeof id !== 'string' || typeof host !== 'string' || typeof account !== 'string') return undefined;
  if (typeof readAt !== 'string' || typeof title !== 'string' || !Array.isArray(turn)) return undefined;
  const text = (name: string): string | null => (typeof fields[name] === 'string' ? fields[name] : null);
  return {
    id,
    host,
    account,
    readAt,
    title,
    status: envelopeStates.find((state) => state === status) ?? null,
    createdAt: text('createdAt'),
    sentAt: text('sentAt'),
    expiresAt: text('expiresAt'),
    turn: turn.flatMap((each: unknown) => readTurn(each)),
    sealed: typeof sealed === 'boolean' ? sealed : null,
    ...(Array.isArray(names) ? { names: names.filter((each) => typeof each === 'string') } : {}),
    ...(Array.isArray(recipients) ? { recipients: recipients.flatMap(readRecipient) } : {}),
    ...(fields['sealedAt'] === undefined ? {} : { sealedAt: text('sealedAt') }),
    ...(since === undefined ? {} : { since: readSince(since) }),
    ...(Array.isArray(people) ? { people: people.filter((each) => typeof each === 'string') } : {}),
  };
}

function readSince(value: unknown): TurnSince | null {
  if (!isObject(value) || typeof value['at'] !== 'string' || Number.isNaN(Date.parse(value['at']))) return null;
  return { at: value['at'], exact: value['exact'] === true };
}

function readRecipient(value: unknown): SeenRecipient[] {
  const email = isObject(value) ? value['email'] : undefined;
  return typeof email === 'string' ? readTurn(value).map((each) => ({ ...each, email })) : [];
}

function readTurn(value: unknown): SeenEnvelope['turn'] {
  if (!isObject(value)) return [];
  const { role, name } = value;
  return typeof role === 'string' && typeof name === 'string' ? [{ role, name }] : [];
}
