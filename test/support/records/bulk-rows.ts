import { readFileSync } from 'node:fs';
import type { Clock } from '../../../src/core/platform/clock.js';
import type { EmulatorMachine } from '../emulator-machine.js';

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
