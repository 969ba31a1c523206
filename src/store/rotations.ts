import { limits } from '../contract/limits.js';
import { ifUsable, type State } from './state.js';

/** A rotation of a webhook secret whose new secret is not stored on this machine yet. */
interface UnfinishedRotation {
  /** Its Idempotency-Key: the service returns the same secret for it. */
  readonly key: string;
  /** When it began, by the clock of the service: ISO 8601 UTC. */
  readonly at: string;
  /** Distinguishes API keys; only the same one gets the response again. */
  readonly credential: string;
}

/** A finished rotation: another one within the grace period ends the grace of the secret before it. */
export interface CompletedRotation {
  /** Its Idempotency-Key. */
  readonly key: string;
  /** When its secret was stored or shown, by the clock of the service: ISO 8601 UTC. */
  readonly at: string;
}

/** Rotations of webhook secrets, each recorded from before its request until its secret is stored; never the secret. */
export interface Rotations {
  /** Throws JournalFailure. */
  find(webhookId: string): UnfinishedRotation | undefined;
  /** False: another run has begun one meanwhile, which stays; only `over` is replaced. Throws JournalFailure. */
  begin(webhookId: string, rotation: UnfinishedRotation, over?: UnfinishedRotation): boolean;
  /** The record of a later one stays. Best effort: a record that stays leads to the same key, and the same answer. */
  end(webhookId: string, key: string): void;
  /** Records that the new secret arrived, and ends the rotation; best effort as well. */
  complete(webhookId: string, done: CompletedRotation): void;
  /** The last one whose previous secret still signs v0 at `now`, milliseconds since 1970. Throws JournalFailure. */
  completed(webhookId: string, now: number): CompletedRotation | undefined;
}

const graceMs = limits.webhook.rotationGraceHours * 3_600_000;

/** The rotations at one service. `now`: this machine's clock. */
export function openRotations(state: State, host: string, now: () => number): Rotations {
  const find: Rotations['find'] = (webhookId) =>
    state.read(
      (sql) =>
        sql.get(
          'SELECT key, at, credential FROM rotations WHERE host = ? AND webhook = ? AND completed = 0',
          host,
          webhookId.toLowerCase(),
        ),
      undefined,
    );
  const end = 'DELETE FROM rotations WHERE host = ? AND webhook = ? AND completed = 0 AND key = ?';
  const insert =
    'INSERT OR REPLACE INTO rotations (host, webhook, completed, key, at, credential, kept_at) VALUES (?, ?, ?, ?, ?, ?, ?)';
  return {
    find,
    begin: (webhookId, { key, at, credential }, over) =>
      state.write((sql) => {
        const webhook = webhookId.toLowerCase();
        if (over !== undefined) sql.run(end, host, webhook, over.key);
        if (find(webhook) !== undefined) return false;
        sql.run(insert, host, webhook, 0, key, at, credential, now());
        return true;
      }),
    end(webhookId, key) {
      ifUsable(() => state.write((sql) => void sql.run(end, host, webhookId.toLowerCase(), key)), undefined);
    },
    complete(webhookId, { key, at }) {
      const webhook = webhookId.toLowerCase();
      const write = (): void =>
        state.write((sql) => {
          sql.run(insert, host, webhook, 1, key, at, null, now());
          sql.run(end, host, webhook, key);
        });
      ifUsable(write, undefined);
    },
    completed(webhookId, at) {
      const sql = 'SELECT key, at FROM rotations WHERE host = ? AND webhook = ? AND completed = 1';
      const done = state.read((each) => each.get<CompletedRotation>(sql, host, webhookId.toLowerCase()), undefined);
      return done !== undefined && Date.parse(done.at) + graceMs > at ? done : undefined;
    },
  };
}
