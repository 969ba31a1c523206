import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { signalGroup } from './process-group.js';
import { type ProcessRow, systemOf } from './system/system.js';

/** A program that was started with everything that it started in turn. */
export interface ProcessTree {
  /** The process id of the program itself. */
  readonly leader: number;
  /** Whether the program leads a process group of its own. */
  readonly ownGroup: boolean;
  /** Set in the program's environment alone (`NAME=value`), which its children inherit. */
  readonly tag: string;
}

/**
 * Whether a program that inherits the standard streams may have a group of its own. At a terminal it may not: it could
 * no longer read from it, Ctrl-Z would miss it, and `/dev/tty` would be closed to it. Windows has no groups.
 */
export const mayLeadGroup = (): boolean => systemOf().hasGroups && ![0, 1, 2].some((stream) => isatty(stream));

/**
 * The running processes of a tree: the group, the descendants, and of the same terminal on Linux those whose parent
 * has ended, by their environment. A process that left the group and lost its parent is not found.
 */
export function membersOf({ leader, ownGroup, tag }: ProcessTree): readonly ProcessRow[] {
  const rows = allProcesses();
  const ownPid = process.pid;
  const ourGroup = rows.find(({ pid }) => pid === ownPid)?.group;
  const found = new Set([leader]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { pid, parent } of rows) if (found.has(parent)) found.add(pid);
  }
  const isTagged = ({ pid, group }: ProcessRow): boolean =>
    !ownGroup && group === ourGroup && read(`/proc/${pid}/environ`).split('\0').includes(tag);
  return rows.filter(
    (row) => row.pid !== ownPid && (found.has(row.pid) || (ownGroup && row.group === leader) || isTagged(row)),
  );
}

/** Those of `known` that are still running, and what belongs to the tree besides. */
export function remaining(tree: ProcessTree, known: readonly ProcessRow[]): readonly ProcessRow[] {
  const members = membersOf(tree);
  const rows = allProcesses();
  const isKnown = (row: ProcessRow): boolean => known.some(({ pid, began }) => pid === row.pid && began === row.began);
  return rows.filter((row) => isKnown(row) || members.some(({ pid }) => pid === row.pid));
}

/** Signals each process; does nothing to one that has ended by now. */
export function signalAll(rows: readonly ProcessRow[], signal: NodeJS.Signals): void {
  for (const { pid } of rows) {
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone already.
    }
  }
}

/** Ends the whole tree by force. */
export function endTree(tree: ProcessTree, known: readonly ProcessRow[] = []): void {
  if (systemOf().endAll !== null) signalGroup(tree.leader, 'SIGKILL');
  else signalAll(remaining(tree, known), 'SIGKILL');
}

/** Ends the tree by force when this process exits before it; returns how to take that back. */
export function endTreeWithUs(tree: ProcessTree): () => void {
  const end = (): void => endTree(tree);
  process.on('exit', end);
  return () => void process.off('exit', end);
}

/** Where `/proc` is, it tells more than any program, and needs none. */
function allProcesses(): readonly ProcessRow[] {
  const rows = fromProc();
  const { processList } = systemOf();
  if (rows.length > 0 || processList === null) return rows;
  const { file, args, read: readList } = processList;
  return readList(spawnSync(file, args, { encoding: 'utf8', timeout: 15_000 }).stdout ?? '');
}

/** Processes that have ended and only wait for their parent to notice are left out. */
function fromProc(): readonly ProcessRow[] {
  let names: readonly string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = read(`/proc/${name}/stat`);
    // The name of the program, in parentheses, may hold anything; its state follows.
    const [state = 'X', parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X' || state === '') return [];
    return [{ pid: Number(name), parent: Number(parent), group: Number(group), began: rest[16] ?? '' }];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process ended meanwhile.
    return '';
  }
}
