import type { Writable } from 'node:stream';
import { systemCode } from '../core/platform/durable-file.js';
import { OutputFailure } from '../core/platform/output-failure.js';
import { checkOutputFile, openOutputFile, type OutputFile } from '../core/platform/output-file.js';

/** The destination of a PDF: a private file (0600) that is written atomically, or an open stream such as stdout. */
export type SaveTarget =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly overwrite: boolean;
      /** As the user wrote it, for messages. */
      readonly shown?: string;
      /** Its folder is created if it is missing. */
      readonly makesFolder?: boolean;
    }
  | { readonly kind: 'stream'; readonly stream: Writable };

/** Fails early, before an expensive render is requested. Throws OutputFailure. */
export async function checkTarget(target: SaveTarget): Promise<void> {
  if (target.kind === 'file') await checkOutputFile(target.path, target);
}

/** Opens the destination of a body. Documents contain personal data, so files are private. Throws OutputFailure. */
export async function openSink(target: SaveTarget): Promise<OutputFile> {
  if (target.kind === 'file') return await openOutputFile(target.path, { ...target, private: true });
  const { stream } = target;
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (error) => {
          if (!error) return resolve();
          const code = systemCode(error) ?? 'UNKNOWN';
          reject(new OutputFailure('-', code, 'Cannot write the output.', 'Check the program that reads it.'));
        });
      }),
    keep: () => Promise.resolve('-'),
    drop: () => Promise.resolve(),
  };
}
