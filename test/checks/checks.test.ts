import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

/** What the compiler remembers from its last run, outside of the checkout. */
const cache = join(tmpdir(), `esign-tests-${userInfo().username}`, 'types');

/** Runs a tool of the checkout; what it complains about, or nothing. */
async function complaints(tool: string, words: readonly string[]): Promise<string> {
  const { exitCode, all } = await execa(join('node_modules', '.bin', tool), words, { all: true, reject: false });
  return exitCode === 0 ? '' : `${tool} ends with ${exitCode}:\n${all}`;
}

describe('the checkout', () => {
  it('has no type error (tsc)', async () => {
    mkdirSync(cache, { recursive: true });
    const memory = ['--incremental', '--tsBuildInfoFile', join(cache, 'checks.tsbuildinfo')];
    // Four, the default, make half as many types again, and tests keep the cores busy meanwhile.
    const oneChecker = ['--checkers', '1'];
    expect(await complaints('tsc', ['--noEmit', ...oneChecker, ...memory])).toBe('');
  });

  it('has nothing that the linter warns about (oxlint)', async () => {
    expect(await complaints('oxlint', ['--deny-warnings'])).toBe('');
  });

  it('is formatted (oxfmt)', async () => {
    expect(await complaints('oxfmt', ['--check', '.'])).toBe('');
  });

  it('has no unused file, export or dependency (knip)', async () => {
    expect(await complaints('knip', ['--no-progress', '--no-config-hints'])).toBe('');
  });
});
