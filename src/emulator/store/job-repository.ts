import type { Job, JobKind } from '../delivery/jobs.js';
import type { SqlDatabase } from './database.js';

/** The durable list of jobs. */
export interface JobRepository {
  insert(job: Job): void;
  has(id: string): boolean;
  /** Returns whether the job existed. */
  remove(id: string): boolean;
  /** Reschedules the job, if it exists. */
  putOff(id: string, dueAt: number): void;
  removeAbout(kind: JobKind, subject: string): void;
  removeAll(): void;
  /** Due at `now` or earlier, in order of time and then of creation. */
  due(now: number, max: number): readonly Job[];
  /** When the next job other than these is due, or null. */
  next(passedOver: ReadonlySet<string>): number | null;
}

export function jobRepository(sql: SqlDatabase): JobRepository {
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
    removeAll() {
      sql.run('DELETE FROM jobs');
    },
    due: (now, max) =>
      sql.all<Job>(
        'SELECT id, kind, subject, due_at FROM jobs WHERE due_at <= ? ORDER BY due_at, sequence LIMIT ?',
        now,
        max,
      ),
    next(passedOver) {
      // One row more than the excluded ones is enough to find the first other one.
      const rows = sql.all<Pick<Job, 'id' | 'due_at'>>(
        'SELECT id, due_at FROM jobs ORDER BY due_at, sequence LIMIT ?',
        passedOver.size + 1,
      );
      return rows.find(({ id }) => !passedOver.has(id))?.due_at ?? null;
    },
  };
}
