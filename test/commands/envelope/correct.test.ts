import { beforeAll, describe, expect, it } from 'vitest';
import { leaseColumns, leaseRow, resultsOf } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import type { Envelope } from '../../support/shapes.js';
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
