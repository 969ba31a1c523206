import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { systemOf } from '../../../../src/core/platform/system/system.js';

const names = ['linux', 'darwin', 'win32'] as const;
const around = { env: { PATH: '/usr/bin' }, cwd: '/', isFile: () => true };

describe('what differs between systems', () => {
  it.each(names)('has an answer of %s to everything', (name) => {
    const { opener, programEndings, processStart } = systemOf(name);
    expect(opener.length).toBeGreaterThan(0);
    expect(programEndings({}).length).toBeGreaterThan(0);
    expect(processStart(7).args.join(' ')).toContain('7');
  });

  it('takes what it does not know for a Linux', () => {
    expect(systemOf('freebsd')).toBe(systemOf('linux'));
  });

  it.each([
    ['/dev/stdout', 1],
    ['/dev/fd/63', 63],
    ['/proc/self/fd/2', 2],
    ['/dev/fd/x', null],
    ['/dev/null', null],
    ['dev/stdout', null],
  ])('knows which descriptor %s is', (path, number) => {
    expect(systemOf('linux').descriptorOf(path)).toBe(number);
    expect(systemOf('win32').descriptorOf(path)).toBeNull();
  });

  it.each(['linux', 'darwin'])('starts what was typed as it was typed on %s', (name) => {
    expect(systemOf(name).start('npm', ['a b'], around)).toEqual({ file: 'npm', args: ['a b'] });
  });

  it('limits a program where there is a shell, which becomes the program, and needs none where there is not', () => {
    const limits = { memory: 4_000_000, file: 1000 };
    const { file, args } = systemOf('darwin').startLimited('/bin/echo', ['a b', '$HOME'], limits);
    expect(execFileSync(file, args, { encoding: 'utf8' })).toBe('a b $HOME\n');
    expect(systemOf('win32').startLimited('soffice.exe', ['x'], limits)).toEqual({ file: 'soffice.exe', args: ['x'] });
  });

  it('lists the processes that run with `ps`, each with its parent and its group', () => {
    const { file, args, read } = systemOf('darwin').processList ?? { file: '', args: [], read: () => [] };
    const rows = read(execFileSync(file, args, { encoding: 'utf8' }));
    expect(rows.find(({ pid }) => pid === process.pid)).toMatchObject({ parent: process.ppid });
    expect(read(' 7 1 7 Z Thu Nov 26 20:00:00 2026\n 8 1 7 S+ Thu Nov 26 20:00:01 2026\n')).toEqual([
      { pid: 8, parent: 1, group: 7, began: 'Thu Nov 26 20:00:01 2026' },
    ]);
    expect(systemOf('win32').processList).toBeNull();
  });

  it('ends a process with all that it started by a program where no signal does', () => {
    expect(systemOf('win32').endAll?.(7)).toEqual({ file: 'taskkill', args: ['/T', '/F', '/PID', '7'] });
    expect(systemOf('linux').endAll).toBeNull();
  });

  it('asks `ps` for the start of a process, which tells the same in every language and zone', () => {
    const { file, args, read } = systemOf('darwin').processStart(process.pid);
    const told = (zone: string): string | null => {
      const env = { ...process.env, TZ: zone, LC_ALL: 'C' };
      return read(execFileSync(file, args, { encoding: 'utf8', env }));
    };
    expect(told('UTC')).toMatch(/^\w{3} \w{3} +\d+ [\d:]{8} \d{4}$/);
    // So the zone of the user must not count.
    expect(told('Africa/Johannesburg')).not.toBe(told('UTC'));
    expect(read('\n')).toBeNull();
  });

  it('names a Mac by the session since its start, not by a host name that changes with the network', () => {
    const { machine } = systemOf('darwin');
    expect(machine?.read('6F9619FF-8B86-D011-B42D-00CF4FC964FF\n')).toBe('6F9619FF-8B86-D011-B42D-00CF4FC964FF');
    expect(machine?.read('sysctl: unknown oid')).toBeNull();
    expect(systemOf('linux').machine).toBeNull();
  });
});
