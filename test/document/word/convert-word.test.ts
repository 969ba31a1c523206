import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConverterUnavailable, UnreadableDocument } from '../../../src/document/document-failure.js';
import { createDocumentEngine } from '../../../src/document/document-engine.js';
import { convertWord } from '../../../src/document/word/convert-word.js';
import { fixture, has, smallForm } from '../../support/documents/small-documents.js';

// A stand-in with the real program's manners: its command line, its output file, and an exit code that means nothing.
const COPIES =
  '#!/bin/sh\nfor last; do :; done\nwhile [ "$1" != --outdir ]; do shift; done\ncp "$REAL" "$2/document.pdf"\n';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-soffice-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function install(script: string): string {
  const path = join(folder, 'soffice');
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return folder;
}

const word = (): Uint8Array => fixture('forms/used-car-sale.docx');

describe('turning Word files into PDF', () => {
  it('is not possible without LibreOffice', async () => {
    const conversion = convertWord(word(), 'docx', { searchPath: folder, limit: 1000 });
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
    const made = join(folder, 'made.pdf');
    writeFileSync(made, await smallForm());
    const engine = createDocumentEngine({ searchPath: install(COPIES.replace('$REAL', made)) });
    const read = await engine.read({ filename: 'sale.docx', bytes: word() });
    expect(read.boxes).toHaveLength(3);
    await engine.close();
  });

  it('gives every run a profile and a folder of its own, which are gone afterwards', async () => {
    const notes = join(folder, 'notes');
    install(`#!/bin/sh\necho "$@" >> "${notes}"\nfor last; do :; done\necho x > "$(dirname "$last")/document.pdf"\n`);
    await convertWord(word(), 'docx', { searchPath: folder, limit: 5000 });
    await convertWord(word(), 'docx', { searchPath: folder, limit: 5000 });
    const runs = readFileSync(notes, 'utf8').trim().split('\n');
    const profiles = runs.map((run) => /UserInstallation=file:\/\/(\S+)\/profile/u.exec(run)![1]!);
    expect(new Set(profiles).size).toBe(2);
    for (const profile of profiles) expect(existsSync(profile)).toBe(false);
  });

  it('refuses the file when nothing comes out, whatever the exit code', async () => {
    install('#!/bin/sh\nexit 0\n');
    const conversion = convertWord(word(), 'docx', { searchPath: folder, limit: 5000 });
    await expect(conversion).rejects.toThrow(UnreadableDocument);
  });

  it('is stopped, children and all, when it takes too long', async () => {
    const pid = join(folder, 'pid');
    install(`#!/bin/sh\n/bin/sleep 600 &\necho $! > "${pid}"\nwait\n`);
    const conversion = convertWord(word(), 'docx', { searchPath: folder, limit: 400 });
    await expect(conversion).rejects.toMatchObject({ name: 'ConverterUnavailable', code: 'timeout' });
    const child = Number(readFileSync(pid, 'utf8'));
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  it.skipIf(!has('soffice'))('works with the real LibreOffice', async () => {
    const pdf = await convertWord(word(), 'docx', { searchPath: process.env['PATH'] ?? '', limit: 60_000 });
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/stat`;
  if (!existsSync('/proc')) return false;
  return existsSync(status) && !/^\d+ \(.*\) Z/u.test(readFileSync(status, 'utf8'));
}
