import type { EnvelopeDocuments } from '../../contract/resources/envelope.js';
import { fileNameOf } from '../../core/platform/file-name.js';

/** The file name of a sealed document. `after` keeps those of several envelopes apart, whose documents are named alike. */
export const sealedFileName = (
  { position, name }: Pick<EnvelopeDocuments['documents'][number], 'position' | 'name'>,
  after = '',
): string => fileNameOf(String(name ?? ''), { before: `${position}-`, after: `${after}.pdf`, otherwise: 'document' });
