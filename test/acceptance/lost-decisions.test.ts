import { beforeAll, describe, expect, it } from 'vitest';
import { times } from '../support/counts.js';
import type { Person, Template } from '../support/shapes.js';
import { type Colleague, twoPeople } from '../support/program/two-people.js';
import { shared } from '../support/shared.js';

/** The same for the people of a template, whose decisions the ETag does not cover as a whole. */

const all = shared(twoPeople);
let ann: Colleague;
let ben: Colleague;
beforeAll(async () => {
  ({ ann, ben } = all);
});

const tenant = async (id: string): Promise<Person> => (await all.people(id))[0]!;
const decision = (role: string, ...more: readonly string[]): readonly string[] => [
  ...'--decision both --subject-key tenant --role-name'.split(' '),
  role,
  ...more,
];
const propose = async (who: Colleague, id: string): Promise<string> =>
  (await who.ok(['template', 'propose', id, '-q'])).stdout.trim();

const looks: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  people: (id) => ann.ok(['template', 'people', id]),
  'people on a terminal': (id) => ann.ok(['template', 'people', id], { terminal: true }),
  'pull to stdout': (id) => ann.ok(['template', 'pull', id]),
  'pull to a file': (id) => ann.ok(['template', 'pull', id, '-o', 'look.yaml', '--force']),
  'diff --json': async (id) => {
    await ann.ok(['template', 'pull', id, '-o', 'look.yaml', '--force']);
    await ann.ok(['template', 'diff', 'look.yaml', '--json']);
  },
  'propose --json': (id) => ann.ok(['template', 'propose', id, '--json']),
  'a decision of her own': async (id) =>
    ann.ok(['template', 'decide', id, (await tenant(id)).id, ...decision('Tenant'), '-q']),
};

/** Ways to decide that the first person is somebody else than before. */
const edits: Readonly<Record<string, (template: Template) => Promise<void>>> = {
  decide: async ({ id }) =>
    void (await ben.ok(['template', 'decide', id, (await tenant(id)).id, ...decision('Lessee')])),
  push: async ({ id }) => {
    await ben.ok(['template', 'pull', id, '-o', 'push.yaml', '--force']);
    ben.edit('push.yaml', (text) => {
      const open = text.replace(
        /( +)proposed: \{ (.*?) \}\n +decision: null\n/,
        (_all, indent: string, parts: string) =>
          parts
            .split(', ')
            .map((part) => `${indent}${part}\n`)
            .join(''),
      );
      return open.replace(/role_name: Tenant\n/, 'role_name: Lessee\n');
    });
    await ben.ok(['template', 'push', 'push.yaml']);
  },
};

const writes: Readonly<Record<string, (id: string) => Promise<readonly string[]>>> = {
  decide: async (id) => ['template', 'decide', id, (await tenant(id)).id, ...decision('Renter')],
  apply: async (id) => ['template', 'apply', id, (await tenant(id)).id],
  'accept --all': async (id) => ['template', 'accept', id, await propose(ann, id), '--all'],
};

const scenes = Object.keys(looks).flatMap((look, first) =>
  Object.keys(edits).flatMap((edit, second) =>
    Object.keys(writes).map((write, third) => ({ look, edit, write, turn: first + second + third })),
  ),
);
/** Every second one: each look with each edit, each look with each write, and each edit with each write. */
const inPairs = scenes.filter(({ turn }) => turn % 2 === 0);

describe('a person whom somebody else decided since the last look', () => {
  it.each(times(inPairs, scenes))('$look, then $edit by a colleague: $write is stopped and shows it', async (scene) => {
    const template = await all.template();
    const { id } = template;
    await looks[scene.look]!(id);
    await edits[scene.edit]!(template);
    const line = await writes[scene.write]!(id);
    const stopped = await ann.run([...line, '--json']);
    expect([stopped.code, stopped.stderr]).toEqual([6, expect.stringContaining('template_changed')]);
    const error = stopped.error();
    expect(error.message).toMatch(/on page 1: was .*, now both, subject tenant.*role “Lessee”/);
    expect(error.hint).toContain('--overwrite');
    expect((await tenant(id)).current.role_name).toBe('Lessee');
    await ann.ok([...line, '--overwrite']);
    if (scene.write === 'decide') expect((await tenant(id)).current.role_name).toBe('Renter');
  });
});

describe('a decision elsewhere', () => {
  it('is noted in one line for all the fields that got another role by it', async () => {
    const { id, fields } = await all.template();
    await ann.ok(['template', 'fields', id]);
    await edits['decide']!(await all.read(id));
    const phone = fields.find(({ label }) => label === 'Telephone')!;
    const line = ['template', 'rename', id, phone.id, '--label'];
    const noted = await ann.ok([...line, 'Mobile'], { terminal: true, columns: 160 });
    expect(noted.stderr).toMatch(
      /not touched by this command:\n(?:.*\n)? {2}\d fields, role: was “Tenant”, now “Lessee”\n/,
    );
    expect((await ann.ok([...line, 'Phone'])).stderr).not.toContain('Lessee');
  });
});

describe('a field in the part of a person', () => {
  it('keeps no subject from a decision that somebody else gave it since, without showing it', async () => {
    const { id, fields } = await all.template();
    const phone = fields.find(({ label }) => label === 'Telephone')!;
    await ann.ok(['template', 'fields', id]);
    await ben.ok(['template', 'rename', id, phone.id, '--no-subject']);
    const line = ['template', 'decide', id, (await tenant(id)).id, ...decision('Tenant')];
    const stopped = await ann.run([...line, '--json']);
    expect([stopped.code, stopped.error().message]).toEqual([
      6,
      expect.stringContaining('subject: was “tenant”, now empty, yours “tenant”'),
    ]);
    await ann.ok([...line, '--overwrite']);
  });
});

describe('what the ETag does not cover', () => {
  it('a presence that somebody else changed is shown before a decision replaces it', async () => {
    const { id } = await all.template();
    const person = (await tenant(id)).id;
    const line = ['template', 'decide', id, person];
    await ann.ok([...line, ...decision('Tenant', '--presence', 'required')]);
    const etag = (await ann.ok(['template', 'get', id, '--etag'])).stdout;
    await ben.ok([...line, ...decision('Tenant', '--presence', 'conditional')]);
    expect((await ann.ok(['template', 'get', id, '--etag'])).stdout).toBe(etag);
    const stopped = await ann.run([...line, ...decision('Tenant')]);
    expect([stopped.code, stopped.stderr]).toEqual([6, expect.stringMatching(/required.*conditional/s)]);
    expect((await tenant(id)).proposed.presence).toBe('conditional');
    await ann.ok(['template', 'pull', id]);
    await ann.ok([...line, ...decision('Tenant')]);
  });
});

describe('a table of people', () => {
  it('shows no presence, so that one which somebody changed is shown before it is replaced', async () => {
    const { id } = await all.template();
    const line = ['template', 'decide', id, (await tenant(id)).id];
    await ann.ok([...line, ...decision('Tenant', '--presence', 'required')]);
    await ben.ok([...line, ...decision('Tenant', '--presence', 'conditional')]);
    await ann.ok(['template', 'people', id]);
    expect((await ann.run([...line, ...decision('Tenant')])).code).toBe(6);
    await ann.ok(['template', 'people', id, '--json']);
    await ann.ok([...line, ...decision('Tenant')]);
  });
});
