import { readFileSync } from 'node:fs';
import { icon } from '../../core/page/script-page.js';
import { assetPath } from '../../core/platform/package-files.js';
import { RenderFailed } from '../../document/document-failure.js';
import type { ServedReply } from '../../core/http/serve.js';
import { recipientOf } from '../domain/envelope.js';
import type { PageCall, PageRoute } from '../http/page-route.js';
import { readTarget } from '../http/path.js';
import type { Service } from '../service.js';
import { documentRepository, type StoredDocument } from '../store/document-repository.js';
import { pictureWidths } from './page/overlay.js';
import type { Visit } from './page/submit.js';
import { servedFile, servedPdf, servedWords } from './served-file.js';

/** The files of a signing page: documents, page images, and signatures that others drew. */

/** The visitor of a link, or the page that says why it is invalid. */
export type Enter = (call: PageCall) => Visit | ServedReply;

/** The files below the path of a page, for its visitor. */
export function fileRoutes(page: string, enter: Enter): readonly PageRoute[] {
  const route = (
    path: string,
    serve: (call: PageCall, visit: Visit) => Promise<ServedReply> | ServedReply,
  ): PageRoute => ({
    method: 'GET',
    path: `${page}/${path}`,
    async handle(call) {
      const visit = enter(call);
      return 'status' in visit ? visit : await serve(call, visit);
    },
  });
  return [
    route('documents/{position}', wholeDocument),
    route('documents/{position}/pages/{page}', pagePicture),
    route('drawn/{recipient}/{kind}', drawnSignature),
  ];
}

/** Shared files: the icon, and the font of typed signatures. */
export const sharedRoutes: readonly PageRoute[] = [
  {
    method: 'GET',
    path: '/signing/hand.ttf',
    handle: () => shared('font/ttf', readFileSync(assetPath('document/render/fonts/DancingScript-Regular.ttf'))),
  },
  { method: 'GET', path: '/signing/icon.svg', handle: () => shared('image/svg+xml', Buffer.from(icon)) },
];

const shared = (type: string, body: Buffer): ServedReply => ({
  status: 200,
  headers: [
    ['Content-Type', type],
    ['Cache-Control', 'public, max-age=86400'],
    ['X-Content-Type-Options', 'nosniff'],
  ],
  body,
});

function wholeDocument({ service, parameters }: PageCall, visit: Visit): ServedReply {
  const found = documentAt(service, visit, parameters['position']);
  return found === null ? nothingThere : servedPdf('inline', found.stored.name, found.pdf);
}

/** A page as sent, in one of a few widths. */
async function pagePicture({ service, request, parameters }: PageCall, visit: Visit): Promise<ServedReply> {
  const found = documentAt(service, visit, parameters['position']);
  const asked = readTarget(request.path).query.get('w');
  const width = pictureWidths.find((each) => String(each) === asked);
  const page = parameters['page'] ?? '';
  if (found === null || width === undefined || !/^[1-9]\d{0,4}$/.test(page)) return nothingThere;
  try {
    return servedFile(
      200,
      'image/png',
      Buffer.from(await service.documents.picture(found.pdf, Number(page), { width })),
    );
  } catch (error) {
    if (error instanceof RenderFailed) return nothingThere;
    throw error;
  }
}

function drawnSignature({ parameters }: PageCall, { envelope }: Visit): ServedReply {
  const kind = parameters['kind'];
  const holder = recipientOf(envelope, parameters['recipient'] ?? '');
  const drawn = kind === 'signature' || kind === 'initials' ? holder?.drawn?.[kind] : null;
  return typeof drawn === 'string' ? servedFile(200, 'image/png', Buffer.from(drawn, 'base64')) : nothingThere;
}

/** A document as sent; `position` is from the path. */
function documentAt(
  service: Service,
  { envelope }: Visit,
  position: string | undefined,
): { readonly stored: StoredDocument; readonly pdf: Buffer } | null {
  const document = envelope.documents.find((each) => String(each.position) === position);
  const documents = documentRepository(service.store.sql);
  const stored = document === undefined ? null : documents.find(envelope.organisation_id, document.id);
  return stored === null ? null : { stored, pdf: documents.pdf(stored) };
}

const nothingThere = servedWords(404, 'Page not found.');
