import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { completionValues } from '../../../src/cli/completion/values.js';
import { agreementPdf } from '../../support/agreement.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import type { Envelope } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = await at.template();
});

const unknown = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
const rent = ['--value', '.rental.amount=9500.00'];

const create = (...more: readonly string[]): readonly string[] => [
  'envelope',
  'create',
  '--template',
  template,
  ...people,
  ...rent,
  ...more,
];
const created = async (...more: readonly string[]): Promise<Envelope> =>
  (await at.ok(create(...more))).json<Envelope>();

/** Everybody signs; with `seal` the clock is moved until the document is sealed. */
async function complete(id: string, seal: boolean): Promise<void> {
  await at.ok(['emulator', 'sign', id, 'Tenant']);
  await at.ok(['emulator', 'sign', id, 'Landlord']);
  if (seal) await at.ok(['emulator', 'clock', 'advance', '2m']);
}

it('an envelope is offered with its title and state as soon as a write has answered', async () => {
  const { id } = await created('--title', 'My lease 7');
  const { env, folder } = at.machine;
  const offered = (): string | undefined =>
    completionValues('envelopes', { env, home: folder, cwd: folder })
      .split('\n')
      .find((line) => line.startsWith(id));
  expect(offered()).toContain('\tMy lease 7, draft, ');
  await at.ok(['envelope', 'send', id, '--yes']);
  expect(offered()).toContain('\tMy lease 7, sent, ');
  await at.ok(['envelope', 'void', id, '--reason', 'Sold', '--yes']);
  expect(offered()).toContain('\tMy lease 7, voided, ');
});

describe('envelope create', () => {
  it('makes a draft of flags, in routing order, and says how to send it', async () => {
    const ran = await at.ok(create('--title', 'Lease of flat 4'), { terminal: true, columns: 140 });
    expect(ran.stdout).toMatch(/^Status +draft$/m);
    expect(ran.stdout).toMatch(/Thandi Mokoena[^\n]*\n[^\n]*Pieter van Wyk/);
    expect(ran.stdout).toMatch(/Next:\n {2}esign envelope send [0-9a-f-]{36}/);
    expect(ran.stderr).toContain('LIVE (emulator)');
  });

  it('names every role without a recipient, not the first alone', async () => {
    const copied = ['--recipient', 'role=cc,name=Sam Khumalo,email=sam@example.test'];
    const ran = await at.run(['envelope', 'create', '--template', template, ...copied, '--json']);
    expect([ran.code, ran.error().code]).toEqual([5, 'recipient_role_missing']);
    expect(ran.error().message).toMatch(/Missing roles: "Tenant", "Landlord"\.$/);
  });

  it('counts --expires-in from the time of the service, whose clock differs', async () => {
    const { expires_at } = await created('--expires-in', '14d');
    expect(expires_at).toBe(new Date(at.emulator.now() + 14 * 86_400_000).toISOString());
  });

  it('flags override a file, and two values of a file for one address are refused', async () => {
    const value = (text: string): object => ({ subject: 'tenant', key: 'person.full_name', value: text });
    at.write('once.json', JSON.stringify({ template_id: template, values: [value('Thandi')] }));
    at.write('twice.json', JSON.stringify({ template_id: template, values: [value('Thandi'), value('Sipho')] }));
    const flag = ['--value', 'tenant.person.full_name=Lerato'];
    const dry = await at.ok(['envelope', 'create', '--input', 'once.json', ...people, ...flag, '--dry-run', '--json']);
    expect(dry.json<{ requests: [{ body: { values: unknown } }] }>().requests[0].body.values).toEqual([
      value('Lerato'),
    ]);
    const ran = await at.run(['envelope', 'create', '--input', 'twice.json', ...people, '--json']);
    expect([ran.code, ran.error().code]).toEqual([5, 'invalid_request']);
    expect(ran.error().message).toContain('values[1] names the same address as values[0]');
    await at.ok(['envelope', 'create', '--input', 'twice.json', ...people, ...flag]);
  });

  it('takes a whole body from a file, to which flags add and over which they win', async () => {
    const body = [
      `template_id: ${template}`,
      'title: From the file',
      'recipients:',
      '  - { role: Tenant, name: Thandi Mokoena, email: thandi@example.test }',
      'values:',
      '  - { subject: null, key: rental.amount, value: 8500.00 }',
    ].join('\n');
    at.write('lease.yaml', body);
    const words = ['envelope', 'create', '--input', 'lease.yaml', ...people.slice(2)];
    const dry = (await at.ok([...words, ...rent, '--title', 'From the flag', '--dry-run', '--json'])).json<{
      requests: [{ body: { title: string; recipients: unknown[]; values: unknown[] } }];
    }>();
    expect(dry.requests[0].body).toMatchObject({
      title: 'From the flag',
      recipients: [{ role: 'Tenant' }, { role: 'Landlord' }],
      values: [{ subject: null, key: 'rental.amount', value: '9500.00' }],
    });
    const piped = await at.ok([...words.with(3, '-'), '--dry-run', '--json'], { stdin: body });
    expect(piped.json<{ requests: [{ body: { values: unknown } }] }>().requests[0].body.values).toEqual([
      { subject: null, key: 'rental.amount', value: '8500.00' },
    ]);
  });

  it('repeats an earlier request with its key, and creates nothing new', async () => {
    const first = await created('--idempotency-key', 'lease-of-flat-4');
    const again = await at.ok(create('--idempotency-key', 'lease-of-flat-4'));
    expect(again.json<Envelope>().id).toBe(first.id);
    expect(again.stderr).toContain('Nothing was done twice');
  });

  it.each([
    [['envelope', 'create'], '--template'],
    [['envelope', 'create', '--template', unknown], '--recipient'],
    [['envelope', 'create', '--template', unknown, '--recipient', 'role=Tenant,name=T'], 'missing `email`'],
    [['envelope', 'create', '--template', unknown, ...people, '--lock', 'tenant.a.b'], 'has no value'],
    [['envelope', 'create', '--input', '-', '--values-file', '-'], 'used only once'],
    [['envelope', 'create', '--template', unknown, ...people, '--expires-at', '2027-01-01T00:00:00'], 'no time zone'],
    [
      ['envelope', 'create', '--template', '6f1f2f0e-4f0b', ...people, '--title', '6f1f2f0e-4f0b'],
      'Invalid template ID "6f1f2f0e-4f0b"',
    ],
  ])('refuses %j, naming what is wrong', async (words, told) => {
    const ran = await at.run(words);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
  });

  it('names the path of an error in a body from a file', async () => {
    at.write(
      'wrong.json',
      JSON.stringify({ template_id: template, recipients: [{ role: 'Tenant', name: 'T', email: 'no' }] }),
    );
    const ran = await at.run(['envelope', 'create', '--input', 'wrong.json', '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error().message).toContain('recipients[0].email');
  });

  it("passes the service's refusals on with their code and exit code", async () => {
    const ran = await at.run(['envelope', 'create', '--template', template, ...people.slice(0, 2), '--json']);
    expect(ran.code).toBe(5);
    expect(ran.error().code).toBe('recipient_role_missing');
    expect(ran.stdout).toBe('');
  });
});

describe('live safety', () => {
  it('without a terminal a sending needs --yes, and nothing is sent before', async () => {
    const env = at.live();
    const { id } = await created();
    const refused = await at.run(['envelope', 'send', id, '--json'], { env });
    expect(refused.code).toBe(2);
    expect(refused.error().hint).toContain('--yes');
    expect((await at.ok(['envelope', 'get', id])).json<Envelope>().status).toBe('draft');
    const sent = await at.ok(['envelope', 'send', id, '--yes'], { env });
    expect(sent.json<Envelope>().status).toBe('sent');
    expect(sent.stderr).toContain(`LIVE ${at.emulator.url}`);
    expect((await at.run(['envelope', 'void', id, '--reason', 'Wrong rent'], { env })).code).toBe(2);
    await at.ok(['envelope', 'void', id, '--reason', 'Wrong rent', '--yes'], { env });
  });

  it('create --send counts as a sending, and says to whom', async () => {
    const refused = await at.run(create('--send'), { env: at.live() });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('Thandi Mokoena <thandi@example.test> (Tenant)');
    expect(refused.stderr).toContain('Pieter van Wyk <pieter@example.test> (Landlord)');
  });

  it('on a terminal it asks, and no is no', async () => {
    const { id } = await created();
    const { terminal, ended } = at.machine.start(['envelope', 'send', id], { terminal: true, env: at.live() });
    await shows(terminal.stderr, 'Send it?');
    terminal.type('n\r');
    const ran = await ended;
    expect(ran.code).toBe(130);
    expect(ran.stderr).toContain('This sends “Lease” for signature');
    expect((await at.ok(['envelope', 'get', id])).json<Envelope>().status).toBe('draft');
  });

  it('a dry run foresees what the service would refuse', async () => {
    const words = create('--dry-run', '--value', 'tenant.no.such=1');
    const last = words.lastIndexOf('--recipient');
    const ran = await at.run([...words.slice(0, last), ...words.slice(last + 2), '--expires-in', '2h']);
    expect(ran.code).toBe(5);
    expect(ran.stdout).toContain('/api/v1/envelopes');
    expect(ran.stderr).toMatch(
      /would refuse this request:[\s\S]*\(recipient_role_missing\)[\s\S]*\(value_address_unknown\)/,
    );
  });

  it('a dry run asks nothing', async () => {
    expect((await at.run(create('--send', '--dry-run'), { env: at.live() })).code).toBe(0);
  });
});

async function shows(text: () => string, wanted: string): Promise<void> {
  await expect.poll(text).toContain(wanted);
}

describe('envelope void', () => {
  it('withdraws a sent envelope, and a second time is a conflict', async () => {
    const { id } = await created('--send');
    const voided = (await at.ok(['envelope', 'void', id, '--reason', 'Wrong rent'])).json<Envelope>();
    expect(voided.status).toBe('voided');
    const again = await at.run(['envelope', 'void', id, '--reason', 'Again', '--json']);
    expect(again.code).toBe(6);
    expect(again.error().code).toBe('envelope_not_sent');
  });

  it('without a reason names the flag', async () => {
    expect((await at.run(['envelope', 'void', unknown])).stderr).toMatch(
      /Missing --reason <text>\.\n.*--reason "Wrong tenant"/,
    );
  });
});

describe('draft, documents and download', () => {
  it('drafts while it is out, says when it is not sealed yet, and fetches the sealed PDF afterwards', async () => {
    const { id } = await created('--send');
    await at.ok(['envelope', 'draft', id, '-o', 'draft.pdf']);
    expect(readFileSync(at.path('draft.pdf')).subarray(0, 5).toString()).toBe('%PDF-');

    await complete(id, false);
    const early = await at.run(['envelope', 'download', id, '-o', 'sealed.pdf', '--json']);
    expect(early.code).toBe(6);
    expect(early.error().code).toBe('not_sealed_yet');
    expect(existsSync(at.path('sealed.pdf'))).toBe(false);
    expect((await at.ok(['envelope', 'documents', id], { terminal: true })).stdout).toContain('Not sealed yet.');

    expect(early.error().hint).toContain(`esign envelope wait ${id} --until sealed`);
    await at.ok(['emulator', 'clock', 'advance', '2m']);
    expect((await at.ok(['envelope', 'documents', id, '--tsv'])).stdout).toMatch(/^1\t[0-9a-f-]{36}\tagreement/);
    await at.ok(['envelope', 'download', id, '-o', 'sealed.pdf']);
    expect(readFileSync(at.path('sealed.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await at.run(['envelope', 'download', id, '-o', 'sealed.pdf'])).code).toBe(2);
    expect((await at.run(['envelope', 'draft', id, '-o', 'late.pdf', '--json'])).error().code).toBe(
      'draft_not_available',
    );
    expect(existsSync(at.path('late.pdf'))).toBe(false);
  });

  it('puts several documents into a folder, under names of its own making', async () => {
    const pack = ['template', 'create', 'agreement.pdf', at.write('second.pdf', agreementPdf()), '-q'];
    const two = (await at.ok(pack)).stdout.trim();
    const made = (
      await at.ok(['envelope', 'create', '--template', two, ...people, ...rent, '--send'])
    ).json<Envelope>();
    await complete(made.id, true);
    expect((await at.run(['envelope', 'download', made.id, '-o', 'one.pdf'])).stderr).toContain('has 2 documents');
    mkdirSync(at.path('signed'));
    await at.ok(['envelope', 'download', made.id, '-o', 'signed']);
    expect(readdirSync(at.path('signed')).toSorted()).toEqual([
      `1-agreement-${made.id}.pdf`,
      `2-second-${made.id}.pdf`,
    ]);
    await at.ok(['envelope', 'download', made.id, '--position', '2', '-o', 'second-only.pdf']);
    const third = await at.run(['envelope', 'download', made.id, '--position', '3', '-o', 'third.pdf']);
    expect(third.code).toBe(4);
  });

  it('refuses a position in another spelling before the network', async () => {
    expect((await at.run(['envelope', 'draft', unknown, '--position', '01', '-o', 'x.pdf'])).code).toBe(2);
  });

  it('leaves nothing behind in a folder that is not there', async () => {
    const { id } = await created('--send');
    const ran = await at.run(['envelope', 'draft', id, '-o', 'nowhere/draft.pdf', '--json']);
    expect([ran.code, ran.error().code]).toEqual([2, 'folder_missing']);
    expect(existsSync(at.path('nowhere'))).toBe(false);
  });
});

describe('envelope signing-url', () => {
  it('mints only with --print, prints the URL alone, and keeps it out of every trace', async () => {
    const embedded = `${people[1]!},embedded=true`;
    const words = [
      'envelope',
      'create',
      '--template',
      template,
      '--recipient',
      embedded,
      ...people.slice(2),
      ...rent,
      '--send',
    ];
    const { id, recipients } = (await at.ok(words)).json<Envelope>();
    const mint = ['envelope', 'signing-url', id, recipients[0]!.id];
    const silent = await at.run(mint);
    expect(silent.code).toBe(2);
    expect(silent.stderr).toContain('--print');

    const printed = await at.ok([...mint, '--print', '--debug-bodies']);
    expect(printed.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S+\n$/);
    expect(printed.stderr).not.toContain(new URL(printed.stdout.trim()).pathname);
    expect((await at.ok([...mint, '--print', '--json'])).json()).toEqual({
      url: expect.any(String),
      expires_at: expect.any(String),
    });

    const later = await at.run(['envelope', 'signing-url', id, recipients[1]!.id, '--print', '--json']);
    expect(later.code).toBe(6);
    expect(later.error().code).toBe('recipient_not_embedded');
  });
});

describe('envelope one-off', () => {
  it('carries its own file, and fields given as flags', async () => {
    const words = ['envelope', 'one-off', 'agreement.pdf', '--title', 'NDA', ...people, ...rent];
    const box = 'type=signature,role=Tenant,page=2,x=0.1,y=0.8,w=0.3,h=0.05,label="Second signature"';
    const made = (await at.ok([...words, '--field', box])).json<Envelope>();
    expect(made).toMatchObject({ template_id: null, title: 'NDA', status: 'draft' });
    const untitled = await at.ok(['envelope', 'one-off', 'agreement.pdf', ...people, ...rent]);
    expect(untitled.json<Envelope>().title).toBe('Agreement');
    expect((await at.run([...words, '--field', 'type=signature,role=Tenant'])).code).toBe(2);
    expect((await at.run([...words, '--field', box.replace('x=0.1', 'x=left')])).stderr).toContain('invalid x "left"');
  });
});

describe('envelope batch', () => {
  it('makes an envelope of each CSV row, and ends with 13 when a row fails', async () => {
    writeFileSync(
      at.path('rows.csv'),
      [
        'title,Tenant.name,Tenant.email,Landlord.name,Landlord.email,.rental.amount',
        'Flat 1,Thandi Mokoena,thandi@example.test,Pieter van Wyk,pieter@example.test,9500.00',
        'Flat 2,Sipho Dube,sipho@example.test,,,8700.00',
        'Flat 3,"Mokoena, Lerato",lerato@example.test,Pieter van Wyk,pieter@example.test,9100.00',
      ].join('\n'),
    );
    const ran = await at.run(['envelope', 'batch', '--template', template, '--input', 'rows.csv', '--json']);
    expect(ran.code).toBe(13);
    const { rows } = ran.json<{ rows: { index: number; envelope?: Envelope; error?: { code: string } }[] }>();
    expect(rows.map(({ envelope, error }) => envelope?.title ?? error?.code)).toEqual([
      'Flat 1',
      'recipient_role_missing',
      'Flat 3',
    ]);
    expect(rows[2]?.envelope?.recipients[0]?.name).toBe('Mokoena, Lerato');
    expect(ran.error()).toMatchObject({ code: 'part_failed', exit_code: 13 });
  });

  it('ends as a row would have by itself when all of them failed alike', async () => {
    const rows = at.write('alike.csv', 'Tenant.name,Tenant.email\nA,a@example.test\nB,b@example.test\n');
    const ran = await at.run(['envelope', 'batch', '--template', template, '--input', rows, '--json']);
    expect([ran.code, ran.error()]).toEqual([
      5,
      expect.objectContaining({ code: 'recipient_role_missing', message: '2 of 2 rows failed.' }),
    ]);
  });

  it.each([
    ['nobody.csv', 'title,.rental.amount\nA,1\n', 'nobody.csv:1:1'],
    ['half.csv', 'Tenant.name,Tenant.email\nThandi,\n', 'half.csv:2:2: Tenant has no email'],
    ['column.csv', 'Tenant.name,Tenant.email,amount\nT,t@example.test,1\n', 'column.csv:1:3'],
  ])('says in which place of %s the mistake is', async (name, text, told) => {
    const ran = await at.run(['envelope', 'batch', '--template', template, '--input', at.write(name, text)]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
  });

  it('with more rows than the key has requests in a minute is refused before it leaves, and says what helps', async () => {
    const { id } = at.organisation;
    await at.emulator.control(`PATCH /_emulator/organisations/${id}`, { plan: 'free' });
    try {
      const lines = Array.from({ length: 61 }, (_, row) => `T${row},t@example.test,P,p@example.test`);
      at.write('many.csv', ['Tenant.name,Tenant.email,Landlord.name,Landlord.email', ...lines].join('\n'));
      const words = ['envelope', 'batch', '--template', template, '--input', 'many.csv', '--json'];
      const ran = await at.run(words);
      expect([ran.code, ran.stdout]).toEqual([2, '']);
      expect(ran.error()).toMatchObject({ code: 'invalid_input', path: 'rows', limit: 60 });
      expect(ran.error().message).toMatch(/61 rows.* 60 requests per minute\. Nothing was sent/);
      expect(ran.error().hint).toContain('esign envelope create --rows FILE');
      // The minute is there for everybody else.
      const create = ['envelope', 'create', '--template', template, ...people, '--json', '--retry-for', '2s'];
      expect((await at.run(create)).code).toBe(0);
    } finally {
      await at.emulator.control(`PATCH /_emulator/organisations/${id}`, { plan: 'paid' });
    }
  });

  it('with a live key says how many, and needs a yes', async () => {
    at.write('one.csv', 'Tenant.name,Tenant.email\nT,t@example.test\n');
    const words = ['envelope', 'batch', '--template', template, '--input', 'one.csv', '--send'];
    const ran = await at.run(words, { env: at.live() });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('This sends 1 envelope.');
  });
});
