import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmulatorMachine, newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Envelope } from '../../support/shapes.js';

let at: EmulatorMachine;
let template: string;
let file = 0;

beforeAll(async () => {
  at = await newEmulatorMachine();
  template = await at.template();
});
afterAll(() => at.close());

const head = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email,tenant.person.full_name,.rental.amount,title';
const line = (number: number): string =>
  `Tenant ${number},tenant${number}@example.test,Pieter van Wyk,pieter@example.test,Tenant ${number},9500.00,Flat ${number}`;
/** A file of its own with so many rows. */
const rowsFile = (...lines: readonly string[]): string =>
  at.write(`people-${(file += 1)}.csv`, [head, ...lines, ''].join('\n'));
const create = (rows: string, ...more: readonly string[]): readonly string[] => [
  ...['envelope', 'create', '--template', template, '--rows', rows, '--yes'],
  ...more,
];
const linesOf = (text: string): readonly Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as Record<string, unknown>);
const resultsOf = (rows: string): readonly Record<string, unknown>[] =>
  linesOf(readFileSync(at.path(`${rows}.results.ndjson`), 'utf8'));
const titleOf = async (id: unknown): Promise<string> =>
  (await at.ok(['envelope', 'get', String(id), '--json'])).json<Envelope>().title;

describe('envelope create --rows', () => {
  it('makes an envelope of each row, tells of each as a line of JSON, and writes each down', async () => {
    const rows = rowsFile(line(1), line(2), line(3));
    const ran = await at.ok(create(rows, '--send', '--json'));
    const told = linesOf(ran.stdout);
    expect(told.map(({ type }) => type)).toEqual(['ready', 'row', 'row', 'row', 'done']);
    expect(told[0]).toMatchObject({ rows: 3, to_do: 3, done: 0, results: `${rows}.results.ndjson` });
    expect(told.at(-1)).toMatchObject({ created: 3, failed: 0, unknown: 0, left: 0 });
    expect(ran.stderr).toBe('');
    const written = resultsOf(rows);
    expect(written.map(({ type }) => type)).toEqual(['run', 'row', 'row', 'row']);
    expect(statSync(at.path(`${rows}.results.ndjson`)).mode & 0o777).toBe(0o600);
    const titles = await Promise.all(
      written.slice(1).map(async ({ row, envelope_id: id }) => [row, await titleOf(id)]),
    );
    expect(Object.fromEntries(titles)).toEqual({ 1: 'Flat 1', 2: 'Flat 2', 3: 'Flat 3' });
  });

  it('run again, sends nothing; with a row more, sends that one', async () => {
    const rows = rowsFile(line(11), line(12));
    await at.ok(create(rows));
    const again = await at.ok(create(rows, '--json'));
    expect(linesOf(again.stdout).map(({ type }) => type)).toEqual(['ready', 'done']);
    at.write(rows, [head, line(11), line(12), line(13), ''].join('\n'));
    const third = linesOf((await at.ok(create(rows, '--json'))).stdout);
    expect(third[1]).toMatchObject({ row: 3, line: 4, status: 'created', replayed: false });
    expect(third.at(-1)).toMatchObject({ created: 1, earlier: 2 });
  });
});
