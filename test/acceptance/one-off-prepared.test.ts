import { expect, it } from 'vitest';
import { newEmulatorMachine } from '../support/emulator-machine.js';
import { linesPdf } from '../support/form-pdf.js';
import { shared } from '../support/shared.js';
import type { Envelope } from '../support/shapes.js';

/** From a file of fields to an envelope without a template that has exactly these fields. */

const at = shared(newEmulatorMachine);

const fields = [
  'groups: [{ name: pets, label: Which pets?, max_selected: 1 }]',
  'fields:',
  '- { page: 1, type: text, label: Full name, role: Tenant, required: true, rect: { x: 0.1, y: 0.2, w: 0.4, h: 0.03 } }',
  '- { page: 1, type: dropdown, label: Currency, role: Tenant, options: [Rand, Euro], rect: { x: 0.1, y: 0.3, w: 0.4, h: 0.03 } }',
  '- { page: 1, type: text, label: ID number, role: Landlord, comb: true, max_length: 13, rect: { x: 0.1, y: 0.4, w: 0.4, h: 0.03 } }',
  '- { page: 1, type: tickbox, group: pets, option: Dogs, role: Tenant, rect: { x: 0.1, y: 0.5, w: 0.02, h: 0.02 } }',
  '- { page: 1, type: tickbox, group: pets, option: Cats, role: Tenant, rect: { x: 0.3, y: 0.5, w: 0.02, h: 0.02 } }',
  '- { page: 1, type: signature, role: Tenant, rect: { x: 0.1, y: 0.8, w: 0.3, h: 0.05 } }',
  '- { page: 1, type: signature, role: Landlord, rect: { x: 0.6, y: 0.8, w: 0.3, h: 0.05 } }',
];

interface Shown {
  readonly type: string;
  readonly place: readonly number[];
}

/** The boxes that a signer fills in, as the signing page places them: left, top, width and height in per cent. */
async function boxesOf(link: string): Promise<{ readonly html: string; readonly boxes: readonly Shown[] }> {
  const html = await (await fetch(link)).text();
  const boxes = [...html.matchAll(/class="box own ([a-z_ ]+)" id="([^"]+)"/gu)].map(([, type = '', id = '']) => {
    const [, rule = ''] = new RegExp(`#${id}\\{([^}]*)\\}`, 'u').exec(html) ?? [];
    const place = ['left', 'top', 'width', 'height'].map((name) => {
      const [, value] = new RegExp(`(?:^|;)${name}:([0-9.]+)%`, 'u').exec(rule) ?? [];
      return Math.round(Number(value) * 10) / 10;
    });
    return { type, place };
  });
  return { html, boxes };
}

it('a body of template prepare --one-off makes an envelope with exactly the fields of the file', async () => {
  at.write('lease.pdf', linesPdf([['Rent agreed: ____________________', 'Signature of witness: ________________']]));
  at.write('fields.yaml', fields.join('\n'));
  const printed = await at.ok(['template', 'prepare', 'lease.pdf', '--fields', 'fields.yaml', '--one-off']);
  expect(printed.stderr).toContain(
    '3 fields stay form fields of the PDF in the body, which cannot say: combs, which tickboxes answer one question.',
  );
  at.write('body.json', printed.stdout);
  const people = [
    ['--recipient', 'role=Tenant,name=Thandi Mokoena,email=thandi@example.test'],
    ['--recipient', 'role=Landlord,name=Sipho Dube,email=sipho@example.test'],
  ].flat();
  const words = ['envelope', 'one-off', '--input', 'body.json', ...people, '--send', '--json'];
  const envelope = (await at.ok(words)).json<Envelope>();
  expect(envelope).toMatchObject({ template_id: null, title: 'Lease', status: 'sent' });

  const invitation = async (address: string): Promise<string> => {
    const mails = await at.emulator.mails(`?envelope_id=${envelope.id}&kind=invitation`);
    return mails.find(({ to }) => to.email === address)!.link!;
  };
  const tenant = await boxesOf(await invitation('thandi@example.test'));
  expect(tenant.boxes.toSorted((a, b) => a.place[1]! - b.place[1]! || a.place[0]! - b.place[0]!)).toEqual([
    { type: 'text', place: [10, 20, 40, 3] },
    { type: 'dropdown', place: [10, 30, 40, 3] },
    { type: 'tickbox', place: [10, 50, 2, 2] },
    { type: 'tickbox', place: [30, 50, 2, 2] },
    { type: 'signature', place: [10, 80, 30, 5] },
  ]);
  for (const label of ['Full name', 'Currency', 'Euro', 'Which pets?', 'Dogs', 'Cats']) {
    expect(tenant.html).toContain(label);
  }
  await at.emulator.control(`POST /_emulator/envelopes/${envelope.id}/recipients/Tenant/sign`, {});
  const landlord = await boxesOf(await invitation('sipho@example.test'));
  expect(landlord.boxes.toSorted((a, b) => a.place[1]! - b.place[1]!)).toEqual([
    { type: 'text', place: [10, 40, 40, 3] },
    { type: 'signature', place: [60, 80, 30, 5] },
  ]);
  expect(landlord.html).not.toContain('Signature of witness');
});

it('without a file of fields the body has those that were read; documents of the body and of the line add up', async () => {
  at.write('plain.pdf', linesPdf([['A notice', '{{Signature;role=Signer;type=signature}}']]));
  at.write('plain.json', (await at.ok(['template', 'prepare', 'plain.pdf', '--one-off'])).stdout);
  const to = ['--to', 'Thandi <thandi@example.test>', '--dry-run', '--json'];
  const asked = (await at.ok(['envelope', 'one-off', 'plain.pdf', '--input', 'plain.json', ...to])).json<{
    readonly requests: readonly { readonly body: { readonly documents: unknown[]; readonly fields: unknown[] } }[];
  }>();
  expect(asked.requests[0]!.body).toMatchObject({
    documents: [{ filename: 'plain.prepared.pdf' }, { filename: 'plain.pdf' }],
    fields: [{ type: 'signature', role: 'Signer', document: 1, page: 1, label: 'Signature', required: true }],
  });
});

it('a one-off envelope without any document is refused with the way to one', async () => {
  const ran = await at.run(['envelope', 'one-off', '--to', 'Thandi <thandi@example.test>', '--json']);
  expect([ran.code, ran.error().code, ran.error().hint]).toEqual([
    2,
    'missing_argument',
    expect.stringContaining('esign envelope one-off lease.pdf'),
  ]);
});

it('--one-off is refused with what it cannot do', async () => {
  const prepare = ['template', 'prepare', 'lease.pdf', '--one-off'];
  expect((await at.run([...prepare, '-o', 'x.pdf'])).stderr).toContain('--one-off cannot be combined with --output.');
  expect((await at.run([...prepare, '--print-fields'])).stderr).toContain('cannot be combined with --one-off.');
});
