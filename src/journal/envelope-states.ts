import { join } from 'node:path';
import { envelopeStates, type EnvelopeState } from '../contract/states.js';
import { writeWhole } from '../disk.js';
import { isObject } from '../json.js';
import { append } from './append.js';
import { lastLines, lineOf, readLine } from './lines.js';

/** An envelope as it was last read here. Instants are ISO 8601 UTC. */
export interface SeenEnvelope {
  readonly id: string;
  readonly host: string;
  /** Tells keys apart, and gives none away. */
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
}

/** The last known states of envelopes, kept so that what cannot change any more is never asked for again. */
export interface SeenEnvelopes {
  /** By id. */
  read(host: string, account: string): Promise<ReadonlyMap<string, SeenEnvelope>>;
  /** Kept as well as can be: a state that is lost is read again. */
  keep(seen: readonly SeenEnvelope[]): Promise<void>;
}

const longest = 4 * 1024 * 1024;
const mostKept = 5_000;

/** Whether nothing more can happen to an envelope that was seen like this (States and transitions). */
export const canChange = ({ status, sealed }: Pick<SeenEnvelope, 'status' | 'sealed'>): boolean =>
  status === 'completed' ? sealed !== true : status === 'draft' || status === 'sent' || status === 'partially_signed';

/** Opens the record in the state folder: NDJSON, 0600, of which the latest line about an envelope counts. */
export function openSeenEnvelopes(folder: string, turnAt = 1024 * 1024): SeenEnvelopes {
  const path = join(folder, 'envelopes.ndjson');
  const all = async (): Promise<Map<string, SeenEnvelope>> => {
    const latest = new Map<string, SeenEnvelope>();
    for (const line of await lastLines(path, longest).catch(() => [])) {
      const seen = readSeen(line);
      if (seen === undefined) continue;
      const key = `${seen.host} ${seen.account} ${seen.id}`;
      latest.delete(key);
      latest.set(key, seen);
    }
    return latest;
  };
  return {
    read: async (host, account) => {
      const own = [...(await all()).values()].filter((seen) => seen.host === host && seen.account === account);
      return new Map(own.map((seen) => [seen.id, seen]));
    },
    keep: async (seen) => {
      if (seen.length === 0) return;
      const size = await append(path, seen.map(lineOf).join(''), false);
      if (size > turnAt) await writeWhole(path, [...(await all()).values()].slice(-mostKept).map(lineOf).join(''));
    },
  };
}

/** Undefined for a blank, torn or foreign line. */
function readSeen(line: string): SeenEnvelope | undefined {
  const fields = readLine(line);
  if (fields === undefined) return undefined;
  const { id, host, account, readAt, title, status, turn, sealed } = fields;
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
  };
}

function readTurn(value: unknown): SeenEnvelope['turn'] {
  if (!isObject(value)) return [];
  const { role, name } = value;
  return typeof role === 'string' && typeof name === 'string' ? [{ role, name }] : [];
}
