/** Jobs that become due on the emulator's clock: durable, run in order of time (one row each). */
export type JobKind =
  | 'deliver'
  | 'seal'
  | 'expire_envelope'
  | 'expire_mandate'
  | 'expire_authorisation'
  | 'report_mail';

export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  /** The ID of its subject: a delivery, an envelope, an authorisation, a mail. */
  readonly subject: string;
  /** Milliseconds since 1970 on the emulator's clock. */
  readonly due_at: number;
}

/**
 * Does the slow part (a delivery, a rendering) and returns its effect, which runs in one transaction with the removal
 * of the job. After a kill in between, the job runs again at the next start.
 */
export type JobRunner = (job: Job) => Promise<() => void> | (() => void);

export interface Jobs {
  /** Within a transaction: adds a job. The scheduler wakes when the transaction is on disk. */
  schedule(kind: JobKind, subject: string, dueAt: number): void;
  /** Within a transaction: deletes the jobs of a kind for a subject. */
  cancel(kind: JobKind, subject: string): void;
  /** Called once for each kind at the start. */
  on(kind: JobKind, runner: JobRunner): void;
}
