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

describe('a --limit above the assumed one', () => {
  it('is sent with one line of warning, and silently with --json', async () => {
    const warned = await run(['--limit', '500']);
    expect(warned.code).toBe(0);
    expect(warned.stderr).toBe(
      'Warning: `limit` must be 1 to 100, as esign assumes. It is sent all the same, unless you add --strict.\n',
    );
    expect((await run(['--limit', '500', '--json'])).stderr).toBe('');
    expect(service.asked.map(({ path }) => path)).toEqual(Array(2).fill('/api/v1/templates?limit=500'));
  });

  it('is refused with --strict', async () => {
    const refused = await run(['--limit', '500', '--strict']);
    expect([refused.code, service.asked.length]).toEqual([2, 0]);
    expect(refused.stderr).toContain('must be 1 to 100');
  });
});
