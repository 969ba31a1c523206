import { parentPort } from 'node:worker_threads';
import { PDF } from '@libpdf/core';
import { lazy } from '../core/platform/lazy.js';
import { readPdf } from './detect/read-pdf.js';
import { extractPage, joinPages } from './engine/copy-pages.js';
import { openPdf, savePlain } from './engine/open-pdf.js';
import { eachPage } from './engine/page-geometry.js';
import type { Pdfium } from './engine/pdfium.js';
import { loadPdfium } from './engine/pdfium.js';
import { withStableNames } from './engine/stable-bytes.js';
import type { Undrawable } from './document-engine.js';
import { RenderFailed, UnreadableDocument } from './document-failure.js';
import type { JobMessage, Jobs, Outcome, WorkerMessage } from './job.js';
import { isForeseen, plainFailure, tooComplex } from './job.js';
import { type Area, withPageText, withTextLayer } from './engine/page-glyphs.js';
import { readPaths } from './engine/page-paths.js';
import { leaderGlyphs, type PrintedPage, printedTags, printedWords } from './engine/printed-words.js';
import { readingFrame } from './engine/reading-frame.js';
import { pushDown, readSecond } from './engine/second-reader.js';
import type { PageView, ReadDocument } from './read-document.js';
import { renderDraft } from './render/draft.js';
import { allUndrawable, firstUndrawable } from './render/drawable.js';
import type { FontFiles } from './render/fonts.js';
import { embedFont, loadFontFiles } from './render/fonts.js';
import { drawPages, startRendering } from './render/render-document.js';
import { tidySignature } from './render/drawn-signature.js';
import { outlineBoxes } from './render/outline.js';
import { drawPicture } from './render/picture.js';
import { renderSealed, type SealFingerprints } from './render/seal.js';
import { checkUnpackedSize } from './render/unpacked-size.js';
import { writePrepared } from './prepare/write-prepared.js';
import { prepareWord } from './word/prepare-word.js';
import { type CertificateAuthority, certificateAuthority, fingerprintOf } from './seal/certificate-authority.js';
import { readFormSignatures } from './seal/form-signatures.js';
import { signPdf } from './seal/sign-pdf.js';

/** Past this size, in bytes, a heap is given back by ending its worker: it never shrinks. */
const LARGE_HEAP = 96 * 1024 * 1024;

/** The worker thread of the document engine: one job at a time, each answered with one outcome. */
function serve(port: NonNullable<typeof parentPort>): void {
  let started: Pdfium | null = null;
  const pdfium = lazy(async () => (started = await startPdfium()));
  const fonts = lazy(loadFontFiles);
  const authority = rememberAuthority();
  const isExhausted = (): boolean => started?.isExhausted() ?? false;
  const isLarge = (): boolean => (started?.heapSize() ?? 0) > LARGE_HEAP;
  port.on('message', (message: JobMessage) => {
    run(message, pdfium, fonts, authority).then(
      (answer) => {
        const outcome: Outcome = isExhausted()
          ? { ok: false, failure: tooComplex(message.kind) }
          : { ok: true, answer };
        const said: WorkerMessage = { ...outcome, spent: isExhausted() || isLarge() };
        port.postMessage(said, handedOver(answer));
      },
      (error: unknown) => {
        const failure = plainFailure(error, message.kind, isExhausted());
        const spent = !isForeseen(error) || isExhausted() || isLarge();
        port.postMessage({ ok: false, failure, spent } satisfies WorkerMessage);
      },
    );
  });
  port.postMessage('ready' satisfies WorkerMessage);
}

/** The memory of a document that was made: it need not be copied, as the worker keeps none. Small ones share theirs. */
function handedOver(answer: Jobs[JobMessage['kind']]['answer']): readonly ArrayBuffer[] {
  const bytes = answer !== null && 'pdf' in answer ? answer.pdf : answer;
  if (!(bytes instanceof Uint8Array) || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}

/** An engine that does not load says nothing about the document it was wanted for. */
async function startPdfium(): Promise<Pdfium> {
  try {
    return await loadPdfium();
  } catch {
    // What WebAssembly says about itself helps nobody here.
    throw new RenderFailed('crashed', 'the renderer could not be started');
  }
}

async function run(
  message: JobMessage,
  pdfium: () => Promise<Pdfium>,
  fonts: () => Promise<FontFiles>,
  authority: (secret: Uint8Array, year: number) => CertificateAuthority,
): Promise<Jobs[JobMessage['kind']]['answer']> {
  switch (message.kind) {
    case 'read':
      return readDrawable(await pdfium(), await fonts(), message.ask);
    case 'word':
      return prepareWord(message.ask.docx, drawableIn(await fonts()));
    case 'undrawable':
      return findUndrawable(message.ask.texts, await fonts());
    case 'draft':
      return renderDraft(await pdfium(), await fonts(), message.ask);
    case 'seal':
      return renderSealed(
        await pdfium(),
        await fonts(),
        message.ask,
        fingerprintsOf(authority(message.ask.authority, yearOf(message.ask.certificate.sealed_at))),
      );
    case 'sign':
      return signPdf(message.ask.pdf, authority(message.ask.authority, yearOf(message.ask.at)), message.ask.at);
    case 'formSignatures':
      return readFormSignatures(message.ask.pdf);
    case 'join':
      return joinPages(await pdfium(), message.ask.documents);
    case 'page':
      return cleanPage(await pdfium(), await fonts(), message.ask);
    case 'outline':
      return outlineBoxes(await pdfium(), await fonts(), message.ask);
    case 'picture':
      return drawPicture(await pdfium(), message.ask.pdf, message.ask.page, message.ask.size);
    case 'sizes':
      return pageSizes(await pdfium(), message.ask);
    case 'words':
      return pageWords(await pdfium(), message.ask.pdf);
    case 'prepare':
      return writePrepared(await pdfium(), message.ask);
    case 'signature':
      return tidySignature(message.ask.png);
  }
}

/** Whether a text can be drawn in the body font. Most forms hold plain letters only, and need no font for it. */
function drawableIn(files: FontFiles): (text: string) => boolean {
  const font = lazy(() => embedFont(PDF.create(), files.body));
  return (text) => /^[\x20-\x7e\n]*$/u.test(text) || firstUndrawable(text, font()) === null;
}

/** What could be read but never be drawn on would be noticed only when everybody has signed. */
async function readDrawable(
  pdfium: Pdfium,
  files: FontFiles,
  { pdf: upload, controls, isTracked }: Jobs['read']['ask'],
): Promise<ReadDocument> {
  const { pdf, signedFields } = await readSecond(upload);
  const facts = {
    ...(controls === undefined ? {} : { controls }),
    ...(isTracked === undefined ? {} : { isTracked }),
    signedFields,
    isDrawable: drawableIn(files),
  };
  const first = readPdf(pdfium, pdf, facts);
  const loaded = await PDF.load(first.pdf).catch(() => null);
  const isMissing = loaded !== null && pushDown(loaded);
  const read = isMissing ? readPdf(pdfium, await pushedDown(pdfium, pdf), facts) : first;
  if (loaded?.getPageCount() !== read.page_count) {
    throw new UnreadableDocument('damaged', 'a PDF that nothing can be drawn on');
  }
  checkUnpackedSize(loaded);
  return read;
}

/** The same document with what its fields inherit; what was read before has lost its answers. */
async function pushedDown(pdfium: Pdfium, bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = openPdf(pdfium, bytes);
  try {
    const plain = await PDF.load(savePlain(pdfium, pdf.handle));
    pushDown(plain);
    return await plain.save();
  } finally {
    pdf.close();
  }
}

function findUndrawable(texts: readonly string[], files: FontFiles): Undrawable | null {
  const font = embedFont(PDF.create(), files.body);
  for (const text of texts) {
    const codePoints = allUndrawable(text, font);
    if (codePoints.length > 0) return { text, codePoints };
  }
  return null;
}

function pageWords(pdfium: Pdfium, bytes: Uint8Array): readonly PrintedPage[] {
  const pdf = openPdf(pdfium, bytes);
  try {
    return eachPage(pdfium, pdf, (page, geometry) => {
      const { width, height } = geometry;
      const share = ({ left, top, right, bottom }: Area): Area => ({
        left: left / width,
        top: top / height,
        right: right / width,
        bottom: bottom / height,
      });
      const drawn = readPaths(pdfium, page, geometry).strokes.filter(({ direction }) => direction === 'across');
      return withPageText(pdfium, page, geometry, ({ glyphs }) => ({
        rules: [...drawn, ...leaderGlyphs(glyphs)].map(share),
        words: printedWords(glyphs).map((word) => ({ ...share(word), text: word.text })),
        tags: printedTags(glyphs).map((tag) => ({
          ...tag,
          lines: tag.lines.map(share),
          next: tag.next === null ? null : tag.next / width,
        })),
      }));
    });
  } finally {
    pdf.close();
  }
}

function pageSizes(pdfium: Pdfium, ask: Jobs['sizes']['ask']): readonly PageView[] {
  const pdf = openPdf(pdfium, ask.pdf);
  try {
    return eachPage(pdfium, pdf, (loaded, geometry) => {
      const { page, width, height, rotation } = geometry;
      const turn = ask.withText.includes(page)
        ? withTextLayer(pdfium, loaded, (layer) => readingFrame(pdfium, layer, geometry).turn)
        : 0;
      return { page, width, height, rotation, text_turns: (turn / 90) as PageView['text_turns'] };
    });
  } finally {
    pdf.close();
  }
}

/** A page without live form fields: what stands on it is what a reader shows. */
async function cleanPage(pdfium: Pdfium, files: FontFiles, { pdf, page }: Jobs['page']['ask']): Promise<Uint8Array> {
  const single = extractPage(pdfium, pdf, page);
  const rendering = await startRendering(pdfium, files, { pdf: single, marks: [] });
  drawPages(rendering);
  return withStableNames(await rendering.pdf.save({ subsetFonts: true }));
}

const fingerprintsOf = ({ seal, certificate }: CertificateAuthority): SealFingerprints => ({
  seal: fingerprintOf(seal.certificate),
  authority: fingerprintOf(certificate),
});

const yearOf = (at: string): number => new Date(at).getUTCFullYear();

/** Most documents of an emulator are signed by the same authority in the same year. */
function rememberAuthority(): (secret: Uint8Array, year: number) => CertificateAuthority {
  let last: { readonly secret: Uint8Array; readonly year: number; readonly authority: CertificateAuthority } | null =
    null;
  return (secret, year) => {
    if (last === null || last.year !== year || Buffer.compare(last.secret, secret) !== 0) {
      last = { secret, year, authority: certificateAuthority(secret, year) };
    }
    return last.authority;
  };
}

if (parentPort !== null) serve(parentPort);
