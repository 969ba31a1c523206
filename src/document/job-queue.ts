import { Worker } from 'node:worker_threads';
import { UnreadableDocument } from './document-failure.js';
import type { JobKind, JobMessage, Jobs, Outcome, WorkerMessage } from './job.js';
import { revived, tooComplex, uploadOf } from './job.js';

export interface QueueOptions {
  /** Path of the built worker. */
  readonly script: string;
  /** How long one job may take, in milliseconds. */
  readonly jobLimit: number;
  /** After how many jobs a fresh worker takes over: PDFium's memory only grows. */
  readonly jobsPerWorker: number;
  /** How much a worker may keep in its JavaScript heap, in MiB; PDFium's own memory has a limit of its own. */
  readonly heapLimit: number;
  /** By how much the memory of the process may grow over one job, in MiB: for what neither of those limits counts. */
  readonly memoryLimit: number;
}

interface Pending {
  readonly message: JobMessage;
  readonly settle: (outcome: Outcome) => void;
}

/** Why a job ended without an outcome. */
type Ending = 'busy' | 'timeout' | 'crashed' | 'out_of_memory' | 'not_started' | 'closed';

/** Milliseconds. */
const LONGEST_ENDING = 10_000;
const MEBIBYTE = 1024 * 1024;
const MOST_WAITING = 256 * MEBIBYTE;
/** Milliseconds. */
const WATCH_EVERY = 50;

/** Runs jobs one after the other in a worker thread that is started when first needed and replaced when it fails. */
export class JobQueue {
  readonly #options: QueueOptions;
  readonly #waiting: Pending[] = [];
  #running: { readonly pending: Pending; readonly timers: readonly NodeJS.Timeout[] } | null = null;
  #worker: Worker | null = null;
  #ready = false;
  #jobsDone = 0;
  #retiring = false;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /**
   * Throws UnreadableDocument for a document that cannot be read; RenderFailed for every other job, and for a `read`
   * that no worker could be started for.
   */
  run<K extends JobKind>(kind: K, ask: Jobs[K]['ask']): Promise<Jobs[K]['answer']> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome): void => {
        if (outcome.ok) resolve(outcome.answer as Jobs[K]['answer']);
        else reject(revived(outcome.failure));
      };
      const message = { kind, ask } as JobMessage;
      if (this.#closed) return settle(refused(kind, 'closed', 0));
      if (uploadOf(kind) !== null && this.#isFull(message)) return settle(refused(kind, 'busy', 0));
      this.#waiting.push({ message, settle });
      this.#next();
    });
  }

  /** Uploads that wait are kept in memory: one always may, and further ones as long as there is room. */
  #isFull(message: JobMessage): boolean {
    const waiting = this.#waiting.reduce((sum, pending) => sum + uploadSize(pending.message), 0);
    return this.#waiting.length > 0 && waiting + uploadSize(message) > MOST_WAITING;
  }

  /** Ends the worker; jobs that are waiting or running fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const pending of this.#waiting.splice(0)) pending.settle(refused(pending.message.kind, 'closed', 0));
    await this.#abandon('closed');
  }

  #next(): void {
    if (this.#running !== null || this.#retiring) return;
    const pending = this.#waiting.shift();
    if (pending === undefined) return;
    const worker = this.#workerNow();
    // A worker that waits must not keep the program alive; one that works must.
    worker.ref();
    const before = memoryOfOthers();
    const watch = (): void => {
      if (memoryOfOthers() - before > this.#options.memoryLimit * MEBIBYTE) void this.#abandon('out_of_memory');
    };
    const timers = [
      setTimeout(() => void this.#abandon('timeout'), this.#options.jobLimit),
      setInterval(watch, WATCH_EVERY),
    ];
    this.#running = { pending, timers };
    if (this.#ready) worker.postMessage(pending.message);
  }

  #workerNow(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(this.#options.script, {
      execArgv: [],
      // Nothing that a library prints may end up in the program's own output. Nobody reads it either: a reader keeps the
      // program alive, whatever `unref` says.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapLimit },
    });
    worker.on('message', (message: WorkerMessage) => {
      if (message === 'ready') this.#began(worker);
      else this.#finished(worker, message);
    });
    worker.on('messageerror', () => void this.#lost(worker));
    worker.on('error', (error) => void this.#lost(worker, error));
    worker.on('exit', () => void this.#lost(worker));
    this.#worker = worker;
    this.#ready = false;
    this.#jobsDone = 0;
    return worker;
  }

  /** A worker gets its first job only now, so that what ends before failed by itself, not over a document. */
  #began(worker: Worker): void {
    if (worker !== this.#worker) return;
    this.#ready = true;
    if (this.#running !== null) worker.postMessage(this.#running.pending.message);
  }

  #finished(worker: Worker, outcome: Exclude<WorkerMessage, 'ready'>): void {
    if (worker !== this.#worker) return;
    const running = this.#takeRunning();
    this.#jobsDone++;
    worker.unref();
    running?.settle(outcome);
    if (outcome.spent || this.#jobsDone >= this.#options.jobsPerWorker) void this.#retire();
    else this.#next();
  }

  /** Only when a worker is gone, its memory with it, does the next one begin: never are there two at a time. */
  async #retire(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#retiring = true;
    if (worker !== null) await ended(worker);
    this.#retiring = false;
    this.#next();
  }

  async #lost(worker: Worker, error?: unknown): Promise<void> {
    if (worker !== this.#worker) return;
    const broke = isOutOfMemory(error) ? 'out_of_memory' : 'crashed';
    await this.#abandon(this.#ready ? broke : 'not_started');
  }

  async #abandon(why: Ending): Promise<void> {
    const running = this.#takeRunning();
    running?.settle(refused(running.message.kind, why, this.#options.jobLimit));
    await this.#retire();
  }

  #takeRunning(): Pending | null {
    const running = this.#running;
    this.#running = null;
    for (const timer of running?.timers ?? []) clearTimeout(timer);
    return running?.pending ?? null;
  }
}

/** The memory of the process but for what this thread holds itself, in bytes; 0 where no /proc tells it. */
function memoryOfOthers(): number {
  try {
    const { rss, heapTotal, external } = process.memoryUsage();
    return rss - heapTotal - external;
  } catch {
    // Node reads /proc for it, which a container may hide.
    return 0;
  }
}

/** Resolves when the worker is gone, or is taking longer about it than the next document should wait. */
async function ended(worker: Worker): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_ENDING);
  });
  await Promise.race([worker.terminate(), late]);
  clearTimeout(timer);
}

function uploadSize({ kind, ask }: JobMessage): number {
  if (kind === 'read') return ask.pdf.length;
  return kind === 'word' ? ask.docx.length : 0;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function refused(kind: JobKind, why: Ending, limit: number): Outcome {
  if (why === 'out_of_memory') return { ok: false, failure: tooComplex(kind) };
  const seconds = Math.round(limit / 100) / 10;
  const upload = uploadOf(kind);
  if (upload === null || why === 'busy' || why === 'closed' || why === 'not_started') {
    const code = why === 'not_started' ? 'crashed' : why;
    return { ok: false, failure: { of: 'render', code, message: `the renderer ${wordsFor(why, seconds)}` } };
  }
  const failure =
    why === 'timeout'
      ? new UnreadableDocument('timeout', `a ${upload} that cannot be read within ${seconds} s`)
      : new UnreadableDocument('damaged', `a ${upload} that is damaged beyond reading`);
  return { ok: false, failure: { of: 'unreadable', code: failure.code, message: failure.message } };
}

function wordsFor(why: Exclude<Ending, 'out_of_memory'>, seconds: number): string {
  switch (why) {
    case 'busy':
      return 'is busy with other documents';
    case 'timeout':
      return `took longer than ${seconds} s`;
    case 'crashed':
      return 'broke down';
    case 'not_started':
      return 'could not be started';
    case 'closed':
      return 'was closed';
  }
}
