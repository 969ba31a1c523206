import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canBrowse, executable } from '../support/browser.js';
import { linkPackage } from '../support/program/link-package.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-suite-'));
  linkPackage(folder);
  for (const [name, to] of [
    ['@types', join(root, 'node_modules', '@types')],
    ['undici-types', join(root, 'node_modules', 'undici-types')],
  ] as const) {
    symlinkSync(to, join(folder, 'node_modules', name));
  }
  copyFileSync(join(here, 'lease.suite.ts'), join(folder, 'lease.suite.ts'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('lease.suite.ts', () => {
  it('compiles with every check on, and passes', async () => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const strict = ['--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--types', 'node'];
    const words = [tsc, ...strict, '--module', 'nodenext', '--outDir', 'out', 'lease.suite.ts'];
    const compiled = await execa('node', words, { cwd: folder, reject: false });
    expect(compiled.stdout).toBe('');
    const ran = await execa('node', ['--test', '--test-reporter=tap', join('out', 'lease.suite.js')], {
      cwd: folder,
      reject: false,
    });
    expect(ran.stdout).toMatch(/^# pass 3$/m);
    expect(ran.exitCode).toBe(0);
  });
});

describe.skipIf(!canBrowse)('signing.browser.mjs', () => {
  it('passes in a browser, whose frame is too small for all fields at once', { timeout: 120_000 }, async () => {
    symlinkSync(join(root, 'node_modules', 'playwright-core'), join(folder, 'node_modules', 'playwright-core'));
    copyFileSync(join(here, 'signing.browser.mjs'), join(folder, 'signing.browser.mjs'));
    const ran = await execa('node', ['--test', '--test-reporter=tap', 'signing.browser.mjs'], {
      cwd: folder,
      env: { CHROMIUM: executable ?? '' },
      reject: false,
    });
    expect(ran.stdout).toMatch(/^# pass 3$/m);
    expect(ran.exitCode).toBe(0);
  });
});
