import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigFailure } from '../../src/config/failure.js';
import { overrideLines, overridesPath, writeOverrideLines } from '../../src/config/overrides.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-overrides-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (text: string): void => writeFileSync(overridesPath(folder), text);
const service = 'https://api.example.test';

it('is nothing when there is no file', () => {
  expect(overrideLines(join(folder, 'none'), service)).toBeNull();
});

it('gives the lines of the one address, however it is written, and none to another', () => {
  write(JSON.stringify({ 'https://API.example.test/': { 'sendEnvelope.status': 202 } }));
  expect(overrideLines(folder, service)).toEqual({ 'sendEnvelope.status': 202 });
  expect(overrideLines(folder, 'http://127.0.0.1:4747')).toBeNull();
  expect(overrideLines(folder, `${service}/other`)).toBeNull();
});

it('takes an empty file for none, and keeps what others have when one address gets new lines', async () => {
  write('\n');
  expect(overrideLines(folder, service)).toBeNull();
  await writeOverrideLines(folder, service, { 'sendEnvelope.status': 202 });
  await writeOverrideLines(folder, 'https://other.example.test', { 'voidEnvelope.status': 202 });
  await writeOverrideLines(folder, service, { 'sendEnvelope.status': 201 });
  expect(overrideLines(folder, service)).toEqual({ 'sendEnvelope.status': 201 });
  expect(overrideLines(folder, 'https://other.example.test')).toEqual({ 'voidEnvelope.status': 202 });
  expect(statSync(overridesPath(folder)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['overrides.json']);
  await expect(writeOverrideLines(join(overridesPath(folder), 'x'), service, {})).rejects.toThrow(ConfigFailure);
});

it.each([
  ['{', 'not valid JSON'],
  ['[]', 'an object of base URLs'],
  ['{"api.example.test": {}}', '"api.example.test" is not a valid base URL'],
  ['{"http://api.example.test": {}}', 'is not a valid base URL'],
  ['{"https://api.example.test": []}', 'is not an object'],
  ['{"https://api.example.test": {}, "https://api.example.test/": {}}', 'is a duplicate'],
  [`{"https://api.example.test": {"x": "${'x'.repeat(300_000)}"}}`, '256 KiB'],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`https://a${at}.test`, {}]))), '50'],
])('refuses %.40s and names the file', (text, told) => {
  write(text);
  const act = (): unknown => overrideLines(folder, service);
  expect(act).toThrow(ConfigFailure);
  expect(act).toThrow(told);
  expect(act).toThrow(overridesPath(folder));
});
