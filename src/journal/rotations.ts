import { createHash, randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../contract/limits.js';
import { makeFolder, syncFolder, systemCode, writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';

/** A rotation of a webhook secret whose new secret is not stored on this machine yet. */
interface UnfinishedRotation {
  /** Its Idempotency-Key: the service returns the same secret for it. */
  readonly key: string;
  /** When it began, by the clock of the service: ISO 8601 UTC. */
  readonly at: string;
  /** Distinguishes API keys; only the same one gets the response again. */
  readonly credential: string;
}

/** Unfinished rotations, each recorded from before its request until its secret is stored. */
export interface Rotations {
  fileOf(webhookId: string): string;
  /** `damaged`: one was begun, and its record cannot be read. */
  find(webhookId: string): Promise<UnfinishedRotation | 'damaged' | undefined>;
  /**
   * On disk when it resolves. False: another run has begun one meanwhile, which stays; one that is `over` is replaced.
   * Throws system errors.
   */
  begin(webhookId: string, rotation: UnfinishedRotation, over?: boolean): Promise<boolean>;
  /** The record of a later one stays. */
  end(webhookId: string, key: string): Promise<void>;
  /** Records that the new secret arrived, for as long as the previous one signs v0, and ends the rotation. */
  complete(webhookId: string, done: CompletedRotation): Promise<void>;
  /** The last rotation whose previous secret still signs v0 at `now` (milliseconds since 1970). */
  completed(webhookId: string, now: number): Promise<CompletedRotation | undefined>;
}

/** A finished rotation: another one within the grace period ends the grace of the secret before it. */
export interface CompletedRotation {
  /** Its Idempotency-Key. */
  readonly key: string;
  /** When its secret was stored or shown, by the clock of the service: ISO 8601 UTC. */
  readonly at: string;
}

const graceMs = limits.webhook.rotationGraceHours * 3_600_000;

/** `host`: the service's. */
export function openRotations(stateDir: string, host: string): Rotations {
  const folder = join(stateDir, 'rotations');
  const completedFolder = join(stateDir, 'completed-rotations');
  const nameOf = (webhookId: string): string => {
    const digest = createHash('sha256').update(`${host} ${webhookId.toLowerCase()}`).digest('hex');
    return `${digest.slice(0, 24)}.json`;
  };
  const fileOf = (webhookId: string): string => join(folder, nameOf(webhookId));
  const find: Rotations['find'] = async (webhookId) => {
    const text = await readFile(fileOf(webhookId), 'utf8').catch((error: unknown) =>
      systemCode(error) === 'ENOENT' ? null : '',
    );
    if (text === null) return undefined;
    const value = parseJson(text);
    const { key, at, credential } = isObject(value) ? value : {};
    const whole = typeof key === 'string' && typeof at === 'string' && typeof credential === 'string';
    return whole ? { key, at, credential } : 'damaged';
  };
  const end: Rotations['end'] = async (webhookId, key) => {
    const found = await find(webhookId);
    if (found === undefined || found === 'damaged' || found.key === key) await rm(fileOf(webhookId), { force: true });
  };
  return {
    fileOf,
    find,
    async begin(webhookId, rotation, over = false) {
      await makeFolder(folder, 0o700);
      const path = fileOf(webhookId);
      const own = `${path}.${randomBytes(6).toString('hex')}`;
      try {
        await writeFileAtomic(own, `${JSON.stringify({ webhook: webhookId, host, ...rotation })}\n`);
        if (over) await rename(own, path);
        else if (!(await giveName(own, path))) return false;
      } finally {
        await rm(own, { force: true }).catch(() => undefined);
      }
      await syncFolder(folder);
      return true;
    },
    end,
    async complete(webhookId, done) {
      await makeFolder(completedFolder, 0o700);
      const path = join(completedFolder, nameOf(webhookId));
      await writeFileAtomic(path, `${JSON.stringify(done)}\n`);
      await dropOlder(completedFolder, (await stat(path)).mtimeMs - graceMs);
      await end(webhookId, done.key);
    },
    async completed(webhookId, now) {
      const done = await readCompleted(join(completedFolder, nameOf(webhookId)));
      return done !== undefined && Date.parse(done.at) + graceMs > now ? done : undefined;
    },
  };
}

/** A hard link never replaces a file that was created meanwhile; some file systems do not support it. */
async function giveName(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST' || (await stat(path).catch(() => null)) !== null) return false;
    await rename(own, path);
    return true;
  }
}

async function readCompleted(path: string): Promise<CompletedRotation | undefined> {
  const value = parseJson(await readFile(path, 'utf8').catch(() => ''));
  const { key, at } = isObject(value) ? value : {};
  return typeof key === 'string' && typeof at === 'string' ? { key, at } : undefined;
}

/**
 * Deletes the records that were written before `before` (milliseconds since 1970). Their own times do not compare: each
 * is that of its service, and the clock of an emulator may stand in another year.
 */
async function dropOlder(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const written = await stat(path).catch(() => null);
    if (written !== null && written.mtimeMs < before) await rm(path, { force: true });
  }
}
