import { describe, expect, it } from 'vitest';
import { newEndpointMachine } from '../../support/emulator-machine.js';
import type { Envelope } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEndpointMachine);

describe('emulator trigger', () => {
  it('does to an envelope what leads to the event, and says what to look at next', async () => {
    const id = await at.draft();
    const ran = await at.ok(['emulator', 'trigger', 'envelope.sent', '--envelope', id], { terminal: true });
    expect(ran.stdout).toContain('Triggered envelope.sent. It is sent to 1 endpoint.');
    expect(ran.stdout).toContain(`esign emulator log deliveries --envelope ${id}`);
    const done = await at.ok(['emulator', 'trigger', 'envelope.sealed', '--envelope', id]);
    expect(done.json<{ envelope: Envelope }>().envelope.status).toBe('completed');
    expect((await at.ok(['envelope', 'documents', id, '--jq', '.sealed'])).stdout.trim()).toBe('true');
  });

  it('without an envelope makes one', async () => {
    const ran = await at.ok(['emulator', 'trigger', 'envelope.declined'], { terminal: true });
    expect(ran.stdout).toMatch(/Status +declined/);
    expect((await at.ok(['emulator', 'trigger', 'envelope.declined', '-q'])).stdout).toMatch(/^[0-9a-f-]{36}\n$/);
  });

  it('of an event that cannot happen any more ends as the service refuses it', async () => {
    const id = await at.draft();
    await at.ok(['emulator', 'trigger', 'envelope.voided', '--envelope', id]);
    const ran = await at.run(['emulator', 'trigger', 'envelope.expired', '--envelope', id, '--json']);
    expect([ran.code, ran.error().code]).toEqual([6, 'envelope_not_open']);
  });

  it.each([
    [['envelope.decline'], 'Did you mean "envelope.declined"?'],
    [['completd'], 'Use one of: envelope.sent, '],
    [['envelope.nope'], 'Use one of: envelope.sent, '],
    [['recipient.sent'], 'Use one of: envelope.sent, '],
    [[], 'argument EVENT'],
    [['envelope.sent', '--envelope', 'x'], 'Invalid envelope ID'],
  ])('refuses %j', async (words, told) => {
    const ran = await at.run(['emulator', 'trigger', ...words]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
  });
});
