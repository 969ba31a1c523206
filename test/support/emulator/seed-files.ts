import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../src/emulator/emulator.js';

/** Seed files in a folder of this test, and emulators that are closed after each of its cases. */
export function seedFiles() {
  const started: Emulator[] = [];
  afterEach(async () => {
    for (const emulator of started.splice(0)) await emulator.close();
  });
  const folder = mkdtempSync(join(tmpdir(), 'esign-seed-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const start = async (text: string, options: EmulatorOptions = {}): Promise<Emulator> => {
    const emulator = await startEmulator({ ...options, seedFile: write('service.yaml', text) });
    started.push(emulator);
    return emulator;
  };
  return { started, folder, write, start };
}

/** What the service answers to a GET. */
export async function get(
  emulator: Emulator,
  path: string,
  key = emulator.keys.live,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${emulator.url}/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
  return (await answer.json()) as Record<string, unknown>;
}

/** The recipients of the lease. */
export const people = `
    recipients:
      - { role: Tenant, name: Thandi Mokoena, email: thandi@example.test }
      - { role: Landlord, name: Pieter Botha, email: pieter@example.test }`;
export const lease = `
version: 1
templates:
  - name: Lease
    roles: [{ name: Tenant }, { name: Landlord }]
    fields:
      - { type: text, role: Tenant, label: Rent, data_key: lease.rent, required: true }
      - { type: signature, role: Tenant }
      - { type: signature, role: Landlord }
`;
