import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeService, json, startFakeService } from '../../support/fake-service.js';
import { type Machine, newMachine, type RunOptions } from '../../support/program.js';

let machine: Machine;
let service: FakeService;
beforeEach(async () => {
  machine = newMachine();
  service = await startFakeService();
});
afterEach(() => service.close());

const run = (words: readonly string[], options: RunOptions = {}) =>
  machine.run(['template', 'list', ...words], {
    ...options,
    env: { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: 'acme_test_1234567890' },
  });
const pages = () => service.asked.map(({ path }) => new URL(path, service.url).searchParams.get('cursor'));

describe('a cursor of the service', () => {
  it.each(['eyJwIjoyfQ==', 'page 2/ä', '12345', 7])('%j is sent back as it came', async (cursor) => {
    service.answer(() => json(200, { data: [], next_cursor: service.asked.length === 1 ? cursor : null }));
    const ran = await run(['--all', '--json']);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(pages()).toEqual([null, String(cursor)]);
    expect((await run(['--cursor', String(cursor)])).code).toBe(0);
    expect(pages()).toEqual([null, String(cursor), String(cursor)]);
  });

  it('is quoted for the shell where it has to be', async () => {
    service.answer(() => json(200, { data: [], next_cursor: 'a; b' }));
    expect((await run([], { terminal: true })).stderr).toContain("--cursor 'a; b'");
  });

  it('that is an object is an error of the service', async () => {
    service.answer(() => json(200, { data: [], next_cursor: { page: 2 } }));
    expect((await run(['--all'])).code).toBe(8);
  });
});

const none = { prefillable: 0, core: 0, organisation: 0, legacy: 0, unnamed: 0, questions: 0 };
const summary = {
  id: '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11',
  name: 'Lease',
  created_at: '2026-12-01T00:00:00Z',
  documents: [],
  roles: [],
  subjects: [],
  coverage: { ...none, unnamed_groups: 0, unnamed_options: 0, collisions: 0 },
};

describe('a --limit above the assumed size of a page', () => {
  it('is read in several pages, without a word', async () => {
    const page = Array.from({ length: 100 }, () => summary);
    service.answer(() => json(200, { data: page, next_cursor: `page ${service.asked.length}` }));
    const ran = await run(['--limit', '250', '--json']);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(service.asked.map(({ path }) => new URL(path, service.url).searchParams.get('limit'))).toEqual([
      '100',
      '100',
      '50',
    ]);
    expect(pages()).toEqual([null, 'page 1', 'page 2']);
  });
});
