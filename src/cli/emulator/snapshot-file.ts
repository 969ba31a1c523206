import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from '../context/context.js';
import { FileFailure } from '../failure/failure.js';
import { encodingOf } from '../files/files.js';
import { reason } from '../../core/platform/durable-file.js';
import { JsonPieces, JsonPiecesFailure, type JsonPath } from '../../core/platform/json-pieces.js';

/** What a snapshot contains: the number of rows of each table, and of files. */
export interface SnapshotContent {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

/** Where the files are, and who is told how far it is. */
interface Shown {
  readonly files: Context['files'];
  readonly output: Pick<Context['output'], 'progress'>;
}

/** Bytes of one row or one file; no emulator writes a larger one. */
const maxPiece = 256 * 1024 * 1024;
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);
const mebibyte = 1024 * 1024;
/** Bytes from one line of progress to the next. */
const progressStep = 32 * mebibyte;

/**
 * A snapshot in a file, or in stdin for `-`, as a body of JSON, which the emulator validates; it breaks off at what is
 * not JSON, so that nothing is restored. Throws FileFailure for a file that cannot be opened or that is wrong at its
 * start; the body fails with FileFailure too. It must be read to its end or destroyed.
 */
export async function openSnapshot({ files, output }: Shown, path: string): Promise<Readable> {
  const source = await files.open(path);
  const parts = checkedParts(path, source);
  try {
    const first = await parts.next();
    const body = Readable.from(withProgress(output, 'Restoring the snapshot', joined(first, parts)), {
      objectMode: false,
    });
    return body.once('close', () => source.destroy());
  } catch (error) {
    source.destroy();
    throw error;
  }
}

async function* joined(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer, void>) {
  if (first.done !== true) yield first.value;
  yield* rest;
}

async function* checkedParts(path: string, source: Readable): AsyncGenerator<Buffer, void> {
  const counter = createCounter();
  const hint = 'Create a snapshot with `esign emulator snapshot -o FILE`.';
  let isFirst = true;
  try {
    for await (const part of asUtf8(source)) {
      if (isFirst && !/^\s*\{/u.test(part.toString('latin1', 0, 256))) {
        throw new FileFailure('input', path, `${path} is not a snapshot: it does not begin with "{".`, { hint });
      }
      isFirst = false;
      counter.add(part);
      yield part;
    }
    counter.end();
  } catch (error) {
    if (error instanceof FileFailure) throw error;
    if (!(error instanceof JsonPiecesFailure || error instanceof TypeError)) {
      throw new FileFailure('input', path, `Cannot read ${path}: ${reason(error)}.`);
    }
    throw new FileFailure('input', path, `${path} is not a snapshot: it is not valid JSON (${error.message}).`, {
      hint,
    });
  }
}

/** Shows how much of it has passed. */
async function* withProgress(
  output: Shown['output'],
  text: string,
  parts: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const progress = output.progress(text);
  let size = 0;
  try {
    for await (const part of parts) {
      const before = Math.floor(size / progressStep);
      size += part.length;
      if (Math.floor(size / progressStep) > before) progress.update(`${text}: ${Math.floor(size / mebibyte)} MiB`);
      yield part;
    }
  } finally {
    progress.stop();
  }
}

/** Editors may write a byte order mark, and Windows PowerShell writes UTF-16 when it redirects an output. */
async function* asUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let decoder: TextDecoder | null | undefined;
  for await (const part of source) {
    if (decoder === undefined) {
      const hasMark = encodingOf(part) !== 'utf-8' || part.subarray(0, 3).equals(utf8Mark);
      decoder = hasMark ? new TextDecoder(encodingOf(part), { fatal: true }) : null;
    }
    yield decoder === null ? part : Buffer.from(decoder.decode(part, { stream: true }), 'utf8');
  }
}

/** Writes a snapshot to a private file, also to an existing one if `overwrite`. Throws FileFailure. */
export async function writeSnapshot(
  { files, output }: Shown,
  path: string,
  body: AsyncIterable<Buffer>,
  overwrite: boolean,
): Promise<SnapshotContent & { readonly file: string }> {
  const counter = createCounter();
  async function* counted(): AsyncGenerator<Buffer, void> {
    for await (const part of body) {
      counter.add(part);
      yield part;
    }
    counter.end();
  }
  const parts = withProgress(output, 'Writing the snapshot', counted());
  const file = await files.write(path, parts, { private: true, overwrite });
  return { file, ...counter.content() };
}

/** Reads a snapshot that passes by. Throws JsonPiecesFailure. */
function createCounter() {
  const rows: Record<string, number> = {};
  let files = 0;
  const pieces = new JsonPieces({
    enters: (path: JsonPath, kind) => {
      const [member, table] = path;
      if (member === 'tables' && path.length === 2 && kind === 'list') rows[String(table)] = 0;
      const parts = member === 'tables' ? 3 : member === 'files' ? 2 : 1;
      return path.length < parts;
    },
    value: ([member, table], _value) => {
      if (member === 'files') files += 1;
      else if (member === 'tables' && typeof table === 'string') rows[table] = (rows[table] ?? 0) + 1;
    },
    maxBytes: maxPiece,
  });
  return {
    add: (part: Buffer): void => pieces.write(part),
    end: () => pieces.end(),
    content: (): SnapshotContent => ({ rows, files }),
  };
}

/** Keeps the latest files of a folder whose names match. Best effort: a file that stays does no harm. */
export async function forgetEarliest(folder: string, named: RegExp, max: number): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => named.test(name));
  if (names.length <= max) return;
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  for (const { name } of dated.toSorted((one, other) => other.at - one.at).slice(max)) {
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}
