import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file system of its own on a loop device. What a program wrote there and did not sync is only in the cache of this
 * file system, not on the device, so that a copy of the device is what a power failure leaves.
 */
export interface ForgetfulDisk {
  /** Where it is mounted; another folder after each `crash` and `rewind`. */
  readonly folder: string;
  /** Loses what was not synced. Everything that writes to it must have ended. */
  crash(): void;
  /** Syncs everything; `rewind` returns to this state. */
  keep(): void;
  rewind(): void;
  close(): void;
}

const megabytes = 96;
const quiet = { stdio: ['ignore', 'ignore', 'ignore'] as ['ignore', 'ignore', 'ignore'], timeout: 60_000 };
const run = (command: string, ...words: string[]): void => void execFileSync(command, words, quiet);

/** Makes the disk, or returns null where this user cannot mount one. */
export function forgetfulDisk(): ForgetfulDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  // In memory a sync takes no time, and a copy little.
  const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'esign-disk-'));
  const kept = join(root, 'kept.img');
  let number = 0;
  const image = (): string => join(root, `${number}.img`);
  const folder = (): string => join(root, String(number));
  const mount = (): void => {
    mkdirSync(folder());
    // Without a journal that commits by itself: only a sync does.
    run('mount', '-o', 'loop,commit=300', image(), folder());
  };
  const copy = (from: string, to: string): void => run('cp', '--sparse=always', from, to);
  const drop = (): void => {
    run('umount', folder());
    rmSync(image());
  };
  const disk: ForgetfulDisk = {
    get folder() {
      return folder();
    },
    crash() {
      copy(image(), join(root, `${number + 1}.img`));
      drop();
      number += 1;
      mount();
    },
    keep() {
      run('umount', folder());
      copy(image(), kept);
      rmSync(image());
      disk.rewind();
    },
    rewind() {
      if (existsSync(image())) drop();
      number += 1;
      copy(kept, image());
      mount();
    },
    close() {
      if (existsSync(image())) drop();
      rmSync(root, { recursive: true, force: true });
    },
  };
  try {
    run('truncate', '-s', `${megabytes}M`, image());
    run('mkfs.ext4', '-q', '-F', image());
    mount();
    return disk;
  } catch {
    rmSync(root, { recursive: true, force: true });
    return null;
  }
}
