import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FileFailure, UsageFailure } from '../../src/cli/failure.js';
import { createFiles } from '../../src/cli/files.js';
import { fakeTerminal } from '../support/terminal.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const files = createFiles(folder, fakeTerminal().streams);
const inside = (name: string): string => join(folder, name);

describe('reading', () => {
  it('finds paths from the folder the program runs in, and stdin for -', async () => {
    writeFileSync(inside('a.txt'), 'ä');
    expect(await files.readText('a.txt')).toBe('ä');
    const piped = createFiles(folder, fakeTerminal({ stdin: 'from the pipe' }).streams);
    expect(await piped.readText('-')).toBe('from the pipe');
    await expect(piped.read('-')).rejects.toThrow('stdin was already read.');
  });

  it.each([
    ['UTF-8', Buffer.from('\uFEFFZoë', 'utf8')],
    ['UTF-16 LE', Buffer.from('\uFEFFZoë', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\uFEFFZoë', 'utf16le').swap16()],
  ])('reads text with the mark of %s', async (_name, bytes) => {
    writeFileSync(inside('marked.txt'), bytes);
    expect(await files.readText('marked.txt')).toBe('Zoë');
  });

  it.each([
    ['Windows-1252', Buffer.from('Ann\nZoë\n', 'latin1'), ' (line 2)', /iconv -f WINDOWS-1252/],
    ['UTF-16 without a mark', Buffer.from('Zoë', 'utf16le'), '', /in Excel, choose "CSV UTF-8"\.$/],
    ['UTF-16 cut off within a letter', Buffer.from('\uFEFFZoë', 'utf16le').subarray(0, 7), '', /"CSV UTF-8"\.$/],
  ])('refuses %s, and says what to do', async (_name, bytes, place, hint) => {
    writeFileSync(inside('other.txt'), bytes);
    await expect(files.readText('other.txt')).rejects.toMatchObject({
      message: `other.txt is not UTF-8 text${place}.`,
      hint: expect.stringMatching(hint) as unknown,
    });
  });

  it('says why a file cannot be read', async () => {
    mkdirSync(inside('folder'));
    await expect(files.read('missing.pdf')).rejects.toThrow('Cannot read missing.pdf: file or folder not found.');
    await expect(files.read('folder')).rejects.toThrow('folder is a folder, not a file.');
    await expect(files.read('a.txt/x')).rejects.toThrow('part of the path is not a folder');
  });

  it('stops at the limit, from a file, from stdin and from a device without end', async () => {
    writeFileSync(inside('big'), Buffer.alloc(2000));
    for (const reading of [
      () => files.read('big', { limit: 1000 }),
      () => createFiles(folder, fakeTerminal({ stdin: Buffer.alloc(2000) }).streams).read('-', { limit: 1000 }),
      () => files.read('/dev/zero', { limit: 1000 }),
    ]) {
      await expect(reading()).rejects.toThrow(expect.objectContaining({ code: 'file_too_large', side: 'input' }));
    }
  });

  it('does not hang on a named pipe without a writer', async () => {
    execFileSync('mkfifo', [inside('pipe')]);
    expect(await files.read('pipe')).toHaveLength(0);
  });
});

describe('writing', () => {
  // Only root can give a pipe to somebody else.
  it.runIf(process.getuid?.() === 0)('puts nothing private into a pipe of another user', async () => {
    execFileSync('mkfifo', [inside('theirs')]);
    chownSync(inside('theirs'), 65_534, 65_534);
    const reader = execFile('cat', [inside('theirs')]);
    const refused = files.write('theirs', 'x', { mode: 0o600, overwrite: true });
    await expect(refused).rejects.toThrow('permission denied');
    reader.kill();
  });

  it('leaves the whole file with its mode and nothing else', async () => {
    expect(await files.write('secret.txt', 'x', { mode: 0o600 })).toBe(inside('secret.txt'));
    expect(statSync(inside('secret.txt')).mode & 0o777).toBe(0o600);
    expect(readFileSync(inside('secret.txt'), 'utf8')).toBe('x');
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('does not replace a file by default', async () => {
    writeFileSync(inside('kept.txt'), 'old');
    await expect(files.write('kept.txt', 'new')).rejects.toThrow(expect.objectContaining({ code: 'file_exists' }));
    expect(readFileSync(inside('kept.txt'), 'utf8')).toBe('old');
    await files.write('kept.txt', 'new', { overwrite: true });
    expect(readFileSync(inside('kept.txt'), 'utf8')).toBe('new');
  });

  it('does not follow a link out of the folder when it replaces one', async () => {
    writeFileSync(inside('target.txt'), 'old');
    symlinkSync(inside('target.txt'), inside('link.txt'));
    await files.write('link.txt', 'new', { overwrite: true });
    expect(readFileSync(inside('target.txt'), 'utf8')).toBe('old');
  });

  it('writes into a device instead of replacing it', async () => {
    await files.write('/dev/null', 'x', { overwrite: true });
    await files.write('/dev/null', 'x');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('fails with nothing left behind where it cannot write', async () => {
    for (const [path, why] of [
      ['nowhere/file.txt', 'file or folder not found'],
      ['folder', 'it is a folder'],
      ['/proc/esign.txt', 'Cannot write'],
    ] as const) {
      const failure = await files.write(path, 'x', { overwrite: true }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(FileFailure);
      expect((failure as FileFailure).message).toContain(why);
      expect((failure as FileFailure).side).toBe('output');
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('reports a full disk, and keeps what was there', async () => {
    // A file system of one page stands for the full disk where one may be mounted; a read-only folder otherwise.
    const small = inside('small');
    mkdirSync(small);
    let mounted = true;
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', small], { stdio: 'ignore' });
    } catch {
      mounted = false;
    }
    if (mounted) {
      try {
        writeFileSync(join(small, 'kept.txt'), 'old');
        await expect(files.write('small/kept.txt', Buffer.alloc(64 * 1024), { overwrite: true })).rejects.toThrow(
          'the disk is full',
        );
        expect(readdirSync(small)).toEqual(['kept.txt']);
        expect(readFileSync(join(small, 'kept.txt'), 'utf8')).toBe('old');
      } finally {
        execFileSync('umount', [small]);
      }
    } else {
      chmodSync(small, 0o500);
      await expect(files.write('small/new.txt', 'x')).rejects.toThrow('permission denied');
      expect(readdirSync(small)).toEqual([]);
    }
  });
});

describe('where a PDF goes', () => {
  it('is a file, or stdout that is not a terminal', () => {
    expect(files.target('a.pdf')).toEqual({ kind: 'file', path: inside('a.pdf'), overwrite: false });
    expect(files.target('-')).toMatchObject({ kind: 'stream' });
    expect(() => createFiles(folder, fakeTerminal({ terminal: true }).streams).target('-')).toThrow(UsageFailure);
  });
});
