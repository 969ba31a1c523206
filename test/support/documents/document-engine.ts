import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { createDocumentEngine, type DocumentEngine } from '../../../src/document/document-engine.js';
import { lendEngine } from '../../../src/document/lend-engine.js';
import { type Core, openCore } from '../../../src/emulator/core.js';
import type { EmulatorOptions } from '../../../src/emulator/options.js';
import type { DraftJob } from '../../../src/document/render-job.js';

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
  return lendEngine({ ...engine, ...known });
}

/** More than the documents of one test file; the oldest goes first. */
const maxAnswers = 200;

type Upload = Parameters<DocumentEngine['read']>[0];

/** The jobs whose answer follows from what is asked alone, and which tests ask for again and again. */
type RememberedAnswers = Pick<DocumentEngine, 'read' | 'undrawable' | 'draft' | 'page' | 'sizes'>;

/**
 * The engine, with each answer of it kept: hundreds of tests upload the same few documents, and reading one takes a
 * fifth of a second. Failures are not kept. Each caller gets a copy of its own. That the engine answers the same job
 * alike is shown in `test/document`, where nothing is remembered.
 */
function rememberAnswers(engine: DocumentEngine): RememberedAnswers {
  const answers = new Map<string, Promise<unknown>>();
  const remember =
    <Asked extends unknown[], Answer>(kind: string, ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      const key = createHash('sha256').update(kind).update(serialize(asked)).digest('base64');
      let answer = answers.get(key) as Promise<Answer> | undefined;
      if (answer === undefined) {
        answer = ask(...asked);
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
        const [oldest] = answers.keys();
        if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
      }
      return structuredClone(await answer);
    };
  return {
    read: remember('read', (upload: Upload) => engine.read(upload)),
    undrawable: remember('undrawable', (texts: readonly string[]) => engine.undrawable(texts)),
    draft: remember('draft', (job: DraftJob) => engine.draft(job)),
    page: remember('page', (pdf: Uint8Array, page: number) => engine.page(pdf, page)),
    sizes: remember('sizes', (pdf: Uint8Array, withText?: readonly number[]) => engine.sizes(pdf, withText)),
  };
}
