import { createServer, type Server } from 'node:http';
import { readFileSync, symlinkSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeliveryRefused, verifyDelivery } from '../../src/domain/webhook/verifier.js';
import { createEnvelope, createTemplate, rental } from '../support/agreement.js';
import { type BuiltProgram, builtProgram, type Ended } from '../support/built.js';
import { once as key, type Call } from '../support/emulator.js';
import { bearer, http } from '../support/http.js';
import { linkPackage } from '../support/program/link-package.js';

const root = join(import.meta.dirname, '../..');
const secret = 'whsec_of_these_tests';
const heir = { name: 'Lerato "Rato" Nkosi', email: 'lerato@example.test' };

/** An app that verifies each delivery; it is broken for one event, when a test says so. */
let broken: string | null = null;
let app: Server;
let program: BuiltProgram;
let settings: NodeJS.ProcessEnv;
const endings = ['sealed', 'declined', 'voided', 'expired', 'failed'] as const;

beforeAll(async () => {
  app = createServer((request, response) => {
    void text(request).then((body) => {
      const { event } = JSON.parse(body) as { event: string };
      response.statusCode = verifies(body, request.headers['service-signature']) && event !== broken ? 204 : 500;
      response.end();
    });
  });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  const url = `http://127.0.0.1:${(app.address() as { port: number }).port}/hooks`;
  settings = { ESIGN_APP_WEBHOOK_URL: url, ESIGN_WEBHOOK_SECRET: secret };
  program = builtProgram();
  linkPackage(program.folder);
  for (const name of ['vitest', 'vite']) {
    symlinkSync(join(root, 'node_modules', name), join(program.folder, 'node_modules', name));
  }
  const ids = await happen(url);
  const exports = endings.flatMap((ending) => [
    `esign emulator export-test ${ids[ending]} -o ${ending}.test.ts`,
    `esign emulator export-test ${ids[ending]} -o test_${ending}.py`,
  ]);
  expect(await program.shell(exports.join('\n'))).toMatchObject({ code: 0 });
}, 120_000);
afterAll(async () => {
  app.close();
  await program.remove();
});

function verifies(body: string, header: string | string[] | undefined): boolean {
  try {
    verifyDelivery({ body, signature: header, secret });
    return true;
  } catch (error) {
    if (error instanceof DeliveryRefused) return false;
    throw error;
  }
}

/** The stories, each with its end; the sealed one has a hand-over and a wait of a day and a half. */
async function happen(url: string): Promise<Readonly<Record<(typeof endings)[number], string>>> {
  const { stdout } = await program.run(['emulator', 'start', '--detach', '--port', '0', '--json']);
  const ready = JSON.parse(stdout) as { url: string; live_key: string };
  const call =
    (credential: string): Call =>
    (line, body, headers = {}) => {
      const [method = '', path = ''] = line.split(' ');
      return http(ready.url, method, path, { body, headers: { ...bearer(credential), ...headers } });
    };
  const live = call(ready.live_key);
  const act = async (id: string, path: string, body: object): Promise<void> => {
    const answer = await live(`POST /_emulator/envelopes/${id}/recipients/${path}`, body);
    expect([answer.status, answer.bytes.toString()]).toEqual([200, expect.anything()]);
  };
  await live('POST /_emulator/webhook-secret', { url, secret });
  // The others happen without being told.
  const events = ['envelope.sent', 'envelope.completed', 'envelope.sealed', 'envelope.declined', 'recipient.completed'];
  await live('POST /api/v1/webhooks', { url, events });
  const template = await createTemplate(live);
  const soon = new Date(Date.now() + 14 * 86_400_000).toISOString();
  const make = async (changes: object): Promise<string> =>
    (await createEnvelope(live, template, { values: [rental], ...changes })).id;
  const sealed = await make({ title: 'Lease of "Rooftop"\n* / 7', expires_at: soon });
  await live(`POST /api/v1/envelopes/${sealed}/send`, {}, key());
  await act(sealed, 'Tenant/delegate', heir);
  const name = { subject: 'tenant', key: 'person.full_name', value: 'Lerato ‘Rato’ Nkosi \\ co' };
  await act(sealed, 'Tenant/sign', { values: [name], signature: 'L. Nkosi' });
  await live('POST /_emulator/clock', { action: 'advance', seconds: 34 * 3600 });
  await act(sealed, 'Landlord/sign', {});
  await live('POST /_emulator/clock', { action: 'advance', seconds: 120 });
  const [declined, voided, expired, failed] = [
    await make({ send: true }),
    await make({ send: true }),
    await make({ send: true }),
    await make({ send: true }),
  ];
  await act(declined, 'Tenant/decline', { reason: 'Too dear' });
  await live(`POST /api/v1/envelopes/${voided}/void`, { reason: 'Let' }, key());
  await live('POST /_emulator/trigger', { event: 'envelope.expired', envelope_id: expired });
  await live('POST /_emulator/trigger', { event: 'envelope.sealing_failed', envelope_id: failed });
  await live(`POST /_emulator/envelopes/${failed}/requeue-sealing`);
  await live('POST /_emulator/clock', { action: 'advance', seconds: 1 });
  return { sealed, declined, voided, expired, failed };
}

// Five files in one process: each would load the emulator for itself.
const vitest = (file: string): Promise<Ended> =>
  program.shell(
    `"${process.execPath}" node_modules/vitest/vitest.mjs run ${file} --root . --no-isolate --max-workers 1`,
    settings,
  );
const pytest = (file: string): Promise<Ended> =>
  program.shell(`esign emulator exec --no-snapshot -- python3 -m pytest -q -p no:cacheprovider ${file}`, settings);
const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0 || process.env['CI'] !== undefined;

/** The line of an exported file that expects an event of the app. */
function lineOf(file: string, words: string): number {
  return (
    readFileSync(join(program.folder, file), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(words)) + 1
  );
}

const vitestFile = (ending: string): string => `${ending}.test.ts`;
const pytestFile = (ending: string): string => `test_${ending}.py`;

describe.each([
  ['Vitest', vitest, vitestFile, true],
  ['pytest', pytest, pytestFile, hasPytest],
] as const)('an exported test for %s', (_runner, run, fileOf, isThere) => {
  const sealedFile = fileOf('sealed');

  it.skipIf(!isThere)('passes with the app, and holds no secret', async () => {
    broken = null;
    const ran = await run(endings.map(fileOf).join(' '));
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([0, expect.stringContaining('5 passed')]);
    const file = readFileSync(join(program.folder, sealedFile), 'utf8');
    expect(file).not.toMatch(/whsec_|live_|127\.0\.0\.1|\/sign\//);
    expect(file).toContain('L. Nkosi');
  });

  it.skipIf(!isThere)('fails with a broken app, at the line of the event', async () => {
    broken = 'envelope.completed';
    const ran = await run(sealedFile);
    const line = lineOf(sealedFile, 'envelope.completed, accepted');
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([1, expect.stringContaining(`${sealedFile}:${line}`)]);
    expect(ran.stdout + ran.stderr).toContain('envelope.completed, not accepted: 500');
  });

  it.skipIf(!isThere)('says which settings of the app it needs', async () => {
    const before = settings;
    settings = {};
    const ran = await run(fileOf('declined'));
    settings = before;
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([1, expect.stringContaining('settings of your app')]);
  });
});
