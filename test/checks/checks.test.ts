import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

/** What the tools remember from their last run. The temporary folder of the tests ends with the run. */
const cache = join('node_modules', '.cache');

/** Runs a tool of the checkout; what it complains about, or nothing. */
async function complaints(tool: string, words: readonly string[]): Promise<string> {
  const { exitCode, all } = await execa(join('node_modules', '.bin', tool), words, { all: true, reject: false });
  return exitCode === 0 ? '' : `${tool} ends with ${exitCode}:\n${all}`;
}

describe('the checkout', () => {
  it('has no type error (tsc)', async () => {
    const memory = ['--incremental', '--tsBuildInfoFile', join(cache, 'tsc', 'checks.tsbuildinfo')];
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
    const memory = ['--cache', '--cache-location', join(cache, 'knip')];
    expect(await complaints('knip', ['--no-progress', '--no-config-hints', ...memory])).toBe('');
  });
});
