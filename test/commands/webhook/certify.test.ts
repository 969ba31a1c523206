import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../../../src/domain/webhook/signature.js';
import { type Receiver, startReceiver } from '../../support/listening/deliveries.js';
import { holdListener } from '../../support/records/recorded-deliveries.js';
import { type Machine, newMachine } from '../../support/program.js';

let machine: Machine;
let receiver: Receiver;
beforeAll(async () => {
  machine = newMachine();
  writeFileSync(join(machine.folder, 'hook.secret'), 'whsec_1\n');
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  machine.remove();
});

const certify = (...more: readonly string[]): readonly string[] => [
  'webhook',
  'certify',
  receiver.url,
  '--secret-file',
  'hook.secret',
  ...more,
];

describe('webhook certify', () => {
  it('says that the host of the URL does not exist, before it asks for a secret', async () => {
    const ran = await machine.run(['webhook', 'certify', 'no-such-host', '--json']);
    expect([ran.code, ran.error().message]).toEqual([2, 'Host "no-such-host" of the app not found.']);
  });

  it('ends with 9 for a receiver that looks at nothing, names each rule, and writes a report for CI', async () => {
    const rules = ['--rule', 'valid', '--rule', 'wrong_secret', '--rule', 'rotation_old'];
    const ran = await machine.run(certify(...rules, '--junit', 'report.xml', '--json'));
    expect(ran.code).toBe(9);
    expect(ran.json()).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    expect(ran.error()).toMatchObject({
      code: 'receiver_not_certified',
      exit_code: 9,
      failed: [{ rule: 'wrong_secret' }],
    });
    const report = readFileSync(join(machine.folder, 'report.xml'), 'utf8');
    expect(report).toContain('tests="3" failures="1" errors="0" skipped="1"');
    expect(report).toMatch(
      /name="wrong_secret: [^"]+"[^>]*>\s*<failure message="responded with 204, so it accepted the delivery; reject what differs from v1"/,
    );
    expect(report).not.toContain('whsec_1');
  });

  it('shows PASS, FAIL and SKIP with their reasons to a person, and rows with --tsv', async () => {
    const rules = ['--rule', 'valid', '--rule', 'stale', '--rule', 'rotation_old'];
    const seen = (await machine.run(certify(...rules), { terminal: true, columns: 120 })).stdout;
    expect(seen).toMatch(/^PASS {2}valid +A valid delivery/m);
    expect(seen).toMatch(
      /^FAIL {2}stale +.*\n {28}responded with 204, so it accepted the delivery; compare t with the clock/m,
    );
    expect(seen).toMatch(/^SKIP {2}rotation_old +.*\n {28}requires --previous-secret-file/m);
    expect(seen).toContain('1 passed, 1 failed, 1 skipped');
    const rows = (await machine.run(certify(...rules, '--tsv'))).stdout.trimEnd().split('\n');
    expect(rows.map((row) => row.split('\t').slice(0, 2))).toEqual([
      ['pass', 'valid'],
      ['fail', 'stale'],
      ['skipped', 'rotation_old'],
    ]);
  });

  it('of a receiver that refuses everything says that first, where to look, without a list of skipped checks', async () => {
    receiver.answer(404);
    const seen = await machine.run(certify(), { terminal: true, columns: 120 });
    receiver.answer(204);
    expect(seen.code).toBe(9);
    expect(seen.stdout.split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/^SKIP {2}no_redirect /),
      expect.stringMatching(/^ {28}responded with 404, which says nothing about redirects$/),
      expect.stringMatching(/^FAIL {2}valid /),
      expect.stringMatching(/^ {28}responded with 404; check the path of the URL$/),
      expect.stringMatching(/^SKIP {2}the other rules +it rejects valid deliveries/),
      '',
      expect.stringMatching(/^0 passed, 1 failed, 27 skipped/),
    ]);
    expect(seen.stderr).toContain('It responded with 404; check the path of the URL.');
    const narrow = await machine.run(certify(), { terminal: true, columns: 80 });
    expect(narrow.stdout.split('\n').filter((line) => line.length > 80 && !line.includes('http'))).toEqual([]);
    expect(narrow.stdout).toMatch(
      /^PASS {2}no_redirect +The URL does not redirect, because the service does\n {28}not follow redirects\.$/m,
    );
  });

  it('passes no single rule at a URL that rejects everything', async () => {
    receiver.answer(404);
    const ran = await machine.run(certify('--rule', 'stale', '--json'));
    receiver.answer(204);
    expect(ran.code).toBe(9);
    expect(ran.json()).toMatchObject({ passed: 0, failed: 1, skipped: 1 });
    expect(ran.error()).toMatchObject({ failed: [{ rule: 'valid' }] });
  });

  it('takes the secret of the listener that forwards to the receiver, and a previous one beside it', async () => {
    await holdListener(machine.env['ESIGN_STATE_DIR'] ?? '', { forwardTo: receiver.url, secret: 'whsec_held' });
    const before = receiver.received.length;
    const words = ['webhook', 'certify', receiver.url, '--previous-secret-file', 'hook.secret', '--json'];
    const ran = await machine.run([...words, '--rule', 'valid', '--rule', 'rotation_old']);
    expect(ran.json()).toMatchObject({ passed: 2, failed: 0, skipped: 0 });
    const [current, previous] = receiver.received
      .slice(before)
      .map(({ headers, raw }) => ({ header: headers['service-signature'], body: raw, now: Date.now() }));
    expect(verify({ ...current!, current: 'whsec_held' })).toMatchObject({ ok: true });
    expect(verify({ ...previous!, current: 'whsec_held', previous: 'whsec_1' })).toMatchObject({ by: 'previous' });
  });

  it('sends further headers beside the signature', async () => {
    const before = receiver.received.length;
    await machine.run(certify('--rule', 'valid', '--header', 'X-Preview: open'));
    const [first] = receiver.received.slice(before);
    expect(first?.headers).toMatchObject({ 'x-preview': 'open', 'content-type': 'application/json' });
    expect(first?.headers['service-signature']).toMatch(/^t=\d+, v1=[0-9a-f]{64}$/);
  });

  it('ends with 8 when nothing answers, and with 2 for what makes no sense', async () => {
    const nobody = ['webhook', 'certify', 'http://127.0.0.1:9/hooks', '--secret-file', 'hook.secret', '--json'];
    expect((await machine.run(nobody)).error()).toMatchObject({ code: 'receiver_unreachable', exit_code: 8 });
    const wrong = await machine.run(certify('--rule', 'stales', '--json'));
    expect(wrong.error()).toMatchObject({ exit_code: 2, hint: 'Did you mean "stale"?' });
    for (const more of [
      ['--header', 'no colon'],
      ['--header', 'Content-Length: 5'],
      ['--header', 'X: a\r\nY: b'],
      ['--ca-file', 'hook.secret'],
    ]) {
      expect((await machine.run(certify(...more))).code).toBe(2);
    }
    for (const url of ['ftp://127.0.0.1/', 'http://user:pass@127.0.0.1/', 'my hooks']) {
      expect((await machine.run(['webhook', 'certify', url, '--secret-file', 'hook.secret'])).code).toBe(2);
    }
  });

  it('says when --acted-url does not tell what it should', async () => {
    const ran = await machine.run(certify('--rule', 'valid', '--acted-url', 'http://127.0.0.1:9/', '--json'));
    expect(ran.error()).toMatchObject({ code: 'acted_url_unusable', exit_code: 8 });
  });
});
