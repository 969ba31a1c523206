// One subject of the documents' benchmark, in a process of its own: says that it is ready, then does as many jobs as asked.
import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { at, authority, draftOf, sealOf } from './document-asks.mjs';

const root = new URL('../../', import.meta.url);

const variants = 6;
const [what, program, file] = process.argv.slice(2);
// `draft-again` draws on one document each time, as the envelopes of a template do; all else on one not seen before.
const isAgain = what.endsWith('-again');
const job = what.replace(/^bare-|-again$/g, '');

/** The demo's lease two and a half times over, with words on each page that no other variant has. */
async function tenPages(variant) {
  const { PDF } = await import('@libpdf/core');
  const lease = readFileSync(new URL('src/demo/lease.pdf', root));
  const merged = await PDF.merge([lease, lease, lease]);
  while (merged.getPageCount() > 10) merged.removePage(merged.getPageCount() - 1);
  const font = merged.embedFont(readFileSync(new URL('src/document/render/fonts/NotoSans-Regular.ttf', root)));
  for (const [at, page] of merged.getPages().entries()) {
    const words = createHash('sha256').update(`${variant} ${at}`).digest('base64');
    page.drawText(words, { x: 40, y: 20 + variant, size: 7, font });
  }
  return merged.save({ subsetFonts: true });
}

/** The document worker as the emulator runs it. */
async function startWorker() {
  const worker = new Worker(join(program, 'dist', 'document-worker.cjs'));
  // An error of the worker ends this process, which says so.
  const next = () => new Promise((resolve) => worker.once('message', resolve));
  await next();
  return {
    async ask(kind, ask) {
      const answer = next();
      worker.postMessage({ kind, ask });
      const outcome = await answer;
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
      return outcome.answer;
    },
  };
}

const marksFor = ({ boxes }, number) =>
  boxes.map(({ type, page, rect }, index) => {
    if (type === 'tickbox') return { kind: 'tick', page, rect };
    if (type === 'signature') return { kind: 'typed_signature', page, rect, text: 'Thandi Mokoena' };
    return { kind: 'text', page, rect, text: `Answer ${index} of ${number}` };
  });

/** What each job is asked. */
const asks = {
  read: ({ pdf }) => ({ pdf }),
  draft: draftOf,
  seal: sealOf,
  // What is signed is what was sealed, which has no form any more.
  sign: ({ sealed }) => ({ pdf: sealed, authority, at }),
  picture: ({ pdf }) => ({ pdf, page: 1, size: { width: 1200 } }),
};

async function loadPdfium() {
  const { init } = await import('@embedpdf/pdfium');
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const api = await init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) });
  api.PDFiumExt_Init();
  return api;
}

function withDocument(api, pdf, use) {
  const pointer = api.pdfium.wasmExports.malloc(pdf.length);
  api.pdfium.HEAPU8.set(pdf, pointer);
  const handle = api.FPDF_LoadMemDocument(pointer, pdf.length, '');
  use(handle);
  api.FPDF_CloseDocument(handle);
  api.pdfium.wasmExports.free(pointer);
}

let pdfium;
/** The document with every character and field of it read, and written anew: no reader of forms can ask for less. */
async function bareRead({ pdf }) {
  const api = (pdfium ??= await loadPdfium());
  // Not through Emscripten's wrapper, which takes longer than most of the answers.
  const bare = api.pdfium.wasmExports;
  const scratch = bare.malloc(1024);
  withDocument(api, pdf, (handle) => {
    const info = bare.PDFiumExt_OpenFormFillInfo();
    const form = bare.PDFiumExt_InitFormFillEnvironment(handle, info);
    for (let index = 0; index < bare.FPDF_GetPageCount(handle); index += 1) {
      const page = bare.FPDF_LoadPage(handle, index);
      readCharacters(bare, page, scratch);
      readFields(bare, form, page, scratch);
      bare.FPDF_ClosePage(page);
    }
    bare.PDFiumExt_ExitFormFillEnvironment(form);
    bare.PDFiumExt_CloseFormFillInfo(info);
    const writer = bare.PDFiumExt_OpenFileWriter();
    bare.PDFiumExt_SaveAsCopy(handle, writer);
    const size = bare.PDFiumExt_GetFileWriterSize(writer);
    const written = bare.malloc(size);
    bare.PDFiumExt_GetFileWriterData(writer, written, size);
    api.pdfium.HEAPU8.slice(written, written + size);
    bare.free(written);
    bare.PDFiumExt_CloseFileWriter(writer);
  });
  bare.free(scratch);
}

function readCharacters(bare, page, scratch) {
  const text = bare.FPDFText_LoadPage(page);
  const count = bare.FPDFText_CountChars(text);
  for (let at = 0; at < count; at += 1) {
    bare.FPDFText_GetUnicode(text, at);
    bare.FPDFText_GetLooseCharBox(text, at, scratch);
  }
  bare.FPDFText_ClosePage(text);
}

function readFields(bare, form, page, scratch) {
  const count = bare.FPDFPage_GetAnnotCount(page);
  for (let at = 0; at < count; at += 1) {
    const field = bare.FPDFPage_GetAnnot(page, at);
    bare.FPDFAnnot_GetFormFieldType(form, field);
    bare.FPDFAnnot_GetRect(field, scratch);
    bare.FPDFAnnot_GetFormFieldName(form, field, scratch, 1024);
    bare.FPDFAnnot_GetFormFieldAlternateName(form, field, scratch, 1024);
    bare.FPDFAnnot_GetFormFieldValue(form, field, scratch, 1024);
    bare.FPDFPage_CloseAnnot(field);
  }
}

/** What a PNG in colours holds, as the page of the form has them, at the level that the program uses. */
function encodeColours(heap, start, width, height) {
  const rows = Buffer.alloc((3 * width + 1) * height);
  for (let row = 0, from = start, to = 0; row < height; row += 1) {
    to += 1;
    for (let at = 0; at < width; at += 1, from += 4, to += 3) {
      rows[to] = heap[from + 2];
      rows[to + 1] = heap[from + 1];
      rows[to + 2] = heap[from];
    }
  }
  deflateSync(rows, { level: 3 });
}

async function barePicture({ pdf }) {
  const api = (pdfium ??= await loadPdfium());
  withDocument(api, pdf, (handle) => {
    const page = api.FPDF_LoadPage(handle, 0);
    const [width, height] = [1200, 1697];
    const bitmap = api.FPDFBitmap_Create(width, height, 0);
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 1);
    encodeColours(api.pdfium.HEAPU8, api.FPDFBitmap_GetBuffer(bitmap), width, height);
    api.FPDFBitmap_Destroy(bitmap);
    api.FPDF_ClosePage(page);
  });
}

/** One word in each font, on one page: nothing can be drawn for less. */
async function bareDraw({ pdf }) {
  const { PDF } = await import('@libpdf/core');
  const document = await PDF.load(pdf);
  const [page] = document.getPages();
  for (const name of ['NotoSans-Regular', 'NotoSans-Bold', 'DancingScript-Regular']) {
    const font = document.embedFont(readFileSync(new URL(`src/document/render/fonts/${name}.ttf`, root)));
    page.drawText('DRAFT', { x: 60, y: 60, size: 11, font });
  }
  await document.save({ subsetFonts: true });
}

/** The place of a signature as an incremental update, the digest of the whole file, and two signatures. */
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
async function bareSign({ sealed }) {
  const { PDF, PdfArray, PdfDict, PdfName, PdfString } = await import('@libpdf/core');
  const document = await PDF.load(sealed);
  const contents = new PdfString(new Uint8Array(4096), 'hex');
  const signature = document.register(PdfDict.of({ Type: PdfName.of('Sig'), Contents: contents }));
  const field = document.register(PdfDict.of({ FT: PdfName.of('Sig'), V: signature }));
  document.getCatalog().set('AcroForm', document.register(PdfDict.of({ Fields: PdfArray.of(field) })));
  const saved = await document.save({ incremental: true });
  createHash('sha256').update(saved).digest();
  for (let index = 0; index < 2; index += 1) createSign('sha256').update('digest').sign(privateKey);
}

const bare = { read: bareRead, draft: bareDraw, seal: bareDraw, sign: bareSign, picture: barePicture };

/** The document with a number behind its end, so that no two jobs are given the same bytes. */
const numbered = (pdf, number) => new Uint8Array(Buffer.concat([pdf, Buffer.from(`\n% ${number}\n`)]));

const base64 = (bytes) => Buffer.from(bytes).toString('base64');

/** Forms of ten pages, also sealed, and the places of their fields, as the program reads them, for all subjects. */
async function prepare() {
  const worker = await startWorker();
  const forms = [];
  for (let variant = 0; variant < variants; variant += 1) {
    const { pdf, boxes, page_count: pages } = await worker.ask('read', { pdf: await tenPages(variant) });
    if (pages !== 10) throw new Error(`the form has ${pages} pages, not 10`);
    const sealed = await worker.ask('seal', sealOf({ pdf, marks: marksFor({ boxes }, variant) }));
    forms.push({ pdf: base64(pdf), sealed: base64(sealed), boxes });
  }
  writeFileSync(file, JSON.stringify(forms));
}

if (what === 'prepare') {
  await prepare();
  process.exit(0);
}
const forms = JSON.parse(readFileSync(file, 'utf8')).map(({ pdf, sealed, boxes }) => ({
  pdf: Buffer.from(pdf, 'base64'),
  sealed: Buffer.from(sealed, 'base64'),
  boxes,
}));
const own = what.startsWith('bare-') ? null : await startWorker();
let number = 0;
process.on('message', async (message) => {
  if (message?.jobs === undefined) return;
  for (let left = message.jobs; left > 0; left -= 1) {
    number += 1;
    const { pdf, sealed, boxes } = forms[isAgain ? 0 : number % variants];
    const form = {
      pdf: isAgain ? pdf : numbered(pdf, number),
      sealed: numbered(sealed, number),
      marks: marksFor({ boxes }, number),
    };
    if (own === null) await bare[job](form);
    else await own.ask(job, asks[job](form));
  }
  process.send({ done: true });
});
// The meter keeps nobody alive.
process.channel.ref();
process.stdout.write('{"type":"ready"}\n');
