import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Context } from '../../../src/cli/context/context.js';
import { Sqlite } from '../../../src/core/platform/sqlite.js';
import { openState } from '../../../src/store/state.js';
import { Memory } from '../../../src/authoring/wizard/memory.js';
import { template } from '../../support/documents/wizard-people.js';
import { shared } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = shared(newFolder);

const at = (url: string): Context =>
  ({
    clock: { now: () => 1 },
    state: () => Promise.resolve(openState(folder.path, 1)),
    recordedAs: () => Promise.resolve(url),
  }) as unknown as Context;
const service = at('https://sign.example');
const form = template();

it('keeps every line of a wizard and of a page that are open together', async () => {
  const [wizard, page] = [await Memory.open(service, form), await Memory.open(service, form)];
  for (const [memory, line] of [
    [wizard, 'one'],
    [page, 'two'],
    [wizard, 'three'],
    [page, 'four'],
  ] as const) {
    memory.didRun(line);
  }
  wizard.skip('person');
  page.didRun('three');
  page.forget('three');
  wizard.refresh();
  expect(wizard.kept.done).toEqual(['one', 'two', 'three', 'four']);
  expect(wizard.kept.skipped).toEqual(['person']);
  expect((await Memory.open(service, form)).kept).toEqual(wizard.kept);
});

it('has notes of each service by itself, also of what SQLite would cut', async () => {
  const other = await Memory.open(at('https://other.example'), form);
  expect(other.resumed).toBe(false);
  other.didRun('a\0b');
  expect((await Memory.open(at('https://other.example'), form)).kept.done).toEqual(['a\0b']);
});

it.each([
  ['written', (file: string) => new Sqlite(file, 1).script('BEGIN IMMEDIATE')],
  ['read', (file: string) => truncateSync(file)],
])('lasts as long as the wizard where the state file cannot be %s', async (_what, spoil) => {
  openState(folder.path).setAside();
  const memory = await Memory.open(service, form);
  memory.didRun('kept');
  spoil(join(folder.path, 'state.db'));
  memory.skip('person');
  memory.didRun('one');
  memory.didRun('two');
  memory.forget('one');
  expect(memory.kept).toEqual({ before: form.coverage, done: ['kept', 'two'], skipped: ['person'] });
});
