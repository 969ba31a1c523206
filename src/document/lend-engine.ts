import type { DocumentEngine } from './document-engine.js';
import { RenderFailed } from './document-failure.js';

/**
 * An engine for one of several users of it: starting its worker takes most of a second, so that users of one process
 * share one. What waits for it fails with RenderFailed (`closed`) when the user closes it, as with one of its own; the
 * engine itself goes on.
 */
export function lendEngine(engine: DocumentEngine): DocumentEngine {
  let end: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new RenderFailed('closed', 'the renderer was closed'));
  });
  ended.catch(() => undefined);
  const until = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended]);
  return {
    read: (upload) => until(engine.read(upload)),
    undrawable: (texts) => until(engine.undrawable(texts)),
    draft: (job) => until(engine.draft(job)),
    seal: (job) => until(engine.seal(job)),
    sign: (job) => until(engine.sign(job)),
    formSignatures: (pdf) => until(engine.formSignatures(pdf)),
    join: (documents) => until(engine.join(documents)),
    page: (pdf, page) => until(engine.page(pdf, page)),
    outline: (job) => until(engine.outline(job)),
    picture: (pdf, page, size) => until(engine.picture(pdf, page, size)),
    sizes: (pdf, withText) => until(engine.sizes(pdf, withText)),
    words: (pdf) => until(engine.words(pdf)),
    signature: (png) => until(engine.signature(png)),
    prepare: (job) => until(engine.prepare(job)),
    close: () => {
      end();
      return Promise.resolve();
    },
  };
}
