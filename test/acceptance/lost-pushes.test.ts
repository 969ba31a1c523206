import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MeddlingProxy, startMeddlingProxy } from '../support/network/meddling-proxy.js';
import type { Template } from '../support/shapes.js';
import { type Colleague, twoPeople, type TwoPeople } from '../support/program/two-people.js';

/** The same for writes that are made of something older than the last look, and for changes that come in between. */

let all: TwoPeople;
let ann: Colleague;
let ben: Colleague;
let proxy: MeddlingProxy;
beforeAll(async () => {
  all = await twoPeople();
  ({ ann, ben } = all);
  proxy = await startMeddlingProxy(all.emulator.url);
});
afterAll(async () => {
  await proxy.close();
  await all.close();
});

const rental = ({ fields }: Template) => fields.find(({ label }) => label === 'Monthly rental')!;
const phone = ({ fields }: Template) => fields.find(({ label }) => label === 'Telephone')!;
const rename = (who: Colleague, id: string, field: { readonly id: string }, ...flags: readonly string[]) =>
  who.ok(['template', 'rename', id, field.id, ...flags]);
const replace = (from: string, to: string) => (text: string) => text.replace(from, to);
const mine = replace('    data_key: rental.amount\n', '    data_key: mine.amount\n');

describe('push', () => {
  it('compares with what was pulled, even when somebody looked in between', async () => {
    const template = await all.template();
    const { id } = template;
    await ann.ok(['template', 'pull', id, '-o', 'names.yaml', '--force']);
    ann.edit('names.yaml', mine);
    await rename(ben, id, rental(template), '--data-key', 'theirs.amount');
    await ann.ok(['template', 'fields', id]);
    const stopped = await ann.run(['template', 'push', 'names.yaml', '--json']);
    expect(stopped.error()).toMatchObject({ code: 'template_conflict', exit_code: 6 });
    expect(stopped.error().message).toContain('“mine.amount” in the file, “theirs.amount” on the service');
    expect(rental(await all.read(id)).data_key).toBe('theirs.amount');
    await ann.ok(['template', 'push', 'names.yaml', '--overwrite']);
    expect(rental(await all.read(id)).data_key).toBe('mine.amount');
  });

  it('asks on a terminal where both changed the same', async () => {
    const template = await all.template();
    const { id } = template;
    await ann.ok(['template', 'pull', id, '-o', 'names.yaml', '--force']);
    ann.edit('names.yaml', mine);
    await rename(ben, id, rental(template), '--data-key', 'theirs.amount');
    const line = ['template', 'push', 'names.yaml'];
    const no = await ann.run(line, { terminal: true, columns: 160, stdin: 'n\r' });
    expect([no.code, no.stderr]).toEqual([130, expect.stringContaining('“theirs.amount” on the service')]);
    expect(rental(await all.read(id)).data_key).toBe('theirs.amount');
    expect((await ann.run(line, { terminal: true, stdin: 'y\r' })).code).toBe(0);
    expect(rental(await all.read(id)).data_key).toBe('mine.amount');
  });

  it('keeps what others changed and the file did not, says so, and brings it into the file', async () => {
    const template = await all.template();
    const { id } = template;
    await ann.ok(['template', 'pull', id, '-o', 'names.yaml', '--force']);
    ann.edit('names.yaml', mine);
    await rename(ben, id, phone(template), '--label', 'Mobile phone');
    const pushed = await ann.ok(['template', 'push', 'names.yaml']);
    expect(pushed.stderr).toMatch(/since the pull \(kept\):\n.*“Telephone” → “Mobile phone”/);
    const after = await all.read(id);
    expect([rental(after).data_key, after.fields.map(({ label }) => label)]).toEqual([
      'mine.amount',
      expect.arrayContaining(['Mobile phone']),
    ]);
    expect(readFileSync(join(ann.machine.folder, 'names.yaml'), 'utf8')).toContain('label: Mobile phone');
    // Up to date, so that a rename on top of it does not surprise.
    await rename(ann, id, phone(template), '--label', 'Mobile');
  });

  it('keeps a subject that somebody gave a field, whatever a decision of the file would give it', async () => {
    const template = await all.template();
    const { id } = template;
    await ann.ok(['template', 'apply', id, (await all.people(id))[0]!.id]);
    await ann.ok(['template', 'pull', id, '-o', 'names.yaml', '--force']);
    ann.edit('names.yaml', replace('    subject_key: tenant\n', '    subject_key: lessee\n'));
    await rename(ben, id, phone(template), '--no-subject');
    await ann.ok(['template', 'push', 'names.yaml']);
    const after = await all.read(id);
    expect(after.subjects.map(({ key }) => key)).toContain('lessee');
    expect(phone(after).subject).toBeNull();
  });

  it('--if-match wants the ETag that the template has', async () => {
    const template = await all.template();
    const { id } = template;
    await ann.ok(['template', 'pull', id, '-o', 'names.yaml', '--force']);
    ann.edit('names.yaml', mine);
    const etag = (await ann.ok(['template', 'get', id, '--etag'])).stdout.trim();
    await rename(ben, id, phone(template), '--label', 'Mobile phone');
    const line = ['template', 'push', 'names.yaml', '--if-match', etag];
    expect((await ann.run([...line, '--json'])).error()).toMatchObject({ code: 'template_changed', exit_code: 6 });
    expect(rental(await all.read(id)).data_key).toBe('rental.amount');
  });
});

describe('names that are made of another template or of a naming run', () => {
  const lines: Readonly<Record<string, (id: string) => Promise<readonly string[]>>> = {
    'copy-names': async (id) => ['template', 'copy-names', (await all.template()).id, id],
    'accept --all': async (id) => ['template', 'accept', id, await run(ann, id), '--all'],
    'accept --proposal': async (id) => {
      const { id: made, proposals } = (await ben.ok(['template', 'propose', id, '--json'])).json<{
        id: string;
        proposals: { fields: { id: string }[] };
      }>();
      return ['template', 'accept', id, made, '--proposal', proposals.fields[0]!.id];
    },
  };
  const run = async (who: Colleague, id: string): Promise<string> =>
    (await who.ok(['template', 'propose', id, '-q'])).stdout.trim();

  it.each(Object.keys(lines))('%s gives no name back that somebody took away since the last look', async (name) => {
    const template = await all.template();
    const { id } = template;
    await ann.ok(['template', 'fields', id]);
    await rename(ben, id, phone(template), '--no-data-key');
    const line = await lines[name]!(id);
    const stopped = await ann.run([...line, '--json']);
    expect([stopped.code, stopped.error().message]).toEqual([6, expect.stringMatching(/data_key: was .*, now empty/)]);
    expect(phone(await all.read(id)).data_key).toBeNull();
    await ann.ok([...line, '--overwrite']);
    expect(phone(await all.read(id)).data_key).toBe('contact.phone');
  });

  it('accept is refused by the service where the run is older than the change', async () => {
    const template = await all.template();
    const { id } = template;
    await rename(ann, id, phone(template), '--no-data-key');
    const made = await run(ann, id);
    await rename(ben, id, rental(template), '--data-key', 'theirs.amount');
    const line = ['template', 'accept', id, made, '--high'];
    for (const more of [[], ['--overwrite']]) expect((await ann.run([...line, ...more])).code).toBe(6);
    expect(phone(await all.read(id)).data_key).toBeNull();
  });
});

describe('a change between the last reading and the write', () => {
  const through = (): { readonly env: Record<string, string> } => ({ env: { ESIGN_BASE_URL: proxy.url } });

  it('is shown where the write would overwrite it', async () => {
    const template = await all.template();
    const { id } = template;
    await ann.ok(['template', 'fields', id], through());
    proxy.before(() => rename(ben, id, rental(template), '--data-key', 'theirs.amount'));
    const line = ['template', 'rename', id, rental(template).id, '--data-key', 'mine.amount', '--json'];
    const stopped = await ann.run(line, through());
    expect(stopped.code).toBe(6);
    expect(stopped.error().message).toContain('was “rental.amount”, now “theirs.amount”, yours “mine.amount”');
    expect(rental(await all.read(id)).data_key).toBe('theirs.amount');
  });

  it('is noted where the write leaves it alone', async () => {
    const template = await all.template();
    const { id } = template;
    await ann.ok(['template', 'fields', id], through());
    proxy.before(() => rename(ben, id, phone(template), '--label', 'Mobile phone'));
    const line = ['template', 'rename', id, rental(template).id, '--data-key', 'mine.amount'];
    expect((await ann.ok(line, through())).stderr).toContain('was “Telephone”, now “Mobile phone”');
    const after = await all.read(id);
    expect([rental(after).data_key, after.fields.map(({ label }) => label)]).toEqual([
      'mine.amount',
      expect.arrayContaining(['Mobile phone']),
    ]);
  });

  it('stops a push for the same field, and is merged for another one', async () => {
    for (const [field, flags, code] of [
      [rental, ['--data-key', 'theirs.amount'], 6],
      [phone, ['--label', 'Mobile phone'], 0],
    ] as const) {
      const template = await all.template();
      const { id } = template;
      await ann.ok(['template', 'pull', id, '-o', 'names.yaml', '--force'], through());
      ann.edit('names.yaml', mine);
      proxy.before(() => rename(ben, id, field(template), ...flags));
      expect((await ann.run(['template', 'push', 'names.yaml'], through())).code).toBe(code);
      const after = await all.read(id);
      expect(rental(after).data_key).toBe(code === 6 ? 'theirs.amount' : 'mine.amount');
      if (code === 0) expect(after.fields.map(({ label }) => label)).toContain('Mobile phone');
    }
  });
});

describe('esign api', () => {
  it('looks and writes like the other commands', async () => {
    const template = await all.template();
    const { id } = template;
    await ann.ok(['api', 'GET', `/templates/${id}`]);
    await rename(ben, id, rental(template), '--data-key', 'theirs.amount');
    const path = `/templates/${id}/fields/${rental(template).id}`;
    const line = ['api', 'PATCH', path, '--field', 'data_key=mine.amount', '--json'];
    const stopped = await ann.run(line);
    expect([stopped.code, stopped.error().message]).toEqual([
      6,
      expect.stringContaining('was “rental.amount”, now “theirs.amount”, yours “mine.amount”'),
    ]);
    expect(rental(await all.read(id)).data_key).toBe('theirs.amount');
    const stale = await ann.run([...line, '--header', `If-Match: "${'a'.repeat(64)}"`]);
    expect(stale.code).toBe(6);
    await ann.ok([...line, '--overwrite']);
    expect(rental(await all.read(id)).data_key).toBe('mine.amount');
    // Its own write does not surprise the next one.
    await ann.ok(['api', 'PATCH', path, '--field', 'data_key=mine.other']);
  });
});
