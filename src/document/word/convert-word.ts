import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../../core/platform/durable-file.js';
import { findProgram } from '../../core/platform/find-program.js';
import { signalGroup } from '../../core/platform/process-group.js';
import { systemOf } from '../../core/platform/system/system.js';
import { ConverterUnavailable, UnreadableDocument } from '../document-failure.js';
import { undated } from '../engine/stable-bytes.js';

export interface ConverterOptions {
  /** The folders that programs are looked for in, as `PATH` lists them. */
  readonly searchPath: string;
  /** Milliseconds. */
  readonly limit: number;
  /** Ends a conversion under way. */
  readonly signal?: AbortSignal;
}

const PROGRAM = 'soffice';
/** Bytes. */
const LARGEST_RESULT = 100 * 1024 * 1024;

/**
 * Turns a Word file into a PDF with LibreOffice, which has to be installed. Throws ConverterUnavailable when it is not,
 * or does not answer in time, and UnreadableDocument when it makes nothing of the file. Callers run one at a time.
 */
export async function convertWord(
  bytes: Uint8Array,
  kind: 'docx' | 'doc',
  options: ConverterOptions,
): Promise<Uint8Array> {
  const folders = [options.searchPath, ...systemOf().officeFolders].join(delimiter);
  const program = await findProgram(PROGRAM, { PATH: folders });
  if (program === undefined) {
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
    await writeProfile(join(folder, 'profile'));
    await run(program, { folder, args: conversionArguments(folder, kind) }, options);
    return await readResult(join(folder, 'document.pdf'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const FILTERS = { docx: 'MS Word 2007 XML', doc: 'MS Word 97' } as const;

function conversionArguments(folder: string, kind: 'docx' | 'doc'): readonly string[] {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const quiet = ['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo'];
  // Without a filter, LibreOffice makes pages of any bytes at all.
  const conversion = [`--infilter=${FILTERS[kind]}`, '--convert-to', 'pdf', '--outdir', folder];
  return [`-env:UserInstallation=${profile}`, ...quiet, ...conversion, join(folder, `document.${kind}`)];
}

/** Settings that keep a document from running or fetching anything: its macros, its links, and a proxy to nowhere. */
const SETTINGS: readonly (readonly [path: string, name: string, value: string])[] = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Inet/Settings', 'ooInetProxyType', '2'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
  ['/org.openoffice.Inet/Settings', 'ooInetNoProxy', ''],
];

async function writeProfile(profile: string): Promise<void> {
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const head = '<oor:items xmlns:oor="http://openoffice.org/2001/registry">';
  await makeFolder(join(profile, 'user'));
  await writeFile(
    join(profile, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>\n${head}${items.join('')}</oor:items>\n`,
  );
}

// The exit code says nothing: it is 0 for files that were not converted.
async function readResult(path: string): Promise<Uint8Array> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) throw new UnreadableDocument('damaged', 'a Word file that is damaged beyond reading');
  if (size > LARGEST_RESULT) throw new UnreadableDocument('too_large', 'a Word file that makes too large a PDF');
  return undated(await readFile(path));
}

interface Run {
  readonly folder: string;
  readonly args: readonly string[];
}

/** Where the tools are that LibreOffice's own starting script needs. */
const PLAIN_PATH = '/usr/bin:/bin';

/** The address space that a conversion may take, in KiB (LibreOffice takes a quarter of it), and its largest file. */
const MOST_MEMORY = 4 * 1024 * 1024;
const LARGEST_FILE = 512 * 1024;

function run(program: string, { folder, args }: Run, { searchPath, limit, signal }: ConverterOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    // A group of its own: LibreOffice starts a second process, and both have to go when time is up. Nothing of this
    // process's environment is its business.
    const start = systemOf().startLimited(program, args, { memory: MOST_MEMORY, file: LARGEST_FILE });
    const child = spawn(start.file, start.args, {
      cwd: folder,
      env: { PATH: `${searchPath}${delimiter}${PLAIN_PATH}`, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
      stdio: 'ignore',
      detached: systemOf().hasGroups,
      windowsHide: true,
    });
    let ending: ConverterUnavailable | null = null;
    const end = (failure: ConverterUnavailable): void => {
      ending ??= failure;
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    };
    const timer = setTimeout(
      () =>
        end(new ConverterUnavailable('timeout', `turning the Word file into PDF took longer than ${limit / 1000} s`)),
      limit,
    );
    const stop = (): void => end(new ConverterUnavailable('failed', 'the conversion of the Word file was stopped'));
    signal?.addEventListener('abort', stop, { once: true });
    const finish = (failure: ConverterUnavailable | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      // What it started may outlive it.
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
      if (failure === null) resolve();
      else reject(failure);
    };
    child.on('error', () => finish(new ConverterUnavailable('failed', 'LibreOffice could not be started')));
    child.on('exit', () => finish(ending));
    if (signal?.aborted === true) stop();
  });
}
