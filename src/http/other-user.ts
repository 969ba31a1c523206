import { readFileSync } from 'node:fs';
import { platform } from 'node:os';

/** The two ends of a connection on this machine, as the one who was connected to sees them. */
export interface Ends {
  readonly remotePort?: number | undefined;
  readonly localPort?: number | undefined;
}

/**
 * Whether another user of this machine has made a connection over loopback. Linux lists whose each end of one is; root
 * may be a helper of the browser, and reads what it wants anyway. Elsewhere the answer is no: nothing tells it.
 */
export function isOfAnotherUser(ends: Ends): boolean {
  if (platform() !== 'linux') return false;
  try {
    const lists = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFileSync(path, 'latin1'));
    return isListedForAnother(lists.join('\n'), ends);
  } catch {
    return false;
  }
}

/** The same by the system's list; a connection that it does not hold is nobody's that we know. */
export function isListedForAnother(list: string, { remotePort = 0, localPort = 0 }: Ends): boolean {
  const rows = list.split('\n').map((line) => line.trim().split(/\s+/));
  const ownersFrom = (port: number, to: number): readonly string[] =>
    rows.flatMap(([, from = '', other = '', , , , , owner = '']) =>
      from.endsWith(hex(port)) && other.endsWith(hex(to)) ? [owner] : [],
    );
  const ours = ownersFrom(localPort, remotePort);
  const theirs = ownersFrom(remotePort, localPort);
  return theirs.length === 0 || theirs.some((owner) => owner !== '0' && !ours.includes(owner));
}

const hex = (port: number): string => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
