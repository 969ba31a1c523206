import { describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

describe('emulator scenario', () => {
  it('list -q prints the names for load, and load -q the ID of the envelope', async () => {
    const names = (await at.ok(['emulator', 'scenario', 'list', '-q'])).stdout.trim().split('\n');
    expect(names).toContain('half-signed');
    for (const name of names) {
      const made = (await at.ok(['emulator', 'scenario', 'load', name, '-q'])).stdout;
      expect([name, made]).toEqual([name, expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n$/)]);
    }
  });

  it('an unknown name is refused with the known ones', async () => {
    const ran = await at.run(['emulator', 'scenario', 'load', 'half', '--json']);
    expect([ran.code, ran.error().message]).toEqual([2, 'Unknown scenario "half".']);
    expect(ran.error().hint).toBe('Did you mean "half-signed"?');
    const far = await at.run(['emulator', 'scenario', 'load', 'everything-at-once', '--json']);
    expect([far.code, far.error().hint]).toEqual([2, expect.stringContaining('half-signed, sealed, sealing-failed')]);
  });
});
