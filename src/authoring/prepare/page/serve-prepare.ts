import type { PrivatePage } from '../../../core/http/private-page.js';
import { scriptPage } from '../../../core/page/script-page.js';
import type { DocumentEngine } from '../../../document/document-engine.js';
import { servePage, whenRead } from '../../page/serve-page.js';
import { saveRequest } from './requests.js';
import type { PrepareSession } from './session.js';

const script = scriptPage({
  name: 'template-prepare',
  title: 'esign template prepare',
  styles: ['core/page/kit.css', 'authoring/page/form-page.css', 'authoring/prepare/page/prepare-page.css'],
});

/** Bytes of a request of the page: a form of ten thousand fields. */
const maxBody = 8 * 1024 * 1024;
/** Pixels: sharp on a screen that shows the page beside its fields. */
const width = 1200;

interface Served {
  readonly session: Pick<PrepareSession, 'state' | 'save'>;
  readonly engine: Pick<DocumentEngine, 'picture'>;
  /** The pages as they are printed, without fields. */
  readonly pdf: Uint8Array;
  /** The person is done with the page. */
  readonly done: () => void;
}

/** Serves the page on which a form is prepared. Port 0 takes any free one. */
export function servePrepare({ session, engine, pdf, done }: Served, port: number): Promise<PrivatePage> {
  const pages = session.state().pages.length;
  return servePage(
    {
      script,
      cookie: 'template_prepare',
      maxBody,
      reads: { state: () => session.state() },
      acts: { save: whenRead(saveRequest, (request) => session.save(request)) },
      picture: async (index) => (index < pages ? await engine.picture(pdf, index + 1, { width }) : null),
      done,
    },
    port,
  );
}
