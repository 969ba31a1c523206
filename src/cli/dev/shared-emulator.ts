import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Running } from '../emulator/running.js';
import { makeFolder, writeFileAtomic } from '../../core/platform/durable-file.js';
import { ownPid, placedMark, whereIs } from '../../core/platform/process-identity.js';

/** An emulator that several `esign dev` use: the last to leave stops it, if one of them has started it. */
export interface SharedEmulator {
  /** `stop`: nobody else uses it; `others`: somebody does; `kept`: no `esign dev` has started it. */
  leave(): Promise<'stop' | 'others' | 'kept'>;
}

type User = Pick<Running, 'pid' | 'started'>;

/**
 * Records in a folder that this process uses an emulator, and whether it has started it: a file for each process, whose
 * name has both numbers, and one for the emulator.
 */
export async function shareEmulator(
  folder: string,
  emulator: User,
  isOurs: boolean,
  pid: number = ownPid,
): Promise<SharedEmulator> {
  await makeFolder(folder, 0o700);
  const own = join(folder, `${emulator.pid}-${pid}`);
  const started = join(folder, `${emulator.pid}-started`);
  await removeGone(folder);
  await writeFileAtomic(own, (await placedMark(pid)) ?? '');
  if (isOurs) await writeFileAtomic(started, emulator.started ?? '');
  return {
    leave: async () => {
      // First, so that of two that leave together none waits for the other.
      await rm(own, { force: true });
      await removeGone(folder);
      const left = (await readdir(folder)).filter((name) => name.startsWith(`${emulator.pid}-`));
      const isStarted =
        left.includes(`${emulator.pid}-started`) && (await readFile(started, 'utf8')) === (emulator.started ?? '');
      if (!isStarted) return 'kept';
      if (left.length > 1) return 'others';
      await rm(started, { force: true });
      return 'stop';
    },
  };
}

/** Removes what processes have left that ended by themselves: the users, and emulators that somebody else stopped. */
async function removeGone(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, emulator, user] = /^(\d+)-(\d+|started)$/.exec(name) ?? [];
    if (emulator === undefined || user === undefined) continue;
    const path = join(folder, name);
    const mark = await readFile(path, 'utf8').catch(() => '');
    const id = Number(user === 'started' ? emulator : user);
    if ((await whereIs(id, mark === '' ? null : mark)) === 'gone') await rm(path, { force: true });
  }
}
