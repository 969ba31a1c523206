import type { Context } from '../../cli/context/context.js';
import type { CallOptions } from '../../client/call.js';
import type { Client } from '../../client/client.js';
import type { Field, Template } from '../../contract/resources/template.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import type { Box, ReadDocument, Rect } from '../../document/read-document.js';
import { holdPdf } from './held-pdf.js';
import { keyOf, labelOf } from './inspect-view.js';
import { readToUse } from './offline.js';
import { addressOf, fieldLabel } from './view.js';

/** A box as it is drawn and listed; a long answer has several places. */
export interface PreviewBox {
  readonly number: number;
  /** Null while nobody is known to fill it. */
  readonly role: string | null;
  readonly address: string | null;
  readonly label: string | null;
  readonly type: string;
  readonly places: readonly { readonly page: number; readonly rect: Rect }[];
}

/** Pages to look at; their numbers go through the whole stack of documents, from 1. */
export interface PreviewSource {
  readonly title: string;
  readonly pageCount: number;
  readonly boxes: readonly PreviewBox[];
  /** Whether roles and addresses are only suggested: nothing was uploaded. */
  readonly suggested: boolean;
  /** Whether the pages have samples in their boxes, which a number would hide. */
  readonly isFilled?: boolean;
  /** Null for a file. The fields are in the order of the boxes. */
  readonly template: { readonly body: Template; readonly etag: string | undefined } | null;
  /** One page as a PDF of its own. */
  pdfOf(page: number): Promise<Uint8Array>;
}

/** A file on this machine, read as the service would read it. Throws CommandFailure (5) when it would refuse it. */
export async function previewOfFile(context: Context, engine: DocumentEngine, file: string): Promise<PreviewSource> {
  const document = await readToUse(context, engine, file);
  return {
    title: file === '-' ? 'stdin' : (file.split(/[/\\]/).at(-1) ?? file),
    pageCount: document.page_count,
    boxes: document.boxes.map((box, index) => ({
      number: index + 1,
      role: roleOf(document, box),
      address: keyOf(document, box),
      label: labelOf(document, box),
      type: box.type,
      places: [{ page: box.page, rect: box.rect }, ...(box.continuations ?? [])],
    })),
    suggested: true,
    template: null,
    pdfOf: (page) => engine.page(document.pdf, page),
  };
}

function roleOf({ people }: ReadDocument, { tag, person }: Box): string | null {
  if (tag?.role != null) return tag.role;
  const found = person === null ? undefined : people[person];
  return found === undefined ? null : (found.proposed.role_name ?? found.heading);
}

/** A template of the service, with the pages that it gives out. */
export async function previewOfTemplate(client: Client, id: string): Promise<PreviewSource> {
  const { body, etag } = await client.call('getTemplate', { parameters: { templateId: id } });
  return previewOf({ body, etag }, (document, page) => fetchPage(client, document, page));
}

/** A template that was read, with its pages: `pdfOf` answers with a page of a document. */
export function previewOf(
  template: NonNullable<PreviewSource['template']>,
  pdfOf: (documentId: string, page: number) => Promise<Uint8Array>,
): PreviewSource {
  const { body } = template;
  const pages = body.documents.flatMap(({ id: document, page_count }) =>
    Array.from({ length: page_count }, (_, index) => ({ document, page: index + 1 })),
  );
  const before = pagesBefore(body);
  return {
    title: body.name,
    pageCount: pages.length,
    boxes: body.fields.map((field, index) => {
      const first = before.get(field.document_id) ?? 0;
      const places = [{ page: field.page, rect: field.rect }, ...continuationsOf(field)];
      return {
        number: index + 1,
        role: field.role,
        address: addressOf(field.subject, field.data_key),
        label: fieldLabel(field),
        type: field.type,
        places: places.map(({ page, rect }) => ({ page: first + page, rect })),
      };
    }),
    suggested: false,
    template,
    pdfOf: async (number) => {
      const { document, page } = pages[number - 1] ?? { document: '', page: number };
      return await pdfOf(document, page);
    },
  };
}

/** How many pages of the stack come before each document. */
function pagesBefore({ documents }: Template): ReadonlyMap<string, number> {
  let sum = 0;
  return new Map(
    documents.map(({ id, page_count }) => {
      sum += page_count;
      return [id, sum - page_count];
    }),
  );
}

/** The description does not show their shape: what looks otherwise is passed over. */
export function continuationsOf({ continuations }: Field): PreviewBox['places'] {
  if (!Array.isArray(continuations)) return [];
  return (continuations as readonly unknown[]).flatMap((each) => {
    const { page, rect } = (each ?? {}) as { readonly page?: unknown; readonly rect?: unknown };
    return typeof page === 'number' && isRect(rect) ? [{ page, rect }] : [];
  });
}

export function isRect(value: unknown): value is Rect {
  const { x, y, w, h } = (value ?? {}) as Partial<Rect>;
  return [x, y, w, h].every((part) => typeof part === 'number');
}

/** One page of a template's document, as a PDF of its own. Throws what a download throws. */
export function fetchPage(
  client: Client,
  documentId: string,
  page: number,
  options: CallOptions = {},
): Promise<Uint8Array> {
  return holdPdf(client, 'getDocumentPage', { parameters: { documentId, page: String(page) } }, options);
}
