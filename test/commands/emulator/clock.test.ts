import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmulatorMachine, newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { scriptedClock } from '../../support/program/clock.js';

let at: EmulatorMachine;
/** Fails each first attempt, and holds back the responses to others until `release`. */
let server: Server;
let held: ServerResponse[] | null = [];
beforeAll(async () => {
  at = await newEmulatorMachine();
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { retry_count: retries } = JSON.parse(Buffer.concat(parts).toString()) as { readonly retry_count: number };
      if (retries > 0 && held !== null) held.push(response);
      else response.writeHead(retries > 0 ? 204 : 500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await at.ok(['webhook', 'register', '--url', url, '--event', 'envelope.sent', '--secret-file', 'hook.secret']);
});
afterAll(async () => {
  await at.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function release(): void {
  const responses = held ?? [];
  held = null;
  for (const response of responses) response.writeHead(204).end();
}

/** Makes a delivery that is due again within a minute. */
async function failOnce(): Promise<void> {
  held = [];
  const made = ['envelope', 'create', '--template', await at.template(), ...people];
  await at.ok([...made, '--value', '.rental.amount=9500', '--send']);
  await at.emulator.settle();
}

const advance = ['emulator', 'clock', 'advance', '61s'];

describe('emulator clock advance', () => {
  it('shows on stderr how many of the due actions are done', async () => {
    await failOnce();
    const looks = [(): Promise<void> => expect.poll(() => held?.length).toBe(1)];
    const sleep = async (_milliseconds: number, signal?: AbortSignal): Promise<void> => {
      const look = looks.shift();
      if (look !== undefined) return look();
      release();
      await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('ended'))));
    };
    const ran = await at.ok(advance, { clock: { now: () => Date.now(), sleep } });
    const [, done, due] =
      /^Moving the clock …\nMoving the clock: (\d+) of (\d+) actions done …\n$/.exec(ran.stderr) ?? [];
    expect(ran.json<{ ran: unknown[] }>().ran).toHaveLength(Number(due));
    expect(Number(done)).toBe(Number(due) - 1);
  });

  it('says nothing with --json, and does not ask either', async () => {
    await failOnce();
    release();
    const ran = await at.ok([...advance, '--json'], { clock: scriptedClock([]) });
    expect(ran.stderr).toBe('');
  });
});

describe('emulator reset --clock', () => {
  it('deletes the data and goes back to the time of this machine, once confirmed', async () => {
    const asked = await at.run(['emulator', 'reset', '--clock', '--json']);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('This needs a confirmation');
    await at.ok(['emulator', 'clock', 'advance', '34h']);
    await at.ok(['emulator', 'reset', '--clock', '--yes']);
    const { now, frozen } = (await at.ok(['emulator', 'clock', 'show', '--json'])).json<{
      now: string;
      frozen: boolean;
    }>();
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    expect(frozen).toBe(false);
    expect(await at.emulator.mails()).toEqual([]);
  });

  it('says so, and without it the clock stays', async () => {
    const time = async () =>
      Date.parse((await at.ok(['emulator', 'clock', 'show', '--json'])).json<{ now: string }>().now);
    await at.ok(['emulator', 'clock', 'advance', '34h']);
    await at.ok(['emulator', 'reset', '--yes']);
    expect((await time()) - Date.now()).toBeGreaterThan(33 * 3_600_000);
    const { stdout } = await at.ok(['emulator', 'reset', '--clock', '--yes'], { terminal: true });
    expect(stdout).toContain('Its clock has the time of this machine.');
    expect((await time()) - Date.now()).toBeLessThan(60_000);
  });
});
