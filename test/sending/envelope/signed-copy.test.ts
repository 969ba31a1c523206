import { describe, expect, it } from 'vitest';
import { mailDrafts } from '../../../src/sending/envelope/signed-copy.js';
import { createEnvelope, createTemplate, landlord, rental, tenant } from '../../support/agreement.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';
import type { Envelope } from '../../support/shapes.js';

const at = shared(newEmulatorMachine);
const people = ['Tenant', 'Landlord'].flatMap((role) => [
  '--to',
  `role=${role},name=${role},email=${role}@example.test`,
]);

describe('who gets the signed copy', () => {
  it.each([
    [[], 'integrator', 'The service mails it to nobody. Send it yourself'],
    [['--completion-delivery', 'service'], 'service', 'The service mails it to the sender and every recipient'],
  ])('is said when an envelope is created, and shown later %j', async (flags, delivery, words) => {
    const create = ['envelope', 'create', '--template', await at.template(), ...people, '--send', ...flags];
    const seen = await at.run(create, { terminal: true, columns: 200 });
    expect(seen.stdout).toMatch(new RegExp(`^Signed copy +${words}`, 'm'));
    const { id } = (await at.ok([...create, '--json'])).json<Envelope>();
    expect((await at.ok(['envelope', 'show', id, '--json'])).json()).toMatchObject({ signed_copy: delivery });
    const shown = await at.run(['envelope', 'show', id], { terminal: true, columns: 200 });
    expect(shown.stdout).toMatch(new RegExp(`^Signed copy +${words}`, 'm'));
  });

  it('is not known of an envelope that was created elsewhere, and no question of one that is over', async () => {
    const { live } = at.organisation;
    const { id } = await createEnvelope(live, await createTemplate(live), { send: true, values: [rental] });
    const shown = async (): Promise<string> => {
      return (await at.run(['envelope', 'show', id], { terminal: true, columns: 200 })).stdout;
    };
    expect((await at.ok(['envelope', 'show', id, '--json'])).json()).toMatchObject({ signed_copy: null });
    expect(await shown()).toMatch(/^Signed copy +The service mails it to nobody, unless/m);
    await at.ok(['envelope', 'void', id, '--reason', 'wrong rent', '--yes']);
    expect(await shown()).not.toContain('Signed copy');
  });
});

describe('envelope download --mailto', () => {
  it('prints a mail to each recipient that a mail program opens, and needs files to attach', async () => {
    const { live } = at.organisation;
    const { id } = await createEnvelope(live, await createTemplate(live), { send: true, values: [rental] });
    for (const role of ['Tenant', 'Landlord']) await at.ok(['emulator', 'sign', id, role]);
    await at.ok(['emulator', 'clock', 'advance', '3m']);
    const { stdout } = await at.run(['envelope', 'download', id, '-o', 'signed.pdf', '--mailto'], { terminal: true });
    expect(stdout).toMatch(/^Wrote signed\.pdf/m);
    expect(stdout).toContain(
      'To Thandi Mokoena <thandi@example.test>:\nmailto:thandi@example.test?subject=Signed%20copy',
    );
    const again = await at.ok(['envelope', 'download', id, '-o', 'again.pdf', '--mailto', '--json']);
    const { drafts } = again.json<{ drafts: readonly { email: string; mailto: string }[] }>();
    expect(drafts.map(({ email }) => email)).toEqual([tenant.email, landlord.email]);
    const link = new URL(drafts[0]!.mailto);
    expect([link.protocol, link.pathname, link.searchParams.get('subject')]).toEqual([
      'mailto:',
      tenant.email,
      'Signed copy: Lease',
    ]);
    expect(link.searchParams.get('body')).toBe(
      'Dear Thandi Mokoena,\r\n\r\nLease is complete. The signed copy is attached: again.pdf\r\n',
    );
    expect((await at.run(['envelope', 'download', id, '-o', '-', '--mailto'])).code).toBe(2);
  });

  it('writes to an address once, and not to somebody who handed over; nothing in a name leaves its place', () => {
    const recipient = (name: string, email: string, status: string) => ({ name, email, status });
    const recipients = [
      recipient('Pieter', 'p@example.test', 'delegated'),
      recipient('A & B?', 'a+b&cc=x@example.test', 'signed'),
      recipient('The same', 'A+B&CC=X@example.test', 'signed'),
      recipient('Two', 'c@example.test, d@example.test', 'signed'),
    ];
    const envelope = { title: 'Lease & more', recipients } as unknown as Parameters<typeof mailDrafts>[0];
    const drafts = mailDrafts(envelope, ['one.pdf', 'two.pdf']);
    expect(drafts.map(({ name }) => name)).toEqual(['A & B?']);
    const link = new URL(drafts[0]!.mailto);
    expect([decodeURIComponent(link.pathname), [...link.searchParams.keys()]]).toEqual([
      'a+b&cc=x@example.test',
      ['subject', 'body'],
    ]);
  });
});
