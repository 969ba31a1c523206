import type { ReadDocument } from './read-document.js';
import type { DraftJob, SealJob } from './render-job.js';

/** The first character of a text that the sealer has no glyph for. */
export interface Undrawable {
  readonly text: string;
  readonly character: string;
  readonly codePoint: number;
}

/** Everything the service does with a document's bytes; heavy work happens off the main thread, one job at a time. */
export interface DocumentEngine {
  /**
   * Reads an upload: a PDF (or a Word file, where a converter is installed) in, everything a template needs out.
   * Throws UnreadableDocument (`invalid_request`) or ConverterUnavailable (`service_unavailable`).
   */
  read(upload: { readonly filename: string; readonly bytes: Uint8Array }): Promise<ReadDocument>;
  /** The first character of any text that the sealer cannot draw, or null (`cannot_be_drawn`). */
  undrawable(texts: readonly string[]): Promise<Undrawable | null>;
  /** The document mid-flight, stamped DRAFT. Throws RenderFailed (`service_unavailable`). */
  draft(job: DraftJob): Promise<Uint8Array>;
  /** The finished document with its certificate page. Throws RenderFailed. */
  seal(job: SealJob): Promise<Uint8Array>;
  /** One page of a PDF as a PDF of its own; `page` is 1-based. Throws RenderFailed with code `unknown_page`. */
  page(pdf: Uint8Array, page: number): Promise<Uint8Array>;
  close(): Promise<void>;
}
