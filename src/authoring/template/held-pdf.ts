import { Writable } from 'node:stream';
import type { CallOptions } from '../../client/call.js';
import type { Client, PdfOperationId } from '../../client/client.js';
import type { AnyInput } from '../../client/request.js';

/** Bytes. */
const maxPdfBytes = 64 * 1024 * 1024;

/** Fetches a PDF that is only looked at: it is held in memory. Throws what a download throws. */
export async function holdPdf(
  client: Pick<Client, 'downloadAny'>,
  operation: PdfOperationId,
  input: AnyInput,
  options: CallOptions = {},
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size <= maxPdfBytes) chunks.push(chunk);
      done(size > maxPdfBytes ? new Error('too large') : null);
    },
  });
  // The writer gets the error; nobody else listens.
  stream.on('error', () => undefined);
  await client.downloadAny(operation, input, { kind: 'stream', stream }, options);
  return Buffer.concat(chunks);
}
