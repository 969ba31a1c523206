import { explain } from '../../cli/failure/explain.js';
import type { Context } from '../../cli/context/context.js';
import { plain, type PrivatePage, servePrivatePage } from '../../core/http/private-page.js';
import type { ServedReply, ServedRequest } from '../../core/http/serve.js';
import { scriptPage } from '../../core/page/script-page.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import type { Editor } from './editor.js';
import { PagePictures } from './pictures.js';
import { type EditorRequest, readRequest, type requests } from './requests.js';

const { page, files, answer } = scriptPage({
  name: 'template-editor',
  title: 'esign template edit',
  styles: ['core/page/kit.css', 'authoring/editor/template-editor.css'],
});

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
  return await servePrivatePage({ port, cookie: 'template_editor', maxBody, page, handle });
}

interface RouteParts {
  readonly editor: Pick<Editor, keyof Editor>;
  readonly pictures: Pick<PagePictures, 'of'>;
  /** The person is done with the page. */
  readonly done: () => void;
}

/** The routes below the page, for requests with its cookie. */
function editorRoutes({ editor, pictures, done }: RouteParts) {
  const reads: Readonly<Record<string, () => ServedReply>> = {
    ...files,
    state: () => json(editor.state()),
    // The page asks whether the command still runs.
    alive: () => plain(200, 'Running.'),
  };
  const acts: Readonly<Record<string, (text: string) => unknown>> = {
    refresh: () => editor.refresh(),
    propose: () => editor.propose(),
    name: whenRead('name', (request) => editor.name(request)),
    weigh: whenRead('weigh', (choice) => editor.weigh(choice)),
    decide: whenRead('decide', (request) => editor.decide(request)),
    'decide-suggested': whenRead('decide-suggested', (request) => editor.decideSuggested(request)),
    accept: whenRead('accept', (request) => editor.accept(request)),
    give: whenRead('give', (request) => editor.give(request)),
  };

  const picture = async (index: number, isFilled: boolean): Promise<ServedReply> => {
    try {
      const png = await pictures.of(editor.form, index, isFilled);
      return png === null ? plain(404, 'Not found.') : answer(200, 'image/png', Buffer.from(png));
    } catch (error) {
      const { message, ours } = explain(error);
      if (ours) throw error;
      return plain(502, message);
    }
  };

  return async ({ method, body }: ServedRequest, path: string): Promise<ServedReply> => {
    if (method === 'GET') {
      // A request after the page makes a browser ask again.
      const [, kind, page] = /^(pages|filled)\/(\d{1,5})(?:\/\d{1,9})?$/.exec(path) ?? [];
      if (page !== undefined) return await picture(Number(page), kind === 'filled');
      return own(reads, path)?.() ?? plain(404, 'Not found.');
    }
    if (method === 'POST' && path === 'done') {
      done();
      return plain(200, 'Done.');
    }
    const act = method === 'POST' ? own(acts, path) : undefined;
    if (act === undefined) return plain(404, 'Not found.');
    const outcome = await act(body.toString('utf8'));
    return outcome === null ? plain(400, 'Invalid request.') : json(outcome);
  };
}

/** Null for anything but such a request. */
const whenRead =
  <Name extends keyof typeof requests>(name: Name, act: (request: EditorRequest<Name>) => unknown) =>
  (text: string): unknown => {
    const request = readRequest(name, text);
    return request === null ? null : act(request);
  };

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const json = (value: unknown): ServedReply => answer(200, 'application/json; charset=utf-8', JSON.stringify(value));
