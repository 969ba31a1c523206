import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceAddress } from '../contract/service-host.js';
import { makeFolder, systemCode, writeFileAtomic } from '../platform/durable-file.js';
import { isObject, parseJson } from '../platform/json.js';
import type { Facts } from './facts.js';

/** The names that a naming run proposed, to know later what accepting it would write. */
export interface SeenRun {
  readonly id: string;
  readonly proposals: readonly SeenProposal[];
}

interface SeenProposal {
  readonly id: string;
  readonly field_id: string;
  readonly subject: string | null;
  readonly data_key: string | null;
  readonly label: string | null;
  /** Taken by `--high`. */
  readonly sure: boolean;
}

/** What the person at this machine last saw of one template. */
export interface Seen {
  /** Of the last look that had one. */
  readonly etag: string | null;
  readonly facts: Facts;
  /** The latest ones, newest first. */
  readonly runs: readonly SeenRun[];
}

/** Which template it is: an id is unique at its address, whichever key or profile reaches it. */
export interface Place {
  readonly stateDir: string;
  readonly baseUrl: string;
  readonly templateId: string;
}

export interface Recalled {
  readonly seen: Seen | null;
  /** Why a file that is there could not be used; null when nothing is wrong. */
  readonly damage: string | null;
}

const version = 1;
const maxTemplates = 200;
const maxRuns = 3;
const day = 86_400_000;
const maxAgeMs = 180 * day;
/** Bytes of a file. */
const maxFileBytes = 4 * 1024 * 1024;

export const seenFolder = (stateDir: string): string => join(stateDir, 'seen');

/** What was last seen of a template. A file that is damaged, or of another template, counts as nothing seen. */
export async function recallSeen(place: Place, now: number): Promise<Recalled> {
  const path = fileOf(place);
  try {
    const { size, mtimeMs } = await stat(path);
    if (size > maxFileBytes) return { seen: null, damage: `${path} is larger than ${maxFileBytes} bytes` };
    if (now - mtimeMs > maxAgeMs) return nothing;
    const seen = readSeen(await readFile(path, 'utf8'), place);
    return seen === null
      ? { seen, damage: `${path} cannot be read as a record of a template` }
      : { seen, damage: null };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return nothing;
    return { seen: null, damage: `${path} cannot be read (${systemCode(error) ?? 'unknown'})` };
  }
}

const nothing: Recalled = { seen: null, damage: null };

/** Keeps what was seen, for its owner alone and whole; the least recently seen templates go. Throws what the system says. */
export async function keepSeen(place: Place, { etag, facts, runs }: Seen, now: number): Promise<void> {
  const folder = seenFolder(place.stateDir);
  const text = `${JSON.stringify({
    version,
    base_url: serviceAddress(place.baseUrl),
    template_id: place.templateId.toLowerCase(),
    etag,
    facts: Object.fromEntries(facts),
    runs: runs.slice(0, maxRuns),
  })}\n`;
  if (text.length > maxFileBytes) return;
  const path = fileOf(place);
  const isKnown = (await readFile(path, 'utf8').catch(() => null)) === text;
  if (!isKnown) {
    await makeFolder(folder, 0o700);
    await writeFileAtomic(path, text);
  }
  await utimes(path, now / 1000, now / 1000);
  if (!isKnown) await prune(folder, now);
}

/** How many templates are remembered, and which files are damaged: for `doctor`. */
export async function inspectSeen(stateDir: string): Promise<{ readonly count: number; readonly damaged: string[] }> {
  const folder = seenFolder(stateDir);
  const names = (await readdir(folder).catch(() => [])).filter((name) => fileName.test(name));
  const damaged: string[] = [];
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    if (text.length > maxFileBytes || readSeen(text) === null) damaged.push(join(folder, name));
  }
  return { count: names.length - damaged.length, damaged };
}

const fileName = /^[0-9a-f]{32}\.json$/;

function fileOf({ stateDir, baseUrl, templateId }: Place): string {
  const name = createHash('sha256')
    .update(`${serviceAddress(baseUrl)}\n${templateId.toLowerCase()}`)
    .digest('hex')
    .slice(0, 32);
  return join(seenFolder(stateDir), `${name}.json`);
}

async function prune(folder: string, now: number): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  const kept = files.toSorted((a, b) => b.at - a.at).slice(0, maxTemplates);
  const young = new Set(kept.filter(({ at }) => now - at <= maxAgeMs).map(({ name }) => name));
  for (const { name } of files) if (!young.has(name)) await rm(join(folder, name), { force: true });
}

function readSeen(text: string, place?: Place): Seen | null {
  const found = parseJson(text);
  if (!isObject(found) || found['version'] !== version) return null;
  const { base_url: baseUrl, template_id: id, etag, facts, runs } = found;
  if (place !== undefined && (baseUrl !== serviceAddress(place.baseUrl) || id !== place.templateId.toLowerCase()))
    return null;
  if (!isObject(facts) || !isNullableText(etag) || !Array.isArray(runs)) return null;
  const values = Object.entries(facts);
  if (!values.every((entry): entry is [string, string | null] => isNullableText(entry[1]))) return null;
  if (!runs.every(isRun)) return null;
  return { etag, facts: new Map(values), runs: runs.slice(0, maxRuns) };
}

const isNullableText = (value: unknown): value is string | null => value === null || typeof value === 'string';

const isRun = (value: unknown): value is SeenRun =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  Array.isArray(value['proposals']) &&
  value['proposals'].every(isProposal);

const isProposal = (value: unknown): value is SeenProposal =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['field_id'] === 'string' &&
  typeof value['sure'] === 'boolean' &&
  [value['subject'], value['data_key'], value['label']].every(isNullableText);
