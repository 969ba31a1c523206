import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveProfile } from '../../../src/core/config/save-profile.js';
import type { TestOrganisation } from '../../support/emulator.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Person, Template } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';
import { leasePdf } from '../../support/template-of.js';

const at = shared(newEmulatorMachine);
let other: TestOrganisation;
let source: string;
let count = 0;

interface Cloned {
  readonly created: boolean;
  readonly decided: readonly string[];
  readonly renamed: readonly string[];
  readonly not_taken_over: readonly string[];
  readonly differences: readonly string[];
  readonly files: readonly string[];
  readonly to: { readonly profile: string; readonly template_id: string };
}

const profile = async (name: string, secrets: { readonly live?: string; readonly test?: string }): Promise<void> => {
  const settings = { base_url: at.emulator.url, emulator: true, secrets } as const;
  await saveProfile(at.machine.env['ESIGN_CONFIG_DIR'] ?? '', name, settings, 'file');
};

beforeAll(async () => {
  at.write('lease.pdf', Buffer.from(leasePdf()));
  source = await named('lease.pdf');
});

/** Uploads files, and takes everything that is proposed for their names and people. */
async function named(...files: readonly string[]): Promise<string> {
  const id = (await at.ok(['template', 'create', ...files, '-q'])).stdout.trim();
  const run = (await at.ok(['template', 'propose', id, '-q'])).stdout.trim();
  await at.ok(['template', 'accept', id, run, '--all']);
  return id;
}

/** An organisation that has no template, as the profile `other`. */
async function freshOrganisation(): Promise<string> {
  other = await at.emulator.organisation();
  const name = `other-${(count += 1)}`;
  await profile(name, { live: other.liveKey, test: other.testKey });
  return name;
}

const clone = (id: string, to: string, ...words: readonly string[]) =>
  at.run(['template', 'clone', id, '--from', 'local', '--to', to, '-o', `names-${to}/`, ...words]);

const templatesThere = async (): Promise<readonly Template[]> =>
  (await other.live<{ data: Template[] }>('GET /api/v1/templates')).body.data;

/** A template without what is another's in a copy. */
async function contentOf(call: TestOrganisation['live'], id: string): Promise<unknown> {
  const { body } = await call<Template>(`GET /api/v1/templates/${id}`);
  const { people } = (await call<{ people: Person[] }>(`GET /api/v1/templates/${id}/people`)).body;
  const numbers = new Map<string, string>();
  const number = (text: string): string => {
    const known = numbers.get(text) ?? `id ${numbers.size + 1}`;
    numbers.set(text, known);
    return known;
  };
  const text = JSON.stringify({ body, people }).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, number);
  const plain = JSON.parse(text) as { body: Template; people: Person[] };
  return { ...plain, body: { ...plain.body, created_at: null } };
}

describe('template clone', () => {
  it('makes the lease again elsewhere, with its questions, decisions and names', async () => {
    const to = await freshOrganisation();
    const dry = await clone(source, to, '--dry-run', '--json');
    expect(dry.code).toBe(0);
    expect(dry.json()).toMatchObject({ dry_run: true, requests: [{ method: 'POST' }], decisions: 4, names: 49 });
    const [file] =
      dry.json<{ requests: readonly { body: { documents: readonly object[] } }[] }>().requests[0]?.body.documents ?? [];
    expect(file).toEqual({
      filename: 'lease.pdf',
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await templatesThere()).toEqual([]);

    const ran = await clone(source, to, '--json');
    expect(ran.stderr).toBe('');
    const cloned = ran.json<Cloned>();
    expect(cloned.not_taken_over).toEqual([expect.stringContaining('does not tell maximum lengths')]);
    expect(cloned.decided).toHaveLength(4);
    expect(cloned.renamed).toHaveLength(49);
    expect(await contentOf(other.live, cloned.to.template_id)).toEqual(await contentOf(at.organisation.live, source));
  });

  it('takes the name that the template has with the profile of --from', async () => {
    const to = await freshOrganisation();
    await at.ok(['template', 'create', 'lease.pdf', '--name', `Only in ${to}`, '--profile', to]);
    expect((await clone(`Only in ${to}`, to, '--dry-run')).code).toBe(4);
    const words = ['--from', to, '--to', 'local', '--dry-run', '--json'];
    const ran = await at.ok(['template', 'clone', `Only in ${to}`, ...words]);
    expect(ran.json()).toMatchObject({ dry_run: true, name: `Only in ${to}` });
  });

  it('saves the names of both, which the service has', async () => {
    const to = await freshOrganisation();
    expect((await clone(source, to, '--json')).code).toBe(0);
    const files = readdirSync(at.path(`names-${to}`));
    expect(files.toSorted()).toEqual(['lease.local.yaml', `lease.${to}.yaml`]);
    const diff = async (file: string, name: string) =>
      await at.run(['template', 'diff', `names-${to}/${file}`, '--profile', name]);
    expect((await diff('lease.local.yaml', 'local')).code).toBe(0);
    expect((await diff(`lease.${to}.yaml`, to)).code).toBe(0);
  });

  it('uploads nothing a second time, unless it is asked to', async () => {
    const to = await freshOrganisation();
    const first = (await clone(source, to, '--json')).json<Cloned>();
    const second = await clone(source, to);
    expect(second.stderr).toContain(`A copy exists at ${to}: ${first.to.template_id}. Add --again`);
    expect((await clone(source, to, '--json')).json<Cloned>()).toMatchObject({
      created: false,
      decided: [],
      renamed: [],
    });
    expect(await templatesThere()).toHaveLength(1);

    const third = (await clone(source, to, '--again', '--force', '--json')).json<Cloned>();
    expect(third.created).toBe(true);
    expect(await templatesThere()).toHaveLength(2);
    expect((await clone(source, to, '--json')).json<Cloned>().to).toEqual(third.to);
  });

  it('leaves what was changed on the copy since, and says so', async () => {
    const to = await freshOrganisation();
    const first = (await clone(source, to, '--json')).json<Cloned>();
    const id = first.to.template_id;
    const { fields } = (await other.live<Template>(`GET /api/v1/templates/${id}`)).body;
    const field = fields.find(({ label }) => label !== null)!;
    await at.ok(['template', 'rename', id, field.id, '--label', 'Mine', '--profile', to]);
    const again = (await clone(source, to, '--json')).json<Cloned>();
    expect(again.differences).toEqual([`“Mine” on page ${field.page}: label: “Mine” → “${field.label}”`]);
    const after = (await other.live<Template>(`GET /api/v1/templates/${id}`)).body;
    expect(after.fields.find((each) => each.id === field.id)?.label).toBe('Mine');
  });

  it('leaves a name that was given on the copy, also where the copy needed none', async () => {
    const plain = (await at.ok(['template', 'create', 'lease.pdf', '--name', 'Plain', '-q'])).stdout.trim();
    const to = await freshOrganisation();
    const first = (await clone(plain, to, '--json')).json<Cloned>();
    expect([first.decided, first.renamed]).toEqual([[], []]);
    const id = first.to.template_id;
    const { fields } = (await other.live<Template>(`GET /api/v1/templates/${id}`)).body;
    await at.ok(['template', 'rename', id, fields[0]!.id, '--label', 'Mine', '--profile', to]);
    for (const _time of ['first', 'second']) {
      const again = (await clone(plain, to, '--json')).json<Cloned>();
      expect(again).toMatchObject({ renamed: [], differences: [expect.stringContaining('label: “Mine” → ')] });
    }
    const after = (await other.live<Template>(`GET /api/v1/templates/${id}`)).body;
    expect(after.fields[0]?.label).toBe('Mine');
  });

  it('writes two files, also into a folder that does not exist and is named without a slash', async () => {
    const to = await freshOrganisation();
    const words = ['template', 'clone', source, '--from', 'local', '--to', to, '-o', `new-${to}`, '--json'];
    const { files } = (await at.ok(words)).json<Cloned>();
    const expected = ['lease.local.yaml', `lease.${to}.yaml`];
    expect(files).toEqual(expected.map((name) => at.path(`new-${to}/${name}`)));
    expect(readdirSync(at.path(`new-${to}`)).toSorted()).toEqual(expected.toSorted());
    at.write('taken', 'mine');
    const refused = await at.run([...words.slice(0, -2), 'taken', '--again', '--json']);
    expect([refused.code, refused.error().message]).toEqual([1, expect.stringContaining('not a folder')]);
    expect(await templatesThere()).toHaveLength(1);
    expect(readFileSync(at.path('taken'), 'utf8')).toBe('mine');
  });

  it('does nothing with a test key, which may not edit templates', async () => {
    const to = await freshOrganisation();
    const before = (await at.emulator.control<{ data: unknown[] }>('GET /_emulator/requests')).data.length;
    const ran = await clone(source, to, '--mode', 'test', '--json');
    expect(ran.code).toBe(3);
    expect(ran.error()).toMatchObject({ code: 'test_key_cannot_edit_templates' });
    expect((await at.emulator.control<{ data: unknown[] }>('GET /_emulator/requests')).data).toHaveLength(before);
  });

  it('names the flag of a profile that does not exist', async () => {
    const ran = await at.run(['template', 'clone', source, '--from', 'local', '--to', 'nowhere']);
    expect(ran.code).toBe(2);
    expect(ran.error().message).toBe('Profile "nowhere" (from --to) not found.');
  });

  it('--dry-run --json picks fields of what it lists', async () => {
    const to = await freshOrganisation();
    const ran = await clone(source, to, '--dry-run', '--json=name,decisions');
    expect(ran.json()).toEqual({ name: 'lease', decisions: 4 });
  });

  it('takes the profiles that it is given, whatever the environment says', async () => {
    const to = await freshOrganisation();
    const env = { ESIGN_BASE_URL: 'http://127.0.0.1:9', ESIGN_API_KEY: at.organisation.testKey };
    const words = ['template', 'clone', source, '--from', 'local', '--to', to, '-o', `names-${to}/`, '-q'];
    const ran = await at.ok(words, { env });
    expect((await templatesThere()).map(({ id }) => id)).toEqual([ran.stdout.trim()]);
    expect(ran.stdout + ran.stderr + readFileSync(at.path(`names-${to}/lease.${to}.yaml`), 'utf8')).not.toContain(
      other.liveKey,
    );
  });
});

it('refuses a copy beside its source: the same service with the same key', async () => {
  const count = async () => (await at.ok(['template', 'list', '--json'])).json<{ data: object[] }>().data.length;
  const before = await count();
  const ran = await clone(source, 'local', '--json');
  expect([ran.code, ran.error()]).toMatchObject([2, { code: 'conflicting_options' }]);
  expect(await count()).toBe(before);
});
