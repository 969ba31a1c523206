import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { looksLike } from '../../../src/core/platform/looks-like.js';
import { fixture, has, lease } from '../../support/documents/small-documents.js';

const bytes = (text: string, encoding: BufferEncoding = 'latin1'): Uint8Array => Buffer.from(text, encoding);

/** A folder of its own for what LibreOffice keeps of its user. */
function oldWordFile(text: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'esign-doc-'));
  try {
    writeFileSync(join(folder, 'old.txt'), text);
    const user = `-env:UserInstallation=${pathToFileURL(join(folder, 'user')).href}`;
    execFileSync('soffice', [user, '--headless', '--convert-to', 'doc', '--outdir', folder, join(folder, 'old.txt')]);
    return readFileSync(join(folder, 'old.doc'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('what a file looks like', () => {
  it('is a PDF by its header, which may begin a few bytes later', () => {
    expect(looksLike(lease())).toEqual({ kind: 'pdf' });
    expect(looksLike(bytes(`${'\n'.repeat(500)}%PDF-1.4`))).toEqual({ kind: 'pdf' });
  });

  it('is a Word file by its content', () => {
    expect(looksLike(fixture('forms/used-car-sale.docx'))).toEqual({ kind: 'docx' });
    expect(looksLike(oldOffice('WordDocument', 0xa5ec, 0))).toEqual({ kind: 'doc' });
  });

  it.skipIf(!has('soffice'))(
    'is a Word file of old where LibreOffice wrote it, however short',
    { timeout: 120_000 },
    () => {
      expect(looksLike(oldWordFile('Signature: ________________\n'))).toEqual({ kind: 'doc' });
      expect(looksLike(oldWordFile('A clause of the lease.\n'.repeat(400)))).toEqual({ kind: 'doc' });
    },
  );

  it('is not a Word file by its name alone', () => {
    const named = Buffer.concat([oldOffice('Nothing', 0, 0).subarray(0, 512), Buffer.from('WordDocument', 'utf16le')]);
    expect(looksLike(named)).toEqual({ kind: 'other', what: 'an Office 97–2003 or mail file' });
    expect(looksLike(oldOffice('WordDocument', 0, 0))).toEqual({ kind: 'other', what: 'a damaged Word file' });
    expect(looksLike(oldOffice('Workbook', 0, 0))).toEqual({ kind: 'other', what: 'an Excel workbook' });
    expect(looksLike(oldOffice('WordDocument', 0xa5ec, 0).subarray(0, 1030))).toMatchObject({ kind: 'other' });
  });

  it('is locked where Office asks for a password first', () => {
    expect(looksLike(oldOffice('EncryptedPackage', 0, 0))).toEqual({ kind: 'locked' });
    expect(looksLike(oldOffice('WordDocument', 0xa5ec, 0x0100))).toEqual({ kind: 'locked' });
  });

  it.each([
    ['', 'an empty file'],
    ['\x89PNG\r\n\x1a\n', 'a PNG picture'],
    ['\xff\xd8\xff\xe0', 'a JPEG picture'],
    ['GIF89a', 'a GIF picture'],
    ['RIFF1234WEBPVP8 ', 'a WebP picture'],
    ['\x7fELF', 'a program'],
    [' \n\t ', 'a file of only spaces'],
    ['\xef\xbb\xbf  <!doctype HTML>', 'an HTML page'],
    ['{"error":{"code":"not_found"}}', 'a JSON file'],
    ['  <!DOCTYPE html><html>', 'an HTML page'],
    ['<?xml version="1.0"?>', 'an XML file'],
    ['{\\rtf1\\ansi', 'an RTF document'],
    ['PK\x03\x04 nothing of note', 'a ZIP archive'],
    ['PK\x03\x04 [Content_Types].xml xl/workbook.xml', 'an Excel workbook'],
    ['Dear Sir or Madam', 'plain text'],
    ['\x00\x01\x02\x03', 'a file of an unknown kind'],
  ])('%j is %s', (start, what) => {
    expect(looksLike(bytes(start))).toEqual({ kind: 'other', what });
  });
});

/** A header, a directory with one stream, and the beginning of that: its magic number and its flags. */
function oldOffice(name: string, magic: number, flags: number): Buffer {
  const file = Buffer.alloc(512 * 4);
  file.write('d0cf11e0a1b11ae1', 'hex');
  file.writeUInt16LE(9, 30);
  file.write(name, 512, 'utf16le');
  file.writeUInt8(2, 512 + 66);
  file.writeUInt32LE(1, 512 + 116);
  file.writeUInt16LE(magic, 1024);
  file.writeUInt16LE(flags, 1024 + 10);
  return file;
}
