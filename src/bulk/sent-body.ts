import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { readLedgerLine } from './ledger-line.js';
import { ledgersIn } from './runs-folder.js';

type Body = Readonly<Record<string, unknown>>;

/**
 * What a bulk run of this machine sent for an envelope; null when no run created it. Throws the errors of the file system.
 */
export async function sentBody(folder: string, envelopeId: string): Promise<Body | null> {
  for (const entry of await ledgersIn(folder)) {
    const bodies = new Map<string, Body>();
    for await (const text of linesOf(join(folder, entry))) {
      const line = readLedgerLine(text);
      if (line?.type === 'sent' && line.body !== null) bodies.set(line.key, line.body);
      if (line?.type !== 'end' || line.status !== 'created') continue;
      const body = bodies.get(line.key);
      bodies.delete(line.key);
      if (line.envelope?.toLowerCase() === envelopeId && body !== undefined) return body;
    }
  }
  return null;
}

/** What bulk runs sent under some keys, by the ledgers at these paths. Throws the errors of the file system. */
export async function sentBodies(
  paths: readonly string[],
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Body>> {
  const bodies = new Map<string, Body>();
  for (const path of paths) {
    for await (const text of linesOf(path)) {
      const line = readLedgerLine(text);
      if (line?.type === 'sent' && line.body !== null && keys.has(line.key)) bodies.set(line.key, line.body);
    }
  }
  return bodies;
}

/** A ledger may be large; a last line without an end is not whole. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
