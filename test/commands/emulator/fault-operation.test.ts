import { beforeEach, describe, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
beforeEach(async () => {
  await at.ok(['emulator', 'fault', 'clear']);
  await at.emulator.advance(60_000);
});

const fault = ['emulator', 'fault', 'operation'];
const clear = ['emulator', 'fault', 'clear'];

describe('emulator fault operation', () => {
  it('sets a fault, shows it with its count, and clears those of one operation', async () => {
    const flags = ['--code', 'forbidden', '--http-status', '451', '--delay', '5ms', '--count', '1', '--seed', '7'];
    expect((await at.ok([...fault, 'listWebhooks', ...flags, '--tsv'])).stdout).toBe(
      'listWebhooks\tdelay 0.005 s, forbidden (451)\t100 %\t7\t0\t0 of 1\n',
    );
    await at.ok([...fault, '--http-status', '500', '--probability', '0']);
    const refused = await at.run(['webhook', 'list', '--json']);
    expect([refused.code, refused.error().code]).toEqual([5, 'forbidden']);
    await at.ok(['webhook', 'list']);
    expect((await at.ok([...fault, 'listWebhooks', '--tsv'])).stdout).toMatch(/\t7\t2\t1 of 1, used up\n$/);
    expect((await at.ok([...fault, '--json'])).json<{ data: object[] }>().data).toMatchObject([
      { operation: 'listWebhooks', fault: 'answer', code: 'forbidden', http_status: 451, struck: 1 },
      { operation: null, fault: 'answer', code: null, http_status: 500, probability: 0 },
    ]);
    await at.ok([...clear, 'listWebhooks']);
    expect((await at.ok([...fault, '--tsv'])).stdout).toMatch(/^all\tstatus 500\t0 %/);
    await at.ok([...clear, 'operations']);
    expect((await at.ok(fault, { terminal: true })).stdout).toContain('No operation faults are set.');
  });

  it('an answer dropped after the commit costs a command nothing: it repeats under its key', async () => {
    await at.ok([...fault, 'createAuthorisation', '--drop-after-commit', '--count', '1']);
    const grantor = ['--grantor', 'name=Naledi Khumalo,email=naledi@example.test', '--entity-name', 'Khumalo Homes'];
    const terms = ['--brand', at.organisation.brandId, '--purpose', 'Leases', '--valid-for', '90d'];
    const made = await at.ok(['authorisation', 'create', ...grantor, ...terms, '-q']);
    expect((await at.ok(['authorisation', 'list', '-q'])).stdout).toBe(made.stdout);
    expect((await at.ok([...fault, '-q'])).stdout).toMatch(/^\d+\n$/);
  });

  it('makes sealing or the renderer fail the next time, or a number of times', async () => {
    const sealing = await at.ok([...fault, 'seal', '--code', 'internal_error'], { terminal: true });
    expect(sealing.stdout).toContain('The next request at seal will fail.');
    await at.ok([...fault, 'renderer', '--http-status', '503', '--count', '2']);
    const list = ['emulator', 'fault', 'list'];
    expect((await at.ok([...list, '--tsv'])).stdout).toBe(
      'operation\tseal\tinternal_error\tthe next request\t\n' +
        'operation\trenderer\tstatus 503\tthe next 2 requests\t\n',
    );
    await at.ok([...clear, 'seal']);
    expect((await at.ok([...list, '--tsv'])).stdout).toMatch(/^operation\trenderer[^\n]*\n$/);
  });

  it('loses the next mails: the invitation stays undelivered, and the inbox says so', async () => {
    const lost = await at.ok([...fault, 'mail'], { terminal: true });
    expect(lost.stdout).toContain('The next mail will never arrive.');
    const flags = ['--template', await at.template(), ...people, '--value', '.rental.amount=9500.00', '--yes'];
    const id = (await at.ok(['envelope', 'create', ...flags, '--send', '-q'])).stdout.trim();
    await at.ok(['emulator', 'clock', 'advance', '25h']);
    const checked = await at.run(['envelope', 'check', '--ids', at.write('lost.txt', id), '--json']);
    expect([checked.code, checked.json()]).toMatchObject([9, { data: [{ id, attention: 'undelivered' }] }]);
    const list = ['emulator', 'inbox', 'list', '--envelope', id];
    expect((await at.ok([...list, '--jq', '.data[].lost'])).stdout).toBe('true\n');
    expect((await at.ok(list, { terminal: true, columns: 160 })).stdout).toMatch(/ lost /);
    const waited = ['emulator', 'inbox', 'wait', '--to', 'thandi@example.test', '--envelope', id, '--max-wait', '1ms'];
    expect((await at.run(waited)).code).toBe(12);
    const held = await at.run([...fault, 'mail', '--hold']);
    expect(held.stderr).toContain('must have code or http_status for mail');
    const shown = await at.run(['emulator', 'fault', 'mail']);
    expect(shown.stderr).toContain('esign emulator fault operation mail');
  });

  it('takes the global options at a point too, and clears what it set', async () => {
    const list = async (): Promise<string> =>
      (await at.ok(['emulator', 'fault', 'list', '--jq', '.data[].kind'])).stdout;
    expect((await at.ok([...fault, 'seal', '--code', 'internal_error', '--jq', '.point'])).stdout).toBe('seal\n');
    await at.ok([...clear, 'seal', '--json']);
    await at.ok([...fault, 'listWebhooks', '--hold', '--profile', 'local']);
    expect(await list()).toBe('point\n');
    await at.ok([...clear, 'listWebhooks']);
    expect(await list()).toBe('');
    await at.ok([...fault, 'seal', '--http-status', '500']);
    await at.ok([...fault, 'listWebhooks', '--hold']);
    await at.ok(['emulator', 'fault', 'deliveries', '--drop', '1']);
    await at.ok([...clear, 'operations']);
    expect(await list()).toBe('delivery\n');
  });

  it('holds a request until it is released', async () => {
    await at.ok([...fault, 'listWebhooks', '--hold']);
    const { ended } = at.machine.start(['webhook', 'list', '--json']);
    await expect.poll(async () => (await at.ok(['emulator', 'fault', 'list', '--jq', '.held'])).stdout).toBe('1\n');
    await at.ok(['emulator', 'fault', 'release']);
    expect((await ended).code).toBe(0);
  });

  it.each([
    [['seal'], 'seal takes one of --code, --http-status and --hold, and --count'],
    [['seal', '--code', 'internal_error', '--probability', '0.5'], 'seal takes one of'],
    [['createEnvelope', '--hold', '--seed', '7'], '--hold can be combined with --count only'],
    [['--hold'], '--hold requires an operation'],
    [['sael', '--hold'], 'Did you mean "seal"?'],
    [['createEnvelop', '--reset'], 'Did you mean "createEnvelope"?'],
    [['--reset', '--stuck'], 'one fault only'],
    [['--seed', '7'], 'No fault specified'],
    [['--probability', '2', '--reset'], 'Invalid --probability value "2". Use a probability from 0 to 1'],
    [['--delay', '2h'], '--delay must be more than zero and at most one hour'],
    [['--http-status', '200'], 'Invalid --http-status value "200". Use a number from 400 to 599'],
  ])('refuses %j', async (words, told) => {
    const ran = await at.run([...fault, ...words]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
  });
});
