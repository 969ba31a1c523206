import { describe, expect, it } from 'vitest';
import { looksLike } from '../../src/document/looks-like.js';
import { fixture, lease } from '../support/documents/small-documents.js';

const bytes = (text: string, encoding: BufferEncoding = 'latin1'): Uint8Array => Buffer.from(text, encoding);

describe('what a file looks like', () => {
  it('is a PDF by its header, which may stand a little way in', () => {
    expect(looksLike(lease())).toEqual({ kind: 'pdf' });
    expect(looksLike(bytes(`${'\n'.repeat(500)}%PDF-1.4`))).toEqual({ kind: 'pdf' });
  });

  it('is a Word file by its content', () => {
    expect(looksLike(fixture('forms/used-car-sale.docx'))).toEqual({ kind: 'docx' });
    expect(looksLike(bytes('d0cf11e0a1b11ae1'.concat(bytes2hex('WordDocument')), 'hex'))).toEqual({ kind: 'doc' });
  });

  it.each([
    ['', 'an empty file'],
    ['\x89PNG\r\n\x1a\n', 'a PNG picture'],
    ['\xff\xd8\xff\xe0', 'a JPEG picture'],
    ['GIF89a', 'a GIF picture'],
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

function bytes2hex(text: string): string {
  return Buffer.from(text, 'utf16le').toString('hex');
}
