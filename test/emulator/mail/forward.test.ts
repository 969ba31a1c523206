import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/emulator/log.js';
import { createFaults } from '../../../src/emulator/faults.js';
import { createForwarder, type Forwarder } from '../../../src/emulator/mail/forward.js';
import { createOutbox, type NewMail, type Outbox } from '../../../src/emulator/mail/outbox.js';
import { mailRepository } from '../../../src/emulator/store/mail-repository.js';
import { createRig, type Rig } from '../../support/emulator/temporary-store.js';

const wait = { timeout: 60_000, interval: 10 };
let rig: Rig;
let outbox: Outbox;
let forwarder: Forwarder;
let server: SMTPServer | null = null;
let complaints: string[];
let received: { readonly to: string; readonly source: string }[];

/** A mail server on the port given, that refuses whom it does not know. */
function listen(port: number): Promise<number> {
  const own = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('unknown') ? Object.assign(new Error('unknown'), { responseCode: 550 }) : undefined),
    onData(stream, { envelope }, done) {
      let source = '';
      stream.setEncoding('utf8').on('data', (text: string) => (source += text));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo[0]?.address ?? '', source });
        done();
      });
    },
  });
  server = own;
  return new Promise((resolve) => {
    const net = own.listen(port, '127.0.0.1', () => {
      const address = net.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

const stopServer = (): Promise<void> =>
  new Promise((resolve) => {
    if (server === null) return resolve();
    server.close(() => resolve());
    server = null;
  });

function forwardTo(port: number): void {
  const log = (entry: LogEntry): void => {
    if (entry.kind === 'failure') complaints.push(`${entry.where}: ${String(entry.error)}`);
  };
  const mails = mailRepository(rig.store.sql);
  forwarder = createForwarder({ server: { host: '127.0.0.1', port }, mails, log, retryAfter: 20 });
  const { store, clock, random, scheduler: jobs } = rig;
  outbox = createOutbox({
    store,
    clock,
    random,
    jobs,
    faults: createFaults(),
    reportAfter: 30_000,
    forward: forwarder.forward,
  });
}

beforeEach(() => {
  rig = createRig();
  complaints = [];
  received = [];
});
afterEach(async () => {
  await forwarder.close();
  await stopServer();
  rig.close();
});

const mail = (changes: Partial<NewMail> = {}): NewMail => ({
  organisation_id: 'one',
  mode: 'live',
  kind: 'invitation',
  to: { name: 'Thandi Mokoena', email: 'thandi@example.test' },
  subject: 'Please sign',
  text: 'Dear Thandi\n\nhttp://127.0.0.1/sign/token',
  link: 'http://127.0.0.1/sign/token',
  envelope_id: 'envelope',
  recipient_id: 'recipient',
  ...changes,
});
const send = (changes: Partial<NewMail> = {}): string => rig.store.transaction(() => outbox.send(mail(changes)));
const arrived = (count: number): Promise<void> => expect.poll(() => received, wait).toHaveLength(count);

describe('forwarding mail', () => {
  it('passes it on with both parts and what is attached', async () => {
    forwardTo(await listen(0));
    const id = send({ attachments: [{ filename: 'lease.pdf', bytes: Buffer.from('%PDF-1.7 whole') }] });
    await arrived(1);
    const { to, source } = received[0]!;
    expect(to).toBe('thandi@example.test');
    expect(source).toMatch(/^To: Thandi Mokoena <thandi@example\.test>\r$/m);
    expect(source).toMatch(/^Subject: Please sign\r$/m);
    expect(source).toContain(`Message-ID: <${id}@esign.test>`);
    expect(source).toMatch(/Content-Type: text\/plain/);
    expect(source).toMatch(/Content-Type: text\/html/);
    expect(source).toMatch(/filename=lease\.pdf/);
    expect(source).toContain(Buffer.from('%PDF-1.7 whole').toString('base64'));
    expect(complaints).toEqual([]);
  });

  it('never passes on what a transaction undid', async () => {
    forwardTo(await listen(0));
    expect(() =>
      rig.store.transaction(() => {
        outbox.send(mail({ subject: 'Undone' }));
        throw new Error('undone');
      }),
    ).toThrow('undone');
    send({ subject: 'Kept' });
    await arrived(1);
    expect(received[0]?.source).toContain('Subject: Kept');
  });

  it('says once that the server is away, keeps the mail, and passes it on in order when it is back', async () => {
    const port = await listen(0);
    await stopServer();
    forwardTo(port);
    send({ subject: 'One' });
    send({ subject: 'Two' });
    await expect.poll(() => complaints, wait).toHaveLength(1);
    expect(complaints[0]).toContain(`forwarding mail to 127.0.0.1:${port}`);
    expect(complaints[0]).not.toContain('token');
    expect(mailRepository(rig.store.sql).list({})).toHaveLength(2);
    await listen(port);
    await arrived(2);
    expect(received.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1])).toEqual(['One', 'Two']);
    expect(complaints).toHaveLength(1);
  });

  it('continues after a mail that the server refuses', async () => {
    forwardTo(await listen(0));
    send({ to: { name: 'Nobody', email: 'unknown@example.test' } });
    send();
    await arrived(1);
    expect([received[0]?.to, complaints.length, mailRepository(rig.store.sql).list({}).length]).toEqual([
      'thandi@example.test',
      1,
      2,
    ]);
  });
});
