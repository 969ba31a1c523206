import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  removeUnused,
  type Unpacked,
  type UnpackedOptions,
  unpackedPlaces,
  unpackedVersions,
  useMark,
} from '../../../src/cli/doctor/unpacked.js';
import { doctorKey, see } from '../../support/program/doctor.js';
import { newMachine } from '../../support/program.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const day = 86_400_000;
const place = fresh(newFolder);

const name = (letter: string): string => `program-${letter.repeat(20)}`;
/** A version as the executable leaves it, begun so many days ago by that namespace; null: nobody says which. */
function unpack(letter: string, days: number, space: string | null, below = place.path): string {
  const folder = join(below, name(letter));
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const path = space === null ? folder : join(folder, useMark);
  if (space !== null) writeFileSync(path, space);
  const then = (Date.now() - days * day) / 1000;
  utimesSync(path, then, then);
  return folder;
}
const own = async (): Promise<string> => /\d+/.exec(await readlink('/proc/self/ns/pid'))?.[0] ?? '';
const options = (more: Partial<UnpackedOptions> = {}): UnpackedOptions => ({
  places: [place.path],
  uid: process.getuid?.() ?? -1,
  now: Date.now(),
  keep: 7 * day,
  processes: '/proc',
  ...more,
});
const uses = (): Readonly<Record<string, Unpacked['use']>> =>
  Object.fromEntries(unpackedVersions(options()).map(({ folder, use }) => [folder.slice(-20, -19), use]));

describe.skipIf(process.platform !== 'linux')('versions that the single-file executable unpacked', () => {
  it('are distinguished by their users, and only unused ones are removed', async () => {
    const space = await own();
    unpack('a', 8, space);
    unpack('b', 1, space);
    unpack('c', 8, 'many');
    unpack('d', 31, '1');
    unpack('e', 31, null);
    const held = unpack('f', 90, space);
    const file = openSync(join(held, 'package.json'), 'r');
    expect(uses()).toEqual({ a: 'none', b: 'recent', c: 'elsewhere', d: 'none', e: 'none', f: 'running' });
    expect(removeUnused(options())).toBe(3);
    expect(uses()).toEqual({ b: 'recent', c: 'elsewhere', f: 'running' });
    closeSync(file);
    expect(removeUnused(options())).toBe(1);
    expect(existsSync(held)).toBe(false);
  });

  it('that another process holds open stay', async () => {
    const held = unpack('f', 90, await own());
    const other = spawn('sh', ['-c', `exec 3< '${join(held, 'package.json')}'; echo held; read go`]);
    await once(other.stdout, 'data');
    expect(uses()).toEqual({ f: 'running' });
    other.stdin.end();
    await once(other, 'close');
    expect(uses()).toEqual({ f: 'none' });
  });

  it('are nothing else that lies there, nothing behind a link, and nothing where no process can be seen', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'esign-outside-'));
    const target = unpack('a', 90, await own(), outside);
    symlinkSync(target, join(place.path, name('b')));
    for (const other of ['program-x', 'photos', `${name('c')}.txt`, 'program-'])
      mkdirSync(join(place.path, other), { recursive: true });
    expect(removeUnused(options())).toBe(0);
    expect([existsSync(join(place.path, 'photos')), existsSync(target)]).toEqual([true, true]);
    rmSync(outside, { recursive: true });
    const left = unpack('d', 90, await own());
    expect(removeUnused(options({ processes: join(place.path, 'nothing') }))).toBe(0);
    expect(removeUnused(options({ uid: 4_000_000 }))).toBe(0);
    expect(existsSync(left)).toBe(true);
  });

  it('of which an unpacking was killed go after an hour', () => {
    const broken = join(place.path, `${name('a')}.0123456789ab`);
    mkdirSync(join(broken, 'dist'), { recursive: true });
    expect(removeUnused(options())).toBe(0);
    utimesSync(broken, Date.now() / 1000 - 7200, Date.now() / 1000 - 7200);
    expect(removeUnused(options())).toBe(1);
    expect(existsSync(broken)).toBe(false);
  });

  it('lie where the executable puts them', () => {
    expect(unpackedPlaces({ XDG_CACHE_HOME: '/cache' }, 7)).toEqual(['/cache/esign', join(tmpdir(), 'esign-7')]);
    expect(unpackedPlaces({ XDG_CACHE_HOME: 'cache' }, 7)[0]).toMatch(/^\/.*\.cache\/esign$/);
  });

  it('are reported by doctor, and removed with --fix', async () => {
    const machine = newMachine();
    const cache = join(place.path, 'esign');
    const old = unpack('a', 1, await own(), cache);
    const shared = unpack('c', 1, 'many', cache);
    const env = { XDG_CACHE_HOME: place.path, ESIGN_BASE_URL: 'http://127.0.0.1:1', ESIGN_API_KEY: doctorKey };
    const seen = see(await machine.run(['doctor', '--json'], { env })).of('unpacked_versions');
    expect([seen.state, seen.facts]).toEqual([
      'warning',
      expect.objectContaining({ unused: [old], elsewhere: [shared] }),
    ]);
    const fixed = see(await machine.run(['doctor', '--fix', '--json'], { env })).of('unpacked_versions');
    expect([fixed.state, fixed.found]).toEqual([
      'fixed',
      'Removed 1 unused version. 1 version that another container or machine used in the last 30 days is unchanged.',
    ]);
    expect([existsSync(old), existsSync(shared)]).toEqual([false, true]);
    machine.remove();
  });
});
