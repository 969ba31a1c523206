import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a browser opens in place of a secret URL. */
export interface PrivateTarget {
  readonly target: string;
  /** After the browser has opened it. */
  remove(): Promise<void>;
}

/**
 * Every user of a machine can read the arguments of a program. So the browser opens a page in a private file (0600)
 * that redirects to the URL. On Linux it opens the URL itself: the server rejects other users (`ownUserOnly`), and a
 * browser from Snap or Flatpak cannot read such files. Delete the file afterwards.
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
