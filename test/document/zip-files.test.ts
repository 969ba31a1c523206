import { describe, expect, it } from 'vitest';
import { zipFiles } from '../../src/document/zip-files.js';

describe('an archive', () => {
  const files = [
    { path: 'b.txt', bytes: Buffer.from('two') },
    { path: 'a/ä.txt', bytes: Buffer.from('one') },
  ];

  it('is the same for the same files, and bears no time of its own', () => {
    const archive = Buffer.from(zipFiles(files));
    expect(archive.equals(Buffer.from(zipFiles(files)))).toBe(true);
    // The first local header: time and date of 1 January 1980.
    expect(archive.subarray(10, 14).toString('hex')).toBe('00002100');
  });

  it('keeps the order, the paths and the bytes', () => {
    const text = Buffer.from(zipFiles(files)).toString('utf8');
    expect(text.indexOf('b.txttwo')).toBe(30);
    expect(text.indexOf('a/ä.txtone')).toBeGreaterThan(30);
  });
});
