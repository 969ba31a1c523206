import type { Context } from '../../cli/context/context.js';
import type { Client } from '../../client/client.js';
import type { Template } from '../../contract/resources/template.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import { filledSource } from '../template/filled-source.js';
import { fetchPage, previewOf, type PreviewSource } from '../template/preview-source.js';

/** Pixels: sharp on a screen that shows the page beside its people. */
const width = 1200;
/** Bytes of pages that are kept; what was fetched first makes room. */
const maxKept = 64 * 1024 * 1024;
/** Milliseconds for a page to arrive: somebody waits, and the picture can be asked for again. */
const maxWait = 5_000;

/** The pages of a template as PNGs, drawn when they are asked for. The PDF of a page is fetched once and kept for a while. */
export class PagePictures {
  readonly #context: Context;
  readonly #client: Client;
  readonly #engine: DocumentEngine;
  readonly #kept = new Map<string, Promise<Uint8Array>>();
  #bytes = 0;
  #filled: { readonly form: Template; readonly source: PreviewSource } | null = null;

  constructor(context: Context, client: Client, engine: DocumentEngine) {
    this.#context = context;
    this.#client = client;
    this.#engine = engine;
  }

  /**
   * The page at an index of the template's pages, as it is or filled with samples; null where there is none. Throws what
   * a download or drawing throws.
   */
  async of(form: Template, index: number, isFilled = false): Promise<Uint8Array | null> {
    const page = form.pages[index];
    if (page === undefined) return null;
    const pdf = isFilled
      ? await this.#filledSource(form).pdfOf(stackNumber(form, page))
      : await this.#pdf(page.document_id, page.page);
    return await this.#engine.picture(pdf, 1, { width });
  }

  /** Made once for a state of the template: a long form has thousands of fields. */
  #filledSource(form: Template): PreviewSource {
    if (this.#filled?.form !== form) {
      const source = previewOf({ body: form, etag: undefined }, (document, page) => this.#pdf(document, page));
      this.#filled = { form, source: filledSource(this.#context, this.#engine, source) };
    }
    return this.#filled.source;
  }

  async #pdf(documentId: string, page: number): Promise<Uint8Array> {
    const name = `${documentId} ${page}`;
    const known = this.#kept.get(name);
    if (known !== undefined) return await known;
    const fetched = fetchPage(this.#client, documentId, page, { maxWait });
    this.#kept.set(name, fetched);
    try {
      this.#bytes += (await fetched).length;
    } catch (error) {
      this.#kept.delete(name);
      throw error;
    }
    await this.#makeRoom(name);
    return await fetched;
  }

  async #makeRoom(newest: string): Promise<void> {
    for (const [name, pdf] of this.#kept) {
      if (this.#bytes <= maxKept) return;
      if (name === newest) continue;
      this.#kept.delete(name);
      this.#bytes -= await pdf.then(
        ({ length }) => length,
        () => 0,
      );
    }
  }
}

/** The number of a page in the whole stack of documents, from 1. */
function stackNumber({ documents }: Template, { document_id: id, page }: Template['pages'][number]): number {
  const before = documents.slice(
    0,
    documents.findIndex((document) => document.id === id),
  );
  return before.reduce((sum, { page_count: count }) => sum + count, page);
}
