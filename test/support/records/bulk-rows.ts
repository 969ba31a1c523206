import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach } from 'vitest';
import type { Clock } from '../../../src/core/platform/clock.js';
import { type EmulatorMachine, newEmulatorMachine } from '../emulator-machine.js';
import type { Ran, RunOptions } from '../program.js';
import { shared } from '../shared.js';

/** The columns of a file of leases, one row of which `leaseRow` makes. */
export const leaseColumns =
  'Tenant.name,Tenant.email,Landlord.name,Landlord.email,tenant.person.full_name,.rental.amount,title';
export const leaseRow = (number: number): string =>
  `Tenant ${number},tenant${number}@example.test,Pieter van Wyk,pieter@example.test,Tenant ${number},9500.00,Flat ${number}`;

/** A line of NDJSON: of a results file, or of what a run says under --json. */
export type Line = Readonly<Record<string, unknown>>;
export const linesOf = (text: string): readonly Line[] =>
  text
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as Line);

/** What stands in the results file of a file of rows. */
export const resultsOf = (at: EmulatorMachine, rows: string): readonly Line[] =>
  linesOf(readFileSync(at.path(`${rows}.results.ndjson`), 'utf8'));

/** Time that passes only while the program waits, for it and for the service alike. */
export const sharedClock = (at: EmulatorMachine): Clock => ({
  now: () => at.emulator.now(),
  sleep: (milliseconds) => at.emulator.advance(milliseconds),
});

/** How many envelopes the service has sent to each tenant whose address has a part, by the events of the emulator. */
export async function sentToTenants(at: EmulatorMachine, address: string): Promise<Readonly<Record<string, number>>> {
  const { data } = await at.emulator.control<{ data: readonly { event: string; envelope_id: string }[] }>(
    'GET /_emulator/events',
  );
  const counts: Record<string, number> = {};
  for (const { event, envelope_id: id } of data) {
    if (event !== 'envelope.sent') continue;
    const answer = await at.organisation.live<{ recipients: readonly { role: string; email: string; name: string }[] }>(
      `GET /api/v1/envelopes/${id}`,
    );
    const tenant = answer.body.recipients.find(({ role }) => role === 'Tenant');
    if (tenant?.email.includes(address) !== true) continue;
    counts[tenant.name] = (counts[tenant.name] ?? 0) + 1;
  }
  return counts;
}

/** The last line of a run under --json, which sums it up. */
export const done = ({ stdout }: Pick<Ran, 'stdout'>): Line | undefined => linesOf(stdout).at(-1);
/** The line that tells how the rows compare with those sent before. */
export const compared = ({ stdout }: Ran): Line | undefined => linesOf(stdout).find(({ type }) => type === 'compared');

/** What tests of `envelope create --rows` share: an emulator, a template, and a file of rows for each test. */
export interface BulkScene {
  readonly at: EmulatorMachine;
  template: string;
  /** The name of this test's file; it begins with that of the scene and ends with the number of the test. */
  file: string;
  readonly number: number;
  /** Writes the file. */
  write(columns: string, ...rows: readonly string[]): string;
  /** Writes so many leases, which no other test has. */
  writeLeases(count: number): string;
  words(...more: readonly string[]): readonly string[];
  /** Runs the command by the emulator's clock. */
  run(more?: readonly string[], options?: RunOptions): Promise<Ran>;
  /** How many envelopes the service has sent, by its own record of events. */
  sent(): Promise<number>;
}

/** The scene for one file of tests. `flags` are those of every run. */
export function bulkScene(name: string, flags: readonly string[] = ['--send', '--yes', '--json']): BulkScene {
  const at = shared(newEmulatorMachine);
  const scene = {
    at,
    template: '',
    file: '',
    number: 0,
    write: (columns: string, ...rows: readonly string[]) => at.write(scene.file, [columns, ...rows, ''].join('\n')),
    writeLeases: (count: number) =>
      scene.write(leaseColumns, ...Array.from({ length: count }, (_, row) => leaseRow(scene.number * 1_000 + row))),
    words: (...more: readonly string[]) =>
      ['envelope', 'create', '--template', scene.template, '--rows', scene.file].concat(flags, more),
    run: (more: readonly string[] = [], options: RunOptions = {}) =>
      at.run(scene.words(...more), { clock: sharedClock(at), ...options }),
    sent: async () => {
      const { data } = await at.emulator.control<{ data: readonly { event: string }[] }>('GET /_emulator/events');
      return data.filter(({ event }) => event === 'envelope.sent').length;
    },
  };
  beforeAll(async () => {
    scene.template = await at.template();
  });
  beforeEach(async () => {
    await at.ok(['emulator', 'fault', 'clear']);
    // Nothing before counts in the key's minute.
    await at.emulator.advance(61_000);
    scene.number += 1;
    scene.file = `${name}-${scene.number}.csv`;
  });
  return scene;
}
