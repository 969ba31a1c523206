import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { DocumentEngine } from '../../src/document/document-engine.js';
import type { DraftJob } from '../../src/document/render-job.js';

/** More than the documents of one test file; the oldest goes first. */
const maxAnswers = 200;

type Upload = Parameters<DocumentEngine['read']>[0];

/** The jobs whose answer follows from what is asked alone, and which tests ask for again and again. */
export type RememberedAnswers = Pick<DocumentEngine, 'read' | 'undrawable' | 'draft' | 'page' | 'sizes'>;

/**
 * The engine, with each answer of it kept: hundreds of tests upload the same few documents, and reading one takes a
 * fifth of a second. Failures are not kept. Each caller gets a copy of its own. That the engine answers the same job
 * alike is shown in `test/document`, where nothing is remembered.
 */
export function rememberAnswers(engine: DocumentEngine): RememberedAnswers {
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
