import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Webhook } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

const register = (...more: readonly string[]): readonly string[] => [
  'webhook',
  'register',
  '--url',
  'https://app.example.com/hooks',
  '--event',
  'envelope.sealed',
  ...more,
];

describe('webhook register', () => {
  it('prints the secret once, and no read shows it again', async () => {
    const ran = await at.ok(register(), { terminal: true });
    const secret = /Secret +(whsec_\S+)/.exec(ran.stdout)?.[1] ?? '';
    expect(secret).not.toBe('');
    const list = await at.ok(['webhook', 'list', '--json']);
    expect(list.stdout).not.toContain(secret);
    const id = list.json<{ data: Webhook[] }>().data[0]!.id;
    expect((await at.ok(['webhook', 'get', id])).stdout).not.toContain(secret);
    await at.ok(['webhook', 'delete', id]);
  });

  it('puts the secret into a file that only its owner can read, and shows it nowhere', async () => {
    const ran = await at.ok(register('--secret-file', 'hook.secret', '--json', '--debug-bodies'));
    const secret = readFileSync(at.path('hook.secret'), 'utf8').trim();
    expect(secret).toMatch(/^whsec_/);
    expect(statSync(at.path('hook.secret')).mode & 0o777).toBe(0o600);
    expect(ran.stdout + ran.stderr).not.toContain(secret);
    expect(ran.json<Webhook>().secret).toBeUndefined();
    await at.ok(['webhook', 'delete', ran.json<Webhook>().id]);
  });

  it('registers nothing when the secret could not be kept', async () => {
    at.write('taken.secret', 'mine\n');
    const before = (await at.ok(['webhook', 'list', '-q'])).stdout;
    const taken = await at.run(register('--secret-file', 'taken.secret', '--json'));
    expect([taken.code, taken.error().code]).toEqual([2, 'file_exists']);
    expect((await at.run(register('--secret-file', 'nowhere/hook.secret'))).code).toBe(2);
    expect((await at.ok(['webhook', 'list', '-q'])).stdout).toBe(before);
    expect(readFileSync(at.path('taken.secret'), 'utf8')).toBe('mine\n');
    expect(existsSync(at.path('nowhere'))).toBe(false);
  });

  it('suggests the event that was meant', async () => {
    const ran = await at.run(['webhook', 'register', '--url', 'https://a.example', '--event', 'envelope.seald']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('Did you mean "envelope.sealed"?');
    expect((await at.run(['webhook', 'register', '--event', 'envelope.sealed'])).stderr).toContain('--url');
  });
});

describe('an endpoint', () => {
  it('is changed, switched off and on, and deleted', async () => {
    const { id } = (await at.ok(register('--json'))).json<Webhook>();
    expect((await at.run(['webhook', 'update', id])).stderr).toContain(
      '--url, --event, --brand, --no-brand, --enable and --disable',
    );
    const updated = await at.ok(['webhook', 'update', id, '--event', 'envelope.sent', '--event', 'envelope.voided']);
    expect(updated.json<Webhook>().subscribed_events).toEqual(['envelope.sent', 'envelope.voided']);
    const branded = await at.ok(['webhook', 'update', id, '--brand', at.organisation.brandId]);
    expect(branded.json<Webhook>().brand_id).toBe(at.organisation.brandId);
    expect((await at.ok(['webhook', 'update', id, '--no-brand'])).json<Webhook>().brand_id).toBeNull();

    expect((await at.ok(['webhook', 'disable', id])).json<Webhook>().active).toBe(false);
    const seen = await at.ok(['webhook', 'show', id], { terminal: true });
    expect(seen.stdout).toContain(`esign webhook update ${id} --enable`);
    expect((await at.ok(['webhook', 'update', id, '--enable'])).json<Webhook>().active).toBe(true);
    expect((await at.ok(['webhook', 'update', id, '--disable', '--yes'])).json<Webhook>().active).toBe(false);
    expect((await at.ok(['webhook', 'enable', id])).json<Webhook>().active).toBe(true);

    expect((await at.ok(['webhook', 'delete', id])).json()).toEqual({ id, deleted: true });
    expect((await at.run(['webhook', 'get', id])).code).toBe(4);
  });

  it('gets a new secret by rotation, in the place of the old one', async () => {
    const { id } = (await at.ok(register('--secret-file', 'rotating.secret', '--json'))).json<Webhook>();
    const first = readFileSync(at.path('rotating.secret'), 'utf8');
    expect((await at.run(['webhook', 'rotate', id, '--secret-file', 'rotating.secret'])).code).toBe(2);
    await at.ok(['webhook', 'rotate', id, '--secret-file', 'rotating.secret', '--force']);
    const second = readFileSync(at.path('rotating.secret'), 'utf8');
    expect(second).toMatch(/^whsec_/);
    expect(second).not.toBe(first);
    expect(statSync(at.path('rotating.secret')).mode & 0o777).toBe(0o600);
  });

  it('is rotated a second time when the grace period is over at the service', async () => {
    const { id } = (await at.ok(register('--secret-file', 'graced.secret', '--json'))).json<Webhook>();
    const rotate = ['webhook', 'rotate', id, '--secret-file', 'graced.secret', '--force'];
    await at.emulator.advance(100 * 24 * 3_600_000);
    const now = Date.parse((await at.ok(['emulator', 'clock', 'show', '--jq', '.now'])).stdout.trim());
    const told = (await at.ok(rotate)).stderr;
    const until = Date.parse(/v0 signature with it until (\S+)\.$/m.exec(told)?.[1] ?? '');
    expect(Math.abs(until - now - 24 * 3_600_000)).toBeLessThan(60_000);
    expect((await at.run([...rotate, '--json'])).error().code).toBe('rotation_in_grace');
    await at.emulator.advance(24 * 3_600_000);
    await at.ok(rotate);
  });

  it('with a live key is rotated and deleted only after a yes, which names its address', async () => {
    const { id } = (await at.ok(register('--json'))).json<Webhook>();
    for (const verb of ['rotate', 'delete']) {
      // Without the secret of the emulator's start, it counts as a real service.
      const env = { ...at.live(), ESIGN_STATE_DIR: at.path('no-state') };
      const ran = await at.run(['webhook', verb, id], { env });
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain('https://app.example.com/hooks');
    }
    await at.ok(['webhook', 'delete', id, '--yes'], { env: at.live() });
  });
});
