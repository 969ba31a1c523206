import { beforeAll, expect, it } from 'vitest';
import { leaseColumns, leaseRow, linesOf } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = await at.template();
});

/** What a dry run of this many rows prints, a number of requests a line. */
async function printed(rows: number, ...more: readonly string[]): Promise<readonly unknown[]> {
  const lines = Array.from({ length: rows }, (_, index) => leaseRow(index + 1));
  const file = at.write(`${rows}.csv`, [leaseColumns, ...lines, ''].join('\n'));
  const ran = await at.ok(['envelope', 'create', '--template', template, '--rows', file, '--dry-run', ...more]);
  return linesOf(ran.stdout).map(({ dry_run: dry, requests }) => [dry, (requests as readonly unknown[]).length]);
}

it('a dry run of a few rows is one document, and one of many rows a document a hundred rows', async () => {
  expect(await printed(3)).toEqual([[true, 3]]);
  expect(await printed(100, '--json')).toEqual([[true, 100]]);
  expect(await printed(201, '--json')).toEqual([
    [true, 100],
    [true, 100],
    [true, 1],
  ]);
});

it('a person sees the first request, and how many follow', async () => {
  const file = at.write('shown.csv', [leaseColumns, leaseRow(1), leaseRow(2), leaseRow(3), ''].join('\n'));
  const words = ['envelope', 'create', '--template', template, '--rows', file, '--dry-run'];
  const { stdout } = await at.ok(words, { terminal: true });
  expect(stdout.match(/^POST /gm)).toHaveLength(1);
  expect(stdout).toContain('… and 2 more. See all with --json.');
});
