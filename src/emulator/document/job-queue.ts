import { Worker } from 'node:worker_threads';
import { UnreadableDocument } from './document-failure.js';
import type { JobKind, JobMessage, Jobs, Outcome } from './job.js';
import { revived } from './job.js';

export interface QueueOptions {
  /** Path of the built worker. */
  readonly script: string;
  /** How long one job may take, in milliseconds. */
  readonly jobLimit: number;
  /** After how many jobs a fresh worker takes over: PDFium's memory only grows. */
  readonly jobsPerWorker: number;
}

interface Pending {
  readonly message: JobMessage;
  readonly settle: (outcome: Outcome) => void;
}

const HEAP_LIMIT_MB = 1024;

/** Runs jobs one after the other in a worker thread that is started when first needed and replaced when it fails. */
export class JobQueue {
  readonly #options: QueueOptions;
  readonly #waiting: Pending[] = [];
  #running: { readonly pending: Pending; readonly timer: NodeJS.Timeout } | null = null;
  #worker: Worker | null = null;
  #jobsDone = 0;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Throws UnreadableDocument for a failed `read`, RenderFailed for every other job. */
  run<K extends JobKind>(kind: K, ask: Jobs[K]['ask']): Promise<Jobs[K]['answer']> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome): void => {
        if (outcome.ok) resolve(outcome.answer as Jobs[K]['answer']);
        else reject(revived(outcome.failure));
      };
      if (this.#closed) return settle(refused(kind, 'closed', 0));
      this.#waiting.push({ message: { kind, ask } as JobMessage, settle });
      this.#next();
    });
  }

  /** Ends the worker; jobs that are waiting or running fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const pending of this.#waiting.splice(0)) pending.settle(refused(pending.message.kind, 'closed', 0));
    await this.#abandon('closed');
  }

  #next(): void {
    if (this.#running !== null) return;
    const pending = this.#waiting.shift();
    if (pending === undefined) return;
    const worker = this.#workerNow();
    // A worker that waits must not keep the program alive; one that works must.
    worker.ref();
    const timer = setTimeout(() => void this.#abandon('timeout'), this.#options.jobLimit);
    this.#running = { pending, timer };
    worker.postMessage(pending.message);
  }

  #workerNow(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(this.#options.script, {
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
    });
    // Nothing that a library prints may end up in the program's own output.
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on('message', (outcome: Outcome) => this.#finished(worker, outcome));
    worker.on('error', () => void this.#lost(worker));
    worker.on('exit', () => void this.#lost(worker));
    this.#worker = worker;
    this.#jobsDone = 0;
    return worker;
  }

  #finished(worker: Worker, outcome: Outcome): void {
    if (worker !== this.#worker) return;
    const running = this.#takeRunning();
    this.#jobsDone++;
    worker.unref();
    if (this.#jobsDone >= this.#options.jobsPerWorker) {
      this.#worker = null;
      void worker.terminate();
    }
    running?.settle(outcome);
    this.#next();
  }

  async #lost(worker: Worker): Promise<void> {
    if (worker === this.#worker) await this.#abandon('crashed');
  }

  async #abandon(why: 'timeout' | 'crashed' | 'closed'): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    const running = this.#takeRunning();
    running?.settle(refused(running.message.kind, why, this.#options.jobLimit));
    await worker?.terminate();
    this.#next();
  }

  #takeRunning(): Pending | null {
    const running = this.#running;
    this.#running = null;
    if (running !== null) clearTimeout(running.timer);
    return running?.pending ?? null;
  }
}

function refused(kind: JobKind, why: 'timeout' | 'crashed' | 'closed', limit: number): Outcome {
  const seconds = Math.round(limit / 100) / 10;
  const ends = why === 'timeout' ? `took longer than ${seconds} s` : why === 'crashed' ? 'broke down' : 'was closed';
  if (kind !== 'read' || why === 'closed') {
    return { ok: false, failure: { of: 'render', code: why, message: `the renderer ${ends}` } };
  }
  const failure =
    why === 'timeout'
      ? new UnreadableDocument('timeout', `a PDF that cannot be read within ${seconds} s`)
      : new UnreadableDocument('damaged', 'a PDF that is damaged beyond reading');
  return { ok: false, failure: { of: 'unreadable', code: failure.code, message: failure.message } };
}
