import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Emulator, seedFileSchema } from '../../../src/emulator/emulator.js';
import { get, lease, people, seedFiles } from '../../support/emulator/seed-files.js';

const { folder, start } = seedFiles();

describe('a seed file of what is there', () => {
  interface Written {
    readonly yaml: string;
    readonly files: readonly { readonly name: string; readonly pdf: string }[];
  }
  const written = (emulator: Emulator): Promise<Written> =>
    emulator.control<Written>('GET', '/_emulator/seed-file?folder=documents');

  it('leads to the same data, and so to the same file', async () => {
    copyFileSync(new URL('../../../src/demo/lease.pdf', import.meta.url), join(folder, 'lease.pdf'));
    const one = await start(`${lease}  - name: Whole lease
    file: lease.pdf
    people: [{ person: 1 }]
clock: { at: 2026-03-10T08:00:00Z, frozen: true }
brands:
  - { name: Khumalo Homes, default: true, origins: ["http://127.0.0.1:3000"] }
endpoints:
  - { url: "http://127.0.0.1:9/hooks", events: [envelope.sealed] }
  - { url: "http://127.0.0.1:9/esl/0123abcd/0123456789abcdef0123456789abcdef" }
envelopes:
  - name: signed
    template: Lease
    at: -3d
    expires_in: 14d
    values: [{ key: lease.rent, value: "9500", locked: true }]
    steps:
      - { act: send }
      - { act: sign, signature: T Mokoena }
      - { act: delegate, at: -2d, to: { name: Naledi Khumalo, email: naledi@example.test } }
      - { act: sign }
      - { act: fail_sealing }
      - { act: requeue, at: -1d }${people}
  - template: Lease
    mode: test
    state: draft${people}
  - template: Lease
    name: unreached
    at: -4d
    recipients:
      - { role: Tenant, name: Thandi Mokoena, email: thandi@example.test }
      - { role: Landlord, name: Pieter Botha, email: pieter@example.test, undelivered: true }
    steps:
      - { act: send }
      - { act: delegate, at: -3d, to: { name: Naledi Khumalo, email: naledi@example.test, undelivered: true } }
      - { act: sign }
`);
    const first = await written(one);
    const unreached = await get(one, `/envelopes/${one.seeded?.envelopes['unreached']}`);
    expect((unreached['recipients'] as readonly object[]).slice(-2)).toMatchObject([
      { name: 'Naledi Khumalo', status: 'signed', invitation_delivered: false },
      { name: 'Pieter Botha', status: 'sent', invitation_delivered: false },
    ]);
    expect(first.yaml.match(/undelivered: true/g)).toHaveLength(2);
    expect(first.yaml).toContain('signature: T Mokoena');
    expect(first.yaml).toContain('http://127.0.0.1:9/hooks');
    expect(first.yaml).not.toContain('/esl/');
    expect(first.yaml).not.toMatch(/whsec_|esign_live_/);
    mkdirSync(join(folder, 'documents'), { recursive: true });
    for (const { name, pdf } of first.files) {
      writeFileSync(join(folder, 'documents', name), Buffer.from(pdf, 'base64'));
    }
    const two = await start(first.yaml);
    const second = await written(two);
    expect(second.yaml).toBe(first.yaml);
    const fields = async (emulator: Emulator): Promise<unknown> =>
      ((await get(emulator, `/templates/${emulator.seeded?.templates['Whole lease']}`))['fields'] as { rect: object }[])
        .length;
    expect(await fields(two)).toBe(await fields(one));
    expect((await get(two, `/envelopes/${two.seeded?.envelopes['signed']}/documents`))['sealed']).toBe(true);
  });

  it('fits its schema', async () => {
    const schema = await seedFileSchema();
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const emulator = await start(`${lease}envelopes:\n  - template: Lease\n    state: sealed${people}\n`);
    const { parse } = await import('yaml');
    expect([fits(parse((await written(emulator)).yaml)), fits.errors]).toEqual([true, null]);
    expect(fits(parse('version: 1\nbrand: []'))).toBe(false);
  });
});
