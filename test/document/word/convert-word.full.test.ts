import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ConverterUnavailable, UnreadableDocument } from '../../../src/document/document-failure.js';
import { createDocumentEngine } from '../../../src/document/document-engine.js';
import { convertWord } from '../../../src/document/word/convert-word.js';
import { fixture, has, pageTexts, smallForm } from '../../support/documents/small-documents.js';
import {
  control,
  dropDown,
  formField,
  paragraph,
  relationship,
  relationshipsPart,
  run,
  wordFile,
} from '../../support/documents/word-documents.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

// A stand-in with the real program's manners: its command line, its output file, and an exit code that means nothing.
const COPIES =
  '#!/bin/sh\nfor last; do :; done\nwhile [ "$1" != --outdir ]; do shift; done\ncp "$REAL" "$2/document.pdf"\n';

const folder = fresh(newFolder);

function install(script: string): string {
  const path = join(folder.path, 'soffice');
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return folder.path;
}

const word = (): Uint8Array => fixture('forms/used-car-sale.docx');

describe('turning Word files into PDF', () => {
  it('is not possible without LibreOffice', async () => {
    const conversion = convertWord(word(), 'docx', { searchPath: folder.path, limit: 1000 });
    await expect(conversion).rejects.toThrow(ConverterUnavailable);
    await expect(conversion).rejects.toMatchObject({ code: 'missing' });
  });

  it('never looks for it in a relative folder', async () => {
    install('#!/bin/sh\nexit 0\n');
    await expect(convertWord(word(), 'docx', { searchPath: '.:', limit: 1000 })).rejects.toMatchObject({
      code: 'missing',
    });
  });

  it('reads the PDF that comes out of it', async () => {
    const made = join(folder.path, 'made.pdf');
    writeFileSync(made, await smallForm());
    const engine = createDocumentEngine({ searchPath: install(COPIES.replace('$REAL', made)) });
    const read = await engine.read({ filename: 'sale.docx', bytes: word() });
    expect(read.boxes).toHaveLength(3);
    await engine.close();
  });

  it('gives every run a profile and a folder of its own, which are gone afterwards', async () => {
    const notes = join(folder.path, 'notes');
    install(`#!/bin/sh\necho "$@" >> "${notes}"\nfor last; do :; done\necho x > "$(dirname "$last")/document.pdf"\n`);
    await convertWord(word(), 'docx', { searchPath: folder.path, limit: 30_000 });
    await convertWord(word(), 'docx', { searchPath: folder.path, limit: 30_000 });
    const runs = readFileSync(notes, 'utf8').trim().split('\n');
    const profiles = runs.map((run) => /UserInstallation=file:\/\/(\S+)\/profile/u.exec(run)![1]!);
    expect(new Set(profiles).size).toBe(2);
    for (const profile of profiles) expect(existsSync(profile)).toBe(false);
  });

  it('refuses the file when nothing comes out, whatever the exit code', async () => {
    install('#!/bin/sh\nexit 0\n');
    const conversion = convertWord(word(), 'docx', { searchPath: folder.path, limit: 30_000 });
    await expect(conversion).rejects.toThrow(UnreadableDocument);
  });

  it('is stopped, children and all, when it takes too long', async () => {
    const pid = join(folder.path, 'pid');
    install(`#!/bin/sh\n/bin/sleep 600 &\necho $! > "${pid}"\nwait\n`);
    const conversion = convertWord(word(), 'docx', { searchPath: folder.path, limit: 4_000 });
    await expect(conversion).rejects.toMatchObject({ name: 'ConverterUnavailable', code: 'timeout' });
    const child = Number(readFileSync(pid, 'utf8'));
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it('is stopped when the engine is closed', async () => {
    const started = join(folder.path, 'started');
    install(`#!/bin/sh\n: > "${started}"\nexec /bin/sleep 600\n`);
    const closing = new AbortController();
    const conversion = convertWord(word(), 'docx', { searchPath: folder.path, limit: 30_000, signal: closing.signal });
    const outcome = expect(conversion).rejects.toMatchObject({ name: 'ConverterUnavailable', code: 'failed' });
    await expect.poll(() => existsSync(started)).toBe(true);
    closing.abort();
    await outcome;
  });

  it('sees nothing of the environment of the program', async () => {
    const seen = join(folder.path, 'seen');
    install(`#!/bin/sh\nenv > "${seen}"\nfor last; do :; done\necho x > "$(dirname "$last")/document.pdf"\n`);
    vi.stubEnv('ESIGN_API_KEY', 'esign_live_secret');
    await convertWord(word(), 'docx', { searchPath: folder.path, limit: 30_000 });
    vi.unstubAllEnvs();
    expect(readFileSync(seen, 'utf8')).toMatch(/^HOME=.*esign-word-/mu);
    expect(readFileSync(seen, 'utf8')).not.toContain('ESIGN');
  });
});

describe.skipIf(!has('soffice'))('the real LibreOffice', () => {
  const searchPath = process.env['PATH'] ?? '';

  it('rejects bytes that are not a Word file, and fetches no linked resources', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const nothing = convertWord(Buffer.from('Dear Sir'), 'docx', { searchPath, limit: 60_000 });
      await expect(nothing).rejects.toMatchObject({ name: 'UnreadableDocument', code: 'damaged' });
      // As it comes, without the cleaning that an upload gets first: a template and a picture from elsewhere.
      const pdf = await convertWord(reachingWord(`http://127.0.0.1:${port}`), 'docx', { searchPath, limit: 60_000 });
      expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-');
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });

  it('keeps form controls as fields in their places', async () => {
    const engine = createDocumentEngine({ searchPath });
    const fields = [
      paragraph(
        run('Full name of the tenant: '),
        control({ alias: 'Full name*', tag: 'tenant_name', kind: '<w:text/>' }),
      ),
      paragraph(
        run('Province: '),
        control({ kind: dropDown('Gauteng', 'Limpopo'), shown: 'Choose an item.' }),
        run(' RSA'),
      ),
      paragraph(formField('FORMCHECKBOX', 'rules', '<w:checkBox/>', ''), run(' I have read the rules')),
      paragraph(control({ alias: 'Tenant signature', tag: 'role=Tenant' })),
      paragraph(run('{{Landlord signature;role=Landlord;type=signature}}')),
    ];
    const read = await engine.read({ filename: 'lease.docx', bytes: wordFile(fields.join('')) });
    await engine.close();
    expect(
      read.boxes.map(({ type, label, required, options, tag }) => [type, label, required, options, tag?.role ?? null]),
    ).toEqual([
      ['text', 'Full name', true, null, null],
      ['dropdown', 'Province', false, ['Gauteng', 'Limpopo'], null],
      ['tickbox', 'I have read the rules', false, null, null],
      ['signature', 'Tenant signature', true, null, 'Tenant'],
      ['signature', 'Landlord signature', true, null, 'Landlord'],
    ]);
    for (const [index, { rect }] of read.boxes.entries()) {
      const next = read.boxes[index + 1];
      if (next !== undefined) expect(rect.y + rect.h / 2).toBeLessThan(next.rect.y + next.rect.h / 2);
      expect(rect.x + rect.w).toBeLessThanOrEqual(1);
    }
    const [page] = pageTexts(read.pdf);
    expect(page).toContain('Province:');
    expect(page).not.toMatch(/[{}~#]/u);
  });

  it('keeps them where narrow cells break their place or cut it off, and what they hold as a start', async () => {
    const engine = createDocumentEngine({ searchPath });
    const cell = (width: number, content: string): string =>
      `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
    const rows = ['Offices', 'Fishing', 'Farming'].map(
      (words) =>
        '<w:tr><w:trPr><w:trHeight w:val="260" w:hRule="exact"/></w:trPr>' +
        cell(300, paragraph(formField('FORMCHECKBOX', words, '<w:checkBox/>', ''))) +
        cell(5000, paragraph(run(words))) +
        cell(700, paragraph(control({ alias: `Year of ${words}`, kind: '<w:text/>' }))) +
        '</w:tr>',
    );
    const table = `<w:tbl><w:tblPr><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid><w:gridCol w:w="300"/><w:gridCol w:w="5000"/><w:gridCol w:w="700"/></w:tblGrid>${rows.join('')}</w:tbl>`;
    const lender = control({ alias: 'Lender', kind: '<w:text/>', shown: 'Acme (Pty) Ltd', isPlaceholder: false });
    const read = await engine.read({
      filename: 'visa.docx',
      bytes: wordFile(table + paragraph(run('Lent by '), lender, run(' alone.'))),
    });
    await engine.close();
    expect(read.boxes.map(({ type, label, start }) => [type, label, start])).toEqual([
      ['tickbox', 'Offices', null],
      ['text', 'Year of Offices', null],
      ['tickbox', 'Fishing', null],
      ['text', 'Year of Fishing', null],
      ['tickbox', 'Farming', null],
      ['text', 'Year of Farming', null],
      ['text', 'Lender', 'Acme (Pty) Ltd'],
    ]);
    expect(pageTexts(read.pdf)[0]).not.toMatch(/[~{}]|Acme/u);
  });
});

/** A Word file that takes its template and a picture from a server. */
function reachingWord(server: string): Uint8Array {
  const drawing =
    '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">' +
    '<wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/>' +
    '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">' +
    '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">' +
    '<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">' +
    '<pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>' +
    '<pic:blipFill><a:blip r:link="rId7"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>' +
    '<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm>' +
    '<a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
  return wordFile(paragraph(run('Text'), drawing), {
    relationships: [
      relationship('rId6', 'settings', 'settings.xml'),
      relationship('rId7', 'image', `${server}/spy.png`, 'External'),
    ],
    entries: {
      'word/settings.xml':
        '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">' +
        '<w:attachedTemplate r:id="rId1"/><w:linkStyles/></w:settings>',
      'word/_rels/settings.xml.rels': relationshipsPart([
        relationship('rId1', 'attachedTemplate', `${server}/evil.dotm`, 'External'),
      ]),
    },
  });
}

function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/stat`;
  if (!existsSync('/proc')) return false;
  return existsSync(status) && !/^\d+ \(.*\) Z/u.test(readFileSync(status, 'utf8'));
}
