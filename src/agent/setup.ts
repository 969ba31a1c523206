import { lstat, realpath, rm } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import type { Context } from '../cli/context.js';
import { makeFolder } from '../platform/durable-file.js';
import { FileFailure, UsageFailure } from '../cli/failure.js';
import { reason } from '../cli/files.js';
import { type AgentClient, type ClientName, clients } from './clients.js';
import {
  BrokenServers,
  type EntryState,
  entryState,
  type ServerEntry,
  withEntry,
  withoutEntry,
} from './server-entry.js';

/** The settings of esign for agents in the working folder: the entry of the MCP server, and the skill. */

interface SkillFile {
  readonly text: string;
  /** In every skill file that this program wrote. */
  readonly mark: string;
}

export interface Wanted {
  readonly clients: readonly AgentClient[];
  readonly entry: ServerEntry;
  readonly skill: SkillFile;
}

/** One file of one or more clients. */
export interface Part {
  readonly clients: readonly ClientName[];
  readonly kind: 'mcp' | 'skill';
  /** Relative to the working folder. */
  readonly file: string;
  readonly state: EntryState;
  /** As it would be written; null: the file would be removed. */
  readonly after: string | null;
}

const maxFileBytes = 1024 * 1024;

/** The clients that the working folder shows signs of. */
export async function clientsInUse(context: Context): Promise<readonly AgentClient[]> {
  const found = await Promise.all(
    clients.map(async ({ signs }) => (await Promise.all(signs.map((sign) => isThere(context, sign)))).includes(true)),
  );
  return clients.filter((_, at) => found[at] === true);
}

/** What is there for the clients, and what setting up would write. Throws FileFailure and UsageFailure. */
export async function partsToSetUp(context: Context, wanted: Wanted): Promise<readonly Part[]> {
  return await partsOf(context, wanted, (client, text) => withEntry(text, client, wanted.entry), wanted.skill.text);
}

/**
 * The same for removing. A shared skill stays while another client here still uses esign. Throws FileFailure and
 * UsageFailure.
 */
export async function partsToUndo(context: Context, wanted: Wanted): Promise<readonly Part[]> {
  const parts = await partsOf(context, wanted, (client, text) => withoutEntry(text, client), null);
  const others = clients.filter((client) => !wanted.clients.includes(client));
  const rest = await partsOf(context, { ...wanted, clients: others }, (_, text) => text, null);
  const kept = rest.filter(({ kind, state }) => kind === 'mcp' && (state === 'current' || state === 'outdated'));
  const users = new Set(kept.flatMap((part) => part.clients));
  const stillUsed = new Set(others.filter(({ name }) => users.has(name)).map(skillFileOf));
  return parts.filter(({ kind, file }) => kind === 'mcp' || !stillUsed.has(file));
}

/** Writes or removes the file of a part. Throws FileFailure. */
export async function carryOut(context: Context, { file, after }: Part): Promise<void> {
  const path = context.files.resolve(file);
  try {
    if (after === null) return await rm(path, { force: true });
    await makeFolder(dirname(path));
  } catch (error) {
    throw new FileFailure('output', file, `Cannot ${after === null ? 'remove' : 'write'} ${file}: ${reason(error)}.`);
  }
  await context.files.write(path, after, { overwrite: true });
}

type Edit = (client: AgentClient, text: string) => string | null;

async function partsOf(context: Context, wanted: Wanted, edit: Edit, skill: string | null): Promise<readonly Part[]> {
  const servers: Part[] = [];
  for (const client of wanted.clients) servers.push(await serverPart(context, client, wanted.entry, edit));
  const skills: Part[] = [];
  for (const file of new Set(wanted.clients.map(skillFileOf))) {
    const readers = wanted.clients.filter((client) => skillFileOf(client) === file).map(({ name }) => name);
    const text = await read(context, file);
    const state = skillState(text, wanted.skill);
    skills.push({ clients: readers, kind: 'skill', file, state, after: skill });
  }
  return [...servers, ...skills];
}

async function serverPart(context: Context, client: AgentClient, entry: ServerEntry, edit: Edit): Promise<Part> {
  const file = client.servers;
  const text = (await read(context, file)) ?? '';
  try {
    const state = entryState(text, client, entry);
    const after = state === 'foreign' ? text : edit(client, text);
    return { clients: [client.name], kind: 'mcp', file, state, after };
  } catch (failure) {
    if (!(failure instanceof BrokenServers)) throw failure;
    throw new FileFailure('input', file, `${file}:${failure.line}: invalid JSON (${failure.message}).`, {
      code: 'invalid_file',
      hint: 'Correct the file, then run the command again. Nothing was written.',
    });
  }
}

const skillFileOf = ({ skills }: AgentClient): string => `${skills}/esign/SKILL.md`;

function skillState(text: string | null, { text: current, mark }: SkillFile): EntryState {
  if (text === null) return 'absent';
  if (!text.includes(mark)) return 'foreign';
  return text === current ? 'current' : 'outdated';
}

/** Null when it is missing. Throws FileFailure, and UsageFailure for a path that leads out of the folder. */
async function read(context: Context, file: string): Promise<string | null> {
  await refuseWayOut(context, file);
  if (!(await isThere(context, file))) return null;
  return await context.files.readText(file, { limit: maxFileBytes });
}

/** A project of somebody else may hold links: only files inside the working folder are read and written. */
async function refuseWayOut(context: Context, file: string): Promise<void> {
  const root = await realpath(context.machine.cwd);
  let path = context.files.resolve(file);
  let real: string | null = null;
  while (real === null) {
    real = await realpath(path).catch(() => null);
    path = dirname(path);
  }
  if (real === root || real.startsWith(root === sep ? sep : `${root}${sep}`)) return;
  throw new UsageFailure(`${file} leads out of this folder.`, {
    code: 'link_refused',
    hint: 'Replace the link with a file or folder of this project. Nothing was written.',
  });
}

const isThere = async (context: Context, path: string): Promise<boolean> =>
  (await lstat(context.files.resolve(path)).catch(() => null)) !== null;
