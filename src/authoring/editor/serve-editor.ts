import type { Context } from '../../cli/context/context.js';
import type { PrivatePage } from '../../core/http/private-page.js';
import { scriptPage } from '../../core/page/script-page.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import { servePage, whenRead } from '../page/serve-page.js';
import type { Editor } from './editor.js';
import { PagePictures } from './pictures.js';
import { requests } from './requests.js';

const script = scriptPage({
  name: 'template-editor',
  title: 'esign template edit',
  styles: ['core/page/kit.css', 'authoring/page/form-page.css', 'authoring/editor/template-editor.css'],
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
  const reads = { state: () => editor.state() };
  const acts = {
    refresh: () => editor.refresh(),
    propose: () => editor.propose(),
    name: whenRead(requests.name, (request) => editor.name(request)),
    weigh: whenRead(requests.weigh, (choice) => editor.weigh(choice)),
    decide: whenRead(requests.decide, (request) => editor.decide(request)),
    'decide-suggested': whenRead(requests['decide-suggested'], (request) => editor.decideSuggested(request)),
    accept: whenRead(requests.accept, (request) => editor.accept(request)),
    give: whenRead(requests.give, (request) => editor.give(request)),
  };
  const picture = (index: number, isFilled: boolean) => pictures.of(editor.form, index, isFilled);
  return await servePage({ script, cookie: 'template_editor', maxBody, reads, acts, picture, done }, port);
}
