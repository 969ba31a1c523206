/** What falls due at an instant of the emulator's clock: durable, run in order of their time (one row each). */
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
  /** The id of what it is about: a delivery, an envelope, an authorisation, a mail. */
  readonly subject: string;
  /** Milliseconds since 1970 on the emulator's clock. */
  readonly due_at: number;
}

/**
 * Does the slow part (a delivery, a rendering) and answers with the effect, which runs in one transaction together
 * with the removal of the job. A kill in between runs the job again after the next start.
 */
export type JobRunner = (job: Job) => Promise<() => void> | (() => void);

export interface Jobs {
  /** Within a transaction: adds a job. The scheduler wakes by itself once the transaction is on disk. */
  schedule(kind: JobKind, subject: string, dueAt: number): void;
  /** Within a transaction: drops the jobs of a kind about a subject. */
  cancel(kind: JobKind, subject: string): void;
  /** Called once for each kind while the service is put together. */
  on(kind: JobKind, runner: JobRunner): void;
}
