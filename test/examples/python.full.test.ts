import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../support/built.js';
import { shared } from '../support/shared.js';

const program = shared(builtProgram);

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('test_lease.py', () => {
  it.skipIf(!hasPython)('runs as its first line says (skipped without python3)', async () => {
    const source = readFileSync(new URL('test_lease.py', import.meta.url), 'utf8');
    const words = /^# .*: esign (.*)$/m.exec(source)?.[1]?.split(' ') ?? [];
    writeFileSync(join(program.folder, 'test_lease.py'), source);
    const ran = await program.run(words);
    expect(ran).toMatchObject({ code: 0, stdout: 'sealed 1\n', stderr: '' });
  });
});
