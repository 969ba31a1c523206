import { beforeAll, describe, expect, it } from 'vitest';
import { leaseColumns, leaseRow, resultsOf } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import type { Envelope, Template } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = await at.template();
});

const bodyOf = async (...words: readonly string[]): Promise<Record<string, unknown>> =>
  (await at.ok(['envelope', 'correct', ...words, '--dry-run', '--json'])).json<{
    requests: [{ body: Record<string, unknown> }];
  }>().requests[0].body;

describe('envelope correct', () => {
  it('takes the people and values of a row that was declined, with the changes of flags, and sends nothing', async () => {
    at.write('rows.csv', [leaseColumns, leaseRow(1), ''].join('\n'));
    await at.ok(['envelope', 'create', '--template', template, '--rows', 'rows.csv', '--send', '--yes']);
    const id = String(resultsOf(at, 'rows.csv').at(-1)?.['envelope_id']);
    const early = await at.run(['envelope', 'correct', id, '--json']);
    expect([early.code, early.error().code]).toEqual([6, 'envelope_not_over']);
    await at.ok(['emulator', 'decline', id, 'Tenant', '--reason', 'Too dear']);
    const landlord = ['--recipient', 'role=Landlord,name=Lerato Nkosi,email=lerato@example.test'];
    const body = await bodyOf(id, ...landlord, '--value', '.rental.amount=9100.00');
    expect(body).toMatchObject({
      template_id: template,
      title: 'Flat 1',
      recipients: [
        { role: 'Tenant', email: 'tenant1@example.test' },
        { role: 'Landlord', email: 'lerato@example.test' },
      ],
    });
    expect(body['values']).toEqual(
      expect.arrayContaining([
        { subject: 'tenant', key: 'person.full_name', value: 'Tenant 1' },
        { subject: null, key: 'rental.amount', value: '9100.00' },
      ]),
    );
    expect(body['send'] ?? false).toBe(false);
    const made = (await at.ok(['envelope', 'correct', id, '--json'])).json<Envelope>();
    expect([made.status, made.id === id]).toEqual(['draft', false]);
  });

  it('refuses people of a file where nobody is asked which', async () => {
    const id = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
    const refused = await at.run(['envelope', 'correct', id, '--people', 'office.yaml', '--json']);
    expect([refused.code, refused.error()]).toEqual([2, expect.objectContaining({ code: 'missing_option' })]);
  });

  it('without known values says so, and refuses to send an empty form', async () => {
    const words = ['--template', template, ...people, '--value', '.rental.amount=9500.00', '--send', '--yes', '-q'];
    const id = (await at.ok(['envelope', 'create', ...words])).stdout.trim();
    await at.ok(['envelope', 'void', id, '--reason', 'Wrong flat', '--yes']);
    const refused = await at.run(['envelope', 'correct', id, '--send', '--yes', '--json']);
    expect([refused.code, refused.error().code]).toEqual([2, 'values_unknown']);
    const draft = await at.ok(['envelope', 'correct', id], { terminal: true, columns: 120 });
    expect(draft.stderr).toContain('The values of the first envelope are not known');
    at.write('first.json', JSON.stringify({ values: [{ subject: null, key: 'rental.amount', value: '9500.00' }] }));
    expect((await bodyOf(id, '--input', 'first.json'))['values']).toHaveLength(1);
    const asked = await at.run(
      ['envelope', 'correct', id, '--input', 'first.json', '--interactive', '--plain', '--json'],
      {
        terminal: true,
        stdin: '.\n7d\n1\n',
      },
    );
    expect(asked.stderr).toMatch(/The next envelope of “Lease”\. The sender voided it\. Reason: Wrong flat/);
    expect(asked.stderr).toContain('Deadline, such as 14d');
    expect(asked.stderr).not.toContain('optional');
    expect(asked.json<Envelope>()).toMatchObject({ status: 'draft', expires_at: expect.any(String) as unknown });
  });

  it('asks before it creates what expired without a deadline', async () => {
    const again = ['envelope', 'create', '--template', await at.template(), '--send', '--expires-in', '1h', '-q'];
    const people = ['Tenant', 'Landlord'].flatMap((role) => ['--to', `role=${role},name=A,email=a@example.test`]);
    const id = (await at.ok([...again, ...people])).stdout.trim();
    await at.ok(['emulator', 'clock', 'advance', '2h']);
    const refused = await at.run(['envelope', 'correct', id], { terminal: true, stdin: 'n\n' });
    expect([refused.code, refused.stdout]).toEqual([130, '']);
    expect(refused.stderr).toMatch(/expired on .*The next one has no deadline,\s+unless you add --expires-in/s);
    await at.ok(['envelope', 'correct', id, '--expires-in', '7d'], { terminal: true, stdin: '' });
    await at.ok(['envelope', 'correct', id, '--yes'], { terminal: true, stdin: '' });
    await at.ok(['envelope', 'correct', id]);
  });
});

describe('envelope correct --void', () => {
  const thandi = 'role=Tenant,name=Thandi Mokoena,email=t.mokoena@example.test';
  const sent = async (...more: readonly string[]): Promise<string> => {
    const words = ['--template', template, ...people, '--value', '.rental.amount=9500.00', ...more];
    return (await at.ok(['envelope', 'create', ...words, '--send', '--yes', '-q'])).stdout.trim();
  };
  const replaces = (id: string, ...more: readonly string[]): readonly string[] => [
    'envelope',
    'correct',
    id,
    '--void',
    '--recipient',
    thandi,
    '--value',
    '.rental.amount=9500.00',
    ...more,
  ];
  const read = async (id: string): Promise<Envelope> =>
    (await at.ok(['envelope', 'get', id, '--json'])).json<Envelope>();

  it('voids the envelope and sends the corrected one with its deadline; a second run sends nothing', async () => {
    const id = await sent('--expires-in', '5d');
    const before = await read(id);
    const made = (await at.ok(replaces(id, '--reason', 'Wrong address', '--json'))).json<Envelope>();
    expect(made).toMatchObject({ status: 'sent', expires_at: before.expires_at });
    expect(made.recipients.map(({ email }) => email)).toEqual(['t.mokoena@example.test', 'pieter@example.test']);
    const shown = await at.run(['envelope', 'show', id], { terminal: true });
    expect(shown.stdout).toMatch(/voided[^]*Wrong address/);
    const again = await at.run(replaces(id), { terminal: true, columns: 200, env: at.live() });
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining(made.id)]);
    expect(again.stderr).toContain(`An earlier run voided envelope ${id} and sent the corrected one.`);
    const other = await at.run(replaces(id, '--title', 'Another', '--json'));
    expect([other.code, other.error()]).toEqual([6, expect.objectContaining({ code: 'already_corrected' })]);
    expect(other.error().message).toContain(made.id);
    // Nor is it followed by one that is only created: two would be out.
    const plain = await at.run(['envelope', 'correct', id, '--title', 'Third', '--send', '--yes', '--json']);
    expect([plain.code, plain.error()]).toEqual([6, expect.objectContaining({ code: 'already_corrected' })]);
    expect(plain.error().hint).toContain(`esign envelope correct ${made.id}`);
    expect(shown.stdout).toContain(`esign envelope show ${made.id}`);
    expect(shown.stdout).not.toContain(`esign envelope correct ${id}`);
  });

  it('asks once, and names who has signed already', async () => {
    const id = await sent();
    await at.ok(['emulator', 'sign', id, 'Tenant']);
    const left = await at.run(replaces(id), { terminal: true, columns: 200, stdin: 'n\n', env: at.live() });
    expect(left.code).toBe(130);
    expect(left.stderr).toContain('This voids “Lease” for everybody, and sends the corrected one to 2 people');
    expect(left.stderr).toMatch(/Already signed, and asked to sign again: Thandi Mokoena/);
    expect((await read(id)).status).toBe('partially_signed');
    const script = await at.run(replaces(id, '--json'), { env: at.live() });
    expect([script.code, script.error().code]).toEqual([2, 'confirmation_needed']);
  });

  it('says how far it came where sending fails, and the same command goes on', async () => {
    const id = await sent();
    await at.ok(['emulator', 'fault', 'operation', 'sendEnvelope', '--code', 'send_allowance_exhausted']);
    const failed = await at.run(replaces(id, '--json'));
    await at.ok(['emulator', 'fault', 'clear']);
    const error = failed.error() as ReturnType<typeof failed.error> & { readonly draft_id: string };
    expect([failed.code, error.code]).toEqual([5, 'send_allowance_exhausted']);
    expect(error.message).toContain(
      `Envelope ${id} is voided, and the corrected one is still a draft, ${error.draft_id}.`,
    );
    expect(error.hint).toContain(`esign envelope send ${error.draft_id}`);
    const done = (await at.ok(replaces(id, '--json'))).json<Envelope>();
    expect([done.id, done.status]).toEqual([error.draft_id, 'sent']);
  });

  it('leaves no request open whose sending was cut off, once it is seen that it was sent', async () => {
    const id = await sent();
    await at.ok(['emulator', 'fault', 'operation', 'sendEnvelope', '--drop-after-commit', '--count', '1']);
    expect((await at.run([...replaces(id, '--json'), '--retry-for', '0'])).code).toBe(8);
    const unsettled = async (): Promise<readonly unknown[]> =>
      (await at.ok(['request', 'list', '--unsettled', '--json'])).json<{ data: readonly unknown[] }>().data;
    expect(await unsettled()).toHaveLength(1);
    expect((await at.ok(replaces(id), { terminal: true, columns: 200 })).stderr).toContain('An earlier run voided');
    expect(await unsettled()).toEqual([]);
  });

  it('cut off at the voiding, and resumed as a request, says what is left to send', async () => {
    const id = await sent();
    await at.ok(['emulator', 'fault', 'operation', 'voidEnvelope', '--drop-after-commit', '--count', '1']);
    expect((await at.run([...replaces(id, '--json'), '--retry-for', '0'])).code).toBe(8);
    const resumed = await at.ok(['request', 'resume', '--all', '--yes'], { terminal: true, columns: 300 });
    const [, draft = ''] = /esign envelope send ([0-9a-f-]{36})/.exec(resumed.stderr) ?? [];
    expect((await read(draft)).status).toBe('draft');
    expect((await at.ok(replaces(id, '--json'))).json<Envelope>()).toMatchObject({ id: draft, status: 'sent' });
  });

  it('asks for no values of a template that takes none', async () => {
    const plain = await at.template();
    const { fields } = (await at.ok(['template', 'get', plain, '--json'])).json<Template>();
    for (const { id, data_key: key } of fields) {
      if (key !== null) await at.ok(['template', 'rename', plain, id, '--no-data-key']);
    }
    const words = ['envelope', 'create', '--template', plain, ...people, '--send', '--yes', '-q'];
    const id = (await at.ok(words)).stdout.trim();
    const same = await at.run(['envelope', 'correct', id, '--void'], { terminal: true, stdin: 'n\n', env: at.live() });
    expect(same.stderr).toContain('Nothing is corrected: this voids the envelope and sends the same again.');
    expect([same.code, same.stderr]).toEqual([130, expect.stringMatching(/sends\s+the\s+same\s+again\s+to 2 people/)]);
    const made = await at.ok(['envelope', 'correct', id, '--void', '--recipient', thandi, '--yes', '--json']);
    expect([made.json<Envelope>().status, made.stderr]).toEqual(['sent', '']);
  });

  it('whose draft may be there, with a key that the service has forgotten, is left to a person', async () => {
    const id = await sent();
    await at.ok(['emulator', 'fault', 'operation', 'createEnvelope', '--drop-after-commit', '--count', '1']);
    const cut = await at.run([...replaces(id, '--json'), '--retry-for', '0']);
    expect(cut.code).toBe(8);
    await at.ok(['emulator', 'clock', 'advance', '25h']);
    const later = await at.run(replaces(id, '--json'));
    expect([later.code, later.error().code, (await read(id)).status]).toEqual([6, 'key_outlived', 'sent']);
  });

  it('voids nothing where the service refuses the corrected one', async () => {
    const id = await sent();
    const refused = await at.run(replaces(id, '--value', '.no.such.field=1', '--json'));
    expect([refused.code, (await read(id)).status]).toEqual([5, 'sent']);
  });

  it('prints its three requests for --dry-run', async () => {
    const id = await sent();
    const { requests } = (await at.ok(replaces(id, '--dry-run', '--json'))).json<{
      requests: readonly { url: string; body: { readonly send?: boolean; readonly reason?: string } | null }[];
    }>();
    expect(requests.map(({ url }) => new URL(url).pathname.replace('/api/v1', ''))).toEqual([
      '/envelopes',
      `/envelopes/${id}/void`,
      '/envelopes/ID-OF-THE-DRAFT/send',
    ]);
    expect([requests[0]?.body?.send, requests[1]?.body?.reason]).toEqual([
      undefined,
      'Replaced by a corrected envelope',
    ]);
    expect((await read(id)).status).toBe('sent');
  });

  it('is refused for an envelope that is not out for signature, and with flags that do not fit', async () => {
    const id = await sent();
    await at.ok(['envelope', 'void', id, '--reason', 'Sold', '--yes']);
    const over = await at.run(replaces(id, '--json'));
    expect([over.code, over.error().code, over.error().hint]).toEqual([
      6,
      'envelope_not_sent',
      `Leave out --void: esign envelope correct ${id} --send`,
    ]);
    for (const flags of [
      ['--reason', 'x'],
      ['--void', '--idempotency-key', 'k'],
      ['--void', '--require-new'],
    ]) {
      expect((await at.run(['envelope', 'correct', id, ...flags])).code).toBe(2);
    }
  });

  it('asks for another deadline where the old one is too near for a new envelope', async () => {
    const id = await sent('--expires-in', '2h');
    await at.ok(['emulator', 'clock', 'advance', '90m']);
    const near = await at.run(replaces(id, '--json'));
    expect([near.code, near.error().hint]).toEqual([2, expect.stringContaining('--expires-in 14d')]);
    await at.ok(replaces(id, '--expires-in', '2d'));
  });
});
