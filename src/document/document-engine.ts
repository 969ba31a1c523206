import { builtPath } from '../core/platform/package-files.js';
import { RenderFailed, UnreadableDocument } from './document-failure.js';
import type { PrintedPage } from './engine/printed-words.js';
import { JobQueue } from './job-queue.js';
import type { FileKind } from '../core/platform/looks-like.js';
import { looksLike } from '../core/platform/looks-like.js';
import type { PageView, ReadDocument } from './read-document.js';
import { isPlainLatin } from './render/drawable.js';
import type { DraftJob, Drawing, OutlineJob, PictureSize, SealJob } from './render-job.js';
import type { PrepareJob } from './prepare/write-prepared.js';
import type { FormSignatures } from './seal/form-signatures.js';
import type { SignJob } from './job.js';
import { convertWord } from './word/convert-word.js';

/** A text, and every character of it that the sealer has no glyph for. */
export interface Undrawable {
  readonly text: string;
  /** Each once, in order. */
  readonly codePoints: readonly number[];
}

/** Everything the service does with a document's bytes; heavy work happens off the main thread, one job at a time. */
export interface DocumentEngine {
  /**
   * Reads an upload: a PDF (or a Word file, where a converter is installed) in, everything a template needs out.
   * Throws UnreadableDocument (`invalid_request`), or ConverterUnavailable or RenderFailed (`service_unavailable`).
   */
  read(upload: { readonly filename: string; readonly bytes: Uint8Array }): Promise<ReadDocument>;
  /** The first text that the sealer cannot draw, or null (`cannot_be_drawn`). */
  undrawable(texts: readonly string[]): Promise<Undrawable | null>;
  /** The document mid-flight, stamped DRAFT. Throws RenderFailed (`service_unavailable`). */
  draft(job: DraftJob): Promise<Uint8Array>;
  /** The finished document with its certificate page. Throws RenderFailed. */
  seal(job: SealJob): Promise<Uint8Array>;
  /** Signs a finished document, every byte of it, with a time-stamp. Throws RenderFailed. */
  sign(job: SignJob): Promise<Uint8Array>;
  /** Which signatures the form of a PDF names. Throws RenderFailed. */
  formSignatures(pdf: Uint8Array): Promise<FormSignatures>;
  /** One PDF of the pages of several, in their order. Throws RenderFailed. */
  join(documents: readonly Uint8Array[]): Promise<Uint8Array>;
  /** One page of a PDF as a PDF of its own; `page` is 1-based. Throws RenderFailed with code `unknown_page`. */
  page(pdf: Uint8Array, page: number): Promise<Uint8Array>;
  /** The first page of a PDF with its boxes outlined and numbered, to be looked at. Throws RenderFailed. */
  outline(job: OutlineJob): Promise<Uint8Array>;
  /**
   * One page of a PDF as displayed (`page` is 1-based, the width in pixels, at most 4000), as the bytes of a PNG.
   * Throws RenderFailed with code `unknown_page`.
   */
  picture(pdf: Uint8Array, page: number, size: PictureSize): Promise<Uint8Array>;
  /**
   * Every page as displayed, in points. How its text runs is looked up, which takes its time, for the pages (1-based)
   * in `withText`; the others count as upright. Throws RenderFailed.
   */
  sizes(pdf: Uint8Array, withText?: readonly number[]): Promise<readonly PageView[]>;
  /** The words, and tags of other services, that are printed on each page, in fractions of it. Throws RenderFailed. */
  words(pdf: Uint8Array): Promise<readonly PrintedPage[]>;
  /**
   * A drawn signature as it may be put into a document: a PNG cut to its ink, of at most 256 KiB and 2400 by 1200
   * pixels. Throws RenderFailed with code `undrawable` for an empty one and for anything that is not such a picture.
   */
  signature(png: Uint8Array): Promise<Uint8Array>;
  /**
   * A PDF with these fields in place of those that it had; what is printed on its pages stays, but for what the job
   * takes off. Throws UnreadableDocument, with code `signed` for one that is signed already.
   */
  prepare(job: PrepareJob): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface DocumentEngineOptions {
  /** How long one job may take, in milliseconds; 30 s by default. */
  readonly jobLimit?: number;
  /** After how many documents a fresh worker takes over. */
  readonly jobsPerWorker?: number;
  /** Where LibreOffice is looked for, by default in the `PATH` of this process; nowhere when empty. */
  readonly searchPath?: string;
}

const MEBIBYTE = 1024 * 1024;
const LARGEST_UPLOAD = 50 * MEBIBYTE;
/** MiB. */
const HEAP_LIMIT = 512;
const MEMORY_LIMIT = 768;
const WORKER = 'document-worker.cjs';

/** The document engine; it starts its worker with the first job that needs one. */
export function createDocumentEngine(options: DocumentEngineOptions = {}): DocumentEngine {
  const queue = new JobQueue({
    script: builtPath(WORKER),
    jobLimit: options.jobLimit ?? 30_000,
    jobsPerWorker: options.jobsPerWorker ?? 60,
    heapLimit: HEAP_LIMIT,
    memoryLimit: MEMORY_LIMIT,
  });
  const closing = new AbortController();
  const converter = {
    searchPath: options.searchPath ?? process.env['PATH'] ?? '',
    limit: 60_000,
    signal: closing.signal,
  };
  let conversions: Promise<unknown> = Promise.resolve();
  const convert = (bytes: Uint8Array, kind: 'docx' | 'doc'): Promise<Uint8Array> => {
    const conversion = conversions.then(() => convertWord(bytes, kind, converter));
    conversions = conversion.catch(() => undefined);
    return conversion;
  };
  return {
    async read({ bytes }) {
      const file = admitted(bytes);
      if (file.kind === 'pdf') return queue.run('read', { pdf: bytes });
      if (file.kind === 'doc') return queue.run('read', { pdf: await convert(bytes, 'doc') });
      const { docx, ...word } = await queue.run('word', { docx: bytes });
      return queue.run('read', { pdf: await convert(docx, 'docx'), ...word });
    },
    async undrawable(texts) {
      const doubtful = texts.filter((text) => !isPlainLatin(text));
      return doubtful.length === 0 ? null : queue.run('undrawable', { texts: doubtful });
    },
    draft: (job) => inAnyCase(job, (each) => queue.run('draft', each)),
    seal: (job) => inAnyCase(job, (each) => queue.run('seal', each)),
    sign: (job) => queue.run('sign', job),
    formSignatures: (pdf) => queue.run('formSignatures', { pdf }),
    join: (documents) => queue.run('join', { documents }),
    page: (pdf, page) => queue.run('page', { pdf, page }),
    outline: (job) => queue.run('outline', job),
    picture: (pdf, page, size) => queue.run('picture', { pdf, page, size }),
    sizes: (pdf, withText = []) => queue.run('sizes', { pdf, withText }),
    words: (pdf) => queue.run('words', { pdf }),
    signature: (png) => queue.run('signature', { png }),
    prepare: (job) => queue.run('prepare', job),
    async close() {
      closing.abort();
      await Promise.all([conversions, queue.close()]);
    },
  };
}

/**
 * The first attempt may draw pages, for the ink that shows on them. Pages that can be read and still not be drawn,
 * within the time and memory of a job, shall cost nobody a signature: the second one draws none.
 */
function inAnyCase<J extends Drawing>(job: J, render: (job: J) => Promise<Uint8Array>): Promise<Uint8Array> {
  return render(job).catch((error: unknown) => {
    const isOver = error instanceof RenderFailed && ['timeout', 'crashed', 'failed'].includes(error.code);
    if (!isOver || job.assumesWhite === true) throw error;
    return render({ ...job, assumesWhite: true });
  });
}

function admitted(bytes: Uint8Array): Extract<FileKind, { readonly kind: 'pdf' | 'docx' | 'doc' }> {
  if (bytes.length > LARGEST_UPLOAD) {
    const size = (bytes.length / MEBIBYTE).toFixed(1);
    throw new UnreadableDocument('too_large', `too large: ${size} MiB, the limit is ${LARGEST_UPLOAD / MEBIBYTE} MiB`);
  }
  const file = looksLike(bytes);
  if (file.kind === 'locked') throw new UnreadableDocument('password', 'a password-protected Office file');
  if (file.kind !== 'other') return file;
  throw new UnreadableDocument(bytes.length === 0 ? 'empty' : 'not_a_document', file.what);
}
