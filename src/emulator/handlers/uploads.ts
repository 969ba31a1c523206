import { assumedRefusals } from '../../contract/error-codes.js';
import {
  ConverterUnavailable,
  refusalWords,
  RenderFailed,
  UnreadableDocument,
} from '../../document/document-failure.js';
import type { ReadDocument } from '../../document/read-document.js';
import { Refusal } from '../domain/refusal.js';
import type { Service } from '../service.js';

/** An uploaded file: base64 in JSON, PDF or Word by content (A0). */
export interface Upload {
  readonly filename: string;
  readonly file: string;
}

type Reader = Pick<Service, 'documents' | 'faults'>;

/** Each file is read separately, so many small files would occupy the renderer too long. */
const maxFiles = 50;

/**
 * Reads the files of a request before anything is written. Throws invalid_request with the file name for an unreadable
 * file or a misplaced text tag, and service_unavailable when Word files cannot be converted now (Errors).
 */
export async function readUploads(service: Reader, uploads: readonly Upload[]): Promise<readonly ReadDocument[]> {
  if (uploads.length > maxFiles) throw new Refusal('invalid_request', `documents must have at most ${maxFiles} files.`);
  await meetRendererFault(service);
  const documents: ReadDocument[] = [];
  for (const [index, { filename, file }] of uploads.entries()) {
    try {
      documents.push(await service.documents.read({ filename, bytes: Buffer.from(file, 'base64') }));
    } catch (error) {
      throw refusalFor(error, nameOf(uploads, index));
    }
  }
  return documents;
}

/** The name of a file; with its position in the request if another file has the same name. */
function nameOf(uploads: readonly Upload[], index: number): string {
  const given = uploads[index]?.filename ?? '';
  const isOnlyOne = uploads.filter(({ filename }) => filename === given).length === 1;
  const name = given.replace(/\p{C}/gu, '\uFFFD');
  return isOnlyOne ? name : `${name} (documents[${index}])`;
}

/** `Lease of 2026.pdf` → `Lease of 2026`: the default name of a document. */
export function withoutExtension(filename: string): string {
  return filename.replace(/(?<=.)\.[^.\s]{1,10}$/u, '').trim() || filename;
}

async function meetRendererFault(service: Reader): Promise<void> {
  const fault = service.faults.take('renderer');
  if (fault === null) return;
  if ('hold' in fault) return await service.faults.released();
  throw new Refusal('code' in fault ? fault.code : 'service_unavailable', 'The document renderer does not respond.');
}

/**
 * A missing converter is assumed to be an error of the file: the description only mentions busy converters, and a
 * client would retry `service_unavailable` for minutes without effect.
 */
function refusalFor(error: unknown, file: string): unknown {
  if (error instanceof ConverterUnavailable && error.code === 'missing') {
    const remedy = 'Install LibreOffice Writer so that `soffice` is on the PATH of the emulator, or upload a PDF.';
    const { code, assumption } = assumedRefusals.wordWithoutConverter;
    return new Refusal(code, `${file}: ${error.message}. ${remedy}`, { 'Esign-Assumption': assumption });
  }
  if (error instanceof ConverterUnavailable || error instanceof RenderFailed)
    return new Refusal('service_unavailable', `${file}: ${error.message}.`);
  if (!(error instanceof UnreadableDocument)) return error;
  const { message, remedy } = refusalWords(file, error);
  return new Refusal('invalid_request', remedy === null ? message : `${message} ${remedy}`);
}
