import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formPdf } from '../../support/form-pdf.js';
import { type Machine, newMachine } from '../../support/program.js';

interface Inspected {
  readonly data: readonly {
    readonly file: string;
    readonly refused: { readonly code: string; readonly message: string; readonly remedy: string | null } | null;
    readonly page_count: number;
    readonly people: readonly { readonly number: number; readonly id: string; readonly fields: readonly number[] }[];
    readonly fields: readonly {
      readonly number: number;
      readonly page: number;
      readonly type: string;
      readonly label: string;
      readonly person: string | null;
      readonly suggested: { readonly key: string | null };
    }[];
    readonly questions: readonly object[];
  }[];
}

let machine: Machine;
beforeAll(() => {
  machine = newMachine();
  copyFileSync('src/demo/lease.pdf', join(machine.folder, 'lease.pdf'));
  copyFileSync('test/fixtures/documents/password.pdf', join(machine.folder, 'locked.pdf'));
  copyFileSync('test/fixtures/forms/condo_deed.docx', join(machine.folder, 'deed.docx'));
  write('empty.pdf', [{ text: 'Nothing to fill in here', y: 700 }]);
  write('tagged.pdf', [{ text: '{{Full name;role=Tenant;key=person.full_name}}', y: 700 }]);
  write('tag.pdf', [{ text: '{{Full name;role=Tenant;type=painting}}', y: 700 }]);
  write('steering.pdf', [{ text: 'Full \u001b[31mname: ____________________', y: 700 }]);
});
afterAll(() => machine.remove());

const write = (name: string, lines: readonly { readonly text: string; readonly y: number }[]): void =>
  writeFileSync(join(machine.folder, name), formPdf([{ lines }]));
const inspect = (words: readonly string[], options: object = {}) =>
  machine.run(['template', 'inspect', ...words], options);

describe('template inspect', () => {
  it('shows people, questions and every field page by page, within 80 columns', async () => {
    const { code, stdout } = await inspect(['lease.pdf'], { terminal: true, columns: 80 });
    expect(code).toBe(0);
    expect(stdout).toContain('lease.pdf  4 pages, 77 fields, 4 people, 3 questions');
    expect(stdout).toMatch(/P2 {2}2\. THE TENANT {2}page 1, a principal, 13 fields/);
    expect(stdout).toMatch(/Proposed both: role Tenant, subject tenant, required/);
    expect(stdout).toMatch(/^6 +P2 +text +Full name.* tenant\.person\.full_name +high$/m);
    expect(stdout).toMatch(/^2 +Method of payment +1 +eft \| debit_order \| cash_deposit$/m);
    expect([...stdout.matchAll(/^Page \d$/gm)].map(([head]) => head)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4']);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toMatch(
      /^12 .*Gross monthly income +tenant\.employment\.monthly_income +high\n +of the tenant in rand$/m,
    );
  });

  it.each([40, 200])('keeps to %d columns', async (columns) => {
    const { stdout } = await inspect(['lease.pdf'], { terminal: true, columns });
    expect(stdout.split('\n').filter((line) => line.length > columns)).toEqual([]);
    expect(stdout).toContain('Physical address');
  });

  it('tells a program all there is, people and fields by the same numbers', async () => {
    const { data: documents } = (await inspect(['lease.pdf', '--json'])).json<Inspected>();
    const [lease] = documents;
    expect([lease?.page_count, lease?.fields.length, lease?.questions.length]).toEqual([4, 77, 3]);
    for (const person of lease!.people) {
      for (const number of person.fields)
        expect(lease!.fields[number - 1]).toMatchObject({ number, person: person.id });
    }
    expect(JSON.stringify(documents)).not.toContain('%PDF');
  });

  it('shows the keys that several fields would share', async () => {
    const tag = (label: string, y: number) => ({ text: `{{${label};role=Tenant;key=contact.phone}}`, y });
    write('shared.pdf', [tag('Telephone', 700), tag('Mobile', 650)]);
    const { stdout } = await inspect(['shared.pdf'], { terminal: true, columns: 80 });
    expect(stdout).toMatch(/several fields share: one value fills them all\n {2}tenant\.contact\.phone: fields 1, 2\n/);
    // The landlord's is another one.
    write('two.pdf', [tag('Telephone', 700), { text: '{{Phone;role=Landlord;key=contact.phone}}', y: 650 }]);
    expect((await inspect(['two.pdf'], { terminal: true, columns: 80 })).stdout).not.toContain('several fields share');
    expect((await inspect(['lease.pdf'], { terminal: true, columns: 80 })).stdout).not.toContain(
      'several fields share',
    );
  });

  it('needs no service, no key and no profile, and reads stdin', async () => {
    const ran = await inspect(['-', '--json'], {
      stdin: readFileSync(join(machine.folder, 'tagged.pdf')),
      env: { ESIGN_BASE_URL: 'http://127.0.0.1:9', ESIGN_API_KEY: '' },
    });
    expect([ran.code, ran.json<Inspected>().data[0]?.fields.length]).toEqual([0, 1]);
  });

  it('says in the service’s words why a file would be refused, and still shows the others', async () => {
    const ran = await inspect(['tagged.pdf', 'locked.pdf', '--json']);
    expect([ran.code, ran.error().code]).toEqual([5, 'invalid_request']);
    expect(ran.error().message).toBe('locked.pdf is a password-protected PDF.');
    expect(ran.error().hint).toBe('Save it without its password and upload that.');
    const { data: documents } = ran.json<Inspected>();
    expect(documents.map(({ file, refused }) => [file, refused?.message ?? null])).toEqual([
      ['tagged.pdf', null],
      ['locked.pdf', 'locked.pdf is a password-protected PDF.'],
    ]);
    expect((await inspect(['tagged.pdf', 'locked.pdf', '-q'])).stdout).toBe('tagged.pdf\n');
  });

  it('shows how a tag is written where a tag is wrong, and where there is no field', async () => {
    const wrong = await inspect(['tag.pdf'], { terminal: true });
    expect([wrong.code, wrong.stdout]).toEqual([5, expect.stringContaining('unknown type "painting"')]);
    expect(wrong.stdout).toContain('{{Full name;role=Tenant;type=text;');
    const none = await inspect(['empty.pdf'], { terminal: true });
    expect([none.code, none.stdout]).toEqual([
      0,
      expect.stringContaining('No fields were found. A tag in the text makes'),
    ]);
  });

  it('shows nothing that could steer the terminal', async () => {
    const { code, stdout } = await inspect(['steering.pdf'], { terminal: true });
    expect([code, stdout.includes('\u001b')]).toEqual([0, false]);
    expect(stdout).toMatch(/^1 .*text/m);
  });

  it('says what to install for Word files', async () => {
    const ran = await inspect(['deed.docx', '--json'], { env: { PATH: '/nowhere' } });
    expect([ran.code, ran.error().code]).toEqual([8, 'converter_missing']);
    expect(ran.error().hint).toContain('Install LibreOffice');
  });

  it('ends at once on Ctrl-C', async () => {
    const stop = new AbortController();
    stop.abort();
    expect((await inspect(['lease.pdf'], { signal: stop.signal })).code).toBe(130);
  });

  it('takes stdin once, and files that are there', async () => {
    expect((await inspect(['-', '-'])).code).toBe(2);
    expect((await inspect(['missing.pdf'])).code).toBe(2);
  });
});
