import { createDocumentEngine, type DocumentEngine } from '../../src/document/document-engine.js';
import { RenderFailed } from '../../src/document/document-failure.js';
import { type Core, openCore } from '../../src/emulator/core.js';
import type { EmulatorOptions } from '../../src/emulator/options.js';
import { rememberAnswers, type RememberedAnswers } from './remembered-answers.js';

interface Shared {
  readonly engine: DocumentEngine;
  readonly known: RememberedAnswers;
}

/** Its worker takes most of a second of processor time to start: as often as one document may need, and no oftener. */
const jobsPerWorker = 400;
const engines = new Map<string, Shared>();

function sharedBy(searchPath = process.env['PATH'] ?? ''): Shared {
  const shared = engines.get(searchPath);
  if (shared !== undefined) return shared;
  const engine = createDocumentEngine({ jobsPerWorker, searchPath });
  const made = { engine, known: rememberAnswers(engine) };
  engines.set(searchPath, made);
  return made;
}

/** The one document engine of all test files in this process that looks there for LibreOffice; it ends with them. */
export const sharedEngine = (searchPath?: string): DocumentEngine => sharedBy(searchPath).engine;

/** An emulator whose documents are read and drawn by the engine that all of them share. */
export const startWithSharedEngine = (options: EmulatorOptions, real?: () => number): Promise<Core> =>
  openCore(options, lentEngine(), real);

/**
 * The shared one for one emulator or command: what waits for it fails when it is closed, as with one of its own. It
 * remembers what it was asked before.
 */
export function lentEngine(searchPath?: string): DocumentEngine {
  const { engine, known } = sharedBy(searchPath);
  let end: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new RenderFailed('closed', 'the renderer was closed'));
  });
  ended.catch(() => undefined);
  const until = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended]);
  return {
    read: (upload) => until(known.read(upload)),
    undrawable: (texts) => until(known.undrawable(texts)),
    draft: (job) => until(known.draft(job)),
    seal: (job) => until(engine.seal(job)),
    sign: (job) => until(engine.sign(job)),
    formSignatures: (pdf) => until(engine.formSignatures(pdf)),
    page: (pdf, page) => until(known.page(pdf, page)),
    outline: (job) => until(engine.outline(job)),
    picture: (pdf, page, size) => until(engine.picture(pdf, page, size)),
    sizes: (pdf, withText) => until(known.sizes(pdf, withText)),
    signature: (png) => until(engine.signature(png)),
    close: () => {
      end();
      return Promise.resolve();
    },
  };
}
