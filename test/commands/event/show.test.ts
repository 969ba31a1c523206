import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../../src/store/delivery.js';
import { ListenerDeliveries } from '../../../src/store/listener-deliveries.js';
import { openState } from '../../../src/store/state.js';
import { type Machine, newMachine } from '../../support/program.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';

let machine: Machine;
let one: NewDelivery;
let twin: NewDelivery;
const odd = '{"id":"evt_odd", "big":12345678901234567890}\r\n';

beforeAll(async () => {
  machine = newMachine();
  const written = await recordDeliveries(machine.env['ESIGN_STATE_DIR'] ?? '', [
    { body: odd, eventId: 'evt_odd', id: 'aaaa1111-0000-4000-8000-000000000001' },
    { id: 'aaaa2222-0000-4000-8000-000000000002' },
  ]);
  [one, twin] = written as [NewDelivery, NewDelivery];
});
afterAll(() => machine.remove());

describe('event show', () => {
  it('finds a delivery by its id, the start of it, and its event', async () => {
    for (const id of [one.id, 'aaaa1', 'evt_odd']) {
      const ran = await machine.run(['event', 'show', id, '--json']);
      expect(ran.json()).toMatchObject({ id: one.id, event_id: 'evt_odd', signature: one.signature });
    }
    expect((await machine.run(['event', 'show', twin.id, '--jq', '.body.envelope_id'])).stdout).toContain(
      twin.envelopeId,
    );
  });

  it('shows the body to a person', async () => {
    const seen = (await machine.run(['event', 'show', one.id], { terminal: true })).stdout;
    expect(seen).toContain('12345678901234567890');
    expect(seen).toMatch(/Verified +v1/);
  });

  it('writes the raw bytes, and nothing else', async () => {
    const { terminal, ended } = machine.start(['event', 'show', one.id, '--raw']);
    expect((await ended).code).toBe(0);
    expect(terminal.stdoutBytes()).toEqual(Buffer.from(odd));
  });

  it('says when an event came whose record had to make room', async () => {
    const state = openState(machine.env['ESIGN_STATE_DIR'] ?? '');
    const options = { now: () => Date.now() - 60_000, listener: 'full', host: one.host, sizes: { max: 2_000 } };
    const journal = new ListenerDeliveries({ state, ...options });
    await journal.start();
    for (let count = 0; count < 20; count += 1)
      await journal.got({ ...one, listener: 'full', id: `gone${count}`, eventId: `evt_${count}` });
    journal.close();
    const ran = await machine.run(['event', 'show', 'evt_0', '--json']);
    expect(ran.error()).toMatchObject({ code: 'delivery_gone', exit_code: 4, taken: true });
    expect(ran.error().message).toMatch(/evt_0 was received at 20\d\d-/);
    expect((await machine.run(['event', 'show', 'evt_19', '--json'])).code).toBe(0);
  });

  it('ends with 4 for a missing delivery, and with 2 for an ambiguous or invalid ID', async () => {
    expect((await machine.run(['event', 'show', 'ffff0000', '--json'])).error()).toMatchObject({
      code: 'delivery_not_found',
      exit_code: 4,
    });
    const several = await machine.run(['event', 'show', 'aaaa', '--json']);
    expect(several.error()).toMatchObject({ code: 'invalid_id', exit_code: 2 });
    expect(several.error().hint).toContain(twin.id);
    expect((await machine.run(['event', 'show', '../etc'])).code).toBe(2);
  });
});
