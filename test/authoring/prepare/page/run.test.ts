import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PageForm, PrepareState, Saved } from '../../../../src/authoring/prepare/page/shapes.js';
import { createDocumentEngine, type DocumentEngine } from '../../../../src/document/document-engine.js';
import { preparedForm } from '../../../../src/document/prepare/prepared-form.js';
import type { PreparedForm } from '../../../../src/document/prepare/prepared-field.js';
import { openLocalPage, type OpenEditor } from '../../../support/pages/template-editor.js';
import { asRead, preparedField } from '../../../support/pages/template-prepare.js';
import { type Machine, newMachine } from '../../../support/program.js';
import { leasePdf } from '../../../support/template-of.js';

let engine: DocumentEngine;
let machine: Machine;
let page: OpenEditor | null = null;
const out = (): string => join(machine.folder, 'lease.prepared.pdf');
beforeAll(() => {
  engine = createDocumentEngine();
  machine = newMachine();
  writeFileSync(join(machine.folder, 'lease.pdf'), leasePdf());
});
afterEach(async () => {
  await page?.stop();
  page = null;
});
afterAll(async () => {
  machine?.remove();
  await engine?.close();
});

const open = async (...words: readonly string[]): Promise<OpenEditor> => {
  page = await openLocalPage(machine, ['template', 'prepare', ...words]);
  await page.visit();
  return page;
};
const stateOf = async (opened: OpenEditor): Promise<PrepareState> =>
  (await (await opened.get('state')).json()) as PrepareState;
const save = async (opened: OpenEditor, version: number, form: PageForm): Promise<Saved> =>
  (await (await opened.post('save', { version, form })).json()) as Saved;
const readAgain = async (): Promise<PreparedForm> =>
  preparedForm(await engine.read({ filename: 'lease.prepared.pdf', bytes: readFileSync(out()) }));

describe('template prepare', () => {
  it('starts with what was read, holds each change in the file, and says what comes next', async () => {
    const opened = await open('lease.pdf');
    const { form, version, pages } = await stateOf(opened);
    expect(pages).toHaveLength(4);
    expect(asRead(await readAgain())).toEqual(form);
    const more = asRead({ fields: [preparedField({ page: 3, role: 'Agent', label: 'Fax number' })], groups: [] });
    expect(form.fields.map(({ key }) => key)).toContain('employment.employer_name');
    const named = form.fields.map((field) =>
      field.key === 'employment.employer_name' ? { ...field, label: 'ID number', key_from: 'words' as const } : field,
    );
    const drawn = { ...form, fields: [...named, ...more.fields] };
    expect((await save(opened, version, drawn)).problems).toEqual([]);
    const again = await readAgain();
    expect(again.fields).toHaveLength(drawn.fields.length);
    expect(again.fields.find(({ label }) => label === 'Fax number')).toMatchObject({ page: 3, role: 'Agent' });
    // A key that nobody typed goes with the words it was read from.
    expect(again.fields.filter(({ key }) => key === 'employment.employer_name')).toEqual([]);
    await opened.post('done', {});
    const { code, stdout } = await opened.ended;
    expect(code).toBe(0);
    const line = JSON.parse(stdout.trim().split('\n').at(-1)!) as { readonly people: readonly string[] };
    expect(line).toMatchObject({ type: 'prepared', file: 'lease.prepared.pdf', fields: drawn.fields.length });
    expect(line.people).toContain('Agent');
  });

  it('never overwrites a file without --force', async () => {
    writeFileSync(out(), 'mine');
    const { code, stderr } = await machine.run(['template', 'prepare', 'lease.pdf', '--no-open']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('lease.prepared.pdf already exists')]);
    expect(readFileSync(out(), 'utf8')).toBe('mine');
    expect(stderr).toContain('esign template prepare lease.prepared.pdf -o lease.prepared.pdf --force');
    await open('lease.pdf', '--force');
    expect((await readAgain()).fields.length).toBeGreaterThan(10);
  });

  it('says on Ctrl-C whether every change is saved', async () => {
    const opened = await open('lease.pdf', '-o', 'other.pdf');
    expect(existsSync(join(machine.folder, 'other.pdf'))).toBe(true);
    expect(await opened.stop()).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('Every change is saved in other.pdf.'),
    });
    const second = await open('other.pdf', '-o', 'other.pdf', '--force');
    const { version } = await stateOf(second);
    const dropdown = preparedField({ type: 'dropdown', options: ['One', ''] });
    await save(second, version, asRead({ fields: [dropdown], groups: [] }));
    expect(await second.stop()).toMatchObject({
      code: 130,
      stderr: expect.stringContaining(
        'The last changes are not saved in other.pdf: Each option must have 1 to 200 characters.',
      ),
    });
  });

  it('refuses a file that is not a document, before there is a page', async () => {
    writeFileSync(join(machine.folder, 'notes.txt'), 'hello');
    const { code } = await machine.run(['template', 'prepare', 'notes.txt', '--no-open']);
    expect(code).toBe(5);
    expect(existsSync(join(machine.folder, 'notes.prepared.pdf'))).toBe(false);
  });
});
