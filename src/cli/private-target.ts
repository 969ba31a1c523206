import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a browser is started with in place of an address that is a secret. */
export interface PrivateTarget {
  readonly target: string;
  /** Once the browser has been there. */
  remove(): Promise<void>;
}

/**
 * Every user of a machine can read what a program was started with. So the browser is started with a page in a file that
 * only its owner can read (0600), which leads on to the address. On Linux it is the address itself: there the server hangs
 * up on other users (`ownUserOnly`), and a browser from Snap or Flatpak cannot read such files. Remove the file afterwards.
 */
export async function privateTarget(address: string, on: NodeJS.Platform = platform()): Promise<PrivateTarget> {
  if (on === 'linux') return { target: address, remove: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'esign-open-'));
  const file = join(folder, 'open.html');
  await writeFile(file, pageTo(address), { mode: 0o600, flag: 'wx' });
  return { target: pathToFileURL(file).href, remove: () => rm(folder, { recursive: true, force: true }) };
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
