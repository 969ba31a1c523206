import { basename } from 'node:path';
import type { FileUpload } from '../../contract/operations/templates.js';
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
  const kind = detectFileKind(bytes);
  const shown = path === '-' ? 'stdin' : path;
  if (kind.kind === 'other') {
    throw new FileFailure(
      'input',
      path,
      `${shown} is not a PDF or Word file. It looks like ${kind.words}. Nothing was sent.`,
      {
        code: 'file_not_a_document',
        hint: 'Use a PDF or Word file.',
      },
    );
  }
  const filename = path === '-' ? `stdin.${kind.kind === 'pdf' ? 'pdf' : 'docx'}` : basename(path).slice(-255);
  return { filename, file: bytes.toString('base64') };
}

/** Detects a file type from its first bytes, so that a wrong file is rejected before the upload. */
type FileKind =
  | { readonly kind: 'pdf' }
  | { readonly kind: 'word' }
  | { readonly kind: 'other'; readonly words: string };

const other = (words: string): FileKind => ({ kind: 'other', words });

/** Detects a PDF and a Word file by content; anything else gets a description that follows "looks like". */
export function detectFileKind(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) return other('an empty file');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.subarray(0, 1024).toString('latin1');
  // Readers allow some bytes before the header.
  if (head.includes('%PDF-')) return { kind: 'pdf' };
  const known = signatures.find(([start]) => head.startsWith(start));
  if (known !== undefined) return known[1];
  if (head.startsWith('RIFF')) return other(head.slice(8, 12) === 'WEBP' ? 'a WebP picture' : 'a sound or video file');
  if (head.startsWith('PK\u0003\u0004')) return lookInZip(buffer);
  return lookAtText(buffer, head);
}

const signatures: readonly (readonly [start: string, look: FileKind])[] = [
  ['\u0089PNG', other('a PNG picture')],
  ['\u00ff\u00d8\u00ff', other('a JPEG picture')],
  ['GIF8', other('a GIF picture')],
  ['II*\u0000', other('a TIFF picture')],
  ['MM\u0000*', other('a TIFF picture')],
  ['BM', other('a BMP picture')],
  ['\u00d0\u00cf\u0011\u00e0', { kind: 'word' }],
  ['{\\rtf', other('a rich text file (RTF)')],
  ['%!PS', other('a PostScript file')],
  ['\u001f\u008b', other('a gzip archive')],
  ['7z\u00bc\u00af', other('a 7-Zip archive')],
  ['Rar!', other('a RAR archive')],
  ['\u007fELF', other('a program')],
  ['MZ', other('a Windows program')],
];

/** Entry names are not compressed in the archive. */
function lookInZip(buffer: Buffer): FileKind {
  if (buffer.includes('word/document')) return { kind: 'word' };
  if (buffer.includes('xl/workbook')) return other('an Excel workbook');
  if (buffer.includes('ppt/presentation')) return other('a PowerPoint file');
  if (buffer.includes('opendocument.text')) return other('an OpenDocument text');
  if (buffer.includes('index.xml') && buffer.includes('.iwa')) return other('a Pages document');
  return other('a ZIP archive');
}

function lookAtText(buffer: Buffer, head: string): FileKind {
  const start = head
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  if (start === '') return other('a file of only spaces');
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return other('an HTML page');
  if (start.startsWith('<?xml')) return other('an XML file');
  // Data with a NUL or invalid UTF-8 is not text.
  if (head.includes('\u0000')) return other('data of an unknown kind');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, 64 * 1024), { stream: true });
  } catch {
    // Not UTF-8.
    return other('data of an unknown kind');
  }
  return other(/^[{[]/.test(start) ? 'a JSON file' : 'plain text');
}
