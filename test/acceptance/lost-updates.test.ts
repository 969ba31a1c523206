import { beforeAll, describe, expect, it } from 'vitest';
import { times } from '../support/counts.js';
import type { Template } from '../support/shapes.js';
import { type Colleague, twoPeople } from '../support/program/two-people.js';
import { shared } from '../support/shared.js';

/** Ann looks at a template, Ben changes it, Ann writes: nothing that Ben wrote disappears without being shown. */

const all = shared(twoPeople);
let ann: Colleague;
let ben: Colleague;
beforeAll(async () => {
  ({ ann, ben } = all);
});

const rental = ({ fields }: Template) => fields.find(({ label }) => label === 'Monthly rental')!;
const phone = ({ fields }: Template) => fields.find(({ label }) => label === 'Telephone')!;
const rekey = (from: string, to: string) => (text: string) =>
  text.replace(`    data_key: ${from}\n`, `    data_key: ${to}\n`);

/** How a command line looks at a template. */
const looks: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  fields: (id) => ann.ok(['template', 'fields', id]),
  'fields on a terminal': (id) => ann.ok(['template', 'fields', id], { terminal: true }),
  'fields --csv': (id) => ann.ok(['template', 'fields', id, '--csv']),
  'get --json': (id) => ann.ok(['template', 'get', id, '--json']),
  'get in a pipe': (id) => ann.ok(['template', 'get', id]),
  'pull to stdout': (id) => ann.ok(['template', 'pull', id]),
  'pull to a file': (id) => ann.ok(['template', 'pull', id, '-o', 'look.yaml', '--force']),
  preview: (id) => ann.ok(['template', 'preview', id, '-o', 'look.html', '--force']),
  'a write of her own': async (id) =>
    ann.ok(['template', 'rename', id, phone(await all.read(id)).id, '--label', 'Phone', '--json']),
};

/** Ways to give the rental another data key. */
const edits: Readonly<Record<string, (who: Colleague, template: Template, key: string) => Promise<void>>> = {
  rename: async (who, template, key) =>
    void (await who.ok(['template', 'rename', template.id, rental(template).id, '--data-key', key])),
  'rename-all': async (who, template, key) => {
    who.write('all.json', JSON.stringify({ [rental(template).id]: { data_key: key } }));
    await who.ok(['template', 'rename-all', template.id, '--from', 'all.json']);
  },
  push: async (who, template, key) => {
    await who.ok(['template', 'pull', template.id, '-o', 'push.yaml', '--force']);
    who.edit('push.yaml', rekey('rental.amount', key));
    await who.ok(['template', 'push', 'push.yaml']);
  },
};

/** The command lines that overwrite the rental's data key. */
const writes: Readonly<Record<string, (template: Template) => readonly string[]>> = {
  rename: (template) => ['template', 'rename', template.id, rental(template).id, '--data-key', 'mine.amount'],
  'rename-all': (template) => {
    ann.write('all.json', JSON.stringify([{ id: rental(template).id, data_key: 'mine.amount' }]));
    return ['template', 'rename-all', template.id, '--from', 'all.json'];
  },
};

const scenes = Object.keys(looks).flatMap((look, first) =>
  Object.keys(edits).flatMap((edit, second) =>
    Object.keys(writes).map((write, third) => ({ look, edit, write, turn: first + second + third })),
  ),
);
/** Every second one: each look with each edit, each look with each write, and each edit with each write. */
const inPairs = scenes.filter(({ turn }) => turn % 2 === 0);

describe('a look whose output need not hold what it reads', () => {
  it.each([
    ['template', 'get', '--jq', '.name'],
    ['template', 'fields', '--jq', '.data[0].id'],
    ['api', 'getTemplate', '--jq', '.id'],
    ['api', 'getTemplate', '-q'],
    ['api', 'getTemplate', '--json=id'],
  ])('does not count as a look: %s %s %s', async (noun, verb, ...flags) => {
    const template = await all.template();
    await looks['fields']!(template.id);
    await edits['rename']!(ben, template, 'theirs.amount');
    await ann.ok([noun, verb, template.id, ...flags]);
    const stopped = await ann.run([...writes['rename']!(template), '--json']);
    expect(stopped.code).toBe(6);
  });
});

describe('a field that somebody else renamed since the last look', () => {
  it.each(times(inPairs, scenes))('$look, then $edit by a colleague: $write is stopped and shows it', async (scene) => {
    const template = await all.template();
    await looks[scene.look]!(template.id);
    await edits[scene.edit]!(ben, template, 'theirs.amount');
    const line = writes[scene.write]!(template);
    const stopped = await ann.run([...line, '--json']);
    expect(stopped.code).toBe(6);
    expect(stopped.error()).toMatchObject({
      code: 'template_changed',
      message: expect.stringContaining('data_key: was “rental.amount”, now “theirs.amount”, yours “mine.amount”'),
      hint: expect.stringContaining('--overwrite'),
      conflicts: [{ kind: 'field', id: rental(template).id, was: 'rental.amount', now: 'theirs.amount' }],
    });
    // A second time is stopped as well: a loop that repeats the command overwrites nothing.
    expect((await ann.run(line)).stderr).toContain('theirs.amount');
    expect(rental(await all.read(template.id)).data_key).toBe('theirs.amount');
    expect((await ann.ok([...line, '--overwrite'])).stderr).toContain('now “theirs.amount”, yours “mine.amount”');
    expect(rental(await all.read(template.id)).data_key).toBe('mine.amount');
  });
});

describe('what a look and a write leave alone', () => {
  it.each(Object.keys(edits))('a change elsewhere by %s is kept and noted, once', async (edit) => {
    const template = await all.template();
    await ann.ok(['template', 'fields', template.id]);
    await edits[edit]!(ben, template, 'theirs.amount');
    const line = ['template', 'rename', template.id, phone(template).id, '--label'];
    const noted = await ann.ok([...line, 'Mobile phone'], { terminal: true, columns: 160 });
    expect(noted.stderr).toMatch(
      /since you last looked, and not touched by this command:\n.*was “rental.amount”, now “theirs.amount”/,
    );
    expect(rental(await all.read(template.id)).data_key).toBe('theirs.amount');
    expect((await ann.ok([...line, 'Mobile'])).stderr).not.toContain('theirs.amount');
    await ann.ok(writes['rename']!(template));
  });

  it('says nothing of it under --json', async () => {
    const template = await all.template();
    await ann.ok(['template', 'fields', template.id]);
    await edits['rename']!(ben, template, 'theirs.amount');
    const line = ['template', 'rename', template.id, phone(template).id, '--label', 'Mobile phone'];
    expect((await ann.ok([...line, '--json'])).stderr).toBe('');
  });

  it('assumes nothing about a template that was not read here', async () => {
    const template = await all.template();
    await edits['rename']!(ben, template, 'theirs.amount');
    expect((await ann.ok(writes['rename']!(template))).stderr).not.toContain('theirs.amount');
  });

  it('is not a conflict when both write the same', async () => {
    const template = await all.template();
    await ann.ok(['template', 'fields', template.id]);
    await edits['rename']!(ben, template, 'mine.amount');
    await ann.ok(writes['rename']!(template));
  });

  it('takes another look for the new state', async () => {
    const template = await all.template();
    await ann.ok(['template', 'fields', template.id]);
    await edits['rename']!(ben, template, 'theirs.amount');
    expect((await ann.run(writes['rename']!(template))).code).toBe(6);
    await ann.ok(['template', 'fields', template.id, '--json=id,data_key']);
    await ann.ok(writes['rename']!(template));
  });

  it('asks on a terminal, and writes after a yes alone', async () => {
    const template = await all.template();
    await ann.ok(['template', 'fields', template.id]);
    await edits['rename']!(ben, template, 'theirs.amount');
    const line = writes['rename']!(template);
    const no = await ann.run(line, { terminal: true, columns: 160, stdin: 'n\r' });
    expect([no.code, no.stderr]).toEqual([130, expect.stringContaining('was “rental.amount”, now “theirs.amount”')]);
    expect(rental(await all.read(template.id)).data_key).toBe('theirs.amount');
    expect((await ann.run(line, { terminal: true, stdin: 'y\r' })).code).toBe(0);
    expect(rental(await all.read(template.id)).data_key).toBe('mine.amount');
  });
});

describe('--if-match', () => {
  it('writes on top of the ETag that get --etag printed, and on no other', async () => {
    const template = await all.template();
    const etag = (await ann.ok(['template', 'get', template.id, '--etag'])).stdout.trim();
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const line = [...writes['rename']!(template), '--if-match', etag];
    await edits['rename']!(ben, template, 'theirs.amount');
    expect((await ann.run([...line, '--json'])).error()).toMatchObject({ code: 'template_changed', exit_code: 6 });
    const now = (await ann.ok(['template', 'get', template.id, '--etag', '--json'])).json<{ etag: string }>().etag;
    await ann.ok([...writes['rename']!(template), '--if-match', now]);
    expect(rental(await all.read(template.id)).data_key).toBe('mine.amount');
  });
});
