import { RenderFailed, UnreadableDocument } from './document-failure.js';
import type { Undrawable } from './document-engine.js';
import type { PrintedPage } from './engine/printed-words.js';
import type { PageView, ReadDocument } from './read-document.js';
import type { DraftJob, OutlineJob, PictureSize, SealJob } from './render-job.js';
import type { PrepareJob } from './prepare/write-prepared.js';
import type { FormSignatures } from './seal/form-signatures.js';
import type { PreparedWord } from './word/prepare-word.js';
import type { WordControl } from './word/word-control.js';

/** What the worker can be asked, and what it answers. */
export interface Jobs {
  readonly read: {
    readonly ask: {
      readonly pdf: Uint8Array;
      readonly controls?: readonly WordControl[];
      readonly isTracked?: boolean;
    };
    readonly answer: ReadDocument;
  };
  readonly word: { readonly ask: { readonly docx: Uint8Array }; readonly answer: PreparedWord };
  readonly undrawable: { readonly ask: { readonly texts: readonly string[] }; readonly answer: Undrawable | null };
  readonly draft: { readonly ask: DraftJob; readonly answer: Uint8Array };
  readonly seal: { readonly ask: SealJob; readonly answer: Uint8Array };
  readonly sign: { readonly ask: SignJob; readonly answer: Uint8Array };
  readonly join: { readonly ask: { readonly documents: readonly Uint8Array[] }; readonly answer: Uint8Array };
  readonly page: { readonly ask: { readonly pdf: Uint8Array; readonly page: number }; readonly answer: Uint8Array };
  readonly outline: { readonly ask: OutlineJob; readonly answer: Uint8Array };
  readonly picture: {
    readonly ask: { readonly pdf: Uint8Array; readonly page: number; readonly size: PictureSize };
    readonly answer: Uint8Array;
  };
  readonly sizes: {
    readonly ask: { readonly pdf: Uint8Array; readonly withText: readonly number[] };
    readonly answer: readonly PageView[];
  };
  readonly words: { readonly ask: { readonly pdf: Uint8Array }; readonly answer: readonly PrintedPage[] };
  readonly formSignatures: { readonly ask: { readonly pdf: Uint8Array }; readonly answer: FormSignatures };
  readonly prepare: { readonly ask: PrepareJob; readonly answer: Uint8Array };
  readonly signature: { readonly ask: { readonly png: Uint8Array }; readonly answer: Uint8Array };
}

export type JobKind = keyof Jobs;

/** A job as it crosses to the worker. */
export type JobMessage = { readonly [K in JobKind]: { readonly kind: K; readonly ask: Jobs[K]['ask'] } }[JobKind];

/** The outcome as it crosses back: errors lose their class on the way, so it is told apart by name. */
export type Outcome =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly failure: PlainFailure };

/**
 * What a worker says: that it has loaded and takes jobs, then one outcome for each of them. One that is `spent` should
 * do no other job: its memory has grown, or something broke in it that the next document must not suffer from.
 */
export type WorkerMessage = 'ready' | (Outcome & { readonly spent: boolean });

export type PlainFailure =
  | { readonly of: 'unreadable'; readonly code: UnreadableDocument['code']; readonly message: string }
  | { readonly of: 'render'; readonly code: RenderFailed['code']; readonly message: string };

/** The jobs that take an upload: what goes wrong in them says something about the file. */
const UPLOADS: Readonly<Partial<Record<JobKind, string>>> = { read: 'PDF', word: 'Word file', prepare: 'PDF' };

/** What the file of a job is called where the job takes an upload; null for every other job. */
export function uploadOf(kind: JobKind): string | null {
  return UPLOADS[kind] ?? null;
}

/** Takes an error apart for the crossing; what nobody foresaw is reported without its inner workings. */
export function plainFailure(error: unknown, kind: JobKind, outOfMemory: boolean): PlainFailure {
  if (outOfMemory) return tooComplex(kind);
  const upload = uploadOf(kind);
  if (error instanceof UnreadableDocument) {
    return upload === null
      ? { of: 'render', code: 'failed', message: `the document is ${error.message}` }
      : { of: 'unreadable', code: error.code, message: error.message };
  }
  if (error instanceof RenderFailed) return { of: 'render', code: error.code, message: error.message };
  if (upload === null) return { of: 'render', code: 'failed', message: 'the document could not be rendered' };
  return { of: 'unreadable', code: 'damaged', message: `a ${upload} that is damaged beyond reading` };
}

/** Whether somebody foresaw the error, so that whatever threw it is sound. */
export function isForeseen(error: unknown): boolean {
  return error instanceof UnreadableDocument || error instanceof RenderFailed;
}

/** A document that takes more memory than a job may have. */
export function tooComplex(kind: JobKind): PlainFailure {
  const upload = uploadOf(kind);
  return upload === null
    ? { of: 'render', code: 'failed', message: 'the document takes too much memory to be drawn' }
    : { of: 'unreadable', code: 'too_complex', message: `a ${upload} that takes too much memory to be read` };
}

/** Puts the error together again. */
export function revived(failure: PlainFailure): UnreadableDocument | RenderFailed {
  switch (failure.of) {
    case 'unreadable':
      return new UnreadableDocument(failure.code, failure.message);
    case 'render':
      return new RenderFailed(failure.code, failure.message);
  }
}

/** A finished document that is to be signed by the authority of a secret. */
export interface SignJob {
  readonly pdf: Uint8Array;
  /** 32 bytes; see `certificateAuthority`. */
  readonly authority: Uint8Array;
  /** ISO 8601 UTC: what the time-stamp says. */
  readonly at: string;
}
