import { join } from 'node:path';
import { isUuid } from '../contract/schema.js';
import { writeFileAtomic } from '../platform/durable-file.js';
import { isObject } from '../platform/json.js';
import { append } from './append.js';
import { lastLines, lineOf, readLine } from './ndjson.js';

/** A template as last read here, for completion. */
export interface SeenTemplate {
  readonly id: string;
  readonly name: string;
}

const maxFileBytes = 256 * 1024;
const maxNameLength = 200;
const maxKept = 500;

/** The templates in a response: one, or the items of a list; none in other responses. */
export function templatesIn(body: unknown): readonly SeenTemplate[] {
  const { data } = isObject(body) ? body : {};
  return (Array.isArray(data) ? (data as readonly unknown[]) : [body]).flatMap((each) => {
    const { id, name } = isObject(each) ? each : {};
    return typeof id === 'string' && isUuid(id) && typeof name === 'string' ? [{ id: id.toLowerCase(), name }] : [];
  });
}

/**
 * Stores the names of templates in the state folder, best effort: NDJSON, 0600, in which the latest line about a
 * template counts. Known facts are not written again.
 */
export async function keepTemplates(folder: string, host: string, seen: readonly SeenTemplate[]): Promise<void> {
  if (seen.length === 0) return;
  const path = join(folder, 'templates.ndjson');
  const known = new Map<string, string>();
  for (const line of await lastLines(path, maxFileBytes).catch(() => [])) {
    const { id, name, host: from } = readLine(line) ?? {};
    if (typeof id !== 'string' || typeof name !== 'string' || typeof from !== 'string') continue;
    known.delete(`${from} ${id}`);
    known.set(`${from} ${id}`, lineOf({ id, name, host: from }));
  }
  // The first of a list is the newest, and the last line is offered first.
  const lines = seen.toReversed().flatMap(({ id, name }) => {
    const line = lineOf({ id, name: name.slice(0, maxNameLength), host });
    const isNew = known.get(`${host} ${id}`) !== line;
    known.set(`${host} ${id}`, line);
    return isNew ? [line] : [];
  });
  if (lines.length === 0) return;
  const size = await append(path, lines.join(''), false);
  if (size > maxFileBytes / 2) await writeFileAtomic(path, [...known.values()].slice(-maxKept).join(''));
}
