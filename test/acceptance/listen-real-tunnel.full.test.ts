import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { agreementPdf } from '../support/agreement.js';
import {
  allVerify,
  childrenOf,
  hasRealParts,
  openRealService,
  openRealWay,
  type RealService,
  type RealWay,
  until,
} from '../support/listening/listen-real.js';
import { type ListenLine, startApp } from '../support/listening/listening.js';
import { isAlive, tell } from '../support/listening/sshd.js';

let service: RealService;
let way: RealWay;
beforeAll(async () => {
  if (hasRealParts) service = await openRealService();
});
afterAll(async () => {
  if (hasRealParts) await service.close();
});
afterEach(async () => {
  if (hasRealParts) await way.close();
});

const tunnel = (state: string) => (line: ListenLine) => line.type === 'tunnel' && line['state'] === state;
const repeats = 61;

// A busy machine takes its time over a dozen processes; nothing here waits for a time-out to pass.
describe.skipIf(!hasRealParts)('a tunnel that breaks, through a real sshd and nginx', { timeout: 240_000 }, () => {
  it('loses nothing when the session is killed at the host', async () => {
    way = await openRealWay(service);
    const one = way.listen();
    const { endpoint_id: id } = await one.ready();
    const [client = 0] = childrenOf(one.pid, 'ssh');
    // Frozen, it cannot open the next session before the event happens.
    tell(one.pid, 'SIGSTOP');
    way.sshd.signalSessions('SIGKILL');
    await until(() => way.sshd.sessions().length === 0 && !isAlive(client));
    const event = await way.trigger('envelope.sent');
    expect(await way.attempts(event, 1)).toEqual([502]);
    tell(one.pid, 'SIGCONT');
    expect(await one.line(tunnel('down'))).toMatchObject({ message: expect.stringMatching(/closed by remote host/) });
    expect(await one.line(tunnel('up'))).toMatchObject({ message: expect.stringMatching(/^The tunnel works again/) });
    expect(await way.endpoints()).toMatchObject([{ id, active: true }]);
    await way.advance(repeats);
    expect(await one.line(({ type }) => type === 'delivery')).toMatchObject({ retry_count: 1, secret: 'current' });
    expect(await way.attempts(event, 2)).toEqual([502, 200]);
    // Somebody disables the endpoint: the listener finds that when its tunnel is up again.
    await way.service('PATCH', `/api/v1/webhooks/${id}`, { active: false });
    way.sshd.signalSessions('SIGKILL');
    expect(await one.line((line) => line['code'] === 'endpoint_revived')).toMatchObject({
      message: expect.stringMatching(/was disabled \(.+\); it is active again/),
    });
    expect(await way.attempts(await way.trigger('envelope.sent'), 1)).toEqual([200]);
    const done = await way.stop(one);
    expect(done).toMatchObject({ deliveries: 2, forwarded: 2, undelivered: [], missed: null });
    expect(done['missed_unknown_because']).toMatch(/the tunnel was down for a while/);
    await way.nothingLost(done);
    expect(await way.endpoints()).toEqual([]);
  });

  it('takes the way over from a host that froze, names what did not come, and gets it with the repetition', async () => {
    way = await openRealWay(service, { far: 'socket' });
    writeFileSync(join(way.program.folder, 'agreement.pdf'), agreementPdf());
    const ok = async (...argv: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await way.program.run([...argv, '--profile', 'local', '-q', '--yes']);
      if (code !== 0) throw new Error(stderr);
      return stdout.trim();
    };
    const template = await ok('template', 'create', 'agreement.pdf');
    const one = way.listen();
    await one.ready();
    const person = (role: string, name: string) => [
      '--recipient',
      `role=${role},name=${name},email=${name}@example.test`,
    ];
    const people = [...person('Tenant', 'thandi'), ...person('Landlord', 'pieter')];
    const envelope = await ok('envelope', 'create', '--template', template, ...people, '--send', '--yes');
    await one.line((line) => line['event'] === 'envelope.sent');
    way.sshd.signalSessions('SIGSTOP');
    const event = await way.trigger('envelope.declined', envelope);
    expect(await one.line(tunnel('down'))).toMatchObject({ message: expect.stringMatching(/not responding/) });
    await one.line(tunnel('up'));
    expect(await one.line(({ type }) => type === 'late')).toMatchObject({
      events: [{ event: 'envelope.declined', envelope_id: envelope }],
    });
    // The host thaws: what had hung there ends, and the new session keeps the socket.
    way.sshd.signalSessions('SIGCONT');
    expect(await way.attempts(event, 1)).toEqual([expect.not.toBeOneOf([200])]);
    await way.advance(repeats);
    expect((await way.attempts(event, 2)).at(-1)).toBe(200);
    await way.app.has(2);
    const done = await way.stop(one);
    expect(done).toMatchObject({ forwarded: 2, undelivered: [] });
    // What hung at the host may arrive after all, as a repeat.
    expect(Number(done['deliveries']) - Number(done['repeats'])).toBe(2);
    await way.nothingLost(done);
  });

  it('is up again at once when the laptop wakes, and the host had dropped it', async () => {
    way = await openRealWay(service, { clientAlive: 1 });
    const one = way.listen();
    const { endpoint_id: id, url } = await one.ready();
    const asleep = [one.pid, ...childrenOf(one.pid, 'ssh')];
    expect(asleep).toHaveLength(2);
    for (const pid of asleep) tell(pid, 'SIGSTOP');
    await until(() => way.sshd.sessions().length === 0);
    const event = await way.trigger('envelope.sent');
    expect(await way.attempts(event, 1)).toEqual([502]);
    for (const pid of asleep) tell(pid, 'SIGCONT');
    await one.line(tunnel('down'));
    await one.line(tunnel('up'));
    expect(await way.endpoints()).toMatchObject([{ id, url, active: true }]);
    await way.advance(repeats);
    await way.app.has(1);
    expect(await way.attempts(event, 2)).toEqual([502, 200]);
    const done = await way.stop(one);
    expect(done).toMatchObject({ deliveries: 1, forwarded: 1, undelivered: [] });
    await way.nothingLost(done);
  });

  it('is only late with a delivery when both ends slept for a moment', async () => {
    way = await openRealWay(service);
    const one = way.listen();
    await one.ready();
    const asleep = [one.pid, ...childrenOf(one.pid, 'ssh')];
    for (const pid of asleep) tell(pid, 'SIGSTOP');
    way.sshd.signalSessions('SIGSTOP');
    const event = await way.trigger('envelope.sent');
    await until(() => isOpen(way.edge.port));
    expect(way.app.took).toEqual([]);
    way.sshd.signalSessions('SIGCONT');
    for (const pid of asleep) tell(pid, 'SIGCONT');
    await way.app.has(1);
    expect(await way.attempts(event, 1)).toEqual([200]);
    const done = await way.stop(one);
    expect(done).toMatchObject({ deliveries: 1, forwarded: 1, repeats: 0, undelivered: [], missed: 0 });
    await way.nothingLost(done);
  });

  it('gets at the new address what happens from then on, and names that the rest of the old one is over', async () => {
    way = await openRealWay(service);
    const one = way.listen([], {}, { remote: '0', publicUrl: way.edge.portUrl });
    const { endpoint_id: id, url } = await one.ready();
    const before = await way.trigger('envelope.sent');
    await way.attempts(before, 1);
    way.sshd.signalSessions('SIGKILL');
    expect(await one.line(tunnel('moved'))).toMatchObject({
      message: expect.stringMatching(/registered again, and the old one was deleted/),
      hint: expect.stringMatching(/old URL will not arrive/),
    });
    const [now, ...others] = await way.endpoints();
    expect(others).toEqual([]);
    expect([now?.id === id, now?.url === url]).toEqual([false, false]);
    const after = await way.trigger('envelope.sent');
    expect(await way.attempts(after, 1)).toEqual([200]);
    await way.app.has(2);
    const done = await way.stop(one);
    expect(done).toMatchObject({ deliveries: 2, forwarded: 2, refused: 0, missed: null });
    await way.nothingLost(done);
    expect(await way.endpoints()).toEqual([]);
  });
});

describe.skipIf(!hasRealParts)(
  'a listener that is killed with -9, through a real sshd and nginx',
  { timeout: 240_000 },
  () => {
    it.each([false, true])(
      'leaves no endpoint, no ssh, no command, and loses nothing (its whole group: %s)',
      async (group) => {
        way = await openRealWay(service);
        const { port } = way.app;
        await way.app.close();
        const command = ['--', process.execPath, '-e', 'setInterval(() => undefined, 1000)'];
        const one = way.listen(command, {}, { group });
        await one.ready();
        const event = await way.trigger('envelope.sent');
        expect(await way.attempts(event, 1)).toEqual([200]);
        await one.line(({ type }) => type === 'app');
        const [client = 0] = childrenOf(one.pid, 'ssh');
        const started = childrenOf(one.pid, 'node').concat(childrenOf(one.pid, 'MainThread'));
        const ours = [client, ...started];
        expect([isAlive(client), started.length > 0]).toEqual([true, true]);
        process.kill(group ? -one.pid : one.pid, 'SIGKILL');
        await one.ended;
        await until(async () => (await way.endpoints()).length === 0 && !ours.some(isAlive));
        await until(() => way.sshd.sessions().length === 0);
        way.app = await startApp(port);
        const next = way.listen(['--secret-file', 'next.secret']);
        expect(await next.ready()).toMatchObject({ resumed: 1 });
        await way.app.has(1);
        allVerify(way.app, readFileSync(join(way.program.folder, 'next.secret'), 'utf8').trim());
        await next.line(({ type }) => type === 'delivery');
        const done = await way.stop(next);
        expect(done).toMatchObject({ forwarded: 1, undelivered: [] });
        await way.nothingLost(done);
      },
    );
  },
);

/** Whether somebody has a connection to a port of this machine, as the kernel lists them. */
function isOpen(port: number): boolean {
  const to = port.toString(16).toUpperCase().padStart(4, '0');
  return new RegExp(`: [0-9A-F]{8}:[0-9A-F]{4} 0100007F:${to} 01 `).test(readFileSync('/proc/net/tcp', 'utf8'));
}
