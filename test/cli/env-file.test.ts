import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Context } from '../../src/cli/context.js';
import { createFiles } from '../../src/cli/files.js';
import { type EnvLines, warnOfEnvFile, writeEnvFile } from '../../src/cli/env-file.js';
import { fakeTerminal } from '../support/terminal.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const variables: EnvLines = [
  ['ESIGN_BASE_URL', 'http://127.0.0.1:4747'],
  ['ESIGN_API_KEY', 'esign_test_x'],
];

function open() {
  const folder = mkdtempSync(join(temporaryFolder(), 'env-'));
  const warnings: string[] = [];
  const files = createFiles(folder, fakeTerminal().streams);
  const context = { files, output: { warn: (text: string) => void warnings.push(text) } } as unknown as Context;
  const path = join(folder, '.env.local');
  return {
    folder,
    path,
    warnings,
    context,
    read: () => readFileSync(path, 'utf8'),
    write: (lines = variables) => writeEnvFile(context, '.env.local', lines),
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
    expect(at.warnings[0]).toContain('ESIGN_API_KEY');
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

  it('is written through a link, which stays', async () => {
    const at = open();
    writeFileSync(join(at.folder, 'real.env'), 'A=1\n');
    symlinkSync('real.env', at.path);
    await at.write();
    expect(lstatSync(at.path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(at.folder, 'real.env'), 'utf8')).toMatch(/^A=1\n[^]*ESIGN_BASE_URL/);
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
