import { createDocumentEngine } from '../document-engine.js';
import { RenderFailed } from '../document-failure.js';
import type { Revisions, RevisionsJob } from './revisions-job.js';

/** Milliseconds; a file of some hundred pages takes one of them in a second. */
const jobLimit = 30_000;

/** Reads the structure of a signed PDF in a worker that a hostile file cannot hold up or exhaust. */
export async function readRevisionsInWorker(job: RevisionsJob): Promise<Revisions> {
  const engine = createDocumentEngine({ jobLimit });
  try {
    return await engine.revisions(job);
  } catch (error) {
    if (error instanceof RenderFailed)
      return { kind: 'unreadable', why: 'reading it takes too long, or too much memory' };
    throw error;
  } finally {
    await engine.close();
  }
}
