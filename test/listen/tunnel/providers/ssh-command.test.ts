import { describe, expect, it } from 'vitest';
import {
  readForwarded,
  readSshDestination,
  sshAddress,
  sshArguments,
} from '../../../../src/listen/tunnel/providers/ssh-command.js';
import { sshProvider } from '../../../../src/listen/tunnel/providers/ssh.js';

const local = new URL('http://127.0.0.1:4711');
const words = (text: string): string => sshArguments(readSshDestination(text), local).join(' ');
const setting = expect.objectContaining({ code: 'tunnel_setting' });

describe('the command line of ssh', () => {
  it('forwards a port, an address with a port, or a socket file to the receiver', () => {
    expect(words('ssh://me@h.test:2222?remote=9100')).toContain('-R 9100:127.0.0.1:4711 -p 2222 -l me -- h.test');
    expect(words('ssh://h.test?remote=10.0.0.5:9100')).toContain('-R 10.0.0.5:9100:127.0.0.1:4711 -- h.test');
    expect(words('ssh://h.test?remote=/run/esign/t.sock')).toContain('-R /run/esign/t.sock:127.0.0.1:4711');
    expect(words('ssh://h.test')).toContain('-R 0:127.0.0.1:4711');
  });

  it('never asks, ends when the forwarding fails, notices a dead host, and shares no connection', () => {
    const line = words('ssh://h.test?remote=9100');
    for (const option of [
      'BatchMode=yes',
      'ExitOnForwardFailure=yes',
      'ServerAliveInterval=5',
      'ServerAliveCountMax=2',
      'ControlMaster=no',
      'ControlPath=none',
    ]) {
      expect(line).toContain(`-o ${option}`);
    }
  });

  it('leaves the user’s settings and known hosts alone, and never turns the check of the host off', () => {
    const line = words('ssh://h.test?remote=9100');
    expect(line).not.toContain('StrictHostKeyChecking');
    expect(line).not.toContain('-F');
    expect(words('ssh://h.test?remote=9100&config=/etc/x')).toContain('-F /etc/x');
  });

  it.each([
    'ssh://-oProxyCommand=x/',
    'ssh://-l@h.test',
    'ssh://me:secret@h.test',
    'https://h.test',
    'h.test',
    'ssh://h.test?remote=70000',
    'ssh://h.test?remote=/tmp/%25h',
    'ssh://h.test?remote=a%20b',
    'ssh://h.test?option=x',
    'ssh://h.test?alive=0',
  ])('is not made from %s', (text) => expect(() => readSshDestination(text)).toThrow(setting));

  it('does not repeat a password', () => {
    expect(() => readSshDestination('ssh://me:hunter2@h.test')).toThrow(expect.not.stringContaining('hunter2'));
  });
});

describe('what ssh says of its forwarding', () => {
  const port = { host: null, port: 9100 };

  it('is ours only with our port at both ends', () => {
    const line = (listen: string, to = '4711') =>
      `debug1: remote forward success for: listen ${listen}, connect 127.0.0.1:${to}`;
    expect(readForwarded(line('9100'), port, '4711')).toEqual({ port: 9100 });
    expect(readForwarded(line('127.0.0.2:9100'), port, '4711')).toEqual({ port: 9100 });
    expect(readForwarded(line('19100'), port, '4711')).toBeUndefined();
    expect(readForwarded(line('9100', '4712'), port, '4711')).toBeUndefined();
    expect(readForwarded(line('/run/t.sock:-2'), { socket: '/run/t.sock' }, '4711')).toEqual({ port: null });
    expect(readForwarded(line('/run/t.sock:-2'), { socket: '/run/u.sock' }, '4711')).toBeUndefined();
  });

  it('names the port that the host gave', () => {
    const line = 'Allocated port 39395 for remote forward to 127.0.0.1:4711';
    expect(readForwarded(line, { host: null, port: 0 }, '4711')).toEqual({ port: 39_395 });
    expect(readForwarded(line, { host: null, port: 0 }, '4712')).toBeUndefined();
    expect(readForwarded(line, port, '4711')).toBeUndefined();
  });
});

describe('the public address of an ssh tunnel', () => {
  it('holds the port that the host gave, where it has a place for it', () => {
    expect(sshAddress('https://h.test/p/{port}', 39_395)?.href).toBe('https://h.test/p/39395');
    expect(sshAddress('https://p{port}.h.test', 39_395)?.href).toBe('https://p39395.h.test/');
    expect(sshAddress('https://h.test', null)?.href).toBe('https://h.test/');
  });

  it('must be given, and must have that place where any port may come', () => {
    expect(() => sshProvider(readSshDestination('ssh://h.test?remote=9100'), null)).toThrow(setting);
    expect(() => sshProvider(readSshDestination('ssh://h.test'), 'https://h.test')).toThrow(setting);
    expect(() => sshProvider(readSshDestination('ssh://h.test?remote=1'), 'http://h.test')).toThrow(setting);
    expect(sshProvider(readSshDestination('ssh://h.test'), 'https://h.test/{port}').stability).toBe('connection');
    expect(sshProvider(readSshDestination('ssh://h.test?remote=1'), 'https://h.test').stability).toBe('fixed');
  });
});
