import { beforeAll, expect, it } from 'vitest';
import { isScope } from '../../src/contract/scopes.js';
import { see } from '../support/program/doctor.js';
import { newEmulatorMachine } from '../support/emulator-machine.js';
import { shared } from '../support/shared.js';

const lines = { 'scopes.templates:read': 'template.view' };
const at = shared(() => newEmulatorMachine({ contract: lines }));
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  const { key } = await at.emulator.key(at.organisation, { scopes: ['webhooks:read'] });
  const contract = at.write('service.yaml', 'scopes.templates:read: template.view\n');
  env = { ESIGN_BASE_URL: at.emulator.url, ESIGN_API_KEY: key, ESIGN_CONTRACT: contract };
});

it('knows the scopes of the service', () => {
  expect([isScope('templates:read'), isScope('template.view'), isScope('toString')]).toEqual([true, false, false]);
});

it('a scope has the name of the contract file in what the emulator refuses and describes', async () => {
  const call = at.emulator.call(env['ESIGN_API_KEY'] ?? '');
  const refused = await call('GET /api/v1/templates');
  expect(refused.body.error).toMatchObject({ message: 'This API key lacks the scope template.view.' });
  const document = await call<{ paths: Record<string, object> }>('GET /api/v1/openapi.json');
  expect(document.body.paths['/api/v1/templates']).toMatchObject({ get: { 'x-scope': 'template.view' } });
});

it('a scope has the name of the contract file in what commands say', async () => {
  const refused = await at.run(['template', 'list'], { env });
  expect(refused.stderr).toContain('The key lacks the scope template.view.');
  const found = see(await at.run(['doctor', '--json'], { env }));
  expect(found.of('scopes').facts).toMatchObject({ missing: expect.arrayContaining(['template.view']) as unknown });
  const listed = await at.ok(['api', '--list', '--json'], { env });
  const { data } = listed.json() as { data: { id: string; scope: string }[] };
  expect(data.find(({ id }) => id === 'listTemplates')?.scope).toBe('template.view');
  const shown = (await at.ok(['spec', 'show', '--json'], { env })).json();
  expect(shown).toMatchObject({ paths: { '/api/v1/templates': { get: { 'x-scope': 'template.view' } } } });
});
