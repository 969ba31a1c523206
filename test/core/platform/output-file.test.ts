import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { access, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { OutputFailure } from '../../../src/core/platform/output-failure.js';
import {
  checkOutputFile,
  openOutputFile,
  type OutputOptions,
  refuseOtherFile,
  writeOutputFile,
} from '../../../src/core/platform/output-file.js';
import { temporaryFolder } from '../../support/project/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(temporaryFolder(), 'output-'));
});
const at = (name: string): string => join(folder, name);
const modeOf = (name: string): number => statSync(at(name)).mode & 0o777;
const read = (name: string): string => readFileSync(at(name), 'utf8');

const write = writeOutputFile;

async function refusalOf(path: string, options: OutputOptions = {}): Promise<OutputFailure> {
  const early: unknown = await checkOutputFile(path, options).catch((error: unknown) => error);
  const failure: unknown = await write(path, 'new', options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutputFailure);
  // What is refused in the end is refused before the content is asked for.
  expect(early).toEqual(failure);
  return failure as OutputFailure;
}

describe('a new file', () => {
  it('appears whole, with its mode, and nothing is left beside it', async () => {
    const file = await openOutputFile(at('secret'), { private: true });
    await file.write(Buffer.from('one '));
    expect(existsSync(at('secret'))).toBe(false);
    await file.write(Buffer.from('two'));
    expect(await file.keep()).toBe(at('secret'));
    await file.drop();
    expect([read('secret'), modeOf('secret'), readdirSync(folder)]).toEqual(['one two', 0o600, ['secret']]);
    await write(at('script'), 'x', { mode: 0o755 });
    expect(modeOf('script') & 0o700).toBe(0o700);
  });

  it('leaves nothing when it is dropped', async () => {
    const file = await openOutputFile(at('a'), { private: true, room: 4096 });
    expect(readdirSync(folder)).toHaveLength(1);
    await file.drop();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reserves its space, and has only what was written', async () => {
    const file = await openOutputFile(at('a'), { room: 4096 });
    const [temporary = ''] = readdirSync(folder);
    expect(statSync(at(temporary)).size).toBe(4096);
    await file.write(Buffer.from('short\n'));
    await file.keep();
    expect(read('a')).toBe('short\n');
  });

  it('may have a name as long as the system allows', async () => {
    const longest = `${'房'.repeat(83)}.pdf`;
    await write(at(longest), 'x', { private: true });
    expect(readdirSync(folder)).toEqual([longest]);
    expect(await refusalOf(at(`${longest}.pdf`))).toMatchObject({ systemCode: 'ENAMETOOLONG' });
  });

  it('is put into a folder that is created for it, as open as what it holds', async () => {
    expect(await refusalOf(at('new/a'), { shown: 'new/a' })).toMatchObject({
      message: 'Cannot write new/a: the folder new does not exist.',
    });
    await write(at('new/deep/a'), 'x', { private: true, makesFolder: true });
    await write(at('open/a'), 'x', { makesFolder: true });
    expect([modeOf('new'), modeOf('new/deep')]).toEqual([0o700, 0o700]);
    expect(modeOf('open')).toBe(0o777 & ~process.umask());
  });
});

describe('an existing file', () => {
  beforeEach(() => writeFileSync(at('a'), 'old'));

  it('is kept, also one that was created meanwhile', async () => {
    expect(await refusalOf(at('a'), { shown: 'a' })).toMatchObject({
      systemCode: 'EEXIST',
      message: 'a already exists.',
    });
    const late = await openOutputFile(at('b'));
    await late.write(Buffer.from('new'));
    writeFileSync(at('b'), 'old');
    await expect(late.keep()).rejects.toMatchObject({ systemCode: 'EEXIST' });
    expect([read('a'), read('b'), readdirSync(folder)]).toEqual(['old', 'old', ['a', 'b']]);
  });

  it('keeps its mode when it is replaced, unless the new content is private', async () => {
    chmodSync(at('a'), 0o664);
    await write(at('a'), 'new', { overwrite: true });
    expect([read('a'), modeOf('a')]).toEqual(['new', 0o664]);
    await write(at('a'), 'private', { overwrite: true, private: true });
    expect(modeOf('a')).toBe(0o600);
  });

  it('is not followed to when a link is replaced', async () => {
    symlinkSync('a', at('link'));
    expect(await refusalOf(at('link'))).toMatchObject({ systemCode: 'EEXIST' });
    await write(at('link'), 'new', { overwrite: true });
    expect([read('a'), read('link'), lstatSync(at('link')).isFile()]).toEqual(['old', 'new', true]);
  });

  it('may be a folder, which is refused', async () => {
    mkdirSync(at('sub'));
    expect(await refusalOf(at('sub'), { overwrite: true })).toMatchObject({ systemCode: 'EISDIR' });
    expect(await refusalOf(at('a/x'), { overwrite: true })).toMatchObject({ systemCode: 'ENOTDIR' });
  });
});

describe.runIf(process.platform !== 'win32')('a pipe or device', () => {
  it('is written into, and stays', async () => {
    await write('/dev/null', 'x', { overwrite: true });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    execFileSync('mkfifo', [at('pipe')]);
    const reader = new Promise<string>((resolve) => execFile('cat', [at('pipe')], (_, stdout) => resolve(stdout)));
    await write(at('pipe'), 'through', { private: true });
    expect([await reader, lstatSync(at('pipe')).isFIFO()]).toEqual(['through', true]);
  });

  it('is waited for without holding up anything else, and is written whole', async () => {
    const pipes = Array.from({ length: 8 }, (_, number) => at(`pipe${number}`));
    execFileSync('mkfifo', pipes);
    const writing = pipes.map((pipe) => write(pipe, 'x'.repeat(300_000)));
    // Node has four threads for files: each could wait for a reader.
    const isFree = await Promise.race([access(folder).then(() => true), setTimeout(5_000, false)]);
    const sizes = await Promise.all(
      pipes.map((pipe) => new Promise<string>((resolve) => execFile('wc', ['-c', pipe], (_, out) => resolve(out)))),
    );
    expect([await Promise.all(writing), isFree]).toEqual([pipes, true]);
    expect(sizes.map((size) => size.trim().split(' ')[0])).toEqual(pipes.map(() => '300000'));
  });

  it('is written into where the program was started with it, as by `> file` or `>(command)`', async () => {
    writeFileSync(at('given'), 'before ');
    const handle = await open(at('given'), 'a');
    await write(`/dev/fd/${handle.fd}`, 'after', { private: true });
    await handle.close();
    expect(read('given')).toBe('before after');
  });

  it('is refused where it is a socket or a disk', async () => {
    const { createServer } = await import('node:net');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
    expect(await refusalOf(at('socket'), { overwrite: true })).toMatchObject({ systemCode: 'ENODEV' });
    server.close();
  });
});

// Only root can give a file to somebody else.
describe.runIf(process.getuid?.() === 0)('what another user put there', () => {
  const nobody = 65_534;
  const give = (name: string): void => lchownSync(at(name), nobody, nobody);
  beforeEach(() => chmodSync(folder, 0o777));

  it('a pipe gets nothing, also through a link of our own', async () => {
    execFileSync('mkfifo', [at('theirs')]);
    give('theirs');
    chmodSync(at('theirs'), 0o666);
    symlinkSync('theirs', at('link'));
    for (const path of ['theirs', 'link']) {
      const reader = execFile('cat', [at('theirs')]);
      expect(await refusalOf(at(path), { overwrite: true })).toMatchObject({ systemCode: 'THEIRS' });
      reader.kill();
    }
  });

  it('a file is not replaced in a folder that others may write to', async () => {
    writeFileSync(at('theirs'), 'old');
    give('theirs');
    chmodSync(at('theirs'), 0o666);
    const options = { shown: 'theirs', overwrite: true } as const;
    expect(await refusalOf(at('theirs'), options)).toMatchObject({ message: 'theirs belongs to another user.' });
    chmodSync(folder, 0o775);
    expect(await refusalOf(at('theirs'), options)).toMatchObject({ systemCode: 'THEIRS' });
    expect(read('theirs')).toBe('old');
  });

  it('a file in a folder of their own is replaced, as by root in a container, and is ours', async () => {
    writeFileSync(at('theirs'), 'old');
    give('theirs');
    chmodSync(at('theirs'), 0o666);
    chmodSync(folder, 0o775);
    chownSync(folder, nobody, nobody);
    await write(at('theirs'), 'new', { overwrite: true });
    expect([read('theirs'), statSync(at('theirs')).uid, modeOf('theirs') & 0o022]).toEqual(['new', 0, 0]);
  });

  it.each(['a', 'missing', '/dev/null'])('a link to %s is not followed', async (target) => {
    writeFileSync(at('a'), 'old');
    symlinkSync(target, at('link'));
    give('link');
    const failure = await refusalOf(at('link'), { overwrite: true });
    expect(failure.message).toBe(`${at('link')} is a link of another user.`);
    expect([read('a'), existsSync(at('missing'))]).toEqual(['old', false]);
  });

  it('a linked folder is not written into', async () => {
    mkdirSync(at('ours'));
    symlinkSync('ours', at('linked'));
    give('linked');
    expect(await refusalOf(at('linked/a'))).toMatchObject({ systemCode: 'LINK' });
    expect(readdirSync(at('ours'))).toEqual([]);
  });

  it('a file gets no more lines', async () => {
    writeFileSync(at('theirs'), '');
    const file = await open(at('theirs'), 'a');
    await refuseOtherFile(file, 'theirs');
    give('theirs');
    await expect(refuseOtherFile(file, 'theirs')).rejects.toMatchObject({ message: 'theirs belongs to another user.' });
    await file.close();
  });
});

describe.runIf(process.platform === 'linux')('a full disk', () => {
  it('is reported, and the file that was there stays', async () => {
    expect(await write('/dev/full', 'x').catch((error: unknown) => error)).toMatchObject({
      message: 'Cannot write /dev/full: the disk is full.',
    });
  });
});
