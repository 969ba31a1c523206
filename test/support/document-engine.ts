import { createDocumentEngine, type DocumentEngine } from '../../src/document/document-engine.js';
import { RenderFailed } from '../../src/document/document-failure.js';
import { type Core, openCore } from '../../src/emulator/core.js';
import type { EmulatorOptions } from '../../src/emulator/options.js';

/** Its worker takes most of a second of processor time to start: as often as one document may need, and no oftener. */
const jobsPerWorker = 400;
const engines = new Map<string, DocumentEngine>();

/** The one document engine of all test files in this process that looks there for LibreOffice; it ends with them. */
export function sharedEngine(searchPath = process.env['PATH'] ?? ''): DocumentEngine {
  const engine = engines.get(searchPath) ?? createDocumentEngine({ jobsPerWorker, searchPath });
  engines.set(searchPath, engine);
  return engine;
}

/** An emulator whose documents are read and drawn by the engine that all of them share. */
export const startWithSharedEngine = (options: EmulatorOptions): Promise<Core> => openCore(options, lentEngine());

/** The shared one for one emulator or command: what waits for it fails when it is closed, as with one of its own. */
export function lentEngine(searchPath?: string): DocumentEngine {
  const engine = sharedEngine(searchPath);
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
    revisions: (job) => until(engine.revisions(job)),
    page: (pdf, page) => until(engine.page(pdf, page)),
    outline: (job) => until(engine.outline(job)),
    picture: (pdf, page, size) => until(engine.picture(pdf, page, size)),
    sizes: (pdf, withText) => until(engine.sizes(pdf, withText)),
    signature: (png) => until(engine.signature(png)),
    close: () => {
      end();
      return Promise.resolve();
    },
  };
}
