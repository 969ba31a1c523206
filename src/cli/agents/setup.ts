import { lstat, rm } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { Context } from '../context/context.js';
import { makeFolder, reason } from '../../core/platform/durable-file.js';
import { FileFailure } from '../failure/failure.js';
import { refuseWayOut } from '../files/written-files.js';
import { type AgentClient, type ClientName, clients } from './clients.js';
import {
  BrokenServers,
  findEntry,
  profileIn,
  type ServerEntry,
  withEntry,
  withFlags,
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
  /** The flags of `esign mcp` that are given now, and their values. An entry keeps the others that it has. */
  readonly flags: readonly string[];
  /** An entry does not keep them. */
  readonly reset: boolean;
  readonly skill: SkillFile;
}

/** `foreign`: this program did not write it. */
type PartState = 'current' | 'outdated' | 'absent' | 'foreign';

/** One file of one or more clients. */
export interface Part {
  readonly clients: readonly ClientName[];
  readonly kind: 'mcp' | 'skill';
  /** Relative to the working folder. */
  readonly file: string;
  readonly state: PartState;
  /** As it would be written; null: the file would be removed. */
  readonly after: string | null;
  /** The entry of the MCP server as it is to be; null for a skill, and where it is foreign. */
  readonly entry: ServerEntry | null;
  /** The profile that the entry names; null: none, so that the agent uses the current one. */
  readonly profile: string | null;
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
  return await partsOf(context, wanted, (client, text, entry) => withEntry(text, client, entry), wanted.skill.text);
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

type Edit = (client: AgentClient, text: string, entry: ServerEntry) => string | null;

async function partsOf(context: Context, wanted: Wanted, edit: Edit, skill: string | null): Promise<readonly Part[]> {
  const servers: Part[] = [];
  for (const client of wanted.clients) servers.push(await serverPart(context, client, wanted, edit));
  const skills: Part[] = [];
  for (const file of new Set(wanted.clients.map(skillFileOf))) {
    const readers = wanted.clients.filter((client) => skillFileOf(client) === file).map(({ name }) => name);
    const text = await read(context, file);
    const state = skillState(text, wanted.skill);
    skills.push({ clients: readers, kind: 'skill', file, state, after: skill, entry: null, profile: null });
  }
  return [...servers, ...skills];
}

async function serverPart(context: Context, client: AgentClient, wanted: Wanted, edit: Edit): Promise<Part> {
  const file = client.servers;
  const text = (await read(context, file)) ?? '';
  try {
    const found = findEntry(text, client);
    const part = { clients: [client.name], kind: 'mcp', file } as const;
    if (found === 'foreign') return { ...part, state: 'foreign', after: text, entry: null, profile: null };
    const entry = await entryFor(context, found === 'absent' ? null : found, wanted);
    const state = found === 'absent' ? found : JSON.stringify(found) === JSON.stringify(entry) ? 'current' : 'outdated';
    return { ...part, state, after: edit(client, text, entry), entry, profile: profileIn(entry) };
  } catch (failure) {
    if (!(failure instanceof BrokenServers)) throw failure;
    throw new FileFailure('input', file, `${file}:${failure.line}: invalid JSON (${failure.message}).`, {
      code: 'invalid_file',
      hint: 'Correct the file, then run the command again. Nothing was written.',
    });
  }
}

/** An entry that works stays as it is, but for the flags given now: they decide what the agent may do, and where. */
async function entryFor(context: Context, found: ServerEntry | null, { flags, reset }: Wanted): Promise<ServerEntry> {
  const isGone = found !== null && isAbsolute(found.command) && !(await isThere(context, found.command));
  return {
    command: found === null || isGone || reset ? 'esign' : found.command,
    args: withFlags(found === null || reset ? ['mcp'] : found.args, flags),
  };
}

const skillFileOf = ({ skills }: AgentClient): string => `${skills}/esign/SKILL.md`;

function skillState(text: string | null, { text: current, mark }: SkillFile): PartState {
  if (text === null) return 'absent';
  if (!text.includes(mark)) return 'foreign';
  return text === current ? 'current' : 'outdated';
}

/** Null when it is missing. Throws FileFailure, and UsageFailure for a path that leads out of the folder. */
async function read(context: Context, file: string): Promise<string | null> {
  await refuseWayOut(context, file, context.machine.cwd);
  if (!(await isThere(context, file))) return null;
  return await context.files.readText(file, { limit: maxFileBytes });
}

const isThere = async (context: Context, path: string): Promise<boolean> =>
  (await lstat(context.files.resolve(path)).catch(() => null)) !== null;
