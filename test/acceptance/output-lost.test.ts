import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTemplate } from '../support/agreement.js';
import { startTestEmulator, type TestOrganisation } from '../support/emulator.js';
import { type Esign, newEsign, parties, type Typed } from '../support/esign.js';
import type { Envelope, Template } from '../support/shapes.js';
import { shared } from '../support/shared.js';

/** What is reported when stdout takes nothing: a user who believes that nothing was done sends it again. */

const emulator = shared(startTestEmulator);
let organisation: TestOrganisation;
let template: Template;
let esign: Esign;

beforeEach(async () => {
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  esign = newEsign({ within: true });
  return () => esign.remove();
});

const env = (): Record<string, string> => ({ ESIGN_BASE_URL: emulator.url, ESIGN_API_KEY: organisation.liveKey });
/** With a stdout that takes nothing; `/dev/full` is Linux's, and what the program does is the same everywhere. */
const onFullDisk = (...words: readonly string[]): Promise<Typed> =>
  esign.run(words, { env: env(), under: ['sh', '-c', 'exec "$@" >/dev/full', 'sh'] });
const create = (): readonly string[] => [
  'envelope',
  'create',
  '--template',
  template.id,
  ...parties,
  '--yes',
  '--json',
];
const unsettled = async (): Promise<readonly unknown[]> =>
  (await esign.ok(['request', 'list', '--unsettled', '--json'], { env: env() })).json<{ data: unknown[] }>().data;

describe.runIf(process.platform === 'linux')('stdout on a full disk', () => {
  it('one write: says that it was done, with its key and the command that shows it', async () => {
    const typed = await onFullDisk(...create());
    expect(typed.code).toBe(1);
    const error = typed.error();
    expect(error).toMatchObject({ code: 'output_not_written', exit_code: 1, id: expect.any(String) });
    expect(error.message).toBe('Cannot write the output: the disk is full. The request itself succeeded.');
    const { idempotency_key: key } = error as unknown as { readonly idempotency_key: string };
    expect(error['written']).toEqual([{ operation: 'createEnvelope', ids: [error['id']], idempotency_key: key }]);
    const [, shown = ''] = /Do not send it again\. Show it with `esign (.+)`\.$/.exec(error.hint ?? '') ?? [];
    expect((await esign.ok([...shown.split(' '), '--json'], { env: env() })).json<Envelope>().id).toBe(error['id']);
    expect(await unsettled()).toEqual([]);
  });

  it('a write without a key: says its id, and how to come by the secret that is lost', async () => {
    const register = ['webhook', 'register', '--url', 'https://app.example.com/hooks', '--event', 'envelope.sent'];
    const typed = await onFullDisk(...register);
    expect(typed.code).toBe(1);
    const { data } = (await esign.ok(['webhook', 'list', '--json'], { env: env() })).json<{ data: { id: string }[] }>();
    expect(data).toHaveLength(1);
    expect(typed.stderr).toContain(`Done: registerWebhook ${data[0]?.id}`);
    expect(typed.stderr).toContain('Do not send it again.');
    expect(typed.stderr).toContain(`esign webhook rotate ${data[0]?.id}`);
  });

  it('a bulk run waits for and records requests in progress, and the same command does the rest', async () => {
    const people = Array.from({ length: 40 }, (_row, row) => `T${row},t${row}@example.test,L,l@example.test`);
    esign.write('rows.csv', ['Tenant.name,Tenant.email,Landlord.name,Landlord.email', ...people].join('\n'));
    const words = ['envelope', 'create', '--template', template.id, '--rows', 'rows.csv', '--yes'];
    const typed = await onFullDisk(...words, '-q');
    expect(typed.code).toBe(1);
    const written = readFileSync(esign.path('rows.csv.results.ndjson'), 'utf8').match(/"created"/g)?.length ?? 0;
    expect(written).toBeGreaterThan(0);
    expect(typed.stderr).toContain(
      `Error: Cannot write the output: the disk is full. ${written} of 40 envelopes created, ${40 - written} not tried.`,
    );
    expect(typed.stderr).toContain('rows.csv.results.ndjson');
    expect([...esign.files().keys()].filter((name) => name.endsWith('.lock'))).toEqual([]);
    expect(await unsettled()).toEqual([]);
    const rest = await esign.ok([...words, '--json'], { env: env() });
    const last = rest.stdout.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ created: 40 - written, replayed: 0, earlier: written });
  });
});
