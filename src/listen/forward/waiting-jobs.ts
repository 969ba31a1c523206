import type { ForwardJob, StoredJob } from './forward-job.js';

/** A delivery in a queue. */
export interface Entry {
  readonly id: string;
  readonly target: URL;
  /** What it takes in memory. */
  readonly bytes: number;
  /** Undefined while it is only in the journal. */
  job: ForwardJob | undefined;
  /** Its record was deleted from the journal too. */
  isGone: boolean;
  attempts: number;
  /** Responses other than 2xx. */
  refusals: number;
  /** Its waiting was reported. */
  reported: boolean;
}

/** What a job takes beside its body: headers, report, entry. */
const overhead = 2_048;

/** Bytes that the jobs of all queues may take in memory; those beyond it are read from the journal again. */
export class JobMemory {
  readonly #max: number;
  #held = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** An entry for a job: with the job if there is room for it, or if it is `stored` nowhere else. */
  enter(job: ForwardJob | StoredJob, stored: boolean): Entry {
    const { id, target, attempts } = job;
    const bytes = overhead + ('body' in job ? job.body.length : job.size);
    const isHeld = 'body' in job && (!stored || this.#held + bytes <= this.#max);
    if (isHeld) this.#held += bytes;
    const reported = job.resumed === true;
    return { id, target, bytes, job: isHeld ? job : undefined, isGone: false, attempts, refusals: 0, reported };
  }

  /** A job whose turn comes has to be in memory. */
  load(entry: Entry, job: ForwardJob): void {
    this.#held += entry.bytes;
    entry.job = job;
  }

  /** It is done with, or waits again: then it stays as long as there is room for all. */
  leave(entry: Entry, done: boolean): void {
    if (entry.job === undefined || (!done && this.#held <= this.#max)) return;
    this.#held -= entry.bytes;
    entry.job = undefined;
  }
}

/** Entries in order: taken from the front in constant time, also from among a hundred thousand. */
export class EntryQueue implements Iterable<Entry> {
  #all: (Entry | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#all.length - this.#first;
  }

  peek(): Entry | undefined {
    return this.#all[this.#first];
  }

  push(entry: Entry): void {
    this.#all.push(entry);
  }

  /** Puts it in front of all others. */
  unshift(entry: Entry): void {
    if (this.#first === 0) this.#all.unshift(entry);
    else this.#all[(this.#first -= 1)] = entry;
  }

  shift(): Entry | undefined {
    const entry = this.#all[this.#first];
    if (entry === undefined) return undefined;
    this.#all[this.#first] = undefined;
    this.#first += 1;
    if (this.#first > 1_024 && this.#first * 2 > this.#all.length) {
      this.#all = this.#all.slice(this.#first);
      this.#first = 0;
    }
    return entry;
  }

  *[Symbol.iterator](): Generator<Entry> {
    for (let at = this.#first; at < this.#all.length; at += 1) {
      const entry = this.#all[at];
      if (entry !== undefined) yield entry;
    }
  }
}
