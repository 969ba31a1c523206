import { RenderFailed, UnreadableDocument } from './document-failure.js';
import type { Undrawable } from './document-engine.js';
import type { ReadDocument } from './read-document.js';
import type { DraftJob, SealJob } from './render-job.js';
import type { PictureSize } from './render/picture.js';

/** What the worker can be asked, and what it answers. */
export interface Jobs {
  readonly read: { readonly ask: { readonly pdf: Uint8Array }; readonly answer: ReadDocument };
  readonly undrawable: { readonly ask: { readonly texts: readonly string[] }; readonly answer: Undrawable | null };
  readonly draft: { readonly ask: DraftJob; readonly answer: Uint8Array };
  readonly seal: { readonly ask: SealJob; readonly answer: Uint8Array };
  readonly page: { readonly ask: { readonly pdf: Uint8Array; readonly page: number }; readonly answer: Uint8Array };
  readonly picture: {
    readonly ask: { readonly pdf: Uint8Array; readonly page: number; readonly size: PictureSize };
    readonly answer: Uint8Array;
  };
}

export type JobKind = keyof Jobs;

/** A job as it crosses to the worker. */
export type JobMessage = { readonly [K in JobKind]: { readonly kind: K; readonly ask: Jobs[K]['ask'] } }[JobKind];

/** The outcome as it crosses back: errors lose their class on the way, so it is told apart by name. */
export type Outcome =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly failure: PlainFailure };

/** What a worker says: that it has loaded and takes jobs, then one outcome for each of them. */
export type WorkerMessage = 'ready' | Outcome;

export type PlainFailure =
  | { readonly of: 'unreadable'; readonly code: UnreadableDocument['code']; readonly message: string }
  | { readonly of: 'render'; readonly code: RenderFailed['code']; readonly message: string };

/** Takes an error apart for the crossing; what nobody foresaw is reported without its inner workings. */
export function plainFailure(error: unknown, kind: JobKind): PlainFailure {
  if (error instanceof UnreadableDocument && kind === 'read') {
    return { of: 'unreadable', code: error.code, message: error.message };
  }
  if (error instanceof UnreadableDocument)
    return { of: 'render', code: 'failed', message: `the document is ${error.message}` };
  if (error instanceof RenderFailed) return { of: 'render', code: error.code, message: error.message };
  if (kind === 'read') return { of: 'unreadable', code: 'damaged', message: 'a PDF that is damaged beyond reading' };
  return { of: 'render', code: 'failed', message: 'the document could not be rendered' };
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
