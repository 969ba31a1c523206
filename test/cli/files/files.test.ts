import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { FileFailure, UsageFailure } from '../../../src/cli/failure/failure.js';
import { createFiles } from '../../../src/cli/files/files.js';
import { fakeTerminal } from '../../support/program/terminal.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const files = createFiles(folder, fakeTerminal().streams);
const inside = (name: string): string => join(folder, name);

/** How many descriptors of this process are open on a file. */
const held = (path: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(join('/proc/self/fd', fd)) === path;
    } catch {
      // Closed since it was listed.
      return false;
    }
  }).length;

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

  it.each(['read', 'open'] as const)('waits for the writer of a pipe, as of `<(command)`, with %s', async (way) => {
    execFileSync('mkfifo', [inside(way)]);
    // Read and write: the end of the writer, which does not wait for a reader.
    const writer = openSync(inside(way), constants.O_RDWR);
    const bytes = way === 'read' ? files.read(way) : buffer(await files.open(way));
    while (held(inside(way)) < 2) await new Promise((resolve) => setImmediate(resolve));
    // Each of these takes as long as a step of the reader, which has then found nothing to read.
    for (let step = 0; step < 50; step += 1) await stat(inside(way));
    writeSync(writer, 'a: 1\n');
    closeSync(writer);
    expect((await bytes).toString()).toBe('a: 1\n');
  });
});

describe('writing', () => {
  it('leaves the whole file with its mode and nothing else', async () => {
    expect(await files.write('secret.txt', 'x', { private: true })).toBe(inside('secret.txt'));
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

  it('fails with nothing left behind where it cannot write', async () => {
    for (const [path, why] of [
      ['nowhere/file.txt', 'the folder nowhere does not exist'],
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

describe('a path that names a folder', () => {
  it('gets a file of the given name, and is created when something is written', async () => {
    const [path, inDot] = [await files.place('signed/', 'a.pdf'), await files.place('./', 'a.pdf')];
    expect([path, inDot]).toEqual(['signed/a.pdf', 'a.pdf']);
    expect(existsSync(inside('signed'))).toBe(false);
    expect(await files.write(path, 'x', { private: true })).toBe(inside('signed/a.pdf'));
    expect(statSync(inside('signed')).mode & 0o777).toBe(0o700);
    expect(await files.place('signed', 'b.pdf')).toBe('signed/b.pdf');
    expect(files.target(await files.place('signed/deep/', 'b.pdf'))).toMatchObject({ makesFolder: true });
  });

  it('stays the path where it is a file, new or not', async () => {
    writeFileSync(inside('is.pdf'), 'x');
    for (const path of ['is.pdf', 'new.pdf', 'nowhere/new.pdf']) expect(await files.place(path, 'a.pdf')).toBe(path);
    expect(files.target('nowhere/new.pdf')).toMatchObject({ makesFolder: false });
  });

  it('is never written as a file', async () => {
    await expect(files.write('never/', 'x')).rejects.toThrow('never/ is a folder.');
    expect(() => files.target('never/')).toThrow('never/ is a folder.');
    expect(existsSync(inside('never'))).toBe(false);
  });
});

describe.runIf(process.platform !== 'win32')('standard output', () => {
  it.each(['-', '/dev/stdout', '/dev/fd/1'])('is %s', async (path) => {
    expect(await files.place(path, 'a.pdf')).toBe('-');
    expect(files.target(path)).toMatchObject({ kind: 'stream' });
    await expect(files.write(path, 'x')).rejects.toThrow('This cannot be written to standard output.');
  });
});

describe('a report that each run writes again', () => {
  const replaces = /^<report/;
  const existsHint = 'Use another file name.';

  it.each(['<report>old</report>', ''])('replaces %j', async (before) => {
    writeFileSync(inside('report.xml'), before);
    await files.write('report.xml', '<report>new', { replaces });
    expect(readFileSync(inside('report.xml'), 'utf8')).toBe('<report>new');
  });

  it('replaces no other file, and there is no --force to advise', async () => {
    writeFileSync(inside('notes.xml'), 'my notes <report');
    const refused = await files
      .write('notes.xml', '<report>', { replaces, existsHint })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'file_exists', hint: existsHint });
    expect(readFileSync(inside('notes.xml'), 'utf8')).toBe('my notes <report');
  });
});

describe('where a PDF goes', () => {
  it('is a file, or stdout that is not a terminal', () => {
    expect(files.target('a.pdf')).toMatchObject({ kind: 'file', path: inside('a.pdf'), overwrite: false });
    expect(files.target('-')).toMatchObject({ kind: 'stream' });
    expect(() => createFiles(folder, fakeTerminal({ terminal: true }).streams).target('-')).toThrow(UsageFailure);
  });
});
