import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sign, writeSignature } from '../../../src/domain/webhook/signature.js';
import { type Machine, newMachine } from '../../support/program.js';

const t = 1_764_576_000;
const at = '2025-12-01T08:00:00.000Z';
const secret = 'whsec_current_0001';
const previous = 'whsec_previous_0001';
const body = '{"id":"evt_1","event":"envelope.sent","retry_count":0}';

let machine: Machine;
const write = (name: string, content: string | Buffer): void => writeFileSync(join(machine.folder, name), content);

beforeAll(() => {
  machine = newMachine();
  write('hook.secret', `${secret}\n`);
  write('old.secret', `${previous}\r\n`);
  write('delivery.json', body);
});
afterAll(() => machine.remove());

describe('webhook sign', () => {
  it('prints the header’s value alone, which verify accepts', async () => {
    const ran = await machine.run([
      'webhook',
      'sign',
      '--secret-file',
      'hook.secret',
      '--previous-secret-file',
      'old.secret',
      '--body',
      'delivery.json',
      '--at',
      at,
    ]);
    expect(ran.stdout).toBe(`${writeSignature({ current: secret, previous }, Buffer.from(body), t)}\n`);
    const verify = ['webhook', 'verify', '--secret-file', 'hook.secret', '--body', 'delivery.json', '--at', at];
    expect((await machine.run([...verify, '--header', ran.stdout.trim()])).code).toBe(0);
  });

  it('signs bytes that are not text, as of now by default, and wraps the value under --json', async () => {
    write('bytes.bin', Buffer.from([0xff, 0x00, 0x0d]));
    const ran = await machine.run(
      ['webhook', 'sign', '--secret-file', 'hook.secret', '--body', 'bytes.bin', '--json'],
      {
        clock: { now: () => t * 1000 + 999, sleep: () => Promise.resolve() },
      },
    );
    expect(ran.json()).toEqual({ header: `t=${t}, v1=${sign(secret, Buffer.from([0xff, 0x00, 0x0d]), t)}` });
  });
});
