import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { completePath } from '../../../src/cli/flags/complete-path.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-complete-'));
afterEach(() => rmSync(folder, { recursive: true }));

it('a path is completed as far as all files that fit agree, a folder with its separator', async () => {
  mkdirSync(join(folder, 'forms'));
  for (const name of ['lease-one.pdf', 'lease-two.pdf', '.hidden', join('forms', 'court.pdf'), 'bad\u001bname']) {
    writeFileSync(join(folder, name), '');
  }
  const added = async (typed: string): Promise<string> => await completePath(folder, typed);
  expect(await added('le')).toBe('ase-');
  expect(await added('lease-t')).toBe('wo.pdf');
  expect(await added('f')).toBe(`orms${sep}`);
  expect(await added('forms/')).toBe('court.pdf');
  expect(await added('forms/c')).toBe('ourt.pdf');
  expect(await added(join(folder, 'forms', 'c'))).toBe('ourt.pdf');
  expect(await added('.h')).toBe('idden');
  expect([await added(''), await added('bad'), await added('none/'), await added('x')]).toEqual(['', '', '', '']);
});
