import { createDocumentEngine } from '../document-engine.js';
import { RenderFailed } from '../document-failure.js';
import type { FormSignatures } from './form-signatures.js';

/** Milliseconds; a file of some hundred pages takes one of them in a second. */
const jobLimit = 30_000;

/** Reads which signatures a form names, in a worker that a hostile file cannot hold up or exhaust. */
export async function formSignaturesInWorker(pdf: Uint8Array): Promise<FormSignatures> {
  const engine = createDocumentEngine({ jobLimit });
  try {
    return await engine.formSignatures(pdf);
  } catch (error) {
    if (error instanceof RenderFailed)
      return { kind: 'unreadable', why: 'reading it takes too long, or too much memory' };
    throw error;
  } finally {
    await engine.close();
  }
}
