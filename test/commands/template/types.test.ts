import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typesInTypeScript } from '../../../src/authoring/template/types-ts.js';
import { type EmulatorMachine, newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Template } from '../../support/shapes.js';
import { everyKindTemplate } from '../../support/documents/values-form.js';

let at: EmulatorMachine;
let template: Template;

beforeAll(async () => {
  at = await newEmulatorMachine();
  template = await everyKindTemplate(at.organisation.live);
  at.write('template.json', JSON.stringify(template));
});
afterAll(() => at.close());

const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
const settings = ['--noEmit', '--strict', '--lib', 'es2022', '--target', 'es2022', '--module', 'esnext'];

/** The compiler's complaints about a file beside the types: `use.ts:5: TS2305`. */
function complaints(types: string, use: string): readonly string[] {
  at.write('types.ts', types);
  at.write('use.ts', use);
  const argv = [tsc, ...settings, '--moduleResolution', 'bundler', '--types', '', '--pretty', 'false', 'use.ts'];
  const { stdout } = spawnSync(process.execPath, argv, { cwd: at.machine.folder, encoding: 'utf8', timeout: 60_000 });
  return [...stdout.matchAll(/^(\S+?)\((\d+),\d+\): error (TS\d+)/gm)].map(
    ([, file, line, code]) => `${file}:${line}: ${code}`,
  );
}

const right = [
  { subject: 'tenant', key: 'person.full_name', value: 'Thandi', locked: true },
  { subject: 'tenant', key: 'bank.name', value: 'FNB' },
  { key: 'lease.pets', value: true },
  { subject: null, key: 'payment.method', value: 'eft' },
  { key: 'payment.water', value: ['water', 'fibre'] },
  { key: 'signatory.title', value: 'Director' },
];
const wrong = [
  { subject: 'tennant', key: 'person.full_name', value: 'x' },
  { subject: 'tenant', key: 'person.fullname', value: 'x' },
  { key: 'person.full_name', value: 'x' },
  { key: 'signatory.signature', value: 'x' },
  { key: 'signatory.title', value: 'x', locked: true },
  { subject: 'tenant', key: 'bank.name', value: 'Nedbank' },
  { key: 'lease.pets', value: 'yes' },
  { key: 'payment.method', value: 'barter' },
  { key: 'payment.water', value: ['gas'] },
  { subject: 'tenant', key: 'contact.phone', value: 82 },
];

describe('template types', () => {
  it('writes types that take what the service takes, and nothing that it refuses', async () => {
    const types = (await at.ok(['template', 'types', 'template.json'])).stdout;
    const use = [
      "import type { Recipient, Value } from './types.js';",
      ...right.map((value, index) => `export const right${index}: Value = ${JSON.stringify(value)};`),
      "export const tenant: Recipient = { role: 'Tenant', name: 'T', email: 't@example.test' };",
      ...wrong.map((value, index) => `export const wrong${index}: Value = ${JSON.stringify(value)};`),
      "export const nobody: Recipient = { role: 'Nobody', name: 'T', email: 't@example.test' };",
    ];
    const lines = complaints(types, use.join('\n')).map((complaint) => Number(complaint.split(':')[1]));
    const firstWrong = 1 + right.length + 1 + 1;
    const expected = [...wrong, 'nobody'].map((_, index) => firstWrong + index);
    expect([...new Set(lines)]).toEqual(expected);
  });

  it('lets no word of a template out of its string or comment', async () => {
    const hostile = structuredClone(template) as { -readonly [K in keyof Template]: Template[K] };
    const words = '*/ export const evil = 1; /* "\'`${x}\\ \u2028\n \u202E';
    hostile.name = words;
    hostile.roles = hostile.roles.map((role) => ({ ...role, name: role.name === 'Tenant' ? words : role.name }));
    hostile.subjects = [...hostile.subjects, { key: words, label: words }];
    hostile.fields = hostile.fields.map((field) => ({
      ...field,
      label: words,
      role: field.role === 'Tenant' ? words : field.role,
      subject: field.data_key === 'contact.phone' ? words : field.subject,
      data_key: field.data_key === 'lease.pets' ? '__proto__.constructor' : field.data_key,
      options: field.options === null ? null : [words, '*/'],
    }));
    at.write('hostile.json', JSON.stringify(hostile));
    const types = (await at.ok(['template', 'types', 'hostile.json'])).stdout;
    expect(types).not.toMatch(/[\u2028\u202E]/);
    const use = `import type { Recipient, Value } from './types.js';
export const role: Recipient['role'] = ${JSON.stringify(words).replaceAll('\u2028', '\\u2028')};
export const pets: Value = { key: '__proto__.constructor', value: true };
export * as all from './types.js';
import { evil } from './types.js';
`;
    expect(complaints(types, use)).toEqual(['use.ts:5: TS2305']);
    // A file with such an ID is refused; a service could still send one.
    expect(complaints(typesInTypeScript({ id: words, name: words }, ['Tenant'], []), use)).toContain(
      'use.ts:5: TS2305',
    );

    const schema = (await at.ok(['template', 'types', 'hostile.json', '--format', 'schema'])).json<object>();
    const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    expect(fits([{ key: '__proto__.constructor', value: true }])).toBe(true);
    expect(fits({ '.__proto__.constructor': true })).toBe(true);
    expect(fits({ polluted: true })).toBe(false);
  });

  it('is written to a file, which it overwrites only with --force', async () => {
    const argv = ['template', 'types', template.id, '-o', 'lease.ts'];
    expect((await at.ok(argv, { terminal: true })).stdout).toMatch(/^Wrote lease\.ts: \d+ addresses, \d+ roles\.$/m);
    expect(readFileSync(at.path('lease.ts'), 'utf8')).toContain(template.id);
    expect((await at.run(argv)).code).toBe(2);
    expect((await at.run([...argv, '--force'])).code).toBe(0);
  });
});

describe('its schema', () => {
  let fits: ValidateFunction;
  beforeAll(async () => {
    const schema = (await at.ok(['template', 'types', 'template.json', '--format', 'schema'])).json<object>();
    fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  });
  const tenant = { role: 'Tenant', name: 'T', email: 't@example.test' };

  it.each(right)('takes %j', (value) => {
    expect(fits([value])).toBe(true);
    expect(fits({ template_id: template.id, recipients: [tenant], values: [value] })).toBe(true);
  });

  it.each(wrong)('does not take %j', (value) => {
    expect(fits([value])).toBe(false);
    expect(fits({ template_id: template.id, recipients: [tenant], values: [value] })).toBe(false);
  });

  it.each([
    { tenant: { person: { full_name: 'Thandi' }, 'contact.phone': 821234567 } },
    { 'tenant.person.full_name': 'Thandi', '.lease.pets': true },
    { '': { 'lease.rules_read': true, payment: { method: 'cash' } } },
  ])('takes the tree %j', (tree) => {
    expect(fits(tree)).toBe(true);
  });

  it.each([
    { tennant: { person: { full_name: 'Thandi' } } },
    { tenant: { person: { fullname: 'Thandi' } } },
    { tenant: { 'bank.name': 'Nedbank' } },
    { '.lease.pets': 'yes' },
    { template_id: 'another', recipients: [tenant] },
    { template_id: '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', recipients: [{ ...tenant, role: 'Nobody' }] },
  ])('does not take %j', (file) => {
    expect(fits(file)).toBe(false);
  });
});
