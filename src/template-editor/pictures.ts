import type { Client } from '../client/client.js';
import type { Template } from '../contract/resources/template.js';
import type { DocumentEngine } from '../document/document-engine.js';
import { fetchPage } from '../template/preview-source.js';

/** Pixels: sharp on a screen that shows the page beside its people. */
const width = 1200;
/** Bytes of pictures that are kept; what is longest ago makes room. */
const maxKept = 64 * 1024 * 1024;

/** The pages of a template as PNGs, each fetched and drawn when it is asked for and kept for a while. */
export class PagePictures {
  readonly #client: Client;
  readonly #engine: DocumentEngine;
  readonly #kept = new Map<number, Promise<Uint8Array>>();
  #bytes = 0;

  constructor(client: Client, engine: DocumentEngine) {
    this.#client = client;
    this.#engine = engine;
  }

  /** The page at an index of the template's pages; null where there is none. Throws what a download or drawing throws. */
  async of({ pages }: Template, index: number): Promise<Uint8Array | null> {
    const page = pages[index];
    if (page === undefined) return null;
    const known = this.#kept.get(index);
    if (known !== undefined) return await known;
    const made = this.#draw(page.document_id, page.page);
    this.#kept.set(index, made);
    try {
      this.#bytes += (await made).length;
    } catch (error) {
      this.#kept.delete(index);
      throw error;
    }
    await this.#makeRoom(index);
    return await made;
  }

  async #draw(documentId: string, page: number): Promise<Uint8Array> {
    return await this.#engine.picture(await fetchPage(this.#client, documentId, page), 1, { width });
  }

  async #makeRoom(newest: number): Promise<void> {
    for (const [index, picture] of this.#kept) {
      if (this.#bytes <= maxKept) return;
      if (index === newest) continue;
      this.#kept.delete(index);
      this.#bytes -= await picture.then(
        ({ length }) => length,
        () => 0,
      );
    }
  }
}
