import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Template } from '../../support/shapes.js';
import { leasePdf } from '../../support/template-of.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let id: string;
const useAgreement = async (): Promise<void> => void (id = await at.template());

interface Pushed {
  readonly etag: string;
  readonly decided: readonly string[];
  readonly renamed: readonly string[];
  readonly changed: boolean;
}

/** A form without text tags, so that nobody on it is decided. */
async function useLease(): Promise<void> {
  at.write('lease.pdf', Buffer.from(leasePdf()));
  id = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
}

const read = (name: string): string => readFileSync(at.path(name), 'utf8');
const edit = (name: string, change: (text: string) => string): string => {
  const before = read(name);
  const after = change(before);
  expect(after).not.toBe(before);
  return at.write(name, after);
};
const template = async (): Promise<Template> => (await at.ok(['template', 'get', id])).json<Template>();
const etagNow = async (): Promise<string> =>
  (await at.organisation.live(`GET /api/v1/templates/${id}`)).headers['etag'] as string;
const pull = (name: string): Promise<unknown> => at.ok(['template', 'pull', id, '-o', name, '--force']);
const push = async (name: string, ...words: string[]): Promise<Pushed> =>
  (await at.ok(['template', 'push', name, '--json', ...words])).json<Pushed>();
/** Changes one member of the entry of a field that has this label. */
const relabel = (from: string, to: string) => (text: string) =>
  text.replace(`    label: ${from}\n`, `    label: ${to}\n`);
const rekey = (from: string, to: string) => (text: string) =>
  text.replace(`    data_key: ${from}\n`, `    data_key: ${to}\n`);
/** Gives the field of this label its first data key. */
const name =
  (label: string, key: string, before = '', after = '') =>
  (text: string) =>
    text.replace(
      `    data_key: null\n    label: ${label}\n`,
      `${before === '' ? '' : `    ${before}\n`}    data_key: ${key} ${after}\n    label: ${label}\n`,
    );
const decideFirst = (text: string): string =>
  text.replace(
    / {4}proposed: \{ (.*) \}\n {4}decision: null\n/,
    (_all, parts: string) => `    ${parts.replaceAll(', ', '\n    ')}\n`,
  );

// For the landlord.
const proposed = '--decision both --role-name Landlord --subject-key landlord --presence required --filled-by own';

describe('template push', () => {
  beforeEach(useAgreement);

  it('changes nothing after a pull, neither on the service nor in the file', async () => {
    await pull('same.yaml');
    const [before, text] = [await etagNow(), read('same.yaml')];
    expect(await push('same.yaml')).toMatchObject({ changed: false, decided: [], renamed: [], etag: before });
    expect(await etagNow()).toBe(before);
    expect(read('same.yaml')).toBe(text);
  });

  it('changes exactly what was edited, in one request, and leaves the file in step', async () => {
    await pull('one.yaml');
    const before = await template();
    edit('one.yaml', rekey('rental.amount', 'rental.monthly_amount'));
    const pushed = await push('one.yaml');
    const wanted = before.fields.find(({ data_key }) => data_key === 'rental.amount')!;
    expect(pushed.renamed).toEqual([wanted.id]);
    const after = await template();
    expect(after.fields).toEqual(
      before.fields.map((field) => (field.id === wanted.id ? { ...field, data_key: 'rental.monthly_amount' } : field)),
    );
    expect((await at.ok(['template', 'diff', 'one.yaml'])).json()).toMatchObject({ in_step: true, data: [] });
  });

  it('takes decisions and then the names that need them, and keeps comments', async () => {
    await useLease();
    await pull('people.yaml');
    edit('people.yaml', decideFirst);
    edit('people.yaml', name('Full name of the landlord', 'person.full_name', '# agreed in May', '# net'));
    const pushed = await push('people.yaml');
    expect(pushed.decided).toHaveLength(1);
    const { subjects, fields } = await template();
    expect(subjects.map(({ key }) => key)).toEqual(['landlord']);
    expect(fields.find(({ data_key }) => data_key === 'person.full_name')?.subject).toBe('landlord');
    expect(read('people.yaml')).toContain('    # agreed in May\n    data_key: person.full_name # net\n');
    expect(read('people.yaml')).toMatch(/decision: both\n {4}subject_key: landlord\n/);
  });

  it('merges what two people changed in different fields, and keeps both', async () => {
    await pull('mine.yaml');
    await pull('theirs.yaml');
    edit('mine.yaml', rekey('rental.amount', 'rental.mine'));
    edit('theirs.yaml', relabel('Telephone', 'Mobile phone'));
    await push('theirs.yaml');
    expect((await push('mine.yaml')).renamed).toHaveLength(1);
    const { fields } = await template();
    expect(fields.map(({ data_key }) => data_key)).toContain('rental.mine');
    expect(fields.map(({ label }) => label)).toContain('Mobile phone');
    expect(read('mine.yaml')).toContain('label: Mobile phone');
  });

  it('stops where both changed the same, shows both values, and sends nothing', async () => {
    await pull('mine.yaml');
    await pull('theirs.yaml');
    edit('mine.yaml', rekey('rental.amount', 'rental.mine'));
    edit('mine.yaml', relabel('Telephone', 'Never written'));
    edit('theirs.yaml', rekey('rental.amount', 'rental.theirs'));
    await push('theirs.yaml');
    const before = await etagNow();
    const ran = await at.run(['template', 'push', 'mine.yaml']);
    expect(ran.code).toBe(6);
    expect(ran.stderr).toMatch(/data_key: was “rental\.amount”; “rental\.mine” in the file, “rental\.theirs” on/);
    expect(ran.stderr).toContain('nothing was sent');
    expect(await etagNow()).toBe(before);
    const differs = await at.run(['template', 'diff', 'mine.yaml', '--json']);
    expect(differs.code).toBe(6);
    const way = '`esign template push mine.yaml --prefer file';
    expect(differs.error().hint).toContain(`${way}\``);
    const named = await at.run(['template', 'diff', 'mine.yaml', '--profile', 'local', '--json']);
    expect(named.error().hint).toContain(`${way} --profile local\``);
    const { data } = differs.json<{ data: { side: string }[] }>();
    expect(data.map(({ side }) => side).toSorted()).toEqual(['both', 'file']);
    await push('mine.yaml', '--prefer', 'file');
    expect((await template()).fields.map(({ data_key }) => data_key)).toContain('rental.mine');
  });

  it('--prefer service takes their value and still writes mine elsewhere', async () => {
    await pull('mine.yaml');
    const field = (await template()).fields.find(({ data_key }) => data_key === 'rental.amount')!;
    edit('mine.yaml', rekey('rental.amount', 'rental.mine'));
    edit('mine.yaml', relabel('Telephone', 'Mobile'));
    await at.ok(['template', 'rename', id, field.id, '--data-key', 'rental.theirs']);
    await push('mine.yaml', '--prefer', 'service');
    const { fields } = await template();
    expect(fields.map(({ data_key }) => data_key)).toContain('rental.theirs');
    expect(fields.map(({ label }) => label)).toContain('Mobile');
    expect(read('mine.yaml')).toContain('data_key: rental.theirs');
  });

  it('continues a push that was cut short after a decision, also when a name overrules it', async () => {
    await useLease();
    const [, tenant] = (await at.ok(['template', 'people', id, '-q'])).stdout.split('\n');
    await at.ok(['template', 'apply', id, tenant!]);
    await pull('cut.yaml');
    edit('cut.yaml', decideFirst);
    edit('cut.yaml', (text) =>
      text.replace(/subject: null(\n.*\n {4}label: Email address of the landlord)/, 'subject: tenant$1'),
    );
    // The decision alone, as a push that is killed after it leaves it.
    const [landlord] = (await at.ok(['template', 'people', id, '-q'])).stdout.split('\n');
    await at.ok(['template', 'decide', id, landlord!, ...proposed.split(' ')]);
    const ran = await push('cut.yaml');
    expect([ran.decided.length, ran.renamed.length]).toEqual([0, 1]);
    expect((await template()).fields.find(({ label }) => label === 'Email address of the landlord')?.subject).toBe(
      'tenant',
    );
    expect((await at.ok(['template', 'diff', 'cut.yaml'])).code).toBe(0);
  });

  it('writes what a search and replace over the whole file changed, though that reaches the base too', async () => {
    await pull('replaced.yaml');
    const whole = read('replaced.yaml');
    edit('replaced.yaml', (text) => text.replaceAll('data_key: rental.amount', 'data_key: rental.replaced'));
    expect((await at.run(['template', 'pull', id, '-o', 'replaced.yaml'])).stderr).toContain(
      'edits that were not pushed',
    );
    const drift = await at.run(['template', 'diff', 'replaced.yaml', '--json']);
    expect(drift.code).toBe(6);
    expect(drift.json<{ data: { side: string; file: string }[] }>().data).toMatchObject([
      { side: 'file', file: 'rental.replaced' },
    ]);
    expect((await push('replaced.yaml', '--yes')).renamed).toHaveLength(1);
    expect(read('replaced.yaml')).not.toContain('data_key: rental.amount');
    expect((await at.ok(['template', 'diff', 'replaced.yaml'])).code).toBe(0);

    at.write('moved.yaml', whole.replaceAll('data_key: rental.amount', 'data_key: rental.lost'));
    const refused = await at.run(['template', 'push', 'moved.yaml', '--yes']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/moved\.yaml:\d+:1: `base` was edited and the template has changed/);
  });

  it('puts an edited base right before it writes, so that a push that stops after a decision can go on', async () => {
    await useLease();
    await pull('cut.yaml');
    edit('cut.yaml', decideFirst);
    edit('cut.yaml', (text) => text.replaceAll('label: Full name of the landlord', 'label: Name of the landlord'));
    const [landlord] = (await at.ok(['template', 'people', id, '-q'])).stdout.split('\n');
    const { fields } = await template();
    const named = fields.find(({ label }) => label === 'Full name of the landlord')!;
    // The push stops at its first write, and the decision is taken by then.
    const { key } = await at.emulator.key(at.organisation, { mode: 'live', scopes: ['templates:read'] });
    const env = { ...at.live(), ESIGN_API_KEY: key };
    expect((await at.run(['template', 'push', 'cut.yaml', '--yes'], { env })).code).toBe(3);
    expect(read('cut.yaml')).toContain('label: Name of the landlord');
    await at.ok(['template', 'decide', id, landlord!, ...proposed.split(' ')]);
    expect((await push('cut.yaml', '--yes')).renamed).toEqual([named.id]);
    expect((await template()).fields.find((field) => field.id === named.id)?.label).toBe('Name of the landlord');
  });

  it('--dry-run prints every request, key masked, and sends none', async () => {
    await useLease();
    await pull('dry.yaml');
    edit('dry.yaml', decideFirst);
    edit('dry.yaml', name('Full name of the landlord', 'person.full_name'));
    const before = await etagNow();
    const ran = await at.ok(['template', 'push', 'dry.yaml', '--dry-run', '--json']);
    const { requests: steps } = ran.json<{
      requests: { method: string; headers: Record<string, string>; body: unknown }[];
    }>();
    expect(steps.map(({ method }) => method)).toEqual(['PUT', 'PATCH']);
    expect(steps[0]?.headers['If-Match']).toBe(before);
    expect(steps[1]?.headers['If-Match']).toContain('response 1');
    expect(steps[1]?.body).toMatchObject({ fields: [{ data_key: 'person.full_name' }] });
    expect(ran.stdout).not.toContain(at.organisation.liveKey);
    expect(await etagNow()).toBe(before);
  });

  it('asks on a terminal, with the plan first, and writes nothing after a no', async () => {
    await pull('asked.yaml');
    edit('asked.yaml', rekey('rental.amount', 'rental.monthly_amount'));
    const before = await etagNow();
    const ran = await at.run(['template', 'push', 'asked.yaml'], { terminal: true, columns: 100, stdin: 'n\r' });
    expect(ran.code).toBe(130);
    expect(ran.stderr).toMatch(
      /Plan for “Lease”: 1 name in one request\.\n.*“rental\.amount” → “rental\.monthly_amount”/,
    );
    expect(await etagNow()).toBe(before);
    const yes = await at.run(['template', 'push', 'asked.yaml'], { terminal: true, stdin: 'y\r' });
    expect(yes.stdout).toContain('Wrote the names of 1 field. asked.yaml is up to date.');
  });

  it('leaves the file alone when somebody saved it while the question stood, and loses neither edit', async () => {
    await pull('saved.yaml');
    edit('saved.yaml', rekey('rental.amount', 'rental.monthly_amount'));
    const { terminal, ended } = at.machine.start(['template', 'push', 'saved.yaml'], {
      terminal: true,
      columns: 100,
    });
    await expect.poll(() => terminal.stderr()).toContain('Write these changes?');
    edit('saved.yaml', rekey('rental.monthly_amount', 'rental.amount_a_month'));
    const saved = read('saved.yaml');
    terminal.type('y\r');
    expect((await ended).stdout).toContain(
      'Wrote the names of 1 field. saved.yaml was edited meanwhile and was not changed. Push it again.',
    );
    expect(read('saved.yaml')).toBe(saved);
    const keys = async (): Promise<unknown> => (await template()).fields.map(({ data_key }) => data_key);
    expect(await keys()).toContain('rental.monthly_amount');
    const again = await at.run(['template', 'push', 'saved.yaml', '--json']);
    expect([again.code, again.error().code]).toEqual([6, 'template_conflict']);
    await push('saved.yaml', '--prefer', 'file');
    expect(await keys()).toContain('rental.amount_a_month');
  });

  it('with a test key is refused before anything is read', async () => {
    await pull('test.yaml');
    edit('test.yaml', rekey('rental.amount', 'rental.monthly_amount'));
    const ran = await at.run(['template', 'push', 'test.yaml', '--mode', 'test', '--json']);
    expect([ran.code, ran.error().code]).toEqual([3, 'test_key_cannot_edit_templates']);
  });

  it('without the scope changes nothing and says how to go on', async () => {
    await pull('scope.yaml');
    edit('scope.yaml', rekey('rental.amount', 'rental.monthly_amount'));
    const before = await etagNow();
    const { key } = await at.emulator.key(at.organisation, { mode: 'live', scopes: ['templates:read'] });
    const env = { ...at.live(), ESIGN_API_KEY: key };
    const ran = await at.run(['template', 'push', 'scope.yaml', '--yes', '--json'], { env });
    expect([ran.code, ran.error().code]).toEqual([3, 'insufficient_scope']);
    expect(ran.error().message).toContain('Nothing was changed');
    expect(ran.error().hint).toContain('esign template push scope.yaml');
    expect(await etagNow()).toBe(before);
  });

  it('without a terminal needs --yes for a live key outside an emulator', async () => {
    await pull('live.yaml');
    edit('live.yaml', rekey('rental.amount', 'rental.monthly_amount'));
    const ran = await at.run(['template', 'push', 'live.yaml', '--json'], { env: at.live() });
    expect([ran.code, ran.error().code]).toEqual([2, 'confirmation_needed']);
  });
});

describe('a file with mistakes', () => {
  // Nothing is sent: one template, and one file to spoil, are enough.
  beforeAll(async () => {
    await useAgreement();
    await at.ok(['template', 'apply', id, (await at.ok(['template', 'people', id, '-q'])).stdout.split('\n')[0]!]);
    await pull('right.yaml');
  });

  it.each([
    ['a data_key that is none', rekey('rental.amount', 'Rental'), 'must be namespace.attribute'],
    ['a data_key of a core namespace', rekey('rental.amount', 'signer.amount'), 'core namespace signer'],
    [
      'an unknown decision',
      (text: string) => text.replace('decision: both', 'decision: singer'),
      'use one of: subject, signer',
    ],
    [
      'a role that was edited',
      (text: string) => text.replace('    role: ', '    role: Somebody or '),
      'follows from the decisions',
    ],
    [
      'a box that was moved',
      (text: string) => text.replace(/at: \[ 0\.\d+/, 'at: [ 0.5123'),
      'cannot be changed by a push',
    ],
    ['an unknown member', (text: string) => text.replace('    label: ', '    lable: '), 'did you mean `label`?'],
    [
      'an unknown subject',
      (text: string) => text.replace('    subject: tenant\n', '    subject: tennant\n'),
      'did you mean "tenant"?',
    ],
    ['subjects that were edited', (text: string) => text.replace('subjects:', 'subjects: [] #'), 'line'],
    [
      'a duplicate person',
      (text: string) => text.replace(/people:\n((?: {2}[- ] .*\n)+)/, (all, one: string) => all + one),
      'duplicate entry',
    ],
    ['no YAML', (text: string) => text.replace('people:', 'people: ]'), 'line'],
  ])('%s is refused with line and column, and nothing is sent', async (_what, change, words) => {
    at.write('wrong.yaml', read('right.yaml'));
    edit('wrong.yaml', change);
    const before = await etagNow();
    const ran = await at.run(['template', 'push', 'wrong.yaml', '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error().message).toMatch(/^wrong\.yaml:\d+:\d+: /);
    expect(`${ran.error().message} ${ran.error().hint ?? ''}`).toContain(words === 'line' ? 'Nothing was sent' : words);
    expect(await etagNow()).toBe(before);
  });

  it.each([
    [
      'of nobody decided',
      (text: string) => text.replace(/ {4}decision: null\n/, (all) => `${all}    role_name: Lessor\n`),
    ],
    [
      'of a person whose decision was taken out',
      (text: string) => text.replace(/ {4}decision: both\n/, '').replace(/role_name: .*/, 'role_name: Lessor'),
    ],
  ])('a role %s is refused by diff and push, and pull does not write over it', async (_what, change) => {
    await useLease();
    const [first] = (await at.ok(['template', 'people', id, '-q'])).stdout.split('\n');
    const decided = ['--decision', 'both', '--role-name', 'Landlord', '--subject-key', 'landlord'];
    await at.ok(['template', 'decide', id, first!, ...decided, '--subject-name', 'Landlord']);
    await pull('alone.yaml');
    edit('alone.yaml', change);
    const text = read('alone.yaml');
    for (const command of ['diff', 'push']) {
      const ran = await at.run(['template', command, 'alone.yaml', '--json']);
      expect([command, ran.code]).toEqual([command, 2]);
      expect(ran.error().message).toMatch(/^alone\.yaml:\d+:\d+: write the `decision` that it belongs to, too\.$/);
    }
    const pulled = await at.run(['template', 'pull', id, '-o', 'alone.yaml', '--json']);
    expect([pulled.code, pulled.error().code]).toEqual([2, 'file_exists']);
    expect(read('alone.yaml')).toBe(text);
  });

  it.each([
    [
      'values.yaml',
      'landlord:\n  person.full_name: Pieter\n',
      'it begins with "landlord"',
      /esign template pull ID -o/,
    ],
    [
      'values.json',
      '{"tenant": {"person.full_name": "Thandi"}}',
      'it begins with "tenant"',
      /esign template pull ID -o/,
    ],
    ['list.yaml', '- one\n', 'is not a names file', /esign template pull ID -o/],
    [
      'ids.yaml',
      '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11: { data_key: a.b }\n',
      '"6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11"',
      /esign template rename-all ID --from ids\.yaml/,
    ],
  ])('says that %s is not a names file, and how to get one', async (file, text, words, hint) => {
    at.write(file, text);
    for (const verb of ['push', 'diff']) {
      const ran = await at.run(['template', verb, file, '--json']);
      expect(ran.code).toBe(2);
      expect(ran.error().message).toContain(words);
      expect(ran.error().message).toContain('`esign template pull`');
      expect(ran.error().hint).toMatch(hint);
    }
  });
});
