import type { Context } from '../../cli/context/context.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import { type PrivatePage, servePrivatePage } from '../../core/http/private-page.js';
import type { Editor } from './editor.js';
import { editorPage } from './page.js';
import { PagePictures } from './pictures.js';
import { editorRoutes } from './routes.js';

/** Bytes of a request of the page. */
const maxBody = 2 * 1024 * 1024;

/** Serves the page of an editor; `done` is called when the person is done with it. Port 0 takes any free one. */
export async function serveEditor(
  context: Context,
  engine: DocumentEngine,
  editor: Editor,
  { port, done }: { readonly port: number; readonly done: () => void },
): Promise<PrivatePage> {
  const pictures = new PagePictures(context, await context.api(), engine);
  const handle = editorRoutes({ editor, pictures, done });
  return await servePrivatePage({ port, cookie: 'template_editor', maxBody, page: editorPage, handle });
}
