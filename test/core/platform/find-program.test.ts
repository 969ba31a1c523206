import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '../../../src/core/platform/find-program.js';

const stood = process.cwd();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-path-'));
});
afterEach(() => {
  process.chdir(stood);
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, mode = 0o755): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, mode);
  return path;
}

describe('a program on the PATH', () => {
  it('is the first one of its name that can be run', async () => {
    put('a/x', 0o644);
    mkdirSync(join(folder, 'b', 'x'), { recursive: true });
    const found = put('c/x');
    put('d/x');
    const PATH = ['a', 'b', 'c', 'd', 'none'].map((name) => join(folder, name)).join(':');
    expect(await findProgram('x', { PATH })).toBe(found);
    expect(await findProgram('y', { PATH })).toBeUndefined();
    expect(await findProgram('x', {})).toBeUndefined();
  });

  it('is never one of the current folder', async () => {
    put('x');
    put('bin/x');
    process.chdir(folder);
    for (const PATH of ['', '.', 'bin', ':', './bin:.']) expect(await findProgram('x', { PATH })).toBeUndefined();
  });
});
