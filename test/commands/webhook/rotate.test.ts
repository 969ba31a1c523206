import { createServer, type Server } from 'node:http';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '../../../src/domain/webhook/signature.js';
import { manualClock } from '../../support/program/clock.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Webhook } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let server: Server;
let url: string;
let id: string;
/** What the receiver knows, as its owner gave it. */
let knows: () => { readonly current: string; readonly previous?: string };
let probes: string[];

beforeEach(async () => {
  probes = [];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const header = request.headersDistinct['service-signature'];
      const verdict = verify({ header, body: Buffer.concat(parts), ...knows(), now: clock.now() });
      probes.push(verdict.ok ? verdict.by : verdict.reason);
      response.writeHead(verdict.ok ? 204 : 401).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const register = ['webhook', 'register', '--url', url, '--event', 'envelope.sealed', '--secret-file', 'hook.secret'];
  id = (await at.ok([...register, '--force', '--json'])).json<Webhook>().id;
});
afterEach(async () => {
  await at.ok(['webhook', 'delete', id]);
  server.closeAllConnections();
  server.close();
});

const clock = manualClock({ auto: true });
const secret = (): string => readFileSync(at.path('hook.secret'), 'utf8').trim();
const rotate = (...more: readonly string[]) =>
  at.run(['webhook', 'rotate', id, '--secret-file', 'hook.secret', '--force', '--verify-with', url, ...more], {
    clock,
  });

describe('webhook rotate --verify-with', () => {
  it('probes under the old secret, then the new one, then both', async () => {
    const old = secret();
    knows = () => ({ current: secret(), previous: old });
    const ran = await rotate();
    expect(ran.stderr).toContain('accepts the new secret');
    expect(ran.code).toBe(0);
    expect(probes).toEqual(['current', 'current', 'current']);
    expect(secret()).not.toBe(old);
    expect(readFileSync(at.path('hook.secret.previous'), 'utf8')).toBe(`${old}\n`);
    expect(statSync(at.path('hook.secret.previous')).mode & 0o777).toBe(0o600);
    expect(ran.stderr).toContain('The previous secret is stored in hook.secret.previous.');
    expect(ran.stderr).not.toContain(old);
  });

  it('rotates nothing when the receiver does not even know the old secret', async () => {
    const old = secret();
    knows = () => ({ current: 'another' });
    const ran = await rotate('--json');
    expect(ran.code).toBe(9);
    expect(ran.error()).toMatchObject({
      code: 'old_secret_refused',
      hint: expect.stringContaining('The secret was not rotated'),
    });
    expect(secret()).toBe(old);
  });

  it('waits for a receiver that learns the new secret a little later', async () => {
    const old = secret();
    knows = () => (probes.length < 4 ? { current: old } : { current: secret(), previous: old });
    const ran = await rotate();
    expect(ran.code).toBe(0);
    expect(probes).toEqual(['current', 'mismatch', 'mismatch', 'mismatch', 'current', 'current']);
  });

  it('ends with 9 when the receiver never learns it, keeps the new secret, and says until when the old one counts', async () => {
    const old = secret();
    knows = () => ({ current: old, previous: old });
    const moved = (await at.ok(['emulator', 'clock', 'advance', '30d', '--json'])).json<{ now: string }>();
    const ran = await rotate('--verify-for', '10s', '--json');
    expect(ran.code).toBe(9);
    expect(ran.error()).toMatchObject({ code: 'new_secret_refused' });
    expect(ran.error().message).toContain('it responded with 204');
    // By the clock of the service, which is days ahead of this machine.
    const [, until = ''] = /before (\d{4}-\d\d-\d\dT\S+Z)/.exec(ran.error().hint ?? '') ?? [];
    const left = Date.parse(until) - Date.parse(moved.now) - 24 * 3_600_000;
    expect([left >= -1000, left < 60_000]).toEqual([true, true]);
    const files = '--secret-file hook.secret --previous-secret-file hook.secret.previous';
    expect(ran.error().hint).toContain(`esign webhook certify ${url} ${files}`);
    expect(probes.at(-1)).toBe('previous');
    expect(secret()).not.toBe(old);
    expect(ran.stderr).not.toContain(secret());
  });

  it('keeps no old secret that it did not replace, and none where nothing was rotated', async () => {
    rmSync(at.path('hook.secret.previous'), { force: true });
    knows = () => ({ current: 'another' });
    expect((await rotate()).code).toBe(9);
    await at.ok(['webhook', 'rotate', id, '--secret-file', 'fresh.secret', '--force']);
    expect(existsSync(at.path('hook.secret.previous'))).toBe(false);
    expect(existsSync(at.path('fresh.secret.previous'))).toBe(false);
  });

  it('needs the old secret, and sends nothing without it', async () => {
    const ran = await at.run(['webhook', 'rotate', id, '--verify-with', url, '--json']);
    expect(ran.error()).toMatchObject({ code: 'missing_option', hint: expect.stringContaining('--old-secret-file') });
    expect(ran.code).toBe(2);
    expect(probes).toEqual([]);
  });
});
