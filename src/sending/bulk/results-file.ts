import { readFile, stat } from 'node:fs/promises';
import { FileFailure } from '../../cli/failure/failure.js';
import { reason } from '../../core/platform/durable-file.js';
import { OutputFailure } from '../../core/platform/output-failure.js';
import { refuseOtherFile } from '../../core/platform/output-file.js';
import { openLineWriter } from './line-writer.js';
import { readLine, type ResultLine } from './result-line.js';

/** What a results file tells of one run. */
export interface ResultsPart {
  readonly run: Extract<ResultLine, { type: 'run' }>;
  /** The envelopes that were created, by the keys of their rows. */
  readonly created: ReadonlyMap<string, Extract<ResultLine, { type: 'row' }>>;
  /** When rows left, by their keys, that an earlier version sent without hearing how it ended. */
  readonly open: ReadonlyMap<string, string>;
  /** Whether rows left in a batch, which this version does not repeat. */
  readonly batches: boolean;
}

/** Adds lines to a results file: it is for people and programs to read, and the run's own record decides. */
export interface ResultsWriter {
  add(...lines: readonly ResultLine[]): Promise<void>;
  close(): Promise<void>;
}

const limit = 256 * 1024 * 1024;

/** Reads a results file, run by run; `shown` is its name on the command line. Throws FileFailure for a foreign file. */
export async function readResults(path: string, shown: string): Promise<readonly ResultsPart[]> {
  const facts = await stat(path).catch(() => null);
  if (facts === null) return [];
  if (!facts.isFile() || facts.size > limit) throw foreign(shown);
  const text = await readFile(path, 'utf8').catch((error: unknown) => unreadable(shown, error));
  const parts: Building[] = [];
  for (const written of text.split('\n')) {
    const line = written.trim() === '' ? undefined : readLine(written);
    if (line?.type === 'run') parts.push({ run: line, created: new Map(), open: new Map(), batches: false });
    else if (line !== undefined) note(parts, line);
  }
  // Adding lines to a file of somebody else would spoil it.
  if (parts.length === 0 && text.trim() !== '') throw foreign(shown);
  return parts;
}

interface Building {
  readonly run: ResultsPart['run'];
  readonly created: Map<string, Extract<ResultLine, { type: 'row' }>>;
  readonly open: Map<string, string>;
  batches: boolean;
}

function note(parts: readonly Building[], line: Exclude<ResultLine, { type: 'run' }>): void {
  const part = parts.at(-1);
  if (part === undefined) return;
  switch (line.type) {
    case 'left':
      part.open.set(line.key, line.at);
      return;
    case 'batch':
      part.batches = true;
      for (const key of line.row_keys) part.open.set(key, line.at);
      return;
    case 'row':
      if (line.status === 'unknown') part.open.set(line.key, part.open.get(line.key) ?? line.at);
      // A later start may have settled what an earlier one left open.
      else for (const { open } of parts) open.delete(line.key);
      if (line.status === 'created') part.created.set(line.key, line);
  }
}

/** Opens a results file to add to it; it is made when it is missing, and is its owner's alone. Throws FileFailure. */
export async function openResults(path: string, shown: string): Promise<ResultsWriter> {
  return await openLineWriter(path, {
    refuse: (file) => refuseOtherFile(file, shown),
    failed: (error) => {
      if (error instanceof OutputFailure) throw FileFailure.ofOutput(error);
      throw new FileFailure('output', shown, `The results cannot be written to ${shown}: ${reason(error)}.`, {
        hint: 'Check the folder, its permissions and the free space, or name another file with --results.',
      });
    },
  });
}

const foreign = (shown: string): FileFailure =>
  new FileFailure('input', shown, `${shown} already exists and is not a results file.`, {
    code: 'results_foreign',
    hint: 'Name another file with --results.',
  });

function unreadable(shown: string, error: unknown): never {
  throw new FileFailure('input', shown, `${shown} cannot be read: ${reason(error)}.`, {
    hint: 'Check its permissions, or name another file with --results.',
  });
}
