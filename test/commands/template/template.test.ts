import { fileURLToPath } from 'node:url';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { NamingRun, Template } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

const unknown = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';

describe('template create', () => {
  it("answers with the service's own body in a pipe, and with words and the next step on a terminal", async () => {
    const piped = (await at.ok(['template', 'create', 'agreement.pdf'])).json<Template>();
    expect(piped.name).toBe('agreement');
    expect(piped.fields.length).toBeGreaterThan(8);

    const seen = await at.ok(['template', 'create', 'agreement.pdf', '--name', 'Lease'], { terminal: true });
    expect(seen.stdout).toMatch(/^Id +[0-9a-f-]{36}$/m);
    expect(seen.stdout).toMatch(/^Documents +1 \(2 pages\)$/m);
    expect(seen.stdout).toMatch(/Next:\n {2}esign template people [0-9a-f-]{36}/);
  });

  it('stacks several files into one pack', async () => {
    const made = (await at.ok(['template', 'create', 'agreement.pdf', 'agreement.pdf'])).json<Template>();
    expect(made.documents.map(({ page_count }) => page_count)).toEqual([2, 2]);
  });

  it.each([
    ['picture.pdf', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'a PNG picture'],
    ['photo.pdf', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'a JPEG picture'],
    ['site.pdf', '<!DOCTYPE html><title>Not found</title>', 'an HTML page'],
    ['empty.pdf', '', 'an empty file'],
    ['notes.pdf', 'Dear tenant,\n', 'plain text'],
    ['sheet.pdf', 'PK\u0003\u0004........xl/workbook.xml', 'an Excel workbook'],
  ])('refuses %s before the network, saying what it looks like', async (name, content, words) => {
    await requests();
    const before = await requests();
    const ran = await at.run(['template', 'create', at.write(name, content), '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({ code: 'file_not_a_document', message: expect.stringContaining(words) });
    expect(await requests()).toBe(before);
  });

  it('refuses a file that is not there, and a folder', async () => {
    expect((await at.run(['template', 'create', 'nowhere.pdf'])).stderr).toMatch(/Cannot read nowhere\.pdf/);
    expect((await at.run(['template', 'create', '.'])).code).toBe(2);
  });
});

/** How many requests the key has spent of its minute; reading it spends one more. */
async function requests(): Promise<number> {
  const answer = await at.organisation.live('GET /api/v1/webhooks');
  const spent = 600 - Number(answer.headers['ratelimit-remaining']);
  await at.emulator.advance(60_000);
  return spent;
}

describe('template list', () => {
  it('never ends silently: it says how to go on, and --all reads every page', async () => {
    const ids = [await at.template('One'), await at.template('Two'), await at.template('Three')].toReversed();
    const first = await at.ok(['template', 'list', '--limit', '2', '-q']);
    expect(first.stdout.trim().split('\n')).toEqual(ids.slice(0, 2));
    expect(first.stderr).toContain(`--cursor ${ids[1]}`);
    const rest = await at.ok(['template', 'list', '--cursor', ids[1]!, '--limit', '1', '-q']);
    expect(rest.stdout.trim()).toBe(ids[2]);
    const all = (await at.ok(['template', 'list', '--all', '--json'])).json<{
      data: { id: string }[];
      next_cursor: unknown;
      more: boolean;
    }>();
    expect(all.data.slice(0, 3).map(({ id }) => id)).toEqual(ids);
    expect([all.next_cursor, all.more]).toEqual([null, false]);
    expect((await at.run(['template', 'list', '--all', '--limit', '2'])).code).toBe(2);
  });

  it('writes tab-separated rows with --tsv, and stays a list on a narrow terminal', async () => {
    const id = await at.template('A lease with a rather long name, so that it does not fit');
    expect((await at.ok(['template', 'list', '--limit', '1', '--tsv'])).stdout.split('\t')[0]).toBe(id);
    const narrow = await at.ok(['template', 'list', '--limit', '1'], { terminal: true, columns: 70 });
    expect(narrow.stdout).toMatch(new RegExp(`^TEMPLATE +NAME.*\n${id.slice(0, 8)} +A lease.*…`));
  });

  it.each([['0'], ['-1'], ['ten']])('refuses --limit %s', async (limit) => {
    expect((await at.run(['template', 'list', '--limit', limit])).code).toBe(2);
  });
});

describe('template people, decide and apply', () => {
  it('takes the proposals one by one, and a decision of one’s own', async () => {
    const id = await at.template();
    const [first, second] = (await at.ok(['template', 'people', id, '-q'])).stdout.trim().split('\n');
    const applied = (await at.ok(['template', 'apply', id, first!])).json<Template>();
    expect(applied.subjects.map(({ key }) => key)).toContain('tenant');
    const decided = (
      await at.ok(['template', 'decide', id, second!, '--decision', 'signer', '--role-name', 'Landlord'])
    ).json<Template>();
    expect(decided.roles.map(({ name }) => name)).toEqual(expect.arrayContaining(['Tenant', 'Landlord']));
    const shared = ['template', 'decide', id, second!, '--decision', 'signer', '--role-name', 'Tenant'];
    expect((await at.ok(shared)).stderr).toMatch(/on page 1 also has the role Tenant, so one recipient signs for both/);
    const seen = await at.ok(['template', 'people', id], { terminal: true, columns: 160 });
    expect(seen.stdout).toContain(`esign template propose ${id}`);
  });

  it('takes a person by role, and says which fields stay with another role and how to give them', async () => {
    const lease = fileURLToPath(new URL('../../../src/demo/lease.pdf', import.meta.url));
    const id = (await at.ok(['template', 'create', lease, '-q'])).stdout.trim();
    const seen = { terminal: true, columns: 200 };
    const applied = await at.ok(['template', 'apply', id, 'tenant'], seen);
    const [, rest] = /esign (template decide .* --filled-by own)/.exec(applied.stdout) ?? [];
    expect(applied.stderr).toMatch(/\d+ fields of “.*” are still assigned to the role Signer, not Tenant\./);
    const own = await at.ok((rest ?? '').split(' '), seen);
    expect(own.stderr).not.toContain('still assigned');
    const body = (await at.ok(['template', 'get', id])).json<Template>();
    expect(body.fields.some(({ role, type }) => role === 'Tenant' && type === 'text')).toBe(true);
    const wrong = await at.run(['template', 'apply', id, 'nobody', '--json']);
    expect([wrong.code, wrong.error().message]).toEqual([2, 'Person "nobody" not found.']);
  });

  it('names the flag that a decision needs', async () => {
    const ran = await at.run(['template', 'decide', unknown, '0'.repeat(32), '--decision', 'both', '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error().hint).toContain('--role-name');
    const other = await at.run(['template', 'decide', unknown, '0'.repeat(32), '--decision', 'subject', '--json']);
    expect(other.error().hint).toContain('--subject-key');
  });

  it('with a test key says that a live one is needed', async () => {
    const id = await at.template();
    const person = (await at.ok(['template', 'people', id, '-q'])).stdout.split('\n')[0]!;
    const ran = await at.run(['template', 'apply', id, person, '--mode', 'test', '--json']);
    expect(ran.code).toBe(3);
    expect(ran.error().code).toBe('test_key_cannot_edit_templates');
  });
});

describe('names', () => {
  it('rename gives a name, and --no-label takes it away', async () => {
    const id = await at.template();
    const field = (await fields(id)).find(({ data_key }) => data_key === 'contact.phone')!;
    const words = ['template', 'rename', id, field.id];
    const named = await at.ok([...words, '--data-key', 'contact.mobile', '--label', 'Mobile'], { terminal: true });
    expect(named.stdout).toContain('“Mobile” now takes values for tenant.contact.mobile.');
    // What was not asked for is not called new.
    const labelled = await at.ok([...words, '--label', 'Cell'], { terminal: true });
    expect(labelled.stdout.trim()).toBe('The field is now called “Cell”.');
    const bare = await at.ok([...words, '--no-label'], { terminal: true });
    expect(bare.stdout.trim()).toBe('The field has no label.');
    expect((await fields(id)).find((one) => one.id === field.id)).toMatchObject({
      label: null,
      data_key: 'contact.mobile',
    });
  });

  it('rename and rename-all give no field the address of another unless that is said', async () => {
    const id = await at.template();
    const all = await fields(id);
    const phone = all.find(({ data_key }) => data_key === 'contact.phone')!;
    const other = all.find(({ subject, data_key }) => subject === phone.subject && data_key === 'person.full_name')!;
    const words = ['template', 'rename', id, other.id, '--data-key', 'contact.phone'];
    const refused = await at.run([...words, '--yes']);
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('tenant.contact.phone: “')]);
    expect(refused.stderr).toContain('--allow-shared');
    const left = await at.run(words, { terminal: true, stdin: 'n\n' });
    expect([left.code, left.stderr]).toEqual([130, expect.stringContaining('Do they mean the same?')]);
    const file = at.write('shared.json', JSON.stringify({ [other.id]: { data_key: 'contact.phone' } }));
    expect((await at.run(['template', 'rename-all', id, '--from', file])).stderr).toContain('tenant.contact.phone');
    expect((await fields(id)).find((one) => one.id === other.id)?.data_key).toBe('person.full_name');
    await at.ok([...words, '--allow-shared']);
    // What is shared already is not news.
    await at.ok(['template', 'rename', id, other.id, '--label', 'Also the phone']);
  });

  it('rename without a name is refused, and so is an unknown field', async () => {
    expect((await at.run(['template', 'rename', unknown, unknown])).stderr).toContain('--data-key');
    const ran = await at.run(['template', 'rename', await at.template(), 'full_name', '--no-label']);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('Field "full_name" not found.')]);
  });

  it('rename finds the field by the number that the preview shows', async () => {
    const id = await at.template();
    const [, second] = await fields(id);
    await at.ok(['template', 'rename', id, '2', '--label', 'Corrected']);
    expect((await fields(id)).find((field) => field.id === second!.id)!.label).toBe('Corrected');
  });

  it('--empty-removes makes the round trip of the CSV whole: an emptied cell takes the name away', async () => {
    const id = await at.template();
    const csv = (await at.ok(['template', 'fields', id, '--csv'])).stdout;
    const before = await fields(id);
    at.write('same.csv', csv);
    await at.ok(['template', 'rename-all', id, '--from', 'same.csv', '--empty-removes']);
    expect(await fields(id)).toEqual(before);
    at.write('emptied.csv', csv.replace('rental.amount', ''));
    await at.ok(['template', 'rename-all', id, '--from', 'emptied.csv']);
    expect(await fields(id)).toEqual(before);
    await at.ok(['template', 'rename-all', id, '--from', 'emptied.csv', '--empty-removes']);
    expect((await fields(id)).map(({ data_key }) => data_key)).not.toContain('rental.amount');
  });

  it('fields --csv can be edited and given back to rename-all', async () => {
    const id = await at.template();
    const csv = (await at.ok(['template', 'fields', id, '--csv'])).stdout;
    expect(csv.split('\r\n')[0]).toBe('id,subject,data_key,label,type,role,page,required');
    at.write('names.csv', csv.replaceAll('rental.amount', 'rental.monthly_amount'));
    const renamed = (await at.ok(['template', 'rename-all', id, '--from', 'names.csv'])).json<Template>();
    expect(renamed.fields.map(({ data_key }) => data_key)).toContain('rental.monthly_amount');
    expect(renamed.fields.map(({ data_key }) => data_key)).not.toContain('rental.amount');
  });

  it('rename-all takes YAML, where null takes a name away', async () => {
    const id = await at.template();
    const field = (await fields(id)).find(({ data_key }) => data_key === 'contact.phone')!;
    at.write('names.yaml', `${field.id}:\n  data_key: null\n`);
    await at.ok(['template', 'rename-all', id, '--from', 'names.yaml']);
    const unnamed = (await at.ok(['template', 'fields', id, '--unnamed', '-q'])).stdout.trim().split('\n');
    expect(unnamed).toContain(field.id);
  });

  it.each([
    ['bad.csv', `id,data_key\n${unknown},a.b\nnot-an-id,c.d\n`, 'bad.csv:3:1'],
    ['ragged.csv', `id,data_key\n${unknown}\n`, 'ragged.csv:2:2'],
    ['bad.yaml', `${unknown}:\n  data_key: a.b\n  colour: red\n`, 'bad.yaml:3:3'],
    ['twice.yaml', `${unknown}:\n  data_key: a.b\n  data_key: c.d\n`, 'twice.yaml:3:'],
  ])('rename-all says in which place of %s the mistake is', async (name, text, place) => {
    const ran = await at.run(['template', 'rename-all', unknown, '--from', at.write(name, text)]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(place);
  });

  it('propose and accept take what the service proposes', async () => {
    const id = await at.template();
    const run = (await at.ok(['template', 'propose', id, '--json'])).json<NamingRun>();
    expect((await at.run(['template', 'accept', id, run.id])).stderr).toContain('--all, --high or --proposal');
    expect((await at.run(['template', 'accept', id, run.id, '--all', '--high'])).code).toBe(2);
    const accepted = (await at.ok(['template', 'accept', id, run.id, '--all'])).json<Template>();
    expect(accepted.subjects.length).toBeGreaterThan(0);
  });

  async function fields(id: string): Promise<Template['fields']> {
    return (await at.ok(['template', 'get', id])).json<Template>().fields;
  }
});

describe('template page', () => {
  it('writes one page, and does not overwrite a file unasked', async () => {
    const { documents } = (await at.ok(['template', 'get', await at.template()])).json<Template>();
    const words = ['template', 'page', documents[0]!.id];
    const written = (await at.ok([...words, '1', '-o', 'page.pdf'])).json<{ file: string; bytes: number }>();
    expect(readFileSync(at.path('page.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect(written.bytes).toBe(statSync(at.path('page.pdf')).size);
    const again = await at.run([...words, '1', '-o', 'page.pdf', '--json']);
    expect(again.code).toBe(2);
    expect(again.error().hint).toContain('--force');
    await at.ok([...words, '2', '-o', 'page.pdf', '--force']);

    const missing = await at.run([...words, '3', '-o', 'third.pdf', '--json']);
    expect(missing.code).toBe(4);
    expect(existsSync(at.path('third.pdf'))).toBe(false);
  });

  it('writes the PDF alone to a pipe, and never to a terminal', async () => {
    const { documents } = (await at.ok(['template', 'get', await at.template()])).json<Template>();
    const words = ['template', 'page', documents[0]!.id, '1', '-o', '-'];
    expect((await at.ok(words)).stdout.startsWith('%PDF-')).toBe(true);
    expect((await at.run(words, { terminal: true })).code).toBe(2);
  });
});
