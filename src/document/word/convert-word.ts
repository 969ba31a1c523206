import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConverterUnavailable, UnreadableDocument } from '../document-failure.js';

export interface ConverterOptions {
  /** The folders that programs are looked for in, as `PATH` lists them. */
  readonly searchPath: string;
  /** Milliseconds. */
  readonly limit: number;
}

const PROGRAM = 'soffice';

/**
 * Turns a Word file into a PDF with LibreOffice, which has to be installed. Throws ConverterUnavailable when it is not,
 * or does not answer in time, and UnreadableDocument when it makes nothing of the file. Callers run one at a time.
 */
export async function convertWord(
  bytes: Uint8Array,
  kind: 'docx' | 'doc',
  options: ConverterOptions,
): Promise<Uint8Array> {
  const program = await findProgram(options.searchPath);
  if (program === null) {
    throw new ConverterUnavailable(
      'missing',
      'Word files cannot be turned into PDF here: LibreOffice is not installed',
    );
  }
  // Two runs must never share a profile; a fresh one costs nothing.
  const folder = await mkdtemp(join(tmpdir(), 'esign-word-'));
  try {
    const source = join(folder, `document.${kind}`);
    await writeFile(source, bytes, { mode: 0o600 });
    await run(program, conversionArguments(folder, source), options.limit);
    return await readResult(join(folder, 'document.pdf'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function conversionArguments(folder: string, source: string): readonly string[] {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const quiet = ['--headless', '--norestore', '--nolockcheck', '--nodefault'];
  return [`-env:UserInstallation=${profile}`, ...quiet, '--convert-to', 'pdf', '--outdir', folder, source];
}

// The exit code says nothing: it is 0 for files that were not converted.
async function readResult(path: string): Promise<Uint8Array> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) throw new UnreadableDocument('damaged', 'a Word file that is damaged beyond reading');
  return readFile(path);
}

async function findProgram(searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const candidate = join(folder, PROGRAM);
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  return null;
}

function run(program: string, args: readonly string[], limit: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // A group of its own: LibreOffice starts a second process, and both have to go when time is up.
    const child = spawn(program, args, { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => {
      killGroup(child.pid);
      reject(new ConverterUnavailable('timeout', `turning the Word file into PDF took longer than ${limit / 1000} s`));
    }, limit);
    child.on('error', () => {
      clearTimeout(timer);
      reject(new ConverterUnavailable('failed', 'LibreOffice could not be started'));
    });
    child.on('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
