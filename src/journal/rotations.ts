import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFolder, writeWhole } from '../disk.js';
import { isObject, parseJson } from '../json.js';

/** A rotation of a webhook secret whose new secret has not reached its place on this machine. */
export interface UnfinishedRotation {
  /** Its Idempotency-Key: the service answers it with the same secret again. */
  readonly key: string;
  /** When it was begun: ISO 8601 UTC. */
  readonly at: string;
  /** Tells API keys apart; only the same one gets the answer again. */
  readonly credential: string;
}

/** The rotations that are unfinished, each kept from before its request until its secret is stored. */
export interface Rotations {
  find(webhookId: string): Promise<UnfinishedRotation | undefined>;
  /** On the disk when it resolves. Throws what the system says. */
  begin(webhookId: string, rotation: UnfinishedRotation): Promise<void>;
  end(webhookId: string): Promise<void>;
}

/** `host`: the service's. */
export function openRotations(stateDir: string, host: string): Rotations {
  const folder = join(stateDir, 'rotations');
  const pathOf = (webhookId: string): string => {
    const digest = createHash('sha256').update(`${host} ${webhookId.toLowerCase()}`).digest('hex');
    return join(folder, `${digest.slice(0, 24)}.json`);
  };
  return {
    async find(webhookId) {
      const value = parseJson(await readFile(pathOf(webhookId), 'utf8').catch(() => ''));
      const { key, at, credential } = isObject(value) ? value : {};
      const whole = typeof key === 'string' && typeof at === 'string' && typeof credential === 'string';
      return whole ? { key, at, credential } : undefined;
    },
    async begin(webhookId, rotation) {
      await makeFolder(folder, 0o700);
      await writeWhole(pathOf(webhookId), `${JSON.stringify({ webhook: webhookId, host, ...rotation })}\n`);
      await syncFolder(folder);
    },
    end: (webhookId) => rm(pathOf(webhookId), { force: true }),
  };
}
