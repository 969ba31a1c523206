import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Context } from '../../src/cli/context.js';
import { createFiles } from '../../src/cli/files.js';
import { Memory } from '../../src/wizard/memory.js';
import { fakeTerminal } from '../support/terminal.js';
import { template } from '../support/wizard-people.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (url: string): Context =>
  ({
    files: createFiles(folder, fakeTerminal().streams),
    settings: () => ({ stateDir: { value: folder }, baseUrl: { value: url } }),
  }) as unknown as Context;
const service = at('https://sign.example');
const form = template();

it('keeps every line of a wizard and of a page that are open together', async () => {
  const [wizard, page] = [await Memory.open(service, form), await Memory.open(service, form)];
  await Promise.all([wizard.didRun('one'), page.didRun('two')]);
  await Promise.all([wizard.didRun('three'), page.didRun('four'), wizard.skip('person'), page.didRun('three')]);
  await page.forget('three');
  await wizard.refresh();
  expect([...wizard.kept.done].toSorted()).toEqual(['four', 'one', 'three', 'two']);
  expect(wizard.kept.skipped).toEqual(['person']);
  expect((await Memory.open(service, form)).kept).toEqual(wizard.kept);
});

it('continues a file of an earlier version and one that a crash cut, and begins one of another service anew', async () => {
  const file = join(folder, 'wizard', `${form.id}.json`);
  const owner = { version: 1, base_url: 'https://sign.example', template_id: form.id };
  const kept = { before: form.coverage, done: ['old'], skipped: [] };
  writeFileSync(file, `${JSON.stringify({ ...owner, ...kept })}\n{"did":"cut o`);
  const memory = await Memory.open(service, form);
  await memory.didRun('new');
  expect(memory.kept.done).toEqual(['old', 'new']);
  const other = await Memory.open(at('https://other.example'), form);
  expect(other.resumed).toBe(false);
  await other.didRun('other');
  expect(other.kept.done).toEqual(['other']);
  expect(readFileSync(file, 'utf8')).not.toContain('old');
});
