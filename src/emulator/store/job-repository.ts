import type { Job, JobKind } from '../delivery/jobs.js';
import type { SqlDatabase } from './database.js';

/** Deliveries run in parallel, every other job alone: each lane has an index of its own. */
export type Lane = 'deliveries' | 'others';

const bothLanes = ['deliveries', 'others'] as const;
/** SQLite would take the index of subjects, and sort all deliveries each time. */
const lanes = {
  deliveries: `jobs INDEXED BY jobs_to_deliver WHERE kind = 'deliver'`,
  others: `jobs INDEXED BY jobs_beside_deliveries WHERE kind <> 'deliver'`,
} as const;

/** The durable list of jobs. */
export interface JobRepository {
  insert(job: Job): void;
  has(id: string): boolean;
  /** Returns whether the job existed. */
  remove(id: string): boolean;
  /** Reschedules the job, if it exists. */
  putOff(id: string, dueAt: number): void;
  removeAbout(kind: JobKind, subject: string): void;
  /** Up to `max` of a lane that are due at `now` or earlier, in order of time and then of creation. */
  due(lane: Lane, now: number, max: number, passedOver: ReadonlySet<string>): readonly Job[];
  /** How many are due at `until` or earlier. */
  count(until: number): number;
  /** When the next job other than these is due, or null. */
  next(passedOver: ReadonlySet<string>): number | null;
  /** When the first job after `now` is due, or null. */
  nextAfter(now: number): number | null;
}

export function jobRepository(sql: SqlDatabase): JobRepository {
  const first: JobRepository['due'] = (lane, now, max, passedOver) =>
    sql
      .all<Job>(
        `SELECT id, kind, subject, due_at FROM ${lanes[lane]} AND due_at <= ? ORDER BY due_at, sequence LIMIT ?`,
        now,
        // This many more are enough, whichever of them are passed over.
        max + passedOver.size,
      )
      .filter(({ id }) => !passedOver.has(id))
      .slice(0, max);
  return {
    insert({ id, kind, subject, due_at }) {
      sql.run('INSERT INTO jobs (id, kind, subject, due_at) VALUES (?, ?, ?, ?)', id, kind, subject, due_at);
    },
    has: (id) => sql.get('SELECT 1 AS found FROM jobs WHERE id = ?', id) !== undefined,
    remove: (id) => sql.run('DELETE FROM jobs WHERE id = ?', id) === 1,
    putOff(id, dueAt) {
      sql.run('UPDATE jobs SET due_at = ? WHERE id = ?', dueAt, id);
    },
    removeAbout(kind, subject) {
      sql.run('DELETE FROM jobs WHERE kind = ? AND subject = ?', kind, subject);
    },
    due: first,
    count: (until) =>
      bothLanes
        .map((lane) => sql.get<{ jobs: number }>(`SELECT count(*) AS jobs FROM ${lanes[lane]} AND due_at <= ?`, until))
        .reduce((sum, found) => sum + (found?.jobs ?? 0), 0),
    next(passedOver) {
      const found = bothLanes.flatMap((lane) => first(lane, Number.MAX_SAFE_INTEGER, 1, passedOver));
      return found.length === 0 ? null : Math.min(...found.map(({ due_at: dueAt }) => dueAt));
    },
    nextAfter(now) {
      const found = bothLanes.flatMap((lane) =>
        sql.all<Pick<Job, 'due_at'>>(`SELECT due_at FROM ${lanes[lane]} AND due_at > ? ORDER BY due_at LIMIT 1`, now),
      );
      return found.length === 0 ? null : Math.min(...found.map(({ due_at: dueAt }) => dueAt));
    },
  };
}
