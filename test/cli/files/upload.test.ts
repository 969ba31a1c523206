import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectFileKind } from '../../../src/cli/files/upload.js';

const look = (content: string | Buffer): string => {
  const seen = detectFileKind(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
  return seen.kind === 'other' ? seen.words : seen.kind;
};

describe('what a file looks like', () => {
  it('detects a PDF by its header, also with a few bytes before it', () => {
    expect(look(readFileSync('src/demo/lease.pdf'))).toBe('pdf');
    expect(look('\r\nMail-Header: x\r\n%PDF-1.4\n')).toBe('pdf');
  });

  it('detects a Word file by its content', () => {
    expect(look(readFileSync('test/fixtures/forms/used-car-sale.docx'))).toBe('word');
    expect(look('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')).toBe('word');
  });

  it.each([
    ['', 'an empty file'],
    [' \n\t ', 'a file of only spaces'],
    ['\u0089PNG\r\n', 'a PNG picture'],
    ['\u00ff\u00d8\u00ff\u00e0', 'a JPEG picture'],
    ['GIF89a', 'a GIF picture'],
    ['RIFF1234WEBPVP8 ', 'a WebP picture'],
    ['PK\u0003\u0004 xl/workbook.xml', 'an Excel workbook'],
    ['PK\u0003\u0004 readme.txt', 'a ZIP archive'],
    ['{\\rtf1', 'a rich text file (RTF)'],
    ['\u00ef\u00bb\u00bf  <!doctype HTML>', 'an HTML page'],
    ['<html><body>', 'an HTML page'],
    ['<?xml version="1.0"?>', 'an XML file'],
    ['{"error":{"code":"not_found"}}', 'a JSON file'],
    ['Dear tenant', 'plain text'],
    ['\u007fELF', 'a program'],
    ['a\u0000b', 'data of an unknown kind'],
    ['caf\u00e9 \u00ff\u00fe', 'data of an unknown kind'],
  ])('%j looks like %s', (content, words) => {
    expect(look(content)).toBe(words);
  });
});
