import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of a machine on the internet, and of its private networks, all given to one loopback device. */
export const publicAddresses = ['203.0.113.10', '2001:db8::10'] as const;
export const privateAddresses = ['10.1.2.3', '172.16.5.4', '192.168.7.7', '169.254.169.254', 'fd00::5'] as const;

const namespace = ['-rnm', '--', 'sh', '-eu', '-c'];

/** Whether a network of one's own can be made here: user namespaces are on, and `ip` is there. */
export const canMakeNetwork = (): boolean =>
  spawnSync('unshare', [...namespace, 'ip link set lo up && ip addr add 203.0.113.10/32 dev lo']).status === 0 &&
  spawnSync('openssl', ['version']).status === 0;

/**
 * Runs a script of Node in a network of its own, which has nothing but these addresses, and answers with the JSON that
 * it writes. `hosts` are the names known there.
 */
export async function inOwnNetwork<T>(
  folder: string,
  script: string,
  { hosts, env }: { readonly hosts: Readonly<Record<string, string>>; readonly env: NodeJS.ProcessEnv },
): Promise<T> {
  const names = Object.entries(hosts).map(([name, address]) => `${address} ${name}\n`);
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost\n${names.join('')}`);
  const addresses = [...publicAddresses, ...privateAddresses].map(
    (address) => `ip addr add ${address}/${address.includes(':') ? '128 nodad' : '32'} dev lo`,
  );
  const setUp = ['ip link set lo up', ...addresses, 'mount --bind "$1/hosts" /etc/hosts', 'exec "$2" "$3" "$1"'];
  const child = spawn('unshare', [...namespace, setUp.join('\n'), 'sh', folder, process.execPath, script], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the script ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
