import { createHash } from 'node:crypto';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { env } from 'node:process';
import { reason } from '../../core/platform/durable-file.js';
import { visibleLine } from '../../core/platform/visible-text.js';
import type { Core } from '../core.js';
import type { Log } from '../log.js';
import { settingsRepository, type Seeded } from '../store/settings-repository.js';
import { applySeed } from './apply-seed.js';
import type { Control } from './envelope-acts.js';
import { readSeed } from './read-seed.js';
import { SeedRefused } from './seed-refused.js';
import { SourceMissing } from './source-missing.js';
import type { SeedSecret } from './seed-schema.js';

const mebibyte = 1024 * 1024;
const maxSeed = 8 * mebibyte;
const maxDocument = 64 * mebibyte;
const maxSecret = 4096;

/** What a seed file leads to: the files and variables that it names. */
export interface SeedSources {
  /** The bytes of a file beside the seed file. */
  document(path: string): Promise<Buffer>;
  /** Whether a file beside the seed file can be read. Throws SourceMissing. */
  check(path: string): Promise<void>;
  /** A secret without white space around it. */
  secret(from: SeedSecret): Promise<string>;
}

/**
 * Loads a seed file into a service without data, and remembers it there: the same file again does nothing. Its
 * endpoints hear only of what happens afterwards. Throws SeedRefused; the service is then empty, as it was before.
 */
export async function loadSeed(
  core: Core,
  control: Control,
  file: string,
  log: Log = () => undefined,
): Promise<Seeded> {
  const { service } = core;
  const bytes = await readBytes(file, maxSeed, 'the seed file').catch((error: unknown) => {
    throw error instanceof SourceMissing ? new SeedRefused('seed_unusable', sentenceOf(error)) : error;
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const settings = settingsRepository(service.store.sql);
  const before = settings.seeded();
  if (before?.sha256 === sha256) return before;
  if (!isEmpty(core)) {
    const why =
      before === null ? 'the data is not empty' : 'the data was made from another seed file, or the file has changed';
    throw new SeedRefused('seed_refused', `${visibleLine(file)} was not loaded: ${why}.`);
  }
  const sources = sourcesIn(dirname(resolve(file)));
  const seed = await readSeed(bytes.toString('utf8'), file, sources);
  const clock = { at: service.clock.now(), frozen: service.clock.frozen };
  await service.store.commit(() => settings.keepSeeding(settings.clock()));
  try {
    const names = await applySeed(core, control, seed, sources, log);
    const seeded: Seeded = { sha256, ...names };
    await service.store.commit(() => {
      settings.keepSeeded(seeded);
      settings.keepSeeding(null);
    });
    return seeded;
  } catch (error) {
    core.reset();
    await core.scheduler.exclusively(() => core.scheduler.place(clock.at, clock.frozen));
    throw error;
  }
}

/** Whether nothing was created since the first start, or the last reset. */
function isEmpty({ service }: Core): boolean {
  const { sql } = service.store;
  return ['templates', 'envelopes', 'webhooks', 'authorisations'].every(
    (table) => sql.get(`SELECT 1 FROM ${table} LIMIT 1`) === undefined,
  );
}

function sourcesIn(folder: string): SeedSources {
  return {
    document: (path) => readBytes(resolve(folder, path), maxDocument, 'the document'),
    async check(path) {
      await (await openFile(resolve(folder, path), maxDocument, 'the document')).close();
    },
    async secret({ env: name, file }) {
      if (name !== undefined) {
        const value = env[name];
        if (value === undefined || value.trim() === '')
          throw new SourceMissing(`the environment variable ${visibleLine(name)} is not set`);
        return value.trim();
      }
      return (await readBytes(resolve(folder, file ?? ''), maxSecret, 'the secret')).toString('utf8').trim();
    },
  };
}

const sentenceOf = ({ message }: Error): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

async function readBytes(path: string, max: number, what: string): Promise<Buffer> {
  const file = await openFile(path, max, what);
  try {
    return await file.readFile();
  } catch (error) {
    throw new SourceMissing(`${what} ${visibleLine(path)} cannot be read: ${reason(error)}`);
  } finally {
    await file.close();
  }
}

async function openFile(path: string, max: number, what: string): Promise<FileHandle> {
  let file: FileHandle | undefined;
  try {
    // A pipe without a writer would never open.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = await file.stat();
    if (!facts.isFile()) throw new SourceMissing(`${visibleLine(path)} is not a file`);
    if (facts.size > max) throw new SourceMissing(`${what} ${visibleLine(path)} is larger than ${max / mebibyte} MiB`);
    return file;
  } catch (error) {
    await file?.close();
    if (error instanceof SourceMissing) throw error;
    throw new SourceMissing(`${what} ${visibleLine(path)} cannot be read: ${reason(error)}`);
  }
}
