import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFaults } from '../../../src/emulator/faults.js';
import { createOutbox, type NewMail, type Outbox } from '../../../src/emulator/mail/outbox.js';
import { mailRepository } from '../../../src/emulator/store/mail-repository.js';
import { createRig, type Rig } from '../../support/emulator/temporary-store.js';

let rig: Rig;
let outbox: Outbox;
const faults = createFaults();
beforeEach(() => {
  rig = createRig();
  const { store, clock, random, scheduler: jobs } = rig;
  outbox = createOutbox({ store, clock, random, jobs, faults, reportAfter: 30_000 });
  rig.scheduler.start();
});
afterEach(() => rig.close());

const mail = (changes: Partial<NewMail> = {}): NewMail => ({
  organisation_id: 'one',
  mode: 'live',
  kind: 'invitation',
  to: { name: 'Thandi Mokoena', email: 'thandi@example.test' },
  subject: 'Please sign',
  text: 'Here',
  link: 'http://127.0.0.1/sign/token',
  envelope_id: 'envelope',
  recipient_id: 'recipient',
  ...changes,
});
const send = (changes: Partial<NewMail> = {}): string => rig.store.transaction(() => outbox.send(mail(changes)));

describe('captured mail', () => {
  it('is accepted at once, and reported as delivered half a minute of the clock later', async () => {
    send();
    expect(outbox.invitation('recipient')).toMatchObject({
      accepted_at: '2026-03-02T08:00:00.000Z',
      delivered_at: null,
    });
    await rig.scheduler.advance((now) => now + 29_999);
    expect(outbox.invitation('recipient')?.delivered_at).toBeNull();
    await rig.scheduler.advance((now) => now + 1);
    expect(outbox.invitation('recipient')?.delivered_at).toBe('2026-03-02T08:00:30.000Z');
  });

  it('never arrives where a fault loses it, and the mail after that does', async () => {
    faults.add({ point: 'mail', code: 'internal_error', count: 1 });
    const lost = send();
    const next = send();
    await rig.scheduler.advance((now) => now + 30_000);
    const mails = mailRepository(rig.store.sql);
    expect(mails.find(lost)).toMatchObject({ delivered_at: null, lost: true });
    expect(mails.find(next)).toMatchObject({ delivered_at: '2026-03-02T08:00:30.000Z', lost: false });
    expect(mails.list({ lost: true }).map(({ id }) => id)).toEqual([lost]);
    expect(mails.list({ lost: false }).map(({ id }) => id)).toEqual([next]);
  });

  it('is read back as it was sent, its attachments by name and size', () => {
    const bytes = Buffer.from('%PDF');
    send({ kind: 'completed', link: null, attachments: [{ filename: 'lease.pdf', bytes }] });
    const { attachments: _none, ...expected } = { ...mail({ kind: 'completed', link: null }), attachments: [] };
    expect(mailRepository(rig.store.sql).list({})).toEqual([
      {
        ...expected,
        id: expect.any(String) as string,
        accepted_at: '2026-03-02T08:00:00.000Z',
        delivered_at: null,
        lost: false,
        attachments: [{ filename: 'lease.pdf', size: 4 }],
      },
    ]);
  });

  it('is listed newest first, and an invitation is the newest one of its recipient', () => {
    const first = send();
    const second = send({ kind: 'voided' });
    const third = send({ subject: 'Again' });
    expect(
      mailRepository(rig.store.sql)
        .list({})
        .map(({ id }) => id),
    ).toEqual([third, second, first]);
    expect(outbox.invitation('recipient')?.subject).toBe('Again');
    expect(outbox.invitation('somebody else')).toBeNull();
  });

  it('of a transaction that was undone was never sent', () => {
    const work = (): void => {
      outbox.send(mail());
      throw new Error('undone');
    };
    expect(() => rig.store.transaction(work)).toThrow('undone');
    expect([mailRepository(rig.store.sql).list({}), rig.scheduler.next()]).toEqual([[], null]);
  });
});
