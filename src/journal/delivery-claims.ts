import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../platform/durable-file.js';
import { lock, ownMark } from './process-lock.js';

/** Longer than most replays take; only for claims from another container or machine. */
const heldElsewhereMs = 10 * 60 * 1000;

/** Deliveries that this process alone may send to an app. */
export interface DeliveryClaims {
  /** One for each delivery, in their order: false when another process has claimed it. */
  readonly taken: readonly boolean[];
  /** Never throws: a claim that stays is stale when this process has ended. */
  release(): Promise<void>;
}

/** Claims deliveries, each for one URL, so that no two processes send the same one at once. Throws system errors. */
export async function claimDeliveries(
  folder: string,
  wanted: readonly { readonly id: string; readonly target: string }[],
): Promise<DeliveryClaims> {
  const claims = join(folder, 'claims');
  await makeFolder(claims, 0o700);
  const mark = await ownMark();
  const paths: string[] = [];
  const release = async (): Promise<void> => {
    for (const path of paths) await rm(path, { force: true }).catch(() => undefined);
  };
  const taken: boolean[] = [];
  try {
    for (const { id, target } of wanted) {
      const path = join(claims, createHash('sha256').update(`${id} ${target}`).digest('hex').slice(0, 32));
      const isTaken = await lock(path, mark, heldElsewhereMs);
      if (isTaken) paths.push(path);
      taken.push(isTaken);
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { taken, release };
}
