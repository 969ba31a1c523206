import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  dropEmulatorToken,
  forgetEmulatorToken,
  keepEmulatorToken,
  readEmulatorToken,
} from '../../../src/core/config/emulator-token.js';

const url = 'http://127.0.0.1:4747';
let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'esign-token-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = (): string => join(folder, 'emulator-4747.token');

it('is kept for its owner alone and read for its own address only', async () => {
  await keepEmulatorToken(folder, url, 'secret-1');
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(await readEmulatorToken(folder, url)).toBe('secret-1');
  expect(await readEmulatorToken(folder, 'http://localhost:4747')).toBeNull();
  expect(await readEmulatorToken(folder, 'http://127.0.0.1:4748')).toBeNull();
});

it.each(['', 'nonsense', '[]', '{"version":2,"url":"http://127.0.0.1:4747","token":"x"}', '{"version":1,"token":"x"}'])(
  'is missing when the file contains %s',
  async (text) => {
    writeFileSync(file(), text);
    expect(await readEmulatorToken(folder, url)).toBeNull();
  },
);

it('is missing when it is empty or the file is too large', async () => {
  await keepEmulatorToken(folder, url, '');
  expect(await readEmulatorToken(folder, url)).toBeNull();
  await keepEmulatorToken(folder, url, 'x'.repeat(5_000));
  expect(await readEmulatorToken(folder, url)).toBeNull();
});

it('is removed by the emulator that it belongs to, and not by an earlier one', async () => {
  await keepEmulatorToken(folder, url, 'later');
  await forgetEmulatorToken(folder, url, 'earlier');
  expect(await readEmulatorToken(folder, url)).toBe('later');
  await forgetEmulatorToken(folder, url, 'later');
  expect(existsSync(file())).toBe(false);
  await dropEmulatorToken(folder, url);
});
