import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Context } from '../../../src/cli/context/context.js';
import { createFiles } from '../../../src/cli/files/files.js';
import {
  checkEnvFile,
  type EnvLines,
  takeOutOfEnvFile,
  warnOfEnvFile,
  writeEnvFile,
} from '../../../src/cli/files/env-file.js';
import { fakeTerminal } from '../../support/program/terminal.js';
import { temporaryFolder } from '../../support/project/temporary-folder.js';

const variables: EnvLines = [
  ['ESIGN_BASE_URL', 'http://127.0.0.1:4747'],
  ['ESIGN_API_KEY', 'esign_test_x'],
];

function open() {
  const folder = mkdtempSync(join(temporaryFolder(), 'env-'));
  const warnings: string[] = [];
  const files = createFiles(folder, fakeTerminal().streams);
  const output = { warn: (text: string) => void warnings.push(text) };
  const context = { files, output, machine: { cwd: folder } } as unknown as Context;
  const path = join(folder, '.env.local');
  return {
    folder,
    path,
    warnings,
    context,
    read: () => readFileSync(path, 'utf8'),
    write: async (lines = variables) => (await writeEnvFile(context, '.env.local', lines)).left,
    takeOut: (restored?: readonly string[]) => takeOutOfEnvFile(context, '.env.local', variables, restored),
  };
}

describe('an environment file', () => {
  it('is private, and can be read by Node', async () => {
    const at = open();
    expect(await at.write()).toEqual([]);
    expect(statSync(at.path).mode & 0o777).toBe(0o600);
    const print = 'console.log(process.env.ESIGN_BASE_URL, process.env.ESIGN_API_KEY)';
    const env = { PATH: process.env['PATH'] ?? '' };
    const said = execFileSync(process.execPath, [`--env-file=${at.path}`, '-e', print], { env, encoding: 'utf8' });
    expect(said).toBe('http://127.0.0.1:4747 esign_test_x\n');
  });

  it.each(['# mine\nPORT=3000\n', '# mine\r\nPORT=3000\r\n'])(
    'is as before when its settings are taken out: %j',
    async (mine) => {
      const at = open();
      writeFileSync(at.path, mine);
      await at.write();
      await at.takeOut();
      expect([at.read(), at.warnings]).toEqual([mine, [expect.stringContaining('only you can read it')]]);
    },
  );

  it('goes when it held nothing else, and stays when another run has written its settings', async () => {
    const at = open();
    await at.write();
    await at.write([['ESIGN_BASE_URL', 'http://127.0.0.1:9999']]);
    await at.takeOut();
    expect(at.read()).toContain('ESIGN_BASE_URL=http://127.0.0.1:9999');
    await at.write();
    await at.takeOut();
    await at.takeOut();
    expect([readdirSync(at.folder), at.warnings]).toEqual([[], []]);
  });

  it('is as a run left it that goes on, when another one with the same file ends', async () => {
    const at = open();
    writeFileSync(at.path, 'PORT=3000\n');
    await at.write([['ESIGN_BASE_URL', 'http://127.0.0.1:9999']]);
    const first = at.read();
    const { earlier } = await writeEnvFile(at.context, '.env.local', variables);
    expect(earlier).toEqual(['ESIGN_BASE_URL=http://127.0.0.1:9999']);
    await at.takeOut(earlier);
    expect(at.read()).toBe(first);
  });

  it('keeps every line of somebody else, and replaces its own', async () => {
    const at = open();
    writeFileSync(at.path, '# mine\nPORT=3000');
    await at.write();
    const once = at.read();
    expect(once.startsWith('# mine\nPORT=3000\n\n# esign: ')).toBe(true);
    writeFileSync(at.path, `${once}LATER=1\n`);
    await at.write([['ESIGN_BASE_URL', 'http://127.0.0.1:9']]);
    expect(at.read()).toBe(
      once.replace(
        'ESIGN_BASE_URL=http://127.0.0.1:4747\nESIGN_API_KEY=esign_test_x',
        'ESIGN_BASE_URL=http://127.0.0.1:9',
      ) + 'LATER=1\n',
    );
  });

  it('never sets a variable that a line of somebody else sets', async () => {
    const at = open();
    writeFileSync(at.path, 'export ESIGN_API_KEY=theirs\n');
    const left = await at.write();
    expect(left).toEqual(['ESIGN_API_KEY']);
    expect(at.read().match(/ESIGN_API_KEY/g)).toHaveLength(1);
    await warnOfEnvFile(at.context, '.env.local', left);
    expect(at.warnings.at(-1)).toContain('ESIGN_API_KEY');
  });

  it('leaves the line ends of a file from Windows as they are', async () => {
    const at = open();
    writeFileSync(at.path, 'PORT=3000\r\n\r\n\r\n');
    await at.write();
    await at.write();
    expect(at.read()).toMatch(/^PORT=3000\r\n\r\n\r\n# esign: [^]*\r\n# esign: end\r\n$/);
    expect(at.read().match(/(?<!\r)\n/)).toBeNull();
  });

  it('does not take the rest of the file for its own when the end mark is gone', async () => {
    const at = open();
    await at.write();
    writeFileSync(at.path, at.read().replace('# esign: end', 'PORT=3000\n# note'));
    await at.write();
    expect(at.read()).toContain('# esign: end\nPORT=3000\n# note\n');
    expect(at.read().match(/ESIGN_BASE_URL/g)).toHaveLength(1);
  });

  it.runIf(process.platform !== 'win32')('is refused before a start where its lines could not stay', async () => {
    const at = open();
    writeFileSync(at.path, Buffer.from('NAME=caf\xe9\n', 'latin1'));
    await expect(checkEnvFile(at.context, '.env.local')).rejects.toThrow('is not UTF-8 text');
    execFileSync('mkfifo', [join(at.folder, 'pipe')]);
    await expect(checkEnvFile(at.context, 'pipe')).rejects.toThrow('Cannot write pipe: it is not a file.');
  });

  it('is written through a link, which stays', async () => {
    const at = open();
    writeFileSync(join(at.folder, 'real.env'), 'A=1\n');
    symlinkSync('real.env', at.path);
    await at.write();
    expect(lstatSync(at.path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(at.folder, 'real.env'), 'utf8')).toMatch(/^A=1\n[^]*ESIGN_BASE_URL/);
  });

  it.each([
    ['a file outside', '../outside/shared.env', '.env.local'],
    ['a folder outside', '../outside', 'config'],
    ['a file that somebody else has to make', '../outside/missing/x', '.env.local'],
  ])('is not written through a link to %s, and nothing there changes', async (_, target, link) => {
    const at = open();
    const outside = join(at.folder, '..', 'outside');
    mkdirSync(outside, { recursive: true });
    writeFileSync(join(outside, 'shared.env'), 'A=1\n', { mode: 0o644 });
    chmodSync(join(outside, 'shared.env'), 0o644);
    symlinkSync(target, join(at.folder, link));
    const path = link === 'config' ? 'config/shared.env' : link;
    await expect(writeEnvFile(at.context, path, variables)).rejects.toThrow();
    expect(readdirSync(outside)).toEqual(['shared.env']);
    expect([
      readFileSync(join(outside, 'shared.env'), 'utf8'),
      statSync(join(outside, 'shared.env')).mode & 0o777,
    ]).toEqual(['A=1\n', 0o644]);
  });

  it('is written through a link to another folder of the same checkout, and to a path outside that is named', async () => {
    const at = open();
    const app = join(at.folder, 'apps', 'web');
    mkdirSync(app, { recursive: true });
    writeFileSync(join(at.folder, '.env'), 'A=1\n', { mode: 0o600 });
    symlinkSync('../../.env', join(app, '.env.local'));
    const files = createFiles(app, fakeTerminal().streams);
    const context = { ...at.context, files, machine: { cwd: app } } as unknown as Context;
    await expect(writeEnvFile(context, '.env.local', variables)).rejects.toThrow('leads out of this folder');
    mkdirSync(join(at.folder, '.git'));
    await writeEnvFile(context, '.env.local', variables);
    expect(readFileSync(join(at.folder, '.env'), 'utf8')).toMatch(/^A=1\n[^]*ESIGN_BASE_URL/);
    await writeEnvFile(context, '../named.env', variables);
    expect(readFileSync(join(at.folder, 'apps', 'named.env'), 'utf8')).toMatch(/ESIGN_BASE_URL/);
  });

  it('becomes private, and the old mode is named', async () => {
    const at = open();
    writeFileSync(at.path, 'A=1\n');
    chmodSync(at.path, 0o640);
    await at.write();
    await at.write();
    expect(statSync(at.path).mode & 0o777).toBe(0o600);
    expect(at.warnings).toEqual(['.env.local now contains secrets, so only you can read it. Its mode was 0640.']);
  });

  it('is warned of while git would commit it', async () => {
    const at = open();
    const git = (...words: string[]) => execFileSync('git', words, { cwd: at.folder, stdio: 'ignore' });
    git('init');
    await at.write();
    await warnOfEnvFile(at.context, '.env.local', []);
    expect(at.warnings).toEqual([expect.stringContaining('.gitignore')]);
    writeFileSync(join(at.folder, '.gitignore'), '.env.local\n');
    await warnOfEnvFile(at.context, '.env.local', []);
    expect(at.warnings).toHaveLength(1);
  });
});
