import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import type { Context } from './context.js';
import { CommandFailure } from '../failure/failure.js';
import { findProgram } from '../../core/platform/find-program.js';
import { systemOf } from '../../core/platform/system/system.js';

/** A page that this program serves at a secret URL. */
export interface SecretPage {
  readonly address: string;
  /** Whether the page is of no use to another user who sees the URL. */
  readonly refusesOthers: boolean;
  /** Resolves when a browser opens it the next time. */
  arrival(): Promise<unknown>;
}

/** A browser that is being started for a secret page. */
export interface PrivateOpening {
  /** Rejects with CommandFailure (8) when no browser can be started. It never resolves. */
  readonly failed: Promise<never>;
  /** Removes the file. */
  end(): void;
}

/** Milliseconds after which a browser is taken to be unable to read the file. */
const unreadableMs = 10_000;

/**
 * Opens a secret URL in the browser. Every user of a machine can read the arguments of a program, so the browser gets a
 * private file (0600) that leads to the URL and is removed when it has opened it. A browser that cannot read the file
 * gets the URL itself, but only where the page knows and refuses other users. `instead` is the hint of a failure.
 * Throws CommandFailure (8) when there is no program to open a browser with.
 */
export async function openPrivately(context: Context, page: SecretPage, instead: string): Promise<PrivateOpening> {
  const over = new AbortController();
  const arrival = page.arrival();
  const file = await writeLeadingFile(folderFor(context), page.address).catch(() => null);
  const end = (): void => {
    over.abort();
    if (file !== null) rmSync(file.folder, { recursive: true, force: true });
  };
  void arrival.then(end);
  try {
    if (file === null && !page.refusesOthers) throw unwritten(instead);
    const first = await openInBrowser(context, file?.url ?? page.address, instead);
    const isLast = file === null || !page.refusesOthers;
    const starting = isLast ? first.failed : openUnread(context, page.address, { first, over: over.signal, instead });
    const failed = starting.catch((error: unknown) => {
      // What becomes of a browser that has come is its own affair.
      if (over.signal.aborted) return never();
      end();
      throw error;
    });
    failed.catch(() => undefined);
    return { failed, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** The same for a page whose URL was printed: a failure is only noted. */
export async function openOrNote(context: Context, page: SecretPage): Promise<PrivateOpening | null> {
  const note = (): void => context.output.note('Could not open a browser. Open the URL yourself.');
  try {
    const opening = await openPrivately(context, page, 'Open the URL yourself.');
    void opening.failed.catch(note);
    return opening;
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    note();
    return null;
  }
}

interface Unread {
  readonly first: Opening;
  /** Aborted when the browser has come, or need not come any more. */
  readonly over: AbortSignal;
  readonly instead: string;
}

/** Opens the URL itself, once it is clear that the browser cannot read the file. */
async function openUnread(context: Context, address: string, { first, over, instead }: Unread): Promise<never> {
  const patience = context.clock.sleep(unreadableMs, AbortSignal.any([over, context.signal]));
  await Promise.race([first.failed, patience]).catch(() => undefined);
  if (over.aborted || context.signal.aborted) return await never();
  const last = await openInBrowser(context, address, instead);
  return await last.failed;
}

const unwritten = (hint: string): CommandFailure =>
  new CommandFailure(8, 'no_browser', 'Cannot open a browser: the file for it cannot be written.', { hint });

const never = (): Promise<never> => new Promise(() => undefined);

/** Browsers from Snap see neither `/tmp` nor hidden folders, but the rest of the user's own. */
const folderFor = ({ machine }: Context): string => (platform() === 'linux' ? machine.home : tmpdir());

async function writeLeadingFile(
  parent: string,
  address: string,
): Promise<{ readonly folder: string; readonly url: string }> {
  const folder = await mkdtemp(join(parent, 'esign-open-'));
  const file = join(folder, 'open.html');
  try {
    await writeFile(file, pageTo(address), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder, url: pathToFileURL(file).href };
}

const pageTo = (address: string): string =>
  [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>esign</title>',
    '<meta name="referrer" content="no-referrer">',
    `<meta http-equiv="refresh" content="0;url=${new URL(address).href}">`,
    '</head></html>',
    '',
  ].join('\n');

/** A browser that is being started. */
interface Opening {
  /** Rejects when the program fails. It never resolves, since a browser may stay open. */
  readonly failed: Promise<never>;
}

/**
 * Opens a URL or a file in the browser. The URL must not be a secret, since process lists show it. Throws CommandFailure
 * (8) when no program for this is found; `instead` is the hint.
 */
export async function openInBrowser(context: Context, target: string, instead: string): Promise<Opening> {
  const [name, ...words] = systemOf().opener;
  const { env } = context.machine;
  const program = await findProgram(name, env);
  if (program === undefined) {
    throw new CommandFailure(8, 'no_browser', `Cannot open a browser: ${name} not found.`, {
      hint: instead,
    });
  }
  const child = spawn(program, [...words, target], { detached: true, stdio: 'ignore', env: { ...env } });
  child.unref();
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (why: string): void =>
      reject(new CommandFailure(8, 'no_browser', `Cannot open a browser: ${name} ${why}.`, { hint: instead }));
    child.on('error', () => fail('could not be started'));
    child.on('exit', (code) => {
      if (code !== 0) fail(code === null ? 'was stopped' : `exited with ${code}`);
    });
  });
  failed.catch(() => undefined);
  return { failed };
}
