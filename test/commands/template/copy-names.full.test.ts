import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Template } from '../../support/shapes.js';
import { leasePdf } from '../../support/template-of.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let from: string;
let to: string;

beforeAll(async () => {
  at.write('lease.pdf', Buffer.from(leasePdf()));
  from = await lease();
  const fields = await fieldsOf(from);
  const named = fields.filter(({ type }) => type === 'text').slice(0, 12);
  const names = Object.fromEntries(named.map(({ id }, index) => [id, { data_key: `form.answer_${index + 1}` }]));
  at.write('names.json', JSON.stringify(names));
  await at.ok(['template', 'rename-all', from, '--from', 'names.json']);
});

beforeEach(async () => {
  to = await lease();
});

const lease = async (): Promise<string> => (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
const fieldsOf = async (id: string): Promise<Template['fields']> =>
  (await at.ok(['template', 'get', id])).json<Template>().fields;
const keysOf = async (id: string): Promise<readonly (string | null)[]> =>
  (await fieldsOf(id)).map(({ data_key }) => data_key);

describe('template copy-names', () => {
  it('names the same form again as it was named, and has nothing left to do the second time', async () => {
    const done = await at.ok(['template', 'copy-names', from, to, '--json']);
    expect(await keysOf(to)).toEqual(await keysOf(from));
    const { data: matches } = done.json<{ data: { outcome: string; confidence: number }[] }>();
    expect(matches.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 12 }, () => 'copy'));
    const again = await at.ok(['template', 'copy-names', from, to], { terminal: true, columns: 140 });
    expect(again.stderr).toContain('Nothing to copy. Left out: 12 already named.');
  });

  it('--dry-run shows the matches, how sure each is, and the request, and sends nothing', async () => {
    const seen = await at.ok(['template', 'copy-names', from, to, '--dry-run'], { terminal: true, columns: 160 });
    expect(seen.stdout).toMatch(/12 names would be copied with PATCH /);
    expect(seen.stdout).toMatch(/\.form\.answer_1 .* \d+ % +copied/);
    const dry = (await at.ok(['template', 'copy-names', from, to, '--dry-run', '--json'])).json<{
      requests: [{ method: string; body: { fields: unknown[] } }];
    }>();
    const [{ method, body }] = dry.requests;
    expect([method, body.fields.length]).toEqual(['PATCH', 12]);
    expect((await keysOf(to)).every((key) => key === null)).toBe(true);
    const same = await at.ok(['template', 'copy-names', to, to, '--dry-run', '--json']);
    expect(same.json()).toMatchObject({ dry_run: true, requests: [] });
  });

  it('lists the names of questions, which only a naming run gives, and counts what it left out', async () => {
    const named = await lease();
    const run = (await at.ok(['template', 'propose', named, '-q'])).stdout.trim();
    await at.ok(['template', 'accept', named, run, '--high']);
    const ran = await at.ok(['template', 'copy-names', named, to, '--tsv']);
    expect(ran.stderr).toMatch(/\d+ names copied\. Left out: 3 not possible\.\n/);
    expect(ran.stdout).toMatch(
      /\.payment\.method\t[^\n]*question with “Electronic funds transfer”\t.*a question is named by accepting/,
    );
    const { data: matches } = (await at.ok(['template', 'copy-names', named, named, '--json'])).json<{
      data: { outcome: string; address: string }[];
    }>();
    expect(matches.filter(({ outcome }) => outcome === 'same').map(({ address }) => address)).toContain(
      '.payment.method',
    );
  });

  it('asks on a terminal about each match by position only, and copies the confirmed ones', async () => {
    const { retypesetLeases } = await import('../../support/documents/lease/retypeset.mjs');
    at.write('words.pdf', retypesetLeases().find(({ name }) => name.startsWith('other words'))!.pdf);
    const reworded = (await at.ok(['template', 'create', 'words.pdf', '-q'])).stdout.trim();
    const few = await lease();
    const due = (await fieldsOf(few)).find(({ context }) => context.widget_name === 'lease_start_date')!;
    await at.ok(['template', 'rename', few, due.id, '--data-key', 'lease.start']);
    const copy = ['template', 'copy-names', few, reworded];
    const no = await at.ok(copy, { terminal: true, columns: 160, stdin: 'n\r' });
    expect(no.stderr).toMatch(
      /Is “5\. LEASE PERIOD › Lease begins on” on page 2 the same field as “5\..*by\s+position alone/s,
    );
    expect(await keysOf(reworded)).not.toContain('lease.start');
    await at.ok(copy, { terminal: true, columns: 160, stdin: 'y\r' });
    const named = (await fieldsOf(reworded)).find(({ data_key: key }) => key === 'lease.start');
    expect(named?.context.label).toBe('Lease begins on');
  });

  it('takes nothing below the threshold unasked, and says what it left out', async () => {
    const other = await at.template();
    const ran = await at.ok(['template', 'copy-names', from, other, '--min-confidence', '100', '--json']);
    const { data: matches } = ran.json<{ data: { outcome: string }[] }>();
    expect(matches.map(({ outcome }) => outcome)).not.toContain('copy');
  });

  it('writes over no name, and gives no subject that the new template lacks', async () => {
    const [first, second] = (await fieldsOf(from)).filter(({ data_key }) => data_key !== null);
    const twin = (await fieldsOf(to)).find(({ context }) => context.widget_name === first!.context.widget_name)!;
    await at.ok(['template', 'rename', to, twin.id, '--data-key', 'kept.name']);
    const [person] = (await at.ok(['template', 'people', from, '-q'])).stdout.split('\n');
    await at.ok(['template', 'apply', from, person!]);
    const ran = await at.ok(['template', 'copy-names', from, to, '--json']);
    const { data: matches } = ran.json<{ data: { from_field: string; outcome: string; reason: string }[] }>();
    const of = (id: string) => matches.find(({ from_field }) => from_field === id);
    expect(of(first!.id)).toMatchObject({ outcome: 'refused', reason: 'it already has the name kept.name' });
    expect(of(second!.id)).toMatchObject({ outcome: 'refused', reason: 'the new template has no subject landlord' });
    expect(await keysOf(to)).toContain('kept.name');
  });

  it('takes no field away from the subject that it is decided for', async () => {
    const [person] = (await at.ok(['template', 'people', to, '-q'])).stdout.split('\n');
    await at.ok(['template', 'apply', to, person!]);
    const before = await fieldsOf(to);
    const taken = before.find(({ subject, type }) => subject === 'landlord' && type === 'text')!;
    const undecided = await lease();
    const same = (await fieldsOf(undecided)).find(({ context }) => context.widget_name === taken.context.widget_name)!;
    await at.ok(['template', 'rename', undecided, same.id, '--data-key', 'form.answer']);
    const ran = await at.ok(['template', 'copy-names', undecided, to, '--json']);
    const { data: matches } = ran.json<{ data: { outcome: string; reason: string }[] }>();
    expect(matches.map(({ reason }) => reason)).toContain('it belongs to landlord, not to the signer');
    expect((await fieldsOf(to)).map(({ subject }) => subject)).toEqual(before.map(({ subject }) => subject));
  });

  it.each([['101'], ['high'], ['-1']])('refuses --min-confidence %s', async (percent) => {
    expect((await at.run(['template', 'copy-names', from, to, '--min-confidence', percent])).code).toBe(2);
  });

  it('with a test key is refused', async () => {
    const ran = await at.run(['template', 'copy-names', from, to, '--mode', 'test', '--json']);
    expect([ran.code, ran.error().code]).toEqual([3, 'test_key_cannot_edit_templates']);
  });
});
