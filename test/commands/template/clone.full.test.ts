import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveProfile } from '../../../src/core/config/save-profile.js';
import { has } from '../../support/documents/small-documents.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../../support/emulator.js';
import { bin, type Esign, newEsign } from '../../support/esign.js';
import { type KillingProxy, startKillingProxy } from '../../support/network/killing-proxy.js';
import type { Person, Template } from '../../support/shapes.js';
import { leasePdf } from '../../support/template-of.js';

let emulator: TestEmulator;
let source: TestOrganisation;
let proxy: KillingProxy;
let esign: Esign;
let count = 0;
/** Told of each write that was answered. */
let onWrite: () => void = () => undefined;

beforeAll(async () => {
  emulator = await startTestEmulator({
    log: (entry) => {
      if (entry.kind === 'request' && entry.method !== 'GET') onWrite();
    },
  });
  source = await emulator.organisation();
  proxy = await startKillingProxy(Number(new URL(emulator.url).port));
  esign = newEsign({ within: true });
  await profile('live', emulator.url, source);
  esign.write('lease.pdf', Buffer.from(leasePdf()));
  for (const name of ['used-car-sale.docx', 'court-pca349.pdf']) {
    const path = new URL(`../../fixtures/forms/${name}`, import.meta.url);
    esign.write(name, readFileSync(fileURLToPath(path)));
  }
});
afterAll(async () => {
  await proxy.close();
  await esign.remove();
  await emulator.close();
});

async function profile(name: string, url: string, { liveKey }: TestOrganisation): Promise<void> {
  const settings = { base_url: url, secrets: { live: liveKey } } as const;
  await saveProfile(esign.env['ESIGN_CONFIG_DIR'] ?? '', name, settings, 'file');
}

/** An organisation that has no template, as a profile. */
async function destination(url: string): Promise<{ readonly name: string; readonly organisation: TestOrganisation }> {
  const organisation = await emulator.organisation();
  const name = `copy-${(count += 1)}`;
  await profile(name, url, organisation);
  return { name, organisation };
}

/** Uploads files, and takes everything that is proposed for their names and people. */
async function named(...files: readonly string[]): Promise<string> {
  const run = async (...words: readonly string[]): Promise<string> =>
    (await esign.ok(['template', ...words, '--profile', 'live', '--yes', '-q'])).stdout.trim();
  const id = await run('create', ...files);
  await run('accept', id, await run('propose', id), '--all');
  return id;
}

const argvFor = (id: string, to: string): readonly string[] => [
  'template',
  'clone',
  id,
  '--from',
  'live',
  '--to',
  to,
  '-o',
  `${to}/`,
  '--yes',
  '--json',
];

const templatesOf = async ({ live }: TestOrganisation): Promise<readonly Template[]> =>
  (await live<{ data: Template[] }>('GET /api/v1/templates')).body.data;

/** A template with its IDs numbered in the order in which they stand. */
async function contentOf({ live }: TestOrganisation, id: string): Promise<unknown> {
  const { body } = await live<Template>(`GET /api/v1/templates/${id}`);
  const { people } = (await live<{ people: Person[] }>(`GET /api/v1/templates/${id}/people`)).body;
  const numbers = new Map<string, string>();
  const number = (text: string): string => {
    const known = numbers.get(text) ?? `id ${numbers.size + 1}`;
    numbers.set(text, known);
    return known;
  };
  const text = JSON.stringify({ body: { ...body, created_at: null }, people });
  return JSON.parse(text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, number)) as unknown;
}

const forms: readonly { readonly form: string; readonly files: readonly string[] }[] = [
  { form: 'a court form', files: ['court-pca349.pdf'] },
  { form: 'a pack of two documents', files: ['lease.pdf', 'agreement.pdf'] },
  ...(has('soffice') ? [{ form: 'a Word file', files: ['used-car-sale.docx'] }] : []),
];

describe('template clone', () => {
  it.each(forms)('makes $form again, and the check finds nothing', { timeout: 60_000 }, async ({ files }) => {
    const id = await named(...files);
    const { name, organisation } = await destination(emulator.url);
    const ran = await esign.ok(argvFor(id, name));
    const {
      to,
      not_taken_over: lost,
      files: written,
    } = ran.json<{
      readonly to: { readonly template_id: string };
      readonly not_taken_over: readonly string[];
      readonly files: readonly string[];
    }>();
    expect(lost).toHaveLength(1);
    const [copy, original] = [await contentOf(organisation, to.template_id), await contentOf(source, id)];
    expect(withoutReading(copy)).toEqual(withoutReading(original));
    for (const [index, side] of ['live', name].entries()) {
      const diff = await esign.ok(['template', 'diff', written[index] ?? '', '--profile', side, '--json']);
      expect(diff.json()).toMatchObject({ in_step: true });
    }
  });

  it(
    'killed at each write after the upload, it is completed without a second template',
    { timeout: 180_000 },
    async () => {
      const id = await named('lease.pdf');
      const original = await contentOf(source, id);
      let killed = true;
      for (let writes = 0; killed; writes += 1) {
        const { name, organisation } = await destination(proxy.url);
        killed = await killedAfter(writes, argvFor(id, name));
        proxy.plan(undefined);
        await esign.ok(argvFor(id, name));
        const templates = await templatesOf(organisation);
        expect([writes, templates.length]).toEqual([writes, 1]);
        expect(await contentOf(organisation, templates[0]?.id ?? '')).toEqual(original);
        if (killed) expect(writes).toBeLessThan(20);
        else expect(writes).toBeGreaterThan(5);
      }
    },
  );
});

/** Runs the built program, and kills it after this number of answered writes; answers whether it was killed. */
async function killedAfter(writes: number, argv: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [bin, ...argv], { env: esign.env, cwd: esign.folder, stdio: 'ignore' });
  const kill = (): void => void child.kill('SIGKILL');
  const ended = new Promise<boolean>((resolve) => child.on('close', (_code, signal) => resolve(signal === 'SIGKILL')));
  let left = writes;
  const arm = (): void => {
    if (left === 0) proxy.plan({ point: { at: 'committed' }, drops: 0, kill });
    left -= 1;
  };
  arm();
  onWrite = arm;
  const wasKilled = await ended;
  onWrite = () => undefined;
  await proxy.idle();
  return wasKilled;
}

/** Without what is read of the form around a field: other fields stand there once it is made again. */
function withoutReading(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content), (key, value: unknown) =>
    key === 'context' || key === 'reason' || key === 'heading' || key === 'suggested_key' ? undefined : value,
  ) as unknown;
}
