import type { Context } from '../../cli/context/context.js';
import type { WrittenFile } from '../../cli/files/written-files.js';
import type { Client } from '../../client/client.js';
import type { SaveTarget } from '../../client/download-sink.js';
import type { EnvelopeDocuments } from '../../contract/resources/envelope.js';
import { type Examined, examineSealed } from './examine-sealed.js';
import type { Trust } from './trust.js';

/** A sealed document and where it goes; `path` as the user wrote it. */
export interface Fetch {
  readonly document: EnvelopeDocuments['documents'][number];
  readonly address: string;
  readonly path: string;
  readonly target: SaveTarget;
  /** Null: it is not verified. */
  readonly trust: Trust | null;
}

/**
 * Fetches a sealed document; with `trust`, it is put in place unless it is proven altered. Throws the client's failures
 * and CommandFailure (9).
 */
export async function fetchSealed(
  context: Context,
  client: Client,
  { document, address, path, target, trust }: Fetch,
): Promise<WrittenFile> {
  const examined: Examined[] = [];
  const file = context.files.resolve(path);
  const { bytes } = await client.downloadFrom(address, target, {
    examine:
      trust === null
        ? undefined
        : async (pdf) => {
            examined.push(await examineSealed(pdf, { ...document, file }, trust));
          },
  });
  const [found] = examined;
  if (found !== undefined && found.warning !== null) context.output.warn(found.warning);
  return { path, bytes, ...found };
}
