import type { PageView } from '../../../document/read-document.js';
import { Html, markup } from '../../html.js';
import { overlayOf, type OverlayView } from './overlay.js';

/** The available widths of page images, in pixels. */
export const pictureWidths = [480, 800, 1200, 1800] as const;

export interface PagesView extends OverlayView {
  /** The pages of each document by position; a document is missing if its pages cannot be shown. */
  readonly sizes: ReadonlyMap<number, readonly PageView[]>;
}

export interface Pages {
  readonly body: Html;
  /** Style rules: the height of each page and the position of each field. */
  readonly rules: Html;
}

/** The documents as lazily loaded page images with their fields. */
export function pagesOf(view: PagesView): Pages {
  const rules: string[] = [];
  const documents = view.envelope.documents.map(({ position, name, page_count: count }) => {
    const length = count === 1 ? '1 page' : `${count} pages`;
    const sizes = view.sizes.get(position);
    const sheets = sizes?.map((size) => {
      const overlay = overlayOf(view, position, size);
      const id = `d${position}p${size.page}`;
      rules.push(`#${id} .sheet{aspect-ratio:${size.width}/${size.height}}`, ...overlay.rules);
      return markup`<figure id="${id}"><div class="sheet">${picture(view, position, name, size, count)}
<div class="boxes" aria-hidden="true">${overlay.boxes}</div></div>
<figcaption>Page ${size.page} of ${count}</figcaption></figure>`;
    });
    return markup`<section aria-label="${name}"><div class="document"><h2>${name}</h2>
<a href="${view.action}/documents/${position}" target="_blank" rel="noreferrer">Read as PDF (${length})</a>
<button type="button" class="plain enlarge with-script" aria-pressed="false">Enlarge</button></div>
${sheets ?? markup`<p>The pages cannot be shown here. Please read the PDF before you sign.</p>`}</section>`;
  });
  return { body: markup`${documents}`, rules: new Html(rules.join('\n')) };
}

function picture(view: PagesView, position: number, name: string, size: PageView, count: number): Html {
  const address = `${view.action}/documents/${position}/pages/${size.page}`;
  const sources = pictureWidths.map((width) => `${address}?w=${width} ${width}w`).join(', ');
  const height = Math.round((pictureWidths[1] * size.height) / size.width);
  return markup`<img src="${address}?w=${pictureWidths[1]}" srcset="${sources}" sizes="(min-width: 60rem) min(52rem, 100vw - 27rem), 100vw"
 width="${pictureWidths[1]}" height="${height}" loading="lazy" decoding="async" alt="${name}, page ${size.page} of ${count}">`;
}
