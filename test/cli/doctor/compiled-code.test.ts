import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DoctorContext } from '../../../src/cli/doctor/finding.js';
import { checkCompiledCode } from '../../../src/cli/doctor/compiled-code.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-compiled-code-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const found = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
  const machine = { env, cwd: join(folder, 'work'), home: join(folder, 'home') };
  return await checkCompiledCode({ context: { machine } } as unknown as DoctorContext);
};

it('names the folder that compiled code is kept in', async () => {
  expect(await found({ ESIGN_CACHE_DIR: join(folder, 'cache') })).toMatchObject([
    { check: 'compiled_code', state: 'ok', facts: { folder: join(folder, 'cache', 'compiled') } },
  ]);
});

it('says which folder is refused, and what to set instead', async () => {
  mkdirSync(join(folder, 'clone', '.git'), { recursive: true });
  const inClone = join(folder, 'clone', 'here');
  expect(await found({ ESIGN_CACHE_DIR: inClone })).toMatchObject([
    { state: 'note', hint: expect.stringContaining('ESIGN_CACHE_DIR'), facts: { folder: join(inClone, 'compiled') } },
  ]);
  expect(await found({ XDG_STATE_HOME: inClone })).toMatchObject([
    { state: 'note', hint: expect.stringContaining('XDG_STATE_HOME') },
  ]);
  expect(await found({ ESIGN_CACHE_DIR: 'relative' })).toMatchObject([{ state: 'note' }]);
});
