import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFolder, systemCode, writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';

/** A rotation of a webhook secret whose new secret has not reached its place on this machine. */
interface UnfinishedRotation {
  /** Its Idempotency-Key: the service answers it with the same secret again. */
  readonly key: string;
  /** When it was begun: ISO 8601 UTC. */
  readonly at: string;
  /** Tells API keys apart; only the same one gets the answer again. */
  readonly credential: string;
}

/** The rotations that are unfinished, each kept from before its request until its secret is stored. */
export interface Rotations {
  fileOf(webhookId: string): string;
  /** `damaged`: one was begun, and its record cannot be read. */
  find(webhookId: string): Promise<UnfinishedRotation | 'damaged' | undefined>;
  /**
   * On the disk when it resolves. False: another run has begun one meanwhile, which stands; one that is `over` is
   * replaced. Throws what the system says.
   */
  begin(webhookId: string, rotation: UnfinishedRotation, over?: boolean): Promise<boolean>;
  /** Leaves the record of a later one alone. */
  end(webhookId: string, key: string): Promise<void>;
}

/** `host`: the service's. */
export function openRotations(stateDir: string, host: string): Rotations {
  const folder = join(stateDir, 'rotations');
  const fileOf = (webhookId: string): string => {
    const digest = createHash('sha256').update(`${host} ${webhookId.toLowerCase()}`).digest('hex');
    return join(folder, `${digest.slice(0, 24)}.json`);
  };
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
    async end(webhookId, key) {
      const found = await find(webhookId);
      if (found === undefined || found === 'damaged' || found.key === key) await rm(fileOf(webhookId), { force: true });
    },
  };
}

/** A link never replaces what came into being meanwhile; some file systems have none. */
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
