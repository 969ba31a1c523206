import { createHash } from 'node:crypto';
import { envelopeStates, type EnvelopeState } from '../contract/states.js';
import { isObject, parseJson } from '../core/platform/json.js';
import { ifUsable, type State } from './state.js';

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
  /** Absent: it has none, or an earlier version read it. */
  readonly template?: string;
  /** Who mails the signed copy; absent: it was not created here. */
  readonly delivery?: 'service' | 'integrator';
  readonly createdAt: string | null;
  readonly sentAt: string | null;
  readonly expiresAt: string | null;
  /** Whose turn it is. */
  readonly turn: readonly { readonly role: string; readonly name: string }[];
  /** Null: not known. */
  readonly sealed: boolean | null;
  /** The names of its recipients in routing order, without those who only get a copy or have handed over. */
  readonly names?: readonly string[];
  /** Its recipients in routing order, without those who have handed over; missing where it was not found. */
  readonly recipients?: readonly SeenRecipient[];
  /** When the sealing was told here, ISO 8601 UTC by the service's clock; null: no delivery told it. */
  readonly sealedAt?: string | null;
  /** Since when those of `turn` are asked to act; null: nobody is. */
  readonly since?: TurnSince | null;
  /** Since when it is completed; null: it is not. */
  readonly completed?: TurnSince | null;
  /** Those of `turn` whose invitation the mail provider has not reported as delivered. */
  readonly undelivered?: SeenEnvelope['turn'];
  /** Those of `turn` who sign in an app and are never emailed; entries of earlier versions do not tell them. */
  readonly embedded?: SeenEnvelope['turn'];
  /** Those who can act only after `turn`. */
  readonly held?: SeenEnvelope['turn'];
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
  /** Undefined when it was never read with this key. */
  read(host: string, account: string, id: string): Promise<SeenEnvelope | undefined>;
  /** Best effort: a lost state is read again. */
  keep(seen: readonly SeenEnvelope[]): Promise<void>;
}

/** Whether an envelope in this state cannot change any more (States and transitions). */
export const canChange = ({ status, sealed }: Pick<SeenEnvelope, 'status' | 'sealed'>): boolean =>
  status === 'completed' ? sealed !== true : status === 'draft' || status === 'sent' || status === 'partially_signed';

/** Opens the record. A file that cannot be used is empty, and keeps nothing. */
export function openSeenEnvelopes(state: State): SeenEnvelopes {
  return {
    read: async (host, account, id) => {
      const sql = 'SELECT seen FROM envelope_states WHERE host = ? AND account = ? AND id = ?';
      const row = ifUsable(
        () => state.read((each) => each.get<{ seen: string }>(sql, host, account, id), undefined),
        undefined,
      );
      return row === undefined ? undefined : readSeen(parseJson(row.seen));
    },
    keep: async (seen) => {
      if (seen.length === 0) return;
      const write = (): void =>
        state.write((sql) => {
          for (const each of seen) {
            sql.run(
              'INSERT OR REPLACE INTO envelope_states (host, account, id, read_at, seen) VALUES (?, ?, ?, ?, ?)',
              each.host,
              each.account,
              each.id,
              Date.parse(each.readAt),
              JSON.stringify(each),
            );
          }
        });
      ifUsable(write, undefined);
    },
  };
}

/** The envelopes read last, of one service or of all, the latest first. Throws JournalFailure. */
export function latestEnvelopes(state: State, host: string | null, limit: number): readonly SeenEnvelope[] {
  const sql = 'SELECT seen FROM envelope_states WHERE (?1 IS NULL OR host = ?1) ORDER BY place DESC LIMIT ?2';
  return state
    .read((each) => each.all<{ seen: string }>(sql, host, limit), [])
    .flatMap((row) => {
      const seen = readSeen(parseJson(row.seen));
      return seen === undefined ? [] : [seen];
    });
}

/** Whether this machine knows an envelope of a template that was sent, alone or by a bulk run. A file that cannot be used knows none. */
export const hasSentFrom = (state: State, host: string, templateId: string): boolean =>
  ifUsable(
    () =>
      state.read(
        (sql) =>
          sql.get(
            `SELECT 1 FROM runs WHERE host = ?1 AND template_id = ?2 AND json_extract(settings, '$.send') = 1
             UNION ALL
             SELECT 1 FROM envelope_states WHERE host = ?1 AND json_extract(seen, '$.template') = ?2
               AND json_extract(seen, '$.sentAt') IS NOT NULL
             LIMIT 1`,
            host,
            templateId.toLowerCase(),
          ) !== undefined,
        false,
      ),
    false,
  );

/** Undefined for one that is not whole. */
function readSeen(fields: unknown): SeenEnvelope | undefined {
  if (!isObject(fields)) return undefined;
  const { id, host, account, readAt, title, status, turn, sealed, people, names, since, recipients } = fields;
  const { template, delivery, completed, undelivered, embedded, held } = fields;
  if (typeof id !== 'string' || typeof host !== 'string' || typeof account !== 'string') return undefined;
  if (typeof readAt !== 'string' || typeof title !== 'string' || !Array.isArray(turn)) return undefined;
  const text = (name: string): string | null => (typeof fields[name] === 'string' ? fields[name] : null);
  return {
    id,
    host,
    account,
    readAt,
    title,
    ...(typeof template === 'string' ? { template } : {}),
    ...(delivery === 'service' || delivery === 'integrator' ? { delivery } : {}),
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
    ...(completed === undefined ? {} : { completed: readSince(completed) }),
    ...(Array.isArray(undelivered) ? { undelivered: undelivered.flatMap((each: unknown) => readTurn(each)) } : {}),
    ...(Array.isArray(embedded) ? { embedded: embedded.flatMap((each: unknown) => readTurn(each)) } : {}),
    ...(Array.isArray(held) ? { held: held.flatMap((each: unknown) => readTurn(each)) } : {}),
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
