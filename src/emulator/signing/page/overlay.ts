import { isInHand } from '../../../document/render/hand-letters.js';
import { lettersFor } from '../../../document/render/comb-letters.js';
import type { PageView, Rect } from '../../../document/read-document.js';
import { dayInSouthAfrica } from '../../domain/answers-marks.js';
import type { EnvelopeField, EnvelopeForm } from '../../domain/envelope-form.js';
import type { Answers } from '../../../domain/rules/values.js';
import type { Envelope, Recipient } from '../../domain/envelope.js';
import { holderOf } from '../../domain/routing.js';
import type { Entry } from './boxes.js';
import { Html, markup } from '../../html.js';

export interface OverlayView {
  readonly envelope: Envelope;
  readonly form: EnvelopeForm;
  readonly recipient: Recipient;
  readonly answers: Answers;
  readonly entries: readonly Entry[];
  /** The path of the page images. */
  readonly action: string;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** The fields on one page, and the style rules that position them. */
export interface Overlay {
  readonly boxes: readonly Html[];
  readonly rules: readonly string[];
}

/** All fields of a page and their contents, over its image. */
export function overlayOf(view: OverlayView, document: number, size: PageView): Overlay {
  const fields = view.form.fields.filter((field) => field.document === document && field.page === size.page);
  const shown = fields.flatMap((field) => {
    const box = boxFor(view, field);
    return box === null ? [] : [{ field, box }];
  });
  return {
    boxes: shown.map(({ box }) => box),
    rules: shown.flatMap(({ field }) => rulesFor(field, size)),
  };
}

function boxFor(view: OverlayView, field: EnvelopeField): Html | null {
  const entry = view.entries.find(({ fields }) => fields.includes(field));
  const own = view.answers[field.id];
  if (entry !== undefined && own?.locked !== true) {
    return markup`<a class="box own ${kindOf(field, shownText(view, field))}" id="${idOf(field)}" href="#entry-${entry.name}" tabindex="-1" data-of="${entry.name}" data-field="${field.id}"
>${contentOf(view, field)}</a>`;
  }
  const content = contentOf(view, field);
  const kind = kindOf(field, shownText(view, field));
  if (field.role === view.recipient.role) {
    return markup`<span class="box set ${kind}" id="${idOf(field)}">${content}</span>`;
  }
  const holder = holderOf(view.envelope, field.role);
  if (shownText(view, field) === '' || holder === undefined) return null;
  return markup`<span class="box other ${kind}" id="${idOf(field)}" title="${holder.name}, ${field.role}">${content}</span>`;
}

/** A name that the hand lacks a letter of is `typeset`, as in the sealed document. */
const kindOf = (field: EnvelopeField, text: string): string =>
  `${field.type}${field.multiline ? ' many' : ''}${isInHand(text) ? '' : ' typeset'}`;

/** The content of a field: its answer so far, or what signing fills in. */
function contentOf(view: OverlayView, field: EnvelopeField): Html {
  const text = shownText(view, field);
  const { drawn } = holderOf(view.envelope, field.role) ?? {};
  if (
    (field.type === 'signature' || field.type === 'initials') &&
    text !== '' &&
    (drawn?.[field.type] ?? null) !== null
  ) {
    const address = `${view.action}/drawn/${holderOf(view.envelope, field.role)?.id ?? ''}/${field.type}`;
    return markup`<img src="${address}" alt="">`;
  }
  if (field.cells === null || field.type === 'tickbox') return markup`<b>${text}</b>`;
  const letters = lettersFor(text, field.cells.length) ?? [...text];
  return markup`${field.cells.map((_, index) => markup`<b class="cell">${letters[index] ?? ''}</b>`)}`;
}

/** The text of a field, now or after its holder has signed; ✓ for a tick. */
export function shownText({ envelope, answers, recipient, now }: OverlayView, field: EnvelopeField): string {
  const value = answers[field.id]?.value;
  const holder = holderOf(envelope, field.role);
  const signs = holder?.id === recipient.id;
  const at = holder?.status === 'signed' ? holder.acted_at : signs ? now : null;
  switch (field.type) {
    case 'tickbox':
      return value === true ? '✓' : '';
    case 'signature':
    case 'initials':
      return typeof value === 'string' && (signs || at !== null) ? value : '';
    case 'date_signed':
      return at === null ? '' : dayInSouthAfrica(at);
    case 'signer_name':
      return at === null ? '' : (holder?.name ?? '');
    case 'signer_email':
      return at === null ? '' : (holder?.email ?? '');
    default:
      return typeof value === 'string' ? value : '';
  }
}

const idOf = (field: EnvelopeField): string => `at-${field.id}`;

/** Points: the smallest letters in a sealed document. */
const smallest = 5;

/** Widths in hundredths of the page width, so that texts scale with the image. */
function rulesFor(field: EnvelopeField, { width, height, text_turns: turns }: PageView): readonly string[] {
  const { x, y, w, h } = field.rect;
  const sideways = turns % 2 === 1;
  // In points: the maximum width of a line, and its height.
  const [wide, high] = sideways ? [h * height, w * width] : [w * width, h * height];
  const tall = (high / width) * 100;
  const letters =
    field.type === 'signature' || field.type === 'initials'
      ? Math.min(tall * 0.72, 5)
      : field.multiline
        ? Math.min(tall * 0.7, 1.7)
        : Math.min(tall * 0.68, 2);
  const id = `#${selector(idOf(field))}`;
  // Rotated about its centre, the field covers the same area.
  const [left, top] = [x + w / 2 - wide / width / 2, y + h / 2 - high / height / 2];
  const place = `left:${percent(left)};top:${percent(top)};width:${percent(wide / width)};height:${percent(high / height)}`;
  const turn = turns === 0 ? '' : `;transform:rotate(${turns * 90}deg)`;
  const min = Math.min(1, (smallest / width) * (100 / letters));
  const cells = field.type === 'tickbox' ? [] : (field.cells ?? []);
  return [
    `${id}{${place}${turn};--letters:${letters.toFixed(3)}cqw;--least:${min.toFixed(3)}}`,
    ...cells.map((cell, index) => {
      const { start, length } = along(field.rect, cell, turns);
      return `${id} .cell:nth-child(${index + 1}){left:${percent(start)};width:${percent(length)}}`;
    }),
  ];
}

/** The position of a cell in its field, in text direction, as fractions. */
function along(
  box: Rect,
  cell: Rect,
  turns: PageView['text_turns'],
): { readonly start: number; readonly length: number } {
  const sideways = turns % 2 === 1;
  const whole = sideways ? box.h : box.w;
  if (whole <= 0) return { start: 0, length: 0 };
  const length = (sideways ? cell.h : cell.w) / whole;
  const start = (sideways ? cell.y - box.y : cell.x - box.x) / whole;
  return { start: turns < 2 ? start : 1 - start - length, length };
}

const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`;

/** Field IDs may start with a digit or contain selector characters. */
const selector = (id: string): string => id.replace(/[^\w-]/g, (character) => `\\${character}`);

/** The available widths of page images, in pixels. */
export const pictureWidths = [480, 800, 1200, 1800] as const;

interface PagesView extends OverlayView {
  /** The pages of each document by position; a document is missing if its pages cannot be shown. */
  readonly sizes: ReadonlyMap<number, readonly PageView[]>;
}

interface Pages {
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
