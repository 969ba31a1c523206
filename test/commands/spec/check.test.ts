import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmulatorMachine, newEmulatorMachine } from '../../support/emulator-machine.js';
import { type FakeService, json, startFakeService } from '../../support/fake-service.js';
import { http } from '../../support/http.js';
import type { Ran } from '../../support/program.js';

interface Checked {
  readonly ok: boolean;
  readonly version: { readonly esign: string; readonly service: string };
  readonly data: readonly { readonly operation: string; readonly where: string; readonly assumption: string | null }[];
}

interface Adopted {
  readonly lines: Readonly<Record<string, unknown>>;
}

let at: EmulatorMachine;
let service: FakeService;
/** The emulator's own description with one path, one status and one property changed. */
let changed: string;
beforeAll(async () => {
  at = await newEmulatorMachine();
  service = await startFakeService();
  const { bytes } = await http(at.emulator.url, 'GET', '/api/v1/openapi.json');
  changed = bytes
    .toString('utf8')
    .replaceAll('/api/v1/envelopes/{envelopeId}/send', '/api/v1/envelopes/{id}/dispatch')
    .replaceAll('"external_ref"', '"reference"')
    .replaceAll('"declined"', '"refused"');
});
afterAll(async () => {
  await service.close();
  await at.close();
});

const there = (...words: readonly string[]): Promise<Ran> =>
  at.run(['spec', 'check', ...words], { env: { ESIGN_BASE_URL: service.url }, terminal: true, columns: 160 });

describe('spec check', () => {
  it('ends with 0 at the emulator, which publishes what esign is built on, and needs no key', async () => {
    const ran = await at.ok(['spec', 'check', '--json']);
    expect(ran.json<Checked>()).toEqual({
      ok: true,
      version: { esign: '0.2.0', service: '0.2.0' },
      cut: false,
      data: [],
    });
    const env = { ESIGN_BASE_URL: at.emulator.url, ESIGN_CONFIG_DIR: at.path('empty') };
    const seen = await at.ok(['spec', 'check'], { env, terminal: true });
    expect(seen.stdout).toBe('The service publishes the same API description that esign uses (0.2.0).\n');
  });

  it('ends with 6 and tells what differs by operation, what it rests on, and what would mend it', async () => {
    service.answer(() => ({ status: 200, headers: [['Content-Type', 'application/json']], body: changed }));
    const ran = await there('--json');
    expect([ran.code, ran.error().code]).toEqual([6, 'description_differs']);
    const { ok, data } = ran.json<Checked>();
    expect(ok).toBe(false);
    expect(data).toContainEqual({
      operation: 'sendEnvelope',
      kind: 'path',
      where: '',
      esign: '/api/v1/envelopes/{envelopeId}/send',
      service: '/api/v1/envelopes/{id}/dispatch',
      breaks: true,
      assumption: 'A3',
      candidates: [],
      line: { name: 'sendEnvelope.path', value: '/api/v1/envelopes/{envelopeId}/dispatch' },
    });
    expect(data.filter(({ assumption }) => assumption === null).map(({ operation }) => operation)).toContain(
      'getEnvelope',
    );
    const shown = await there();
    expect(shown.stdout).toMatch(/^sendEnvelope +path +\S+\/send +\S+\/dispatch +yes +A3$/m);
    expect(shown.stderr).toContain('  "*.external_ref": reference\n');
  });

  it('with the lines in a contract file, leaves nothing to tell', async () => {
    service.answer(() => ({ status: 200, headers: [['Content-Type', 'application/json']], body: changed }));
    const lines = (await at.run(['spec', 'adopt', '--json'], { env: { ESIGN_BASE_URL: service.url } })).json<Adopted>()
      .lines;
    const contract = at.write('contract.json', JSON.stringify(lines));
    const ran = await there('--contract', contract);
    expect([ran.code, ran.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^The service publishes the same API description that esign uses \(0\.2\.0\)\. \d+ lines of /,
      ),
    ]);
  });

  it('--breaking leaves out what the service merely has besides', async () => {
    const more = JSON.parse(changed) as { info: { version: string }; paths: Record<string, unknown> };
    more.paths['/api/v1/brands'] = { get: { responses: {} } };
    at.write('more.json', JSON.stringify(more));
    const all = (await at.run(['spec', 'check', 'more.json', '--json'])).json<Checked>();
    const breaking = (await at.run(['spec', 'check', 'more.json', '--json', '--breaking'])).json<Checked>();
    expect(all.data.map(({ operation }) => operation)).toContain('GET /api/v1/brands');
    expect(breaking.data.map(({ operation }) => operation)).not.toContain('GET /api/v1/brands');
    expect(breaking.data.length).toBeGreaterThan(0);
  });

  it('a file is compared without any network, YAML too', async () => {
    at.write('same.yaml', (await at.ok(['spec', 'show'])).stdout);
    expect((await at.ok(['spec', 'check', 'same.yaml'], { env: { ESIGN_BASE_URL: 'http://127.0.0.1:1' } })).code).toBe(
      0,
    );
    at.write('short.yaml', 'openapi: 3.1.0\ninfo:\n  version: 0.2.0\n');
    const ran = await at.run(['spec', 'check', 'short.yaml', '--json']);
    expect([ran.code, ran.error().message]).toEqual([
      2,
      'short.yaml is not an OpenAPI description: it has no `paths`.',
    ]);
  });

  it('something else than a description ends with 8, and steers no terminal', async () => {
    service.answer(() => json(200, { openapi: '3.1.0', info: { version: '1' } }));
    expect((await there('--json')).error()).toMatchObject({ exit_code: 8, code: 'unexpected_answer' });
    const hostile = { '/x\u001b]0;title\u0007': { get: { operationId: '\u001b[31mred' } } };
    service.answer(() => json(200, { openapi: '3.1.0', info: { version: '\u001b[2J' }, paths: hostile }));
    const ran = await there();
    expect(ran.code).toBe(6);
    expect(ran.stdout + ran.stderr).not.toContain('\u001b');
  });
});
