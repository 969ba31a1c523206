import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFiles } from '../../../src/cli/files/files.js';
import { addPerson, readPeople } from '../../../src/cli/files/people-file.js';
import { fakeTerminal } from '../../support/program/terminal.js';

const folder = mkdtempSync(join(tmpdir(), 'esign-people-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = createFiles(folder, fakeTerminal().streams);
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return name;
};
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const thandi = { role: 'Tenant', recipient: { name: 'Thandi Mokoena', email: 'thandi@example.test' } };
const sipho = { role: null, recipient: { name: 'Sipho Dlamini', email: 'sipho@example.test' } };

describe('a file of people', () => {
  it.each([
    [
      'a.csv',
      'Role;Name;E-mail;Mobile\r\nTenant;Thandi Mokoena;thandi@example.test;0821234567\r\n;Sipho Dlamini;sipho@example.test;\r\n',
    ],
    [
      'a.yaml',
      '# office\n- { role: Tenant, name: Thandi Mokoena, email: thandi@example.test, mobile: 0821234567 }\n' +
        '- name: Sipho Dlamini\n  email: sipho@example.test\n',
    ],
    [
      'a.json',
      JSON.stringify({
        people: [
          { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' },
          { name: 'Sipho Dlamini', email: 'sipho@example.test' },
        ],
      }),
    ],
  ])('is read, and grows without a change of what stands in it: %s', async (name, text) => {
    write(name, text);
    chmodSync(join(folder, name), 0o640);
    expect(await readPeople(files, name)).toEqual([thandi, sipho]);
    const ben = { role: 'Agent', recipient: { name: 'Ben, of the office', email: 'ben@example.test' } };
    await addPerson(files, name, ben);
    expect(await readPeople(files, name)).toEqual([thandi, sipho, ben]);
    if (!name.endsWith('.json')) expect(textOf(name).startsWith(text)).toBe(true);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o640);
  });

  it.each(['new.csv', 'new.yaml', 'new.json'])('is created with the first person, private: %s', async (name) => {
    await addPerson(files, name, thandi);
    await addPerson(files, name, sipho);
    expect(await readPeople(files, name)).toEqual([thandi, sipho]);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['no-email.csv', 'name,role\nThandi,Tenant\n', 'no-email.csv:1:1: missing column `email`.'],
    ['bad.csv', 'name,email\nThandi,thandi\n', 'bad.csv:2:2: `email` "thandi" must be an e-mail address.'],
    [
      'two.csv',
      'name,email,E-Mail\nThandi,t@example.test,other@example.test\n',
      'two.csv:1:3: `E-Mail` is the same column as `email`.',
    ],
    [
      'two.yaml',
      '- { name: Thandi, email: t@example.test, E-Mail: o@example.test }\n',
      'two.yaml, person 1: `E-Mail` is the same as `email`.',
    ],
    ['bad.yaml', '- name: Thandi\n', 'bad.yaml, person 1: `email` is required.'],
    ['other.yaml', 'a: 1\n', 'other.yaml contains no list of people.'],
  ])('is refused with the place of what is wrong: %s', async (name, text, message) => {
    write(name, text);
    await expect(readPeople(files, name)).rejects.toThrow(message);
  });
});
