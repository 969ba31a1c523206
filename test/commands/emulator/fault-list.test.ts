import { beforeEach, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
beforeEach(async () => {
  await at.ok(['emulator', 'fault', 'clear']);
});

const list = ['emulator', 'fault', 'list'];

describe('emulator fault list', () => {
  it('shows the faults of every kind, those at a point with their remaining count', async () => {
    const first = { point: 'operation:listWebhooks', code: 'forbidden', count: 2 };
    await at.emulator.control('POST /_emulator/faults', first);
    await at.ok(['emulator', 'fault', 'operation', 'renderer', '--http-status', '503']);
    await at.ok(['emulator', 'fault', 'operation', 'sendEnvelope', '--reset', '--probability', '0.5', '--count', '3']);
    await at.ok(['emulator', 'fault', 'deliveries', '--drop', '1']);
    expect((await at.run(['webhook', 'list'])).code).toBe(3);
    expect((await at.ok([...list, '--tsv'])).stdout.split('\n')).toEqual([
      'operation\tlistWebhooks\tforbidden\tthe next request\t',
      'operation\trenderer\tstatus 503\tthe next request\t',
      'operation\tsendEnvelope\treset\t50 %\t0 of 3',
      'deliveries\tall\tdrop 100 %\t\t0',
      '',
    ]);
    expect((await at.ok([...list, '--json'])).json()).toMatchObject({
      data: [
        { kind: 'point', point: 'operation:listWebhooks', code: 'forbidden', http_status: null, hold: false, count: 1 },
        { kind: 'point', point: 'renderer', code: null, http_status: 503, hold: false, count: 1 },
        { kind: 'operation', operation: 'sendEnvelope' },
        { kind: 'delivery', drop: 1 },
      ],
      held: 0,
    });
  });

  it('is shorter after clearing one point, and empty after clearing all', async () => {
    await at.ok(['emulator', 'fault', 'operation', 'seal', '--code', 'internal_error']);
    await at.ok(['emulator', 'fault', 'operation', 'listWebhooks', '--hold']);
    await at.ok(['emulator', 'fault', 'operation', '--reset', '--probability', '0']);
    const cleared = await at.ok(['emulator', 'fault', 'clear', 'seal'], { terminal: true });
    expect(cleared.stdout).toContain('Removed the faults of seal.');
    expect((await at.ok([...list, '--tsv'])).stdout).toBe(
      'operation\tlistWebhooks\thold\tthe next request\t\noperation\tall\treset\t0 %\t0\n',
    );
    await at.ok(['emulator', 'fault', 'clear']);
    expect((await at.ok(list, { terminal: true })).stdout).toContain('No faults are set.');
  });

  it('refuses over /_emulator/ a point that there is not', async () => {
    await expect(at.emulator.control('DELETE /_emulator/faults?point=nowhere')).rejects.toThrow('point must be seal');
  });
});
