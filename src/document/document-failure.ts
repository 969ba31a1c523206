import { oldOfficeFile } from '../core/platform/looks-like.js';

export type UnreadableCode =
  | 'empty'
  | 'not_a_document'
  | 'password'
  | 'signed'
  | 'dynamic_xfa'
  | 'too_large'
  | 'too_many_pages'
  | 'too_many_fields'
  | 'too_complex'
  | 'damaged'
  | 'text_tag'
  | 'timeout';

/** An upload that no template can be made from: the message says what the file looks like (`invalid_request`). */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Word files cannot be turned into PDF. But for `missing`, a later try may succeed (`service_unavailable`). */
export class ConverterUnavailable extends Error {
  override readonly name = 'ConverterUnavailable';
  readonly code: 'missing' | 'timeout' | 'failed';

  constructor(code: 'missing' | 'timeout' | 'failed', message: string) {
    super(message);
    this.code = code;
  }
}

/** A draft or sealed render did not come about: the renderer broke, ran out of time or was closed. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed';
  readonly code: 'busy' | 'timeout' | 'crashed' | 'closed' | 'unknown_page' | 'undrawable' | 'failed';

  constructor(code: RenderFailed['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Why no template can be made from an upload, and what its sender can do about it. */
export interface RefusalWords {
  /** A sentence that begins with the file: `lease.pdf is a password-protected PDF.` */
  readonly message: string;
  /** A sentence that begins with a verb; null where the message says all there is. */
  readonly remedy: string | null;
}

/** The words of the refusal of an upload (`invalid_request`); `file` is how the sender knows it. */
export function refusalWords(file: string, { code, message }: UnreadableDocument): RefusalWords {
  // What is wrong with a text tag is a clause of its own.
  if (code === 'text_tag') return { message: `${file}: ${message}.`, remedy: null };
  if (code === 'not_a_document' && message === oldOfficeFile && /\.doc$/iu.test(file)) {
    return { message: `${file} is a Word 97–2003 file.`, remedy: 'Save it as .docx.' };
  }
  return { message: `${file} is ${message}.`, remedy: `${remedyFor(code)}.` };
}

function remedyFor(code: Exclude<UnreadableCode, 'text_tag'>): string {
  switch (code) {
    case 'empty':
    case 'not_a_document':
      return 'Upload a PDF or Word file';
    case 'password':
      return 'Save it without its password and upload that';
    case 'signed':
      return 'Prepare the file as it was before anyone signed it';
    case 'dynamic_xfa':
      return 'Print it into a new PDF and upload that';
    case 'too_large':
      return 'Make its pictures smaller or split it into several files';
    case 'too_many_pages':
    case 'too_many_fields':
      return 'Split it into several files';
    case 'too_complex':
    case 'timeout':
      return 'Print it into a new, plainer PDF and upload that';
    case 'damaged':
      return 'Open it in the program that created it, save it again and upload that';
  }
}
