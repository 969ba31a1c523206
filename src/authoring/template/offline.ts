import type { Context } from '../../cli/context/context.js';
import { CommandFailure } from '../../cli/failure/failure.js';
import { uploadLimit } from '../../cli/files/upload.js';
import type { DocumentEngine } from '../../document/document-engine.js';
import type { ReadDocument } from '../../document/read-document.js';
import type { RefusalWords } from '../../document/document-failure.js';

/** Reading documents on this machine, by the very engine that the emulator reads uploads with. */

/** A file as the service would take it; `refused` in place of it when it would not. */
export type OfflineFile =
  | { readonly file: string; readonly document: ReadDocument; readonly refused: null }
  | { readonly file: string; readonly document: null; readonly refused: RefusalWords };

/**
 * Lends the document engine to `use`, and ends it afterwards; Ctrl-C ends it at once. Throws CommandFailure (8, 130).
 */
export async function withDocuments<T>(context: Context, use: (engine: DocumentEngine) => Promise<T>): Promise<T> {
  const { ConverterUnavailable, RenderFailed } = await import('../../document/document-failure.js');
  const engine = await openEngine(context);
  const stop = (): void => void engine.close();
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    if (context.signal.aborted) throw interrupted();
    return await use(engine);
  } catch (error) {
    if (context.signal.aborted) throw interrupted();
    if (error instanceof ConverterUnavailable && error.code === 'missing') {
      throw new CommandFailure(8, 'converter_missing', `${error.message}.`, {
        hint: 'Install LibreOffice Writer so that `soffice` is on the path, or save the file as PDF.',
      });
    }
    if (error instanceof ConverterUnavailable || error instanceof RenderFailed) {
      const message = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
      throw new CommandFailure(8, 'renderer_failed', message, {
        hint: 'Try again, or save the file as a new PDF first.',
      });
    }
    throw error;
  } finally {
    context.signal.removeEventListener('abort', stop);
    await engine.close();
  }
}

async function openEngine({ machine }: Context): Promise<DocumentEngine> {
  const searchPath = machine.env['PATH'] ?? '';
  if (machine.documents !== undefined) return machine.documents(searchPath);
  const { createDocumentEngine } = await import('../../document/document-engine.js');
  return createDocumentEngine({ searchPath });
}

/** Reads a file (`-` is stdin) as the service reads an upload. Throws FileFailure for a missing file. */
export async function readOffline(context: Context, engine: DocumentEngine, file: string): Promise<OfflineFile> {
  // Twice as much is let in, so that a file that is somewhat too large is refused in the service’s own words.
  return await readUpload(engine, file, await context.files.read(file, { limit: 2 * uploadLimit }));
}

/** Reads the bytes of a file as the service reads an upload. */
async function readUpload(engine: DocumentEngine, file: string, bytes: Uint8Array): Promise<OfflineFile> {
  const { refusalWords, UnreadableDocument } = await import('../../document/document-failure.js');
  try {
    return { file, document: await engine.read({ filename: file, bytes }), refused: null };
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    return { file, document: null, refused: refusalWords(file === '-' ? 'stdin' : file, error) };
  }
}

/** The same for a file that is worked on: throws CommandFailure (5) when the service would refuse it. */
export const readToUse = async (context: Context, engine: DocumentEngine, file: string): Promise<ReadDocument> =>
  usable(await readOffline(context, engine, file));

/** The same for the bytes of a file. */
export const readUploadToUse = async (engine: DocumentEngine, file: string, bytes: Uint8Array): Promise<ReadDocument> =>
  usable(await readUpload(engine, file, bytes));

function usable({ document, refused }: OfflineFile): ReadDocument {
  if (document !== null) return document;
  const hint = refused.remedy === null ? {} : { hint: refused.remedy };
  throw new CommandFailure(5, 'invalid_request', refused.message, hint);
}

const interrupted = (): CommandFailure => new CommandFailure(130, 'interrupted', 'Interrupted.');
