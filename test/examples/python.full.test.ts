import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built.js';
import { bin } from '../support/esign.js';
import { shared } from '../support/shared.js';

const program = shared(builtProgram);

const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;

describe('test_emulator.py', () => {
  it.skipIf(!hasPytest)('passes beside the fixtures that `dev init` writes (skipped without pytest)', () => {
    for (const file of ['../../src/cli/dev/templates/shared/python/esign_emulator.py', 'test_emulator.py']) {
      copyFileSync(new URL(file, import.meta.url), join(program.folder, basename(file)));
    }
    const words = ['-m', 'pytest', '-q', '-p', 'esign_emulator', '-p', 'no:cacheprovider', 'test_emulator.py'];
    const env = { ...program.env, ESIGN: `"${process.execPath}" "${bin}"`, PYTHONDONTWRITEBYTECODE: '1' };
    const ran = spawnSync('python3', words, { cwd: program.folder, env, encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/^14 passed/m);
  });
});

describe('test_lease.py', () => {
  it.skipIf(!hasPython)('runs as its first line says (skipped without python3)', async () => {
    const source = readFileSync(new URL('test_lease.py', import.meta.url), 'utf8');
    const words = /^# .*: esign (.*)$/m.exec(source)?.[1]?.split(' ') ?? [];
    writeFileSync(join(program.folder, 'test_lease.py'), source);
    const ran = await program.run(words);
    expect(ran).toMatchObject({ code: 0, stdout: 'sealed 1\n', stderr: '' });
  });
});
