import { spawn, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTemplate } from '../support/agreement.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { bin, type Esign, newEsign, parties } from '../support/esign.js';
import { type KillingProxy, startKillingProxy } from '../support/network/killing-proxy.js';
import type { Template } from '../support/shapes.js';

// In a container the program has the same number each time: the first.
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
// Not everybody may make a namespace.
const may = spawnSync(container[0] ?? '', [...container.slice(1), 'true']).status === 0;

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let proxy: KillingProxy;
let esign: Esign;
beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  proxy = await startKillingProxy(Number(new URL(emulator.url).port));
  esign = newEsign({ within: true });
});
afterAll(async () => {
  await proxy.close();
  await esign.remove();
  await emulator.close();
});

it.runIf(may)('a write that was killed in a container is settled by the next one with the same folder', async () => {
  const env = { ESIGN_BASE_URL: proxy.url, ESIGN_API_KEY: organisation.liveKey };
  const create = ['envelope', 'create', '--template', template.id, ...parties, '--yes', '--json'];
  const [command = '', ...words] = container;
  const child = spawn(command, [...words, process.execPath, bin, ...create], {
    env: { ...esign.env, ...env },
    cwd: esign.folder,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  proxy.plan({ point: { at: 'committed' }, drops: 0, kill: () => void child.kill('SIGKILL') });
  await ended;
  await proxy.idle();
  proxy.plan(undefined);

  // From outside, where the number is that of the first process of all, and from the next container.
  const listed = await esign.ok(['request', 'list', '--json']);
  expect(listed.json()).toMatchObject({ data: [{ operation: 'createEnvelope', state: 'unsettled' }] });
  const next = { env, under: container };
  expect((await esign.run(['whoami'], next)).stderr).toContain('1 request from this machine has an unknown outcome.');
  const settled = await esign.ok(['request', 'resume', '--all', '--yes', '--json'], next);
  expect(settled.json()).toMatchObject({ data: [{ state: 'done', replayed: true }] });
  expect(proxy.seen.map(({ path, replayed }) => [path, replayed])).toEqual([
    ['/api/v1/envelopes', false],
    ['/api/v1/envelopes', true],
  ]);
});
