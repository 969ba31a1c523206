import { basename } from 'node:path';
import type { FileUpload } from '../../contract/operations/templates.js';
import { isOldOffice, looksLike } from '../../core/platform/looks-like.js';
import { FileFailure, UsageFailure } from '../failure/failure.js';
import type { Files } from './files.js';

const mebibyte = 1024 * 1024;
/** Maximum bytes of one document. The API description has no limit; this one protects the memory. */
export const uploadLimit = 50 * mebibyte;

/**
 * Reads documents for an upload, in order (File; A0). A file that is neither PDF nor Word is rejected with its detected
 * type. `-` is stdin, once. Throws FileFailure and UsageFailure.
 */
export async function readUploads(files: Files, paths: readonly string[]): Promise<FileUpload[]> {
  if (paths.filter((path) => path === '-').length > 1) {
    throw new UsageFailure('Only one document can be read from stdin (`-`).', {
      hint: 'Use files for the other documents.',
    });
  }
  const uploads: FileUpload[] = [];
  for (const path of paths) uploads.push(await readUpload(files, path));
  return uploads;
}

async function readUpload(files: Files, path: string): Promise<FileUpload> {
  const bytes = await files.read(path, { limit: uploadLimit });
  const kind = looksLike(bytes);
  const shown = path === '-' ? 'stdin' : path;
  // What an old file of Office holds is not surely told, so it is left to the service.
  if (kind.kind === 'other' && !isOldOffice(bytes)) {
    throw new FileFailure(
      'input',
      path,
      `${shown} is not a PDF or Word file. It looks like ${kind.what}. Nothing was sent.`,
      {
        code: 'file_not_a_document',
        hint: 'Use a PDF or Word file.',
      },
    );
  }
  const filename = path === '-' ? `stdin.${kind.kind === 'pdf' ? 'pdf' : 'docx'}` : basename(path).slice(-255);
  return { filename, file: bytes.toString('base64') };
}
