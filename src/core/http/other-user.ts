import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { endianness, platform } from 'node:os';
import { systemCode } from '../platform/durable-file.js';

/** The two ends of a connection on this machine, as the server's socket names them. */
export interface Ends {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
}

const listFiles = ['/proc/net/tcp', '/proc/net/tcp6'] as const;

/**
 * Whether another user of this machine has made a connection over loopback. Linux lists the owner of each end; root may
 * be a helper of the browser, and can read everything anyway. Where `tellsUsersApart` is false, the answer is no.
 */
export function isOfAnotherUser(ends: Ends): boolean {
  try {
    // A long list is read in several pieces, between which a row can move past the reader: a second look finds it.
    return isListedNowForAnother(ends) && isListedNowForAnother(ends);
  } catch {
    // A list that cannot be read now, such as for want of descriptors, must not let anybody in.
    return true;
  }
}

/** Whether this system tells who has made a connection: Linux, with `/proc`. */
export const tellsUsersApart = (): boolean => readList() !== null;

function isListedNowForAnother(ends: Ends): boolean {
  const list = readList();
  return list !== null && isListedForAnother(list, ends);
}

function readList(): string | null {
  if (platform() !== 'linux') return null;
  const lists = listFiles.map(readIfThere);
  return lists.every((list) => list === null) ? null : lists.join('\n');
}

/** A system without IPv6 has one list only, and some containers have none. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
}

/**
 * The same by the system's list. Both whole addresses count: another user may choose the same port at another address
 * of loopback. A connection counts as another user's unless the list has exactly one owner for each end.
 */
export function isListedForAnother(list: string, ends: Ends): boolean {
  const local = listedForms(ends.localAddress, ends.localPort);
  const remote = listedForms(ends.remoteAddress, ends.remotePort);
  const ours = new Set<string>();
  const theirs = new Set<string>();
  for (const line of list.split('\n')) {
    const [, from = '', to = '', , , , , owner = '', , inode = ''] = line.trim().split(/\s+/);
    // Without an inode no process holds the end any more, and the system names root as its owner.
    const socket = inode === '0' ? closed : `${owner} ${inode}`;
    if (local.includes(from) && remote.includes(to)) ours.add(socket);
    if (remote.includes(from) && local.includes(to)) theirs.add(socket);
  }
  const [our, their] = [ownerOf(ours), ownerOf(theirs)];
  return our === null || their === null || (their !== '0' && their !== our);
}

/** The owner of the only socket that is listed for an end; null unless there is exactly one that a process holds. */
function ownerOf(sockets: ReadonlySet<string>): string | null {
  const [only = closed] = sockets;
  return sockets.size === 1 && only !== closed ? only.replace(/ .*/, '') : null;
}

/** An end as the list writes it: the words of the address in the byte order of the machine, and the port. */
function listedForms(address: string | undefined, port: number | undefined): readonly string[] {
  const bytes = address === undefined ? null : bytesOf(address);
  if (bytes === null || port === undefined) return [];
  const ending = `:${hex(port, 4)}`;
  const words = [0, 4, 8, 12].map((at) => {
    return hex(endianness() === 'LE' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at), 8);
  });
  const whole = `${words.join('')}${ending}`;
  // IPv4 stands in its own list, and in that of IPv6 where the program asked for IPv6.
  const isMapped = bytes.subarray(0, 12).equals(mapped);
  return isMapped ? [whole, `${words[3] ?? ''}${ending}`] : [whole];
}

const closed = 'closed';

const mapped = Buffer.from('00000000000000000000ffff', 'hex');

/** The 16 bytes of an address; IPv4 is mapped into IPv6. Null for what is not an address. */
function bytesOf(address: string): Buffer | null {
  const host = `http://[${isIPv4(address) ? `::ffff:${address}` : address.replace(/%.*$/s, '')}]`;
  if (!URL.canParse(host)) return null;
  // The canonical form has groups only, and one gap at most.
  const [head = [], tail = []] = new URL(host).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return Buffer.from([...head, ...gap, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
