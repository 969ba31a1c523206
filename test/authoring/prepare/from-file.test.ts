import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formPdf, linesPdf } from '../../support/form-pdf.js';
import { type Machine, newMachine } from '../../support/program.js';

let machine: Machine;
beforeAll(() => {
  machine = newMachine();
  const boxes = [{ kind: 'text', name: 'Surname', at: [110, 698, 150, 14] }] as const;
  const pdf = formPdf([{ lines: [{ text: 'Surname:', y: 700 }], boxes }]).toString('latin1');
  writeFileSync(join(machine.folder, 'form.pdf'), pdf, 'latin1');
  writeFileSync(join(machine.folder, 'typed.pdf'), pdf.replace('/FT /Tx', '/FT /Tx /V (Mokoena)'), 'latin1');
  copyFileSync('test/fixtures/documents/signed.pdf', join(machine.folder, 'signed.pdf'));
});
afterAll(() => machine?.remove());

const signature = '- { page: 1, type: signature, role: Tenant, rect: { x: 0.1, y: 0.8, w: 0.3, h: 0.05 } }\n';
const prepare = (file: string, fields: string, ...more: readonly string[]) => {
  writeFileSync(join(machine.folder, 'fields.yaml'), fields);
  return machine.run(['template', 'prepare', file, '--fields', 'fields.yaml', ...more]);
};

/** The codes of what inspecting a file warns of. */
async function warnedOf(file: string): Promise<readonly string[]> {
  const { stdout } = await machine.run(['template', 'inspect', file, '--json']);
  return [...stdout.matchAll(/"code":"(\w+)"/gu)].map(([, code]) => code ?? '');
}

describe('template prepare --fields', () => {
  it('writes the fields, and lists what to check at its line', async () => {
    const text = '- { page: 1, type: text, label: Name, role: Tenant, rect: { x: 0.1, y: 0.1, w: 0.3, h: 0.02 } }\n';
    const twice = `${signature}${text}${text.replace('Name', 'Surname')}`;
    const { code, stdout } = await prepare('form.pdf', twice, '-o', 'one.pdf', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        file: join(machine.folder, 'one.pdf'),
        fields: 3,
        signatures: 1,
        people: ['Tenant'],
        warnings: ['fields.yaml:3:3: The field lies on "Name". Move one of them.'],
      },
    ]);
    expect(readFileSync(join(machine.folder, 'one.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('says how many answers of the form are left out', async () => {
    const { stdout } = await prepare('typed.pdf', signature, '-o', 'typed.out.pdf', '--json');
    expect((JSON.parse(stdout) as { readonly warnings: readonly string[] }).warnings).toEqual([
      '1 answer is filled in already (“Surname”): the prepared PDF starts empty. Put it into the values of the envelope.',
    ]);
  });

  it('replaces each text tag of another service by a field, and takes its words off the page', async () => {
    const lines = [
      'Between ${seller_name}, the seller, and ${buyerName}.',
      'Price: ${price}',
      '${notes}',
      'Signature of the seller: ____________________',
      'Name: ${seller_name}',
    ];
    writeFileSync(join(machine.folder, 'tags-of-another.pdf'), linesPdf([lines]));
    const read = (await machine.run(['template', 'prepare', 'tags-of-another.pdf', '--print-fields'])).stdout;
    expect([...read.matchAll(/type: (\w+), label: ([^,]+),/gu)].map(([, type, label]) => `${type} ${label}`)).toEqual([
      'text Seller name',
      'text Buyer name',
      'text Price',
      'text Notes',
      'signature Signature of the seller',
      'text Name',
    ]);
    expect(read.match(/key: form.seller_name/gu)).toHaveLength(2);
    // A field ends before the comma after its tag, or with the lines of the page.
    const width = (label: string): number => Number(new RegExp(`label: ${label},.* w: ([\\d.]+)`, 'u').exec(read)?.[1]);
    expect([width('Seller name') < 0.2, width('Price') > 0.3]).toEqual([true, true]);
    const written = await prepare('tags-of-another.pdf', read, '-o', 'whole.pdf', '--json');
    expect([written.code, (JSON.parse(written.stdout) as { readonly warnings: unknown }).warnings]).toEqual([
      0,
      expect.not.arrayContaining([expect.stringContaining('another service')]),
    ]);
    expect(await warnedOf('tags-of-another.pdf')).toContain('unread_tag');
    expect(await warnedOf('whole.pdf')).not.toContain('unread_tag');
    const one = read.replace(/.*Price.*\n/u, '');
    const left = await prepare('tags-of-another.pdf', one, '-o', 'left.pdf', '--json');
    expect((JSON.parse(left.stdout) as { readonly warnings: readonly string[] }).warnings[0]).toBe(
      '“${price}” on page 1 is a text tag of another service, and stays printed. A field on it takes its place.',
    );
    expect(await warnedOf('left.pdf')).toContain('unread_tag');
  });

  it('makes fields of words in brackets with --brackets, which belong to whom the field near them does', async () => {
    const lines = [
      'Buyer: [Full Name] of [Company]',
      '[Signature page follows]',
      'Signature of the buyer: ____________________',
    ];
    writeFileSync(join(machine.folder, 'brackets.pdf'), linesPdf([lines]));
    const print = (...more: readonly string[]): Promise<string> =>
      machine.run(['template', 'prepare', 'brackets.pdf', '--print-fields', ...more]).then(({ stdout }) => stdout);
    const labels = (fields: string) =>
      [...fields.matchAll(/label: ([^,]+), role: ([^,]+),/gu)].map(([, label, role]) => `${label} of ${role}`);
    expect(labels(await print())).toEqual(['Signature of the buyer of Buyer']);
    const read = await print('--brackets');
    expect(labels(read)).toEqual(['Buyer of Buyer', 'Company of Buyer', 'Signature of the buyer of Buyer']);
    const written = await prepare('brackets.pdf', read, '-o', 'unbracketed.pdf');
    expect([written.code, written.stdout]).toEqual([0, expect.not.stringContaining('brackets')]);
    expect(await warnedOf('brackets.pdf')).toContain('unread_bracket');
    expect(await warnedOf('unbracketed.pdf')).not.toContain('unread_bracket');
    const both = await prepare('brackets.pdf', read, '--brackets');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--brackets cannot be combined')]);
  });

  it('says that an answer of several lines runs through printed lines, and nothing of one on blank paper', async () => {
    const rule = '_'.repeat(60);
    writeFileSync(join(machine.folder, 'ruled.pdf'), linesPdf([['Reasons:', rule, rule, rule]]));
    const field = (y: number): string =>
      `- { page: 1, type: text, label: At ${y}, multiline: true, rect: { x: 0.08, y: ${y}, w: 0.5, h: 0.16 } }\n`;
    const { stdout } = await prepare(
      'ruled.pdf',
      signature + field(0.05) + field(0.5),
      '-o',
      'ruled.out.pdf',
      '--json',
    );
    expect((JSON.parse(stdout) as { readonly warnings: readonly string[] }).warnings).toContain(
      'fields.yaml:2:3: An answer of several lines runs through 3 printed lines here. Draw a field on each line instead.',
    );
    expect(stdout).not.toContain('fields.yaml:3:3: An answer');
  });

  it('says that a PDF is signed before anything about the fields', async () => {
    const { code, stderr } = await prepare('signed.pdf', signature.replace('page: 1', 'page: 99'));
    expect([code, stderr]).toEqual([5, expect.stringContaining('a signed PDF')]);
    expect(stderr).not.toContain('Page 99');
  });

  it('writes text tags, and says what stays form fields', async () => {
    const comb =
      '- { page: 1, type: text, label: ID, role: Tenant, comb: true, max_length: 13, rect: { x: 0.1, y: 0.1, w: 0.3, h: 0.02 } }\n';
    const { stdout } = await prepare('form.pdf', signature + comb, '-o', 'tags.pdf', '--as', 'tags', '--json');
    expect((JSON.parse(stdout) as { readonly warnings: readonly string[] }).warnings).toEqual([
      '1 field stays a form field, since text tags cannot say: combs.',
    ]);
    const again = (await machine.run(['template', 'prepare', 'tags.pdf', '--print-fields'])).stdout;
    expect([...again.matchAll(/type: (\w+)/gu)].map(([, type]) => type)).toEqual(
      expect.arrayContaining(['signature', 'text']),
    );
  });

  it('writes nothing when the file has mistakes, and says so', async () => {
    const { code, stderr } = await prepare('form.pdf', signature.replace('page: 1', 'page: 99'), '-o', 'none.pdf');
    expect([code, stderr]).toEqual([2, expect.stringContaining('fields.yaml:1:3: Page 99 does not exist.')]);
    expect(stderr).toContain('Nothing was written.');
    expect(existsSync(join(machine.folder, 'none.pdf'))).toBe(false);
  });
});
