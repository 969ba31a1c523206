import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../contract/check.js';
import { append } from './append.js';

/** A template as it was last read here: what a shell offers when Tab is pressed. */
export interface SeenTemplate {
  readonly id: string;
  readonly name: string;
}

const longest = 256 * 1024;
const longestName = 200;
const mostKept = 500;

/** The templates in an answer: one, or the items of a list; none in what is no template. */
export function templatesIn(body: unknown): readonly SeenTemplate[] {
  const { data } = membersOf(body);
  return (Array.isArray(data) ? (data as readonly unknown[]) : [body]).flatMap((each) => {
    const { id, name } = membersOf(each);
    return typeof id === 'string' && isUuid(id) && typeof name === 'string' ? [{ id: id.toLowerCase(), name }] : [];
  });
}

/**
 * Keeps the names of templates in the state folder, as well as can be: NDJSON, 0600, of which the latest line about a
 * template counts. What is known already is not written again.
 */
export async function keepTemplates(folder: string, host: string, seen: readonly SeenTemplate[]): Promise<void> {
  if (seen.length === 0) return;
  const path = join(folder, 'templates.ndjson');
  const known = new Map<string, string>();
  for (const line of (await textOf(path)).split('\n')) {
    const { id, name, host: from } = membersOf(parsed(line));
    if (typeof id !== 'string' || typeof name !== 'string' || typeof from !== 'string') continue;
    known.delete(`${from} ${id}`);
    known.set(`${from} ${id}`, `\n${JSON.stringify({ id, name, host: from })}\n`);
  }
  // The first of a list is the newest, and the last line is what is offered first.
  const lines = seen.toReversed().flatMap(({ id, name }) => {
    const line = `\n${JSON.stringify({ id, name: name.slice(0, longestName), host })}\n`;
    const isNew = known.get(`${host} ${id}`) !== line;
    known.set(`${host} ${id}`, line);
    return isNew ? [line] : [];
  });
  if (lines.length === 0) return;
  const size = await append(path, lines.join(''), false);
  if (size > longest / 2) await shorten(path, [...known.values()].slice(-mostKept));
}

async function shorten(path: string, lines: readonly string[]): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await append(temporary, lines.join(''), false);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function textOf(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { size } = await file.stat();
    const length = Math.min(size, longest);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await file.close();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
