import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NamingEntry, TemplateState } from '../../../src/emulator/domain/template.js';
import { openStore, type OpenStore } from '../../../src/emulator/store/store.js';
import { templateRepository, type TemplateRepository } from '../../../src/emulator/store/template-repository.js';
import { taggedTemplate } from '../../support/template-of.js';

let folder: string;
let store: OpenStore;
let templates: TemplateRepository;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-templates-'));
  store = openStore(join(folder, 'emulator.db'));
  templates = templateRepository(store.sql);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const idOf = (number: number): string => `${String(number).padStart(8, '0')}-0000-4000-8000-00000000000a`;
async function insert(number: number, changes: Partial<TemplateState> = {}): Promise<TemplateState> {
  const template = {
    ...(await taggedTemplate('Rent;role=Tenant')),
    id: idOf(number),
    organisation_id: 'one',
    ...changes,
  };
  store.transaction(() => templates.insert(template));
  return template;
}

describe('a stored template', () => {
  it('is read back as it was', async () => {
    const template = await insert(0xa);
    expect(templates.find('one', template.id)).toEqual(template);
    expect(templates.find('one', template.id)).toEqual(template);
  });

  it('is found by its own organisation only, and by the emulator’s own routes', async () => {
    const template = await insert(1);
    expect(templates.find('two', template.id)).toBeNull();
    expect(templates.findAnywhere(template.id)).toEqual(template);
    expect(templates.findAnywhere(idOf(2))).toBeNull();
  });

  it('is changed as a whole, and one that is not there cannot be', async () => {
    const template = await insert(1);
    templates.update({ ...template, name: 'Lease 2' });
    expect(templates.find('one', template.id)?.name).toBe('Lease 2');
    expect(() => templates.update({ ...template, id: idOf(9) })).toThrowError(/no template/);
  });

  it('is there after the file was closed and opened again', async () => {
    const template = await insert(1);
    store.close();
    store = openStore(join(folder, 'emulator.db'));
    expect(templateRepository(store.sql).find('one', template.id)).toEqual(template);
  });
});

describe('the list', () => {
  const names = (page: ReturnType<TemplateRepository['list']>): unknown =>
    page?.templates.map(({ id }) => Number(id.slice(0, 8)));

  it('is newest first, of one organisation, without the archived ones', async () => {
    for (const number of [1, 2, 3]) await insert(number);
    await insert(4, { organisation_id: 'two' });
    await insert(5, { archived: true });
    expect(names(templates.list('one', { limit: 20, cursor: null }))).toEqual([3, 2, 1]);
  });

  it('continues after the cursor and says where the next page begins', async () => {
    for (const number of [1, 2, 3, 4, 5]) await insert(number);
    const first = templates.list('one', { limit: 2, cursor: null });
    expect([names(first), first?.next]).toEqual([[5, 4], idOf(4)]);
    const second = templates.list('one', { limit: 2, cursor: idOf(4) });
    expect([names(second), second?.next]).toEqual([[3, 2], idOf(2)]);
    const last = templates.list('one', { limit: 2, cursor: idOf(2) });
    expect([names(last), last?.next]).toEqual([[1], null]);
  });

  it('that ends exactly with a page has no next one', async () => {
    for (const number of [1, 2]) await insert(number);
    expect(templates.list('one', { limit: 2, cursor: null })?.next).toBeNull();
  });

  it('keeps its place when the template of the cursor was archived meanwhile', async () => {
    const [, second] = [await insert(1), await insert(2), await insert(3)];
    templates.update({ ...second, archived: true });
    expect(names(templates.list('one', { limit: 2, cursor: second.id }))).toEqual([1]);
  });

  it('knows a cursor that names nothing, or another organisation’s template', async () => {
    await insert(1, { organisation_id: 'two' });
    expect(templates.list('one', { limit: 2, cursor: idOf(1) })).toBeUndefined();
    expect(templates.list('one', { limit: 2, cursor: idOf(7) })).toBeUndefined();
  });
});

it('the naming record is kept in the order of its acts', async () => {
  const { id } = await insert(1);
  const entry = (at: string): NamingEntry => ({
    at,
    act: 'rename',
    person_id: null,
    decision: null,
    run_id: null,
    fields: [],
  });
  for (const at of ['first', 'second']) templates.record(id, entry(at));
  expect(templates.namingRecord(id)).toEqual([entry('first'), entry('second')]);
  expect(templates.namingRecord(idOf(2))).toEqual([]);
});
