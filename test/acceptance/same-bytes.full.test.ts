import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreementPdf } from '../support/agreement.js';
import { type BuiltProgram, builtProgram } from '../support/built.js';

const script = fileURLToPath(new URL('../support/program/same-bytes.mjs', import.meta.url));

let program: BuiltProgram;
beforeAll(() => {
  program = builtProgram();
  writeFileSync(join(program.folder, 'lease.pdf'), agreementPdf());
});
afterAll(() => program.remove());

/** A run of the whole script, as the lines it wrote. */
async function run(seed: number): Promise<readonly string[]> {
  const flags = ['--seed', String(seed), '--now', '2026-03-02T08:00:00Z', '--mode', 'live'];
  const words = ['emulator', 'exec', ...flags, '--', process.execPath, script];
  const ran = await program.run(words, { LEASE: join(program.folder, 'lease.pdf') });
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  return ran.stdout.trimEnd().split('\n');
}

describe('the same seed, requests and clock', () => {
  it('give the same bytes in two runs of the program: answers, pages, mails, deliveries, sealed documents, logs', async () => {
    const [one, two] = await Promise.all([run(7), run(7)]);
    expect(two.length).toBe(one.length);
    for (const [index, line] of one.entries()) expect(two[index]).toBe(line);
    const last = JSON.parse(one.at(-1)?.split('\t')[1] ?? '{}') as { events: number; deliveries: number };
    expect(last.events).toBeGreaterThan(8);
    expect(last.deliveries).toBeGreaterThan(40);
    expect(one.filter((line) => line.includes('"application/pdf"'))).toHaveLength(2);
  });
});
