import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from '../../../src/emulator/create-api.js';
import { type EmulatorOptions, type LogEntry, startEmulator } from '../../../src/emulator/emulator.js';
import type { Control } from '../../../src/emulator/seed/envelope-acts.js';
import { loadSeed } from '../../../src/emulator/seed/load-seed.js';
import { createWaits } from '../../../src/emulator/waits.js';
import { startWithSharedEngine } from '../../support/documents/document-engine.js';
import { get, lease, people, seedFiles } from '../../support/emulator/seed-files.js';

const { started, folder, write, start } = seedFiles();

const heard: { readonly event: string; readonly signature: string }[] = [];
const app = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString('utf8')));
  request.on('end', () => {
    const { event } = JSON.parse(body) as { readonly event: string };
    heard.push({ event, signature: String(request.headers['service-signature']) });
    response.end();
  });
});
let hooks = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  hooks = `http://127.0.0.1:${(app.address() as AddressInfo).port}/hooks`;
});
afterAll(() => app.close());

const refusal = (text: string, options: EmulatorOptions = {}): Promise<string> =>
  start(text, options).then(
    () => 'started',
    (error: unknown) => String((error as Error).message).replace(folder, ''),
  );
describe('a seed file', () => {
  it('brings envelopes into every state, each named in what the start tells', async () => {
    const states = ['draft', 'sent', 'partially_signed', 'completed', 'sealed', 'sealing_failed'];
    const ends = ['declined', 'voided', 'expired'];
    const envelopes = [...states, ...ends].map(
      (state) => `  - name: ${state}\n    template: Lease\n    state: ${state}${people}`,
    );
    const emulator = await start(`${lease}envelopes:\n${envelopes.join('\n')}\n`);
    const found: [string, unknown][] = [];
    for (const [name, id] of Object.entries(emulator.seeded?.envelopes ?? {})) {
      found.push([name, (await get(emulator, `/envelopes/${id}`))['status']]);
    }
    const status = (state: string): string => (state.startsWith('seal') ? 'completed' : state);
    expect(found).toEqual([...states, ...ends].map((state) => [state, status(state)]));
    const sealed = (name: string) => get(emulator, `/envelopes/${emulator.seeded?.envelopes[name]}/documents`);
    expect([(await sealed('sealed'))['sealed'], (await sealed('sealing_failed'))['sealed']]).toEqual([true, false]);
    await emulator.requeue(emulator.seeded?.envelopes['sealing_failed'] ?? '');
    expect((await sealed('sealing_failed'))['sealed']).toBe(true);
  });

  it('does each step at its time, ends at the clock, and tells its endpoints only of what comes afterwards', async () => {
    heard.length = 0;
    process.env['SEED_TEST_SECRET'] = 'whsec_known-to-the-app';
    const emulator = await start(`${lease}
clock: { at: 2026-03-10T08:00:00Z, frozen: true }
endpoints:
  - url: ${hooks}
    secret: { env: SEED_TEST_SECRET }
envelopes:
  - name: second
    template: Lease
    at: 2026-03-04T08:00:00Z
    expires_in: 2d
    steps: [{ act: send }]${people}
  - name: first
    template: Lease
    at: -8d
    values: [{ key: lease.rent, value: "9500" }]
    steps:
      - { act: send }
      - { act: sign, role: Tenant, at: -7d }
      - { act: delegate, to: { name: Naledi Khumalo, email: naledi@example.test } }
      - { act: sign, at: 2026-03-05T10:00:00Z }
      - { act: fail_sealing }${people}
`);
    expect(emulator.clock.now().toISOString()).toBe('2026-03-10T08:00:00.000Z');
    expect(emulator.events.list().map(({ event }) => event)).toEqual([
      'envelope.sent',
      'recipient.completed',
      'envelope.sent',
      'recipient.completed',
      'envelope.completed',
      'envelope.sealing_failed',
      'envelope.expired',
    ]);
    const [first] = emulator.events.list();
    expect(first).toMatchObject({
      created_at: '2026-03-02T08:00:00.000Z',
      envelope_id: emulator.seeded?.envelopes['first'],
    });
    expect([heard, emulator.deliveries.list()]).toEqual([[], []]);
    await emulator.requeue(emulator.seeded?.envelopes['first'] ?? '');
    await emulator.clock.advance('2m');
    expect(heard.map(({ event }) => event)).toEqual(['envelope.sealed']);
    expect(emulator.deliveries.list().map(({ status }) => status)).toEqual(['delivered']);
  });

  it('takes keys, secrets, brands, the plan and files from beside it, and tells none of the secrets', async () => {
    const secret = 'esign_test_0123456789abcdefghijKLMN';
    write('key.txt', `${secret}\n`);
    copyFileSync(new URL('../../../src/demo/lease.pdf', import.meta.url), join(folder, 'lease.pdf'));
    const emulator = await start(`
version: 1
organisation: { plan: free, members: [ann@example.test] }
brands:
  - { name: Khumalo Homes, default: true, origins: ["http://127.0.0.1:3000"] }
  - { name: Botha Lets, origins: ["http://127.0.0.1:3001"] }
  - { name: Khumalo Homes, archived: false, origins: ["http://127.0.0.1:3002"] }
  - { name: Botha Lets, origins: ["http://127.0.0.1:3003", "http://127.0.0.1:3001"] }
keys:
  - { name: of the app, mode: test, scopes: ["envelopes:read"], secret: { file: key.txt } }
templates:
  - name: Lease
    file: lease.pdf
    people: [{ person: 1 }]
    names: [{ field: 1, label: The first one }]
`);
    const read = await get(emulator, '/whoami', secret);
    expect(JSON.stringify(read)).not.toContain('unauthenticated');
    const organisation = await emulator.control('GET', '/_emulator/organisations/default');
    expect(organisation).toMatchObject({ plan: 'free', members: [{}].map(() => 'ann@example.test') });
    const brands = await emulator.control<{ data: { name: string; origins: string[] }[] }>('GET', '/_emulator/brands');
    const ports = (origins: readonly string[]) => origins.map((origin) => new URL(origin).port);
    expect(brands.data.map(({ name, origins }) => [name, ports(origins)])).toEqual([
      ['Khumalo Homes', ['3000', '3002']],
      ['Botha Lets', ['3001', '3003']],
    ]);
    const template = await get(emulator, `/templates/${emulator.seeded?.templates['Lease']}`);
    expect(template['fields']).toContainEqual(expect.objectContaining({ label: 'The first one' }));
    expect(JSON.stringify(emulator.seeded)).not.toContain(secret);
  });

  it('does nothing to the data that it made, and is refused by other data', async () => {
    const data = join(folder, 'emulator.db');
    const text = `${lease}envelopes:\n  - template: Lease\n    state: sent${people}\n`;
    const first = await start(text, { data });
    await first.sign(first.seeded?.envelopes['1'] ?? '');
    await first.close();
    const again = await start(text, { data });
    expect(again.seeded).toEqual(first.seeded);
    expect((await get(again, `/envelopes/${again.seeded?.envelopes['1']}`))['status']).toBe('partially_signed');
    await again.close();
    expect(await refusal(`${text}\n# changed\n`, { data })).toContain(
      'was not loaded: the data was made from another seed file, or the file has changed',
    );
    const plain = await startEmulator({ data });
    await plain.reset();
    await plain.close();
    const third = await start(`${text}\n# changed\n`, { data });
    expect(third.seeded?.envelopes['1']).not.toBe(first.seeded?.envelopes['1']);
  });

  it.each([
    ['version: 2', '1:10: version must be at most 1'],
    ['version: 1\nbrand: []', '2:1: brand is not a property of a seed file'],
    ['version: 1\nclock: { at: yesterday }', '2:14: clock.at must be an ISO 8601 instant'],
    ['version: 1\na: b: c', '2:4: nested mappings'],
    [`${lease}envelopes:\n  - template: Sale\n    state: sent${people}`, '10:15: envelopes[0]: template "Sale" is not'],
    [
      `${lease}envelopes:\n  - template: Lease\n    recipients: [{ role: Tenant, name: T, email: no }]`,
      'recipients[0].email',
    ],
    [
      `${lease}envelopes:\n  - template: Lease\n    steps: [{ act: send }, { act: sign, role: Nobody }]${people}`,
      '11:47: envelopes[0].steps[1]: role "Nobody" is not among the roles of "Lease": Tenant',
    ],
    [
      `${lease}clock: { at: 2026-03-02T08:00:00Z }\nenvelopes:\n  - template: Lease\n    at: 2026-03-03T08:00:00Z${people}`,
      '12:9: envelopes[0].at is after the clock of the seed',
    ],
    [
      'version: 1\nkeys:\n  - { name: a, mode: live, secret: { env: PATH } }',
      '3:5: keys[0]: the key must be esign_live_',
    ],
  ])('names line, column and property: %s', async (text, told) => {
    expect(await refusal(text.trimStart())).toContain(told);
  });

  it('names all mistakes at once, each with its line, but those that only a try shows', async () => {
    const wrong = 'version: 1\nbrand: []\nclock: { at: yesterday }\nenvelopes: [{ template: 5 }]\n';
    expect((await refusal(wrong)).split('\n').map((line) => line.replace(/^.*?yaml:/, ''))).toEqual([
      '2:1: brand is not a property of a seed file.',
      expect.stringMatching(/^3:14: clock\.at must be/),
      expect.stringMatching(/^4:13: envelopes\[0\]\.recipients/),
      expect.stringMatching(/^4:25: envelopes\[0\]\.template/),
    ]);
    const envelope = (template: string): string =>
      `\n  - name: one\n    template: ${template}\n    state: sent${people}`;
    const other = `${lease}envelopes:${envelope('Sale')}${envelope('Lease')}\n`;
    expect((await refusal(other.trimStart())).split('\n')).toEqual([
      expect.stringContaining(':11:15: envelopes[0]: template "Sale" is not among the templates.'),
      expect.stringContaining(':16:11: envelopes[1].name is used by another envelope.'),
    ]);
  });

  it('names what only a try shows at once as well, each envelope once', async () => {
    const envelope = (rest: string): string => `\n  - template: Lease\n    ${rest}${people}`;
    const steps = ['[{ act: sign }, { act: sign }]', '[{ act: send }, { act: expire }, { act: sign }]'];
    const text = `${lease}endpoints:\n  - { url: "ftp://127.0.0.1/" }\nenvelopes:${[
      envelope(`steps: ${steps[0]}`),
      envelope('brand: Nobody'),
      envelope('at: 2200-01-01T00:00:00Z'),
      envelope(`steps: ${steps[1]}`),
    ].join('')}\n`;
    expect((await refusal(text.trimStart())).split('\n').map((line) => line.replace(/^.*?yaml:/, ''))).toEqual([
      expect.stringMatching(/^10:12: endpoints\[0\]: url must/),
      expect.stringMatching(/^13:13: envelopes\[0\]\.steps\[0\]: The envelope is not open/),
      expect.stringMatching(/^18:12: envelopes\[1\]: brand "Nobody"/),
      expect.stringMatching(/^23:9: envelopes\[2\]\.at is after the clock/),
      expect.stringMatching(/^28:45: envelopes\[3\]\.steps\[2\]/),
    ]);
  });

  it('names an invitation that could not be lost, since none was sent, and loses no later one', async () => {
    const lost = (state: string): string => `
  - template: Lease
    state: ${state}
    recipients:
      - { role: Tenant, name: Thandi Mokoena, email: thandi@example.test, embedded: true }
      - { role: Landlord, name: Pieter Botha, email: pieter@example.test, undelivered: true }`;
    const text = `${lease}envelopes:${lost('sent')}${lost('completed')}\n`;
    expect((await refusal(text.trimStart())).replace(/^.*?yaml:/, '')).toBe(
      '14:88: envelopes[0]: recipients[1].undelivered: no invitation was sent to Pieter Botha.',
    );
    const draft = await start(`${lease}envelopes:${lost('completed')}\n`);
    expect(await draft.control('GET', '/_emulator/faults')).toMatchObject({ data: [] });
  });

  it('names what entries say of each other, and files that are missing, beside what is not valid', async () => {
    const text = `version: 1
clock: { at: yesterday }
templates:
  - { name: Lease, roles: [{ name: Tenant }], fields: [{ type: signature, role: Tenant }] }
  - { name: Sale, files: [nowhere.pdf, nothing.pdf] }
keys: [{ name: a, mode: live, secret: { env: NOT_SET_HERE } }]
envelopes:
  - template: Leese
    recipients: [{ role: Tenant, name: T }]
  - template: Lease
    recipients: [{ role: Tennant, name: T, email: t@example.test }]
    steps: [{ act: sign, role: Tenent }]
`;
    expect((await refusal(text)).split('\n').map((line) => line.replace(/^.*?yaml:/, ''))).toEqual([
      expect.stringMatching(/^2:14: clock\.at must be/),
      expect.stringMatching(/^5:5: templates\[1\]: .*nowhere\.pdf cannot be read/),
      expect.stringMatching(/^5:5: templates\[1\]: .*nothing\.pdf cannot be read/),
      expect.stringMatching(/^6:8: keys\[0\]: the environment variable NOT_SET_HERE is not set\.$/),
      expect.stringMatching(/^8:15: envelopes\[0\]: template "Leese" is not among the templates\.$/),
      expect.stringMatching(/^9:18: envelopes\[0\]\.recipients\[0\]\.email/),
      expect.stringMatching(/^11:26: envelopes\[1\]\.recipients\[0\]: role "Tennant" is not among .*: Tenant\.$/),
      expect.stringMatching(/^12:32: envelopes\[1\]\.steps\[0\]: role "Tenent" is not among/),
    ]);
  });

  it('takes what is proposed for the people of a file, without a word about them', async () => {
    copyFileSync(new URL('../../../src/demo/lease.pdf', import.meta.url), join(folder, 'lease.pdf'));
    const emulator = await start('version: 1\ntemplates:\n  - { name: Lease, file: lease.pdf }\n');
    const template = await get(emulator, `/templates/${emulator.seeded?.templates['Lease']}`);
    expect((template['roles'] as readonly { name: string }[]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Landlord', 'Tenant', 'Surety']),
    );
  });

  it('leaves nothing that a later start takes for all of it when it is cut off', async () => {
    const data = join(folder, 'whole.db');
    const cut = join(folder, 'cut.db');
    const states = ['sent', 'partially_signed'].map((state) => `  - template: Lease\n    state: ${state}${people}`);
    const text = `${lease}clock: { at: 2026-03-10T08:00:00Z }\nendpoints: [{ url: "${hooks}" }]\nenvelopes:
  - template: Lease
    steps: [{ act: send }, { act: decline }]${people}\n${states.join('\n')}\n`;
    const core = await startWithSharedEngine({ data });
    const { control } = createApi(core, createWaits(core));
    // What is on the disk at this time is what is left when the power fails.
    const copying: Control = (method, path, body) => {
      if (path.endsWith('/decline')) for (const end of ['', '-wal']) copyFileSync(`${data}${end}`, `${cut}${end}`);
      return control(method, path, body);
    };
    await loadSeed(core, copying, write('cut.yaml', text));
    await core.close();
    const said: string[] = [];
    const log = ({ kind }: LogEntry): number => said.push(kind);
    const restarted = await startEmulator({ data: cut, log });
    expect([said, restarted.seeded]).toEqual([['seed_cut_off'], null]);
    expect(await get(restarted, '/templates')).toMatchObject({ data: [] });
    expect(restarted.events.list()).toEqual([]);
    expect(Math.abs(restarted.clock.now().getTime() - Date.now())).toBeLessThan(60_000);
    await restarted.close();
    const whole = await start(text, { data: cut });
    const made = Object.values(whole.seeded?.envelopes ?? {});
    expect(made).toHaveLength(3);
    expect(new Set(whole.events.list().map((event) => event.envelope_id))).toEqual(new Set(made));
  });

  it('leaves nothing behind when it is refused half-way', async () => {
    const data = join(folder, 'half.db');
    const text = `${lease}envelopes:\n  - template: Lease\n    at: -2d\n    steps: [{ act: sign }]${people}\n`;
    expect(await refusal(text, { data })).toContain('envelopes[0].steps[0]');
    const plain = await startEmulator({ data });
    started.push(plain);
    expect(await get(plain, '/templates')).toMatchObject({ data: [] });
    expect(Math.abs(plain.clock.now().getTime() - Date.now())).toBeLessThan(60_000);
  });
});
