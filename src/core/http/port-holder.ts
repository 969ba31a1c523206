import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';

/** The program that listens on a port of this machine. */
export interface PortHolder {
  readonly name: string;
  readonly pid: number;
}

const waitMs = 1_000;
/** The state LISTEN in the lists of Linux. */
const listening = '0A';

/** Whether something listens at a host and a port of this machine; false when no answer comes within a second. */
export function isPortTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, timeout: waitMs });
    const end = (isTaken: boolean): void => {
      socket.destroy();
      resolve(isTaken);
    };
    socket.once('connect', () => end(true)).once('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}

/** Which program of this user holds a port; null where the system does not tell, as outside Linux. */
export function portHolder(port: number): PortHolder | null {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = new Set<string>();
  for (const list of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of quietly(() => readFileSync(list, 'latin1'), '').split('\n')) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      if (state === listening && local.endsWith(ending)) sockets.add(`socket:[${inode}]`);
    }
  }
  if (sockets.size === 0) return null;
  for (const pid of quietly(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name))) {
    const files = quietly(() => readdirSync(`/proc/${pid}/fd`), []);
    if (!files.some((file) => sockets.has(quietly(() => readlinkSync(`/proc/${pid}/fd/${file}`), '')))) continue;
    const name = quietly(() => readFileSync(`/proc/${pid}/comm`, 'utf8'), '').trim();
    return { name: name === '' ? 'a program' : name, pid: Number(pid) };
  }
  return null;
}

/** Processes end, and those of others are not shown. */
function quietly<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
